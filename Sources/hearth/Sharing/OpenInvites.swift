import Replica
import SyncProtocol
import Values

/// An invite that works.
struct OpenInviteRow: Encodable, Sendable {
  let id: String
  let role: String
  let expiresAt: String
  let maxUses: Int
  let usedCount: Int
  /// The sign-in name of the only account that may use it; `null` for any.
  let `for`: OrNull<String>
  /// Of a home.
  let allowsMerge: Bool?

  /// - Parameter role: what the commands call the invite's role.
  init(_ invite: Share.OpenInvite, _ role: String, allowsMerge: Bool? = nil) {
    (id, self.role, maxUses) = (invite.id, role, invite.maxUses)
    (usedCount, self.for) = (invite.usedCount, OrNull(invite.boundTo))
    expiresAt = TimeText.text(invite.expiresAt)
    self.allowsMerge = allowsMerge
  }

  private var texts: [String] {
    [
      role, "until \(expiresAt)", "used \(usedCount) of \(maxUses)",
      `for`.value.map { "only for \($0)" } ?? "", allowsMerge == false ? "no merging" : "", id,
    ]
  }

  static func report(
    _ rows: [OpenInviteRow], to name: String, _ invocation: Invocation
  ) throws -> ExitCode {
    try invocation.report(RowList(items: rows)) {
      rows.isEmpty ? "No invite to \(name) works." : TextColumns(rows.map(\.texts)).text
    }
  }
}

extension MoneyPlace {
  /// What the hub knows of who has something; `nil` for what is shared with nobody.
  func share(of zone: ZoneID) async throws -> Share? {
    do {
      return try await ask { try await $0.share(of: zone) }
    } catch HubClientError.refused(.notFound) {
      return nil
    }
  }

  /// The invites to a zone that work, the oldest first: ids begin with the time of creation.
  func openInvites(to zone: ZoneID) async throws -> [Share.OpenInvite] {
    try await share(of: zone)?.invites.sorted { $0.id < $1.id } ?? []
  }

  /// Ends an invite; who joined with it stays.
  ///
  /// - Parameters:
  ///   - name: what the zone is called.
  ///   - command: the one that lists invites to it.
  func endInvite(
    _ id: String, to zone: ZoneID, named name: String, listedBy command: String
  ) async throws -> Share.OpenInvite {
    guard let invite = try await openInvites(to: zone).first(where: { $0.id == id }) else {
      throw CommandFailure.refused(
        "no invite '\(id)' to \(name) works; \(command) shows those that do")
    }
    try await ask { try await $0.revokeInvite(invite.id) }
    return invite
  }
}
