import Finances
import Household
import Replica
import SyncProtocol
import Values
import Wording

/// The commands about who has a home or a group: the same for both.
enum ZonePeopleCommands {
  static func all(_ kind: SharedKind) -> [Command] {
    [people(kind), role(kind), remove(kind), leave(kind)]
  }

  private static let person = Command.Operand(
    name: "PERSON", help: "who has it: a name or an id; me is the account itself")

  /// Somebody who has a home or a group.
  struct Row: Encodable, Sendable {
    /// Of the account.
    let id: String
    let name: String
    /// `owner`, `editor` or `viewer`.
    let role: String
    let isYou: Bool
    /// Whether they have it by the family that it is shared with.
    let isByFamily: Bool
    let joinedAt: String

    /// - Parameter you: the account that reads it.
    init(_ person: AccountParticipant, you: AccountID) {
      (id, name, role) = (person.accountID, person.name, person.role.commandWord)
      (isYou, isByFamily) = (person.accountID == you, person.isByFamily)
      joinedAt = TimeText.text(person.joinedAt)
    }
  }

  private static func people(_ kind: SharedKind) -> Command {
    Command(
      path: [kind.rawValue, "people"], summary: "List which accounts have a \(kind.rawValue)",
      details: """
        The owner first. Nobody's e-mail address or sign-in name is told.\
        \(kind == .group ? " Members without an account are in hearth group members." : "")
        """,
      operands: [kind.operand], options: MoneyPlace.options,
      examples: [
        .init(
          "hearth \(kind.rawValue) people \(kind.example) --json", "with their ids, for a program")
      ]
    ) { invocation in
      let wanted = try invocation.requiredOperand(0)
      let rows = try await invocation.read { reader in
        let zone = try SharedZone(kind, wanted, reader)
        return try AccountParticipant.all(home: zone.id, in: reader.connection)
          .map { Row($0, you: reader.accountID) }
      }
      return try invocation.report(RowList(items: rows)) {
        TextColumns(
          rows.map { row in
            [
              row.isYou ? "\(row.name) (you)" : row.name, row.role,
              row.isByFamily ? "by the family" : "", row.id,
            ]
          }
        ).text
      }
    }
  }

  private static func role(_ kind: SharedKind) -> Command {
    Command(
      path: [kind.rawValue, "role"],
      summary: "Say what somebody may do in a \(kind.rawValue)",
      details: "Only its owner may. Editors write, viewers read.",
      operands: [kind.operand, person, .init(name: "ROLE", help: "editor or viewer")],
      options: MoneyPlace.options,
      examples: [
        .init("hearth \(kind.rawValue) role \(kind.example) Ben viewer", "he only looks now")
      ]
    ) { invocation in
      let role = try guestRole(try invocation.requiredOperand(2))
      let done = try await decide(kind, invocation) { client, zone, person in
        try await client.setRole(role, of: person, in: zone)
      }
      return try invocation.report(done) {
        "\(done.name) is \(role == .readWrite ? "an editor" : "a viewer") of \(done.zoneName)."
      }
    }
  }

  private static func remove(_ kind: SharedKind) -> Command {
    Command(
      path: [kind.rawValue, "remove-person"],
      summary: "Take a \(kind.rawValue) away from somebody",
      details: """
        Only its owner may. They are told, and can get a copy of it for 30 days. \
        \(kind == .group ? "The member that they were stays" : "What they added stays").
        """,
      operands: [kind.operand, person], options: MoneyPlace.options,
      examples: [
        .init("hearth \(kind.rawValue) remove-person \(kind.example) Ben", "he has moved out")
      ]
    ) { invocation in
      let done = try await decide(kind, invocation) { client, zone, person in
        try await client.remove(person, from: zone)
      }
      return try invocation.report(done) { "\(done.name) does not have \(done.zoneName) any more." }
    }
  }

  private static func leave(_ kind: SharedKind) -> Command {
    Command(
      path: [kind.rawValue, "leave"], summary: "Leave a \(kind.rawValue) of somebody else",
      details: """
        Everybody may, but for its owner, who hands it over first. A new invite is needed to come \
        back. \
        \(kind == .group
          ? "The member stays, with what they owe and are owed, and so do own shares in the ledger"
          : "What was added stays").
        """,
      operands: [kind.operand],
      options: (kind == .group
        ? [.flag("keep-copy", "make a group of the account's own of it, without the others")] : [])
        + MoneyPlace.options,
      examples: [
        .init("hearth \(kind.rawValue) leave \(kind.example) --account ben", "Ben is out of it")
      ]
    ) { invocation in
      let place = try MoneyPlace.open(invocation)
      let zone = try await SharedZone.named(kind, invocation, in: place)
      try zone.requireGuest()
      if kind == .group {
        // As on its page: their shares stay in their own ledger.
        _ = try await place.write { _ in
          MoneyChange { try KeepShares(groupID: zone.id)($0) }
        } show: { count, _ in
          count
        }
      }
      try await place.ask { try await $0.remove(place.accountID, from: zone.id) }
      let copy = invocation.has("keep-copy") ? try await keepCopy(of: zone.id, in: place) : nil
      return try invocation.report(Left(id: zone.id, name: zone.name, copyID: OrNull(copy?.id))) {
        "Left \(zone.name)." + (copy.map { " \($0.name) is a group of its own." } ?? "")
      }
    }
  }

  /// A home or a group that an account has left.
  private struct Left: Encodable {
    let id: String
    let name: String
    /// The group that was made of it; `null` for none.
    let copyID: OrNull<String>
  }

  /// Makes a group of the account's own of one that it has left.
  private static func keepCopy(of group: ZoneID, in place: MoneyPlace) async throws -> ZoneName {
    do {
      let bytes = try await place.ask { client -> [UInt8]? in
        let notice = try await client.notices().first {
          $0.kind == .left && $0.zone == group && $0.copyUntil != nil
        }
        guard let notice else { return nil }
        return try await client.zoneCopy(ofNotice: notice.id)
      }
      guard let bytes else { throw CommandFailure.refused("the hub has kept no copy") }
      let copy = try GroupCopy(wireBytes: bytes)
      let name = Catalogue().copyName(of: copy.groupName)
      return try await place.write { _ in
        MoneyChange { transaction in
          let made = try KeepGroupCopy(copy, name: name)(transaction)
          return ZoneName(id: made.id, name: made.details.name)
        }
      } show: { made, _ in
        made
      }.shown
    } catch {
      let reason = CommandFailure(error).message
      throw CommandFailure.refused(
        "the group was left, and no copy is made: \(reason). It can be kept in the browser")
    }
  }

  /// What was done to somebody.
  struct Done: Encodable, Sendable {
    /// Of the account.
    let id: String
    let name: String
    let zoneID: String
    let zoneName: String
  }

  /// Has the hub decide about somebody whom the second operand names, but never about the owner.
  static func decide(
    _ kind: SharedKind, _ invocation: Invocation,
    _ body: (any HubClient, ZoneID, AccountID) async throws -> Void
  ) async throws -> Done {
    let place = try MoneyPlace.open(invocation)
    let (wanted, typed) = (try invocation.requiredOperand(0), try invocation.requiredOperand(1))
    let (zone, person) = try await place.read(invocation.terminal) { reader in
      let zone = try SharedZone(kind, wanted, reader)
      try zone.requireOwner()
      return (zone, try zone.person(typed, reader))
    }
    guard person.role != .owner else {
      throw CommandFailure.refused(
        """
        PERSON: \(person.name) owns \(zone.name), and stays its owner until somebody else takes it \
        over: hearth \(kind.rawValue) hand-over. Nothing was changed
        """)
    }
    try await place.ask { try await body($0, zone.id, person.accountID) }
    return Done(
      id: person.accountID, name: person.name, zoneID: zone.id, zoneName: zone.name)
  }

  /// The role of a guest that was typed.
  static func guestRole(_ word: String) throws(CommandFailure) -> SyncProtocol.Role {
    guard let role = ["editor": SyncProtocol.Role.readWrite, "viewer": .readOnly][word] else {
      throw .usage("ROLE is editor or viewer, not '\(word)'")
    }
    return role
  }
}

/// A home or a group that a command was about.
struct ZoneName: Encodable, Sendable {
  let id: String
  let name: String
}
