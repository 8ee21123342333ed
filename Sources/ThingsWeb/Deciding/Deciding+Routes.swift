import FoundationEssentials
import HTTPServer
import Household
import Replica
import SQLite
import SharingWeb
import SyncProtocol
import Things
import Web

/// The decision about a person's own homes when they join another one.
///
/// Until the last confirmation, the hub only remembers the open question. Then the person joins the
/// home first, and the choice is carried out afterwards (D-FRS-1, S0-FR16).
extension WebApplication {
  func decisionPage(_ id: String, home: ZoneID?, isSeparate: Bool) -> Endpoint {
    .member { member in
      guard let join = try await member.hub.pendingJoins().first(where: { $0.id == id }) else {
        return member.decided(try await member.whatCameOfJoin(id, home: home))
      }
      if let failure = member.failure(of: join) { return failure }
      if try await member.hasNothingLeft(of: join) {
        // The person has joined and has no other home to decide about: the join ends by itself.
        try await member.hub.forgetJoin(id)
        return member.decided(try await member.whatCameOfJoin(id, home: home))
      }
      return try await member.decisionPage(join, home: home, isSeparate: isSeparate)
    }
  }

  func decide(_ id: String) -> Endpoint {
    .member { member in
      guard let join = try await member.hub.pendingJoins().first(where: { $0.id == id }) else {
        // The form was sent twice, or from a page older than the end of the join.
        let home = member.field("home")
        return member.decided(
          try await member.whatCameOfJoin(id, home: home.isEmpty ? nil : home))
      }
      if let failure = member.failure(of: join) { return failure }
      if join.state == .roleChanged {
        guard let seen = Role(rawValue: member.field("role")), seen == Role(join.role) else {
          return try await member.decisionPage(join, home: nil, isSeparate: false)
        }
        try await member.hub.setJoinChoice(id, join.choice, seeing: join.role)
        return member.goTo(.deciding(.decideJoin(id)))
      }
      var choice = JoinChoice(join.choice)
      if member.field("again").isEmpty {
        guard let asked = JoinDecisionPage.Choice(rawValue: member.field("choice")) else {
          throw Abort.because(.badRequest)
        }
        choice = JoinChoice(choice: asked)
      }
      switch choice.choice {
      case .alongside: throw Abort.because(.badRequest)
      case .merge: return try await member.confirmMerge(join, choice)
      case .fresh: return try await member.confirmFresh(join)
      }
    }
  }

}

/// The person's choice, as the hub stores it.
struct JoinChoice: Codable, Equatable, Sendable {
  var choice: JoinDecisionPage.Choice
  /// The person's own home that is merged into the joined one.
  var home: ZoneID?
  var isSeparate = false

  init(choice: JoinDecisionPage.Choice, home: ZoneID? = nil, isSeparate: Bool = false) {
    self.choice = choice
    self.home = home
    self.isSeparate = isSeparate
  }

  init(_ text: String) {
    do {
      self = try JSONDecoder().decode(JoinChoice.self, from: Data(text.utf8))
    } catch {
      // A choice that another version of the program stored and this one cannot read is asked
      // again.
      self = JoinChoice(choice: .merge)
    }
  }

  var text: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }
}

extension JoinDecisionPage.Choice: Codable {}

/// The joined home has not arrived in the replica yet.
struct JoinNotReady: Error {}

extension Member {
  /// The number of pulls to wait for a joined home, with a longer pause after each.
  private static let maxPullTries = 5

  fileprivate func decisionPage(
    _ join: PendingJoin, home: ZoneID?, isSeparate: Bool, typed: FieldValue = FieldValue(),
    hasChanged: Bool = false, status: HTTPStatus = .ok
  ) async throws -> HTTPResponse {
    let choice = JoinChoice(join.choice)
    let state = app.backgroundTasks.state(join.id, of: accountID)
    let chosen = home ?? (join.hasJoined ? choice.home : nil)
    let names = try await target(of: join, for: choice.choice == .merge ? chosen : nil)
    return try await page(
      status: status, { JoinDecisionPage.view($0, in: $1) },
      load: { reader in
        let joined = JoinDecisionPage.Joined(join)
        if join.state == .roleChanged { return JoinDecisionPage.Model.roleChanged(joined) }
        switch state {
        case .running: return .running(joined)
        case .failed(let error): return .failed(MergeFailure(error), joined, choice.choice)
        case nil: break
        }
        switch choice.choice {
        case .fresh:
          return .fresh(
            joined,
            try JoinDecisionPage.Fresh(
              join, confirmation: typed, hasChanged: hasChanged, reader))
        case .merge, .alongside:
          guard join.mayMerge else { return .readOnly(joined) }
          guard let chosen else {
            return .pick(joined, try reader.candidates(except: join.zone))
          }
          return try reader.decision(
            joined, join, from: chosen,
            isSeparate: home == nil ? choice.isSeparate : isSeparate, hasChanged: hasChanged, names)
        }
      })
  }

  /// The names in the home to be joined that the chosen home has, too; the hub tells nothing else.
  /// `nil` once the person has joined, because the replica then holds the home.
  private func target(of join: PendingJoin, for home: ZoneID?) async throws -> MergeTarget? {
    guard let home, !join.hasJoined, join.mayMerge else { return nil }
    let names = try await read { try MergeHome.names(of: home, in: $0) }
    return try await hub.target(of: .join(join.id), names)
  }

  fileprivate func confirmMerge(
    _ join: PendingJoin, _ asked: JoinChoice
  ) async throws -> HTTPResponse {
    var choice = asked
    if choice.home == nil {
      (choice.home, choice.isSeparate) = (field("home"), field("names") == "separate")
    }
    guard let home = choice.home, join.mayMerge else {
      return try await decisionPage(
        join, home: nil, isSeparate: false, status: .forbidden)
    }
    let failure = try await read { connection in
      let homes = try HomeList.rows(in: connection)
      return try MergeHome.sourceObstacle(home, in: connection) { id in
        homes.first { $0.id == id }?.role
      }
    }
    if case .alreadyMerged(let merge) = failure {
      try await hub.forgetJoin(join.id)
      return decided(goTo(.merging(.merged(merge))))
    }
    let separate = choice.isSeparate
    if case .running = app.backgroundTasks.state(join.id, of: accountID) {
      return goTo(.deciding(.decideJoin(join.id, home: home, isSeparate: separate)))
    }
    guard failure == nil, home != join.zone else {
      return try await decisionPage(
        join, home: home, isSeparate: separate, status: .conflict)
    }
    if field("again").isEmpty {
      guard try await digest(of: join, home, isSeparate: separate) == field("plan") else {
        return try await decisionPage(
          join, home: home, isSeparate: separate, hasChanged: true, status: .conflict)
      }
    }
    try await hub.setJoinChoice(join.id, try choice.text)
    app.backgroundTasks.forget(join.id, of: accountID)
    let isCombining = !choice.isSeparate
    undertake(join.id) { member in
      let zone = try await member.bring(join)
      let merge = MergeHome(sourceID: home, targetID: zone, isCombining: isCombining)
      do {
        _ = try await member.write(relyingOn: merge.reliance) { try merge($0) }
      } catch MergeHome.Failure.alreadyMerged(let id) {
        // The hub had accepted an earlier try after all, and only its answer was lost.
        let done = try await member.read { try HomeMerge.find(id, in: $0) }
        guard done?.targetID == zone else { throw MergeHome.Failure.alreadyMerged(id) }
      }
      try await member.forgetJoins(of: zone)
    }
    await waitShortly(join.id)
    return goTo(.deciding(.decideJoin(join.id, home: home, isSeparate: choice.isSeparate)))
  }

  /// The digest of the merge as a page would show it now.
  private func digest(
    of join: PendingJoin, _ home: ZoneID, isSeparate: Bool
  ) async throws -> String? {
    let names = try await target(of: join, for: home)
    return try await read { connection in
      let plan = try MergeHome.plan(
        of: home, into: names ?? MergeTarget(home: join.zone, in: connection),
        isCombining: !isSeparate, in: connection)
      return try plan?.digest(with: [])
    }
  }

  fileprivate func confirmFresh(_ join: PendingJoin) async throws -> HTTPResponse {
    let typed = field("name")
    let kept = join.hasJoined ? join.zone : nil
    let plan = try await read { try StartFresh.plan(keeping: kept, in: $0) }
    let isAgain = !field("again").isEmpty
    if !isAgain {
      guard NameKey.make(typed) == NameKey.make(join.title) else {
        return try await decisionPage(
          join, home: nil, isSeparate: false,
          typed: FieldValue(
            typed, problem: typed.isEmpty ? .missing : .nameDiffers(join.title)),
          status: .unprocessableContent)
      }
      guard field("count") == String(plan.items) else {
        return try await decisionPage(
          join, home: nil, isSeparate: false, hasChanged: true, status: .conflict)
      }
    }
    try await hub.setJoinChoice(join.id, try JoinChoice(choice: .fresh).text)
    app.backgroundTasks.forget(join.id, of: accountID)
    let homes = plan.removed.map(\.id)
    undertake(join.id) { member in
      let zone = try await member.bring(join)
      let fresh = StartFresh(keptID: zone)
      _ = try await member.write(
        relyingOn: Replica.Reliance(zones: homes + [zone], accountList: true)
      ) { try fresh($0) }
      try await member.forgetJoins(of: zone)
    }
    await waitShortly(join.id)
    return goTo(.deciding(.decideJoin(join.id, home: join.zone)))
  }

  /// Joins the home and waits until all of it has arrived: the choice is carried out on its actual
  /// content (D-INV-7).
  ///
  /// A slow pull is waited for and a failed one is tried again. Throws ``JoinNotReady`` when the
  /// home has still not arrived.
  private func bring(_ join: PendingJoin) async throws -> ZoneID {
    let zone = try await hub.redeemJoin(join.id)
    if !join.hasJoined { count(.joined(.home(zone))) }
    for attempt in 1...Self.maxPullTries {
      // The cause of a failed pull does not matter here: if the home is missing, the page says so.
      try? await workspace.catchUp()
      if try await read({ try Home.find(zone, in: $0) != nil }) { return zone }
      try await Task.sleep(for: .milliseconds(100 * attempt))
    }
    throw JoinNotReady()
  }
}

extension JoinDecisionPage.Joined {
  fileprivate init(_ join: PendingJoin) {
    self.init(
      id: join.id, homeName: join.title,
      owner: PersonBadge(id: join.ownerAccountName, name: join.ownerName), role: Role(join.role),
      home: join.hasJoined ? ZoneLink(id: join.zone, name: join.title) : nil)
  }
}

extension JoinDecisionPage.Fresh {
  fileprivate init(
    _ join: PendingJoin, confirmation: FieldValue, hasChanged: Bool, _ reader: PageReader
  ) throws {
    let plan = try StartFresh.plan(
      keeping: join.hasJoined ? join.zone : nil, in: reader.connection)
    let rows = reader.surroundings.sidebar.homes
    self.init(
      removed: plan.removed.map { home in
        JoinDecisionPage.Candidate(
          home: ZoneLink(id: home.id, name: home.name), itemCount: home.items,
          placeCount: rows.first { $0.id == home.id }?.roomCount ?? 0)
      }, sharedOut: plan.sharedOut.map(\.name), confirmation: confirmation,
      hasChanged: hasChanged)
  }
}

extension PageReader {
  /// The person's own homes, each with the obstacle to merging it, if any.
  fileprivate func candidates(except joined: ZoneID) throws -> [JoinDecisionPage.Candidate] {
    let homes = surroundings.sidebar.homes
    return try homes.filter { $0.role == .owner && $0.id != joined }.map { row in
      let failure = try MergeHome.sourceObstacle(row.id, in: connection) { id in
        homes.first { $0.id == id }?.role
      }
      return JoinDecisionPage.Candidate(
        home: ZoneLink(id: row.id, name: row.name),
        itemCount: row.itemCount + row.archivedCount,
        placeCount: try HomeContents(of: row.id, in: connection).locations,
        obstacle: try failure.map { try MergeHomePage.Obstacle($0, home: row.id, self) })
    }
  }

  /// The page with exactly what a merge would do; the list of homes if `home` cannot be merged.
  fileprivate func decision(
    _ joined: JoinDecisionPage.Joined, _ join: PendingJoin, from home: ZoneID, isSeparate: Bool,
    hasChanged: Bool, _ names: MergeTarget?
  ) throws -> JoinDecisionPage.Model? {
    let homes = surroundings.sidebar.homes
    guard let source = homes.first(where: { $0.id == home }), home != join.zone,
      try MergeHome.sourceObstacle(
        home, in: connection,
        role: { id in
          homes.first { $0.id == id }?.role
        }) == nil
    else { return .pick(joined, try candidates(except: join.zone)) }
    let target = try names ?? MergeTarget(home: join.zone, in: connection)
    guard
      let plan = try MergeHome.plan(
        of: home, into: target, isCombining: !isSeparate, in: connection)
    else { return nil }
    let chosen = try MergeHomePage.Chosen(
      home: ZoneLink(id: join.zone, name: join.title), owner: join.ownerName,
      isSeparate: isSeparate, summary: MergeSummary(plan), gaining: [],
      movesPrimary: plan.movesPrimary, digest: plan.digest(with: []), hasChanged: hasChanged)
    return .merge(
      joined, chosen, from: ZoneLink(id: home, name: source.name),
      untouched: homes.filter {
        $0.role == .owner && $0.id != home && $0.id != join.zone
      }.map(\.name))
  }
}
