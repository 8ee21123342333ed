import HTTPServer
import Household
import Replica
import SQLite
import SharingWeb
import SyncProtocol
import Things
import Web

/// Pages about joins that are over; they tell only what is on record.
extension WebApplication {
  func freshPage(_ home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in
      guard try await at.member.hasStartedFresh(with: home) else {
        return at.member.goTo(.homes(.home(home)))
      }
      let link = at.link
      return try await at.member.page(
        home: home, { JoinDecisionPage.view($0, in: $1) },
        load: { _ in JoinDecisionPage.Model.freshDone(home: link) })
    }
  }
}

extension Member {
  /// The answer for a person whose join is no longer pending: its outcome, or a page that says that
  /// there was none.
  ///
  /// - Parameter home: the person's own home that was to be merged, or the home that was to be
  ///   joined.
  func whatCameOfJoin(_ id: String, home: ZoneID?) async throws -> HTTPResponse {
    let account = accountID
    let found = try await read { try JoinOutcome(of: id, home: home, by: account, in: $0) }
    switch found {
    case .merged(let merge): return goTo(.merging(.merged(merge)))
    case .joined(let zone):
      let isFresh = try await hasStartedFresh(with: zone)
      return goTo(
        isFresh ? .deciding(.freshDone(home: zone)) : .joining(.joined(.home, zone: zone)))
    case .nothing(let isUntouched):
      let model = JoinDecisionPage.Model.ended(isUntouched: isUntouched)
      return try await page(status: .gone) { JoinDecisionPage.view(model, in: $0) }
    }
  }

  /// Whether a fresh start with a home is on record.
  ///
  /// The person has joined the home and it is their primary one, and they have deleted a home since
  /// then that can still be restored. A home of their own is left only if they share it.
  fileprivate func hasStartedFresh(with home: ZoneID) async throws -> Bool {
    let account = accountID
    let joinedAt = try await read { connection -> Int64? in
      let homes = try HomeList.rows(in: connection)
      let hasOwn = homes.contains { row in
        row.role == .owner && !row.participants.contains { $0.role != .owner }
      }
      guard !hasOwn, let row = homes.first(where: { $0.id == home }), row.isPrimary else {
        return nil
      }
      return row.participants.first { $0.accountID == account && $0.role != .owner }?.joinedAt
    }
    guard let joinedAt, let deleted = await deletedZones(.home) else { return false }
    return deleted.contains { $0.personID == account && $0.at >= joinedAt }
  }
}

/// What the replica knows of a join that is over.
private enum JoinOutcome {
  case merged(RecordID)
  case joined(ZoneID)
  /// `isUntouched` is whether, as far as the replica can tell, the person's own home is unchanged.
  case nothing(isUntouched: Bool)

  init(
    of id: String, home: ZoneID?, by account: AccountID, in connection: Connection
  ) throws {
    let homes = try HomeList.rows(in: connection).reduce(into: [:]) { $0[$1.id] = $1.role }
    func isJoined(_ zone: ZoneID) -> Bool { homes[zone].map { $0 != .owner } ?? false }
    // Every member of a home knows its invites.
    let invited = try Invite.all(home: nil, in: connection).first {
      PendingJoin.id(of: account, by: $0.id) == id
    }?.homeID
    let joined = [invited, home].compactMap { $0 }.first(where: isJoined)
    let merge =
      try home.flatMap { try HomeMerge.of(source: $0, in: connection) }
      ?? HomeMerge.all(in: connection).first { $0.targetID == joined && $0.undoneAt == nil }
    if let merge {
      self = .merged(merge.id)
    } else if let joined {
      self = .joined(joined)
    } else {
      self = .nothing(isUntouched: home.map { homes[$0] == .owner } ?? true)
    }
  }
}
