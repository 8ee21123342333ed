import Household
import SyncProtocol

/// What its owner shares with others by commands that are the same for both.
enum SharedKind: String, CaseIterable, Sendable {
  case home, group

  var zoneKind: ZoneKind { self == .home ? .home : .group }

  var operand: Command.Operand {
    switch self {
    case .home: .init(name: "HOME", help: "the home: its name, or its id")
    case .group: GroupCommands.group
    }
  }

  /// A name for examples.
  var example: String { self == .home ? "Cabin" : "Flat" }
}

/// A home or a group of an account's.
struct SharedZone: Sendable {
  let kind: SharedKind
  let id: ZoneID
  let name: String
  /// What the account may do in it.
  let role: SyncProtocol.Role

  /// Throws if the account has none of that name.
  init(_ kind: SharedKind, _ wanted: String, _ reader: MoneyReader) throws {
    self.kind = kind
    switch kind {
    case .home:
      let home = try HomeChoice.find(wanted, in: reader.connection)
      (id, name, role) = (home.id, home.name, home.role)
    case .group:
      let group = try reader.group(wanted)
      (id, name, role) = (group.id, group.group.details.name, group.role)
    }
  }

  /// The one that the first operand names.
  static func named(
    _ kind: SharedKind, _ invocation: Invocation, in place: MoneyPlace
  ) async throws -> SharedZone {
    let wanted = try invocation.requiredOperand(0)
    return try await place.read(invocation.terminal) { try SharedZone(kind, wanted, $0) }
  }

  /// Throws a `CommandFailure` unless the account owns it. The type is not said: where this one is
  /// inlined, the optimiser of Swift 6.3.1 ends with a signal otherwise.
  func requireOwner() throws {
    guard role == .owner else {
      throw CommandFailure.refused(
        "only the owner of \(name) may do that; ask them. Nothing was changed")
    }
  }

  /// Throws if the account owns it.
  func requireGuest() throws(CommandFailure) {
    guard role != .owner else {
      throw .refused(
        """
        the account owns \(name), and an owner cannot leave; hand it over first: hearth \
        \(kind.rawValue) hand-over, or delete it: hearth \(kind.rawValue) delete. Nothing was \
        changed
        """)
    }
  }

  /// Somebody who has it; `me` is the account itself unless somebody is called that.
  func person(_ wanted: String, _ reader: MoneyReader) throws -> AccountParticipant {
    let people = try AccountParticipant.all(home: id, in: reader.connection)
    if wanted == "me", !people.contains(where: { NameKey.make($0.name) == "me" }),
      let own = people.first(where: { $0.accountID == reader.accountID })
    {
      return own
    }
    return try Choice(
      kind: "person", in: " in \(name)", place: "PERSON",
      all: people.map { ($0.accountID, $0.name) }
    ).find(wanted).map { people[$0] }.get()
  }
}
