import Backends
import Household
import Hub
import LocalTransport
import Replica
import SyncProtocol
import Things

/// A join from the command line, in steps: preview, choose, check, join, and only then merge or
/// remove.
struct Joining: Sendable {
  let account: Account
  let client: LocalHubClient
  let replica: ReplicaFile
  let transport: any Transport

  func callAsFunction(_ request: JoinCommand.Request) async throws -> JoinReport {
    let first = try await client.preview(request.key)
    let offer = try await upgraded(request, first)
    guard !offer.isForOther else { throw HubClientError.refused(.inviteForOther) }
    guard offer.kind == .home else {
      throw CommandFailure.refused(
        """
        the invite does not lead to a home; use it with: \
        \(FamilyJoinCommand.command(for: offer.kind))
        """)
    }
    guard offer.ownRole != .owner else { throw HubClientError.refused(.ownInvite) }
    let hasThings = try replica.read { try UserData.exists(in: $0) }
    var report = JoinReport(offer, account: account.name, isDryRun: request.isDryRun)
    report.didUpgrade = offer.ownRole != first.ownRole
    // Whoever is in it already has nothing to decide.
    if first.isUpgrade, request.choice == nil { return report }
    report.choice = request.choice ?? (hasThings ? nil : .alongside)
    guard let choice = report.choice else {
      guard request.isDryRun else {
        throw CommandFailure.refused(
          """
          \(account.name) has things of their own; say what becomes of them with --choice \
          alongside\(offer.allowsMerge ? ", merge" : "") or fresh. Nothing was joined
          """)
      }
      return report
    }
    switch choice {
    case .alongside:
      if !request.isDryRun { report.didJoin = try await join(request, offer) }
    case .merge: try await merge(request, offer, &report)
    case .fresh: try await startFresh(request, offer, &report)
    }
    return report
  }

  /// What the account has of the home after it has become, if it asks for that, what the invite
  /// gives.
  private func upgraded(
    _ request: JoinCommand.Request, _ offer: InviteOffer
  ) async throws -> InviteOffer {
    guard request.upgrades, !request.isDryRun, offer.isUpgrade, offer.kind == .home else {
      return offer
    }
    _ = try await client.redeem(request.key, as: .home)
    try await replica.pull(via: transport)
    return try await client.preview(request.key)
  }

  /// Joins unless the account is already in the home, and pulls until the home is here. Returns
  /// whether it joined.
  private func join(_ request: JoinCommand.Request, _ offer: InviteOffer) async throws -> Bool {
    if offer.ownRole == nil { _ = try await client.redeem(request.key, as: .home) }
    try await replica.pull(via: transport)
    guard try replica.read({ try Home.find(offer.zone, in: $0) }) != nil else {
      throw CommandFailure.failed("the home has not come yet; run the same command again")
    }
    return offer.ownRole == nil
  }

  private func merge(
    _ request: JoinCommand.Request, _ offer: InviteOffer, _ report: inout JoinReport
  ) async throws {
    guard (offer.ownRole ?? offer.role).canWrite else {
      throw HubClientError.refused(.inviteReadOnly)
    }
    guard offer.allowsMerge else {
      throw CommandFailure.refused(
        "the invite lets \(account.name) edit, and not move a home into \(offer.title)")
    }
    let wanted = request.home ?? ""
    if let done = try replica.read({ connection in
      try HomeMerge.all(in: connection).first {
        $0.targetID == offer.zone && $0.undoneAt == nil
          && ($0.sourceID == wanted || NameKey.make($0.sourceName) == NameKey.make(wanted))
      }
    }) {
      return try report.add(done)
    }
    let source = try replica.read { connection in
      let home = try HomeChoice.find(wanted, in: connection)
      let homes = try HomeList.rows(in: connection)
      let obstacle = try MergeHome.sourceObstacle(home.id, in: connection) { id in
        homes.first { $0.id == id }?.role
      }
      if let obstacle { throw CommandFailure.refused(Self.sentence(obstacle, home.name)) }
      guard home.id != offer.zone else {
        throw CommandFailure.refused(Self.sentence(.sameHome, home.name))
      }
      return home
    }
    report.home = source.name
    if request.isDryRun {
      report.counts = try await plan(source.id, request, offer)
      return
    }
    report.didJoin = try await join(request, offer)
    let merge = MergeHome(
      sourceID: source.id, targetID: offer.zone, isCombining: !request.isSeparate)
    do {
      let done = try await replica.confirm(relyingOn: merge.reliance, via: transport) {
        try merge($0)
      }
      try report.add(done)
    } catch let failure as MergeHome.Failure {
      throw CommandFailure.refused(
        "\(offer.title) is joined, and nothing was moved: \(Self.sentence(failure, source.name))")
    }
  }

  /// The counts of a merge, before anything is joined.
  private func plan(
    _ home: ZoneID, _ request: JoinCommand.Request, _ offer: InviteOffer
  ) async throws -> MergeCounts? {
    let target: MergeTarget
    if offer.ownRole == nil {
      let names = try replica.read { try MergeHome.names(of: home, in: $0) }
      target = try await client.target(of: .key(request.key), names)
    } else {
      target = try replica.read { try MergeTarget(home: offer.zone, in: $0) }
    }
    return try replica.read { connection in
      try MergeHome.plan(
        of: home, into: target, isCombining: !request.isSeparate, in: connection)?.counts
    }
  }

  private func startFresh(
    _ request: JoinCommand.Request, _ offer: InviteOffer, _ report: inout JoinReport
  ) async throws {
    let kept = offer.ownRole == nil ? nil : offer.zone
    let plan = try replica.read { try StartFresh.plan(keeping: kept, in: $0) }
    report.add(plan)
    if request.isDryRun { return }
    guard let typed = request.confirmation, NameKey.make(typed) == NameKey.make(offer.title) else {
      let homes = plan.removed.map(\.name).joined(separator: ", ")
      throw CommandFailure.refused(
        """
        this removes \(plan.removed.count) homes (\(homes)) with \(plan.items) items; say that it \
        is meant with --confirm '\(offer.title)'. Nothing was joined
        """)
    }
    report.didJoin = try await join(request, offer)
    let fresh = StartFresh(keptID: offer.zone)
    let reliance = Replica.Reliance(
      zones: plan.removed.map(\.id) + [offer.zone], accountList: true)
    do {
      report.add(
        try await replica.confirm(relyingOn: reliance, via: transport) { try fresh($0) })
    } catch let failure as StartFresh.Failure {
      throw CommandFailure.refused(
        "\(offer.title) is joined, and nothing was removed: \(failure)")
    }
  }

  private static func sentence(_ failure: MergeHome.Failure, _ home: String) -> String {
    switch failure {
    case .homeNotFound, .targetNotFound, .profileMissing: "the home is not there any more"
    case .sameHome: "\(home) cannot go into itself"
    case .notOwner: "\(home) is somebody else's; only its owner can let it go"
    case .sharedOut(let count):
      "\(count) others have \(home), too, and would lose it; stop sharing it first"
    case .readOnlyTarget: "the account may only look at the other home"
    case .tooLarge(let max): "\(home) has more than \(max) records, which cannot move at once"
    case .alreadyMerged: "\(home) has gone into another home already"
    }
  }
}
