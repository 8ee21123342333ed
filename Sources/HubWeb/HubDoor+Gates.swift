import Hub
import SyncProtocol
import Web

extension HubDoor: GateDoor {
  /// How many versions the page shows.
  private static let shownVersions = 50

  package func gate(for visitor: Visitor) async throws(DoorError) -> GateSummary? {
    try await ask(pool) { () throws -> GateSummary? in
      guard let account = try accounts.account(visitor.accountID), account.isAdministrator,
        !account.isDisabled
      else { return nil }
      let flag = try hub.sharingFlag()
      return GateSummary(
        current: GateSummary.Version(flag), names: try hub.names(listedIn: flag),
        history: try hub.sharingFlags(limit: Self.shownVersions).map(GateSummary.Version.init),
        isStarted: hub.isSharingStarted)
    }
  }

  package func changeGate(
    _ wish: GateWish, by visitor: Visitor
  ) async throws(DoorError) -> GateProblem? {
    try await ask(pool) { () throws -> GateProblem? in
      do {
        try hub.changeSharingFlag(
          SharingFlagChange(
            state: SharingFlag.State(wish.state), percent: wish.percent, names: wish.names,
            allowsOverride: wish.allowsOverride, hidesShared: wish.hidesShared),
          by: .account(visitor.accountID))
        return nil
      } catch let error as GateError {
        return GateProblem(error)
      } catch AccountError.notAllowed {
        return .notAllowed
      }
    }
  }
}

extension GateSummary.Version {
  init(_ flag: SharingFlag) {
    self.init(
      number: flag.version, state: GateState(flag.state), percent: flag.percent,
      listedCount: flag.listed.count, allowsOverride: flag.allowsOverride,
      hidesShared: flag.hidesShared, changedAt: flag.changedAt, changedBy: flag.changedBy)
  }
}

extension GateState {
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
  fileprivate init(_ state: GateState) {
    switch state {
    case .open: self = .open
    case .cohort: self = .cohort
    case .closed: self = .closed
    case .killed: self = .killed
    }
  }
}

extension GateProblem {
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
