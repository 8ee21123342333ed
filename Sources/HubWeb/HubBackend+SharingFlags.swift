import Backends
import Hub
import SyncProtocol

extension HubBackend: SharingFlagBackend {
  /// How many versions the page shows.
  private static let shownVersions = 50

  package func sharingFlags(for visitor: Visitor) async throws(BackendError) -> SharingFlagSummary?
  {
    try await ask(pool) { () throws -> SharingFlagSummary? in
      guard let account = try accounts.account(visitor.accountID), account.isAdministrator,
        !account.isDisabled
      else { return nil }
      let flag = try hub.sharingFlag()
      return SharingFlagSummary(
        current: SharingFlagSummary.Version(flag), names: try hub.names(listedIn: flag),
        history: try hub.sharingFlags(limit: Self.shownVersions).map(
          SharingFlagSummary.Version.init),
        isStarted: hub.isSharingStarted)
    }
  }

  package func changeSharingFlags(
    _ wish: SharingFlagWish, by visitor: Visitor
  ) async throws(BackendError) -> SharingFlagProblem? {
    try await ask(pool) { () throws -> SharingFlagProblem? in
      do {
        try hub.changeSharingFlag(
          SharingFlagChange(
            state: SharingFlag.State(wish.state), percent: wish.percent, names: wish.names,
            allowsOverride: wish.allowsOverride, hidesShared: wish.hidesShared),
          by: .account(visitor.accountID))
        return nil
      } catch let error as GateError {
        return SharingFlagProblem(error)
      } catch AccountError.notAllowed {
        return .notAllowed
      }
    }
  }
}

extension SharingFlagSummary.Version {
  init(_ flag: SharingFlag) {
    self.init(
      number: flag.version, state: SharingFlagState(flag.state), percent: flag.percent,
      listedCount: flag.listed.count, allowsOverride: flag.allowsOverride,
      hidesShared: flag.hidesShared, changedAt: flag.changedAt, changedBy: flag.changedBy)
  }
}

extension SharingFlagState {
  fileprivate init(_ state: SharingFlag.State) {
    switch state {
    case .open: self = .open
    case .cohort: self = .cohort
    case .closed: self = .closed
    case .killed: self = .killed
    }
  }
}

extension SharingFlag.State {
  fileprivate init(_ state: SharingFlagState) {
    switch state {
    case .open: self = .open
    case .cohort: self = .cohort
    case .closed: self = .closed
    case .killed: self = .killed
    }
  }
}

extension SharingFlagProblem {
  /// `nil` for errors that changing the gate never throws.
  fileprivate init?(_ error: GateError) {
    switch error {
    case .percentOutOfRange: self = .percentOutOfRange
    case .noSuchAccount(let name): self = .noSuchAccount(name)
    case .tooManyListed: self = .tooManyNames(max: SharingFlag.maxListed)
    case .dateInThePast: return nil
    }
  }
}
