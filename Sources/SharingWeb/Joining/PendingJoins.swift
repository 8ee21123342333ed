import FoundationEssentials
import HTTPServer
import Replica
import SQLite
import SyncProtocol
import Things
import Web

/// Joins that are not finished, because something is still to be decided.
extension WebApplication {
  func endJoin(_ id: String) -> Endpoint {
    .member { member in
      let join = try await member.hub.pendingJoins().first { $0.id == id }
      member.app.backgroundTasks.forget(id, of: member.accountID)
      try await member.hub.forgetJoin(id)
      guard let join, join.hasJoined else {
        return member.decided(member.goTo(member.landmarks.front))
      }
      return member.decided(member.goTo(.joining(.joined(.home, zone: join.zone))))
    }
  }
}

extension PendingJoin {
  /// Whether the account is in the zone.
  package var hasJoined: Bool { state == .redeemed || state == .member }

  /// Whether the invite lets the account merge a home of its own into this one.
  package var mayMerge: Bool { role.canWrite && allowsMerge }
}

extension JoinPage.Failure {
  /// Why a join that is not finished cannot go on; `nil` when it can.
  init?(_ state: PendingJoin.State, _ join: PendingJoin) {
    switch state {
    case .open, .redeemed, .member, .roleChanged: return nil
    case .expired: self = .expired
    case .revoked, .removed: self = .revoked
    case .exhausted: self = .usedUp
    case .zoneGone: self = .homeGone
    case .forOther: self = .unknown
    case .switchedOff: self = .switchedOff
    }
  }
}

extension Member {
  /// The answer if a join cannot go on, which also ends the decision in this browser; `nil` if it
  /// can.
  package func failure(of join: PendingJoin) -> HTTPResponse? {
    guard let failure = JoinPage.Failure(join.state, join) else { return nil }
    return decided(
      guest.page(status: failure.status) { JoinPage.view(.failed(failure), in: $0) })
  }

  /// Ends the decision in this browser, so that it shows other pages again (S0-US003-1).
  package func decided(_ response: HTTPResponse) -> HTTPResponse {
    guard guest.browser.joinID != nil else { return response }
    var response = response
    response.headers.add(
      guest.browser.cookie(guest.browser.names.join, "", maxAgeSeconds: 0))
    return response
  }

  /// Makes this browser show no other page until the join is decided.
  func undecided(_ join: PendingJoin, _ response: HTTPResponse) -> HTTPResponse {
    // A device works without the hub, when nothing can be decided.
    guard app.backend.device == nil else { return response }
    var response = response
    response.headers.add(
      guest.browser.cookie(guest.browser.names.join, join.id, maxAgeSeconds: 86_400))
    return response
  }

  /// The joins that the person has begun on any device; empty while the hub cannot be reached.
  func undecidedJoins() async throws -> [PeoplePage.UndecidedJoin] {
    guard canAskHub else { return [] }
    let joins: [PendingJoin]
    do throws(HubClientError) {
      joins = try await hub.pendingJoins()
    } catch {
      // The page is shown without them.
      return []
    }
    var rows: [PeoplePage.UndecidedJoin] = []
    for join in joins where !(try await hasNothingLeft(of: join)) {
      rows.append(
        PeoplePage.UndecidedJoin(
          id: join.id, homeName: join.title,
          owner: PersonBadge(id: join.ownerAccountName, name: join.ownerName)))
    }
    return rows
  }

  /// Whether nothing is left to decide about a join: the home has arrived, and the person owns no
  /// other one.
  package func hasNothingLeft(of join: PendingJoin) async throws -> Bool {
    guard join.hasJoined else { return false }
    return try await read { connection in
      let homes = try HomeList.rows(in: connection)
      return homes.contains { $0.id == join.zone }
        && !homes.contains { $0.role == .owner && $0.id != join.zone }
    }
  }

  /// Ends every open decision about a joined home, whichever invite began it.
  package func forgetJoins(of home: ZoneID) async throws {
    for join in try await hub.pendingJoins() where join.zone == home {
      try await hub.forgetJoin(join.id)
    }
  }
}

extension Guest {
  /// The join that this browser must decide on before it shows the page; `nil` when it may show it.
  ///
  /// Deciding, signing out and the resources of the page itself stay reachable.
  func undecidedJoin(at route: Route) -> String? {
    guard request.method == .get, visitor != nil, let id = browser.joinID else { return nil }
    return route.has(.whileDeciding) ? nil : id
  }
}
