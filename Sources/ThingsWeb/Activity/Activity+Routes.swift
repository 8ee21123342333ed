import HTTPServer
import Replica
import SharingWeb
import SyncProtocol
import Things
import Web

/// The history of a home and of an item, as the hub tells it, and taking changes back.
extension WebApplication {
  func homeActivity(_ home: ZoneID, before: Int64?) -> Endpoint {
    .viewing(.home(home)) { at in
      let history = try await at.member.history(.page(of: home, before: before))
      return try await at.member.page(
        home: home, { ActivityPage.view($0, in: $1) },
        load: { try ActivityPage.Model(history, of: .home, in: at.link, $0) })
    }
  }

  func itemActivity(_ item: RecordID, before: Int64?) -> Endpoint {
    .viewing(.item(item)) { at in
      let history = try await at.member.history(
        .page(of: at.homeID, record: item, before: before))
      return try await at.member.page(
        home: at.homeID, { ActivityPage.view($0, in: $1) },
        load: { reader in
          guard let found = try Item.find(item, in: reader.connection) else { return nil }
          return try ActivityPage.Model(
            history, of: .item(id: item, name: found.details.name), in: at.link, reader)
        })
    }
  }

  func changePage(home: ZoneID, sequence: Int64) -> Endpoint {
    .viewing(.home(home)) { at in try await at.member.changePage(sequence, in: at.link) }
  }

  func takeBackChange(home: ZoneID, sequence: Int64) -> Endpoint {
    .editing(.home(home)) { at in
      let entry = try await at.member.change(sequence, in: home)
      let outcome: Reversal.Outcome
      do {
        outcome = try await at.write { try TakeBackChange(homeID: home, entry: entry)($0) }
      } catch let failure as TakeBackChange.Failure {
        guard let problem = ActivityProblem(failure) else { throw failure }
        return try await at.member.changePage(sequence, in: at.link, problem)
      }
      await at.member.workspace.syncNow()
      return at.member.goTo(
        .activity(.homeActivity(home: home)),
        saying: .activity(.takenBack(left: outcome.left.count)))
    }
  }

  func restoreValue(home: ZoneID, sequence: Int64) -> Endpoint {
    .editing(.home(home)) { at in
      let entry = try await at.member.change(sequence, in: home)
      let key = RecordKey(at.field("table"), at.field("id"))
      let register = at.field("register")
      guard let change = entry.changes.first(where: { $0.key == key }),
        change.after[register] != nil, let field = ActivityField(register: register)
      else { throw Abort.badRequest }
      do {
        try await at.write {
          try RestoreValue(homeID: home, change: change, register: register)($0)
        }
      } catch let failure as RestoreValue.Failure {
        guard let problem = ActivityProblem(failure) else { throw failure }
        return try await at.member.changePage(sequence, in: at.link, problem)
      }
      await at.member.workspace.syncNow()
      let route: ActivityRoute =
        key.table == "items" ? .itemActivity(item: key.id) : .homeActivity(home: home)
      return at.member.goTo(.activity(route), saying: .activity(.valueRestored(field)))
    }
  }
}

extension Member {
  fileprivate func changePage(
    _ sequence: Int64, in home: ZoneLink, _ problem: ActivityProblem? = nil
  ) async throws -> HTTPResponse {
    let history = try await history(.one(sequence, in: home.id))
    if let history, history.entries.first?.sequence != sequence { throw Abort.because(.gone) }
    return try await page(
      home: home.id, status: problem == nil ? .ok : .conflict,
      { ActivityPage.view($0, in: $1) },
      load: { reader in
        var model = try ActivityPage.Model(history, of: .change, in: home, reader)
        model?.problem = problem
        return model
      })
  }
}

extension ActivityProblem {
  /// `nil` for a failure that is answered with an error page.
  fileprivate init?(_ failure: TakeBackChange.Failure) {
    switch failure {
    case .homeNotFound, .readOnlyHome: return nil
    case .tooLarge: self = .tooLarge
    case .spansHomes: self = .spansHomes
    case .nothingLeft: self = .nothingLeft
    case .placesDoNotFit: self = .placesDoNotFit
    }
  }

  fileprivate init?(_ failure: RestoreValue.Failure) {
    switch failure {
    case .homeNotFound, .readOnlyHome: return nil
    case .recordGone: self = .recordGone
    case .placesDoNotFit: self = .placesDoNotFit
    case .otherCurrency: self = .otherCurrency
    case .otherAmounts: self = .otherAmounts
    case .amountUnseen: self = .amountUnseen
    }
  }
}

extension TakeBackChange.Failure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .homeNotFound: .notFound
    case .readOnlyHome: .forbidden
    case .tooLarge, .spansHomes, .nothingLeft, .placesDoNotFit: .conflict
    }
  }
}

extension RestoreValue.Failure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .homeNotFound: .notFound
    case .readOnlyHome: .forbidden
    case .recordGone: .gone
    case .placesDoNotFit, .otherCurrency, .otherAmounts, .amountUnseen: .conflict
    }
  }
}
