import Replica
import SyncProtocol
import Values

/// How long an invite works and for whom, as it is typed.
struct InviteTyping: Sendable {
  static let options: [Command.Option] = [
    .value("hours", "N", "how long it works, from 1 to 720; by default 24"),
    .value("uses", "N", "how many may join with it, from 1 to 50; by default 1"),
    .value("for", "NAME", "the name with which the only account signs in that may use it"),
  ]

  let hours: Int
  let uses: Int
  let name: String?

  init(_ invocation: Invocation) throws(CommandFailure) {
    name = invocation["for"]
    hours = try Self.number(invocation, "hours", 1...720, standard: 24)
    uses = try Self.number(invocation, "uses", 1...(name == nil ? 50 : 1), standard: 1)
  }

  /// Has the hub make the invite.
  ///
  /// - Parameters:
  ///   - word: what the commands call the role.
  ///   - allowsMerge: whether who joins may move a home of theirs into this one.
  func make(
    _ zone: ZoneID, _ role: SyncProtocol.Role, word: String, allowsMerge: Bool = true,
    _ client: any HubClient
  ) async throws -> MadeInviteRow {
    do throws(HubClientError) {
      let made = try await client.createInvite(
        InviteRequest(
          zone: zone, role: role, lifeSeconds: Int64(hours) * 3600, maxUses: uses, boundTo: name,
          allowsMerge: allowsMerge))
      return MadeInviteRow(made, word, maxUses: uses)
    } catch {
      // Everything else was checked above.
      guard case .refused(.outOfRange) = error, let name else { throw error }
      throw CommandFailure.usage("--for: nobody else can sign in as '\(name)'; check the name")
    }
  }

  private static func number(
    _ invocation: Invocation, _ option: String, _ range: ClosedRange<Int>, standard: Int
  ) throws(CommandFailure) -> Int {
    guard let text = invocation[option] else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "--\(option) is a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }
}

/// An invite that was made.
struct MadeInviteRow: Encodable {
  let id: String
  let role: String
  let expiresAt: String
  let maxUses: Int
  /// Behind the hub's address it is the link.
  let linkPath: String
  let code: String

  init(_ invite: IssuedInvite, _ role: String, maxUses: Int) {
    (id, self.role, self.maxUses) = (invite.id, role, maxUses)
    expiresAt = TimeText.text(invite.expiresAt)
    (linkPath, code) = (InviteKey.linkPath + invite.token, invite.code)
  }

  var text: String {
    """
    Whoever has it joins as \(role == "editor" ? "an" : "a") \(role). Type the code, or open the \
    link at the hub:
      \(code)
      \(linkPath)
    """
  }
}
