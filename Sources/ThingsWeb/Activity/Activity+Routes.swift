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
      try await at.member.activity(HomeTeller.self, in: at.link, before: before)
    }
  }

  func itemActivity(_ item: RecordID, before: Int64?) -> Endpoint {
    .viewing(.item(item)) { at in
      try await at.member.activity(HomeTeller.self, in: at.link, record: item, before: before) {
        try Item.find(item, in: $0.connection).map { .record(id: item, name: $0.details.name) }
      }
    }
  }

  func changePage(home: ZoneID, sequence: Int64) -> Endpoint {
    .viewing(.home(home)) { at in
      try await at.member.activityChange(HomeTeller.self, sequence, in: at.link)
    }
  }

  func takeBackChange(home: ZoneID, sequence: Int64) -> Endpoint {
    .editing(.home(home)) { at in
      let entry = try await at.member.change(sequence, in: home)
      let outcome: Reversal.Outcome
      do {
        outcome = try await at.write { try TakeBackChange(homeID: home, entry: entry)($0) }
      } catch let failure as TakeBackChange.Failure {
        guard let problem = ActivityProblem(failure) else { throw failure }
        return try await at.member.activityChange(HomeTeller.self, sequence, in: at.link, problem)
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
        return try await at.member.activityChange(HomeTeller.self, sequence, in: at.link, problem)
      }
      await at.member.workspace.syncNow()
      let route: ActivityRoute =
        key.table == "items" ? .itemActivity(item: key.id) : .homeActivity(home: home)
      return at.member.goTo(.activity(route), saying: .activity(.valueRestored(field)))
    }
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
