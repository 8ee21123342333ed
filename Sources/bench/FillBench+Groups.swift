import Finances
import Hub
import Replica
import SyncProtocol

/// Groups of ten people with many expenses; two of the people have accounts.
extension FillBench {
  func fillGroups(_ site: Site, _ manifest: inout Manifest) async throws {
    let (owner, other) = (try site.withToken(site.person("ada")), try site.person("ben"))
    let file = try await site.replica(of: owner)
    let transport = site.transport(owner)
    let groups = try GroupRows.groups(file, groupCount)
    try await file.sync(via: transport)
    for group in groups {
      for start in stride(from: 0, to: expensesPerGroup, by: 1000) {
        try GroupRows.fill(file, group, start..<min(start + 1000, expensesPerGroup))
        try await file.sync(via: transport)
      }
    }
    let invitations = Invitations(
      hub: site.hub, codeKey: [UInt8](repeating: 3, count: Invitations.codeKeyBytes))
    let invite = try invitations.issue(
      InviteRequest(zone: groups[0], role: .readWrite, maxUses: 1), by: owner.account)
    _ = try site.hub.redeem(inviteID: invite.id, by: other.account)
    let expenses = try file.read { connection in
      try groups.map { try ExpenseList.page(of: $0, limit: 20, in: connection).rows.map(\.id) }
    }
    manifest.groups = zip(groups, expenses).map { .init(zone: $0, expenses: $1) }
    manifest.groupPeople = [owner, other]
  }
}
