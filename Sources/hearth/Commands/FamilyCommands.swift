import Families
import Household
import Replica
import SyncProtocol
import Values

/// The commands about somebody's family. An account is in one at most, so none names it.
enum FamilyCommands {
  static let all =
    [list, show, create, people, role, remove, leave] + FamilyOwnerCommands.all
    + FamilyInviteCommands.all

  static let person = Command.Operand(
    name: "PERSON", help: "somebody in the family: a name or an id; me is the account itself")

  private static let list = Command(
    path: ["family", "list"], summary: "List the account's family",
    details: "There is one at most. Its line says what the account is in it.",
    options: MoneyPlace.options,
    examples: [.init("hearth family list --account ann --json", "for a program")]
  ) { invocation in
    let rows = try await invocation.read { reader in
      try Family.own(in: reader.connection).map { [try row($0, reader)] } ?? []
    }
    return try invocation.list(rows, or: "No family yet. Found one with: hearth family create NAME")
    { [$0.name, $0.role, $0.timeZone, $0.id] }
  }

  private static let show = Command(
    path: ["family", "show"], summary: "Show the family: its people and its day",
    details: "hearth routine day shows what is to be done.", options: MoneyPlace.options,
    examples: [.init("hearth family show", "the only account's family")]
  ) { invocation in
    let found = try await invocation.read { reader in
      try shown(try reader.family(), reader)
    }
    return try invocation.report(found) { text(found) }
  }

  private static let people = Command(
    path: ["family", "people"], summary: "List who is in the family",
    details: "Parents first. Nobody's e-mail address or sign-in name is told.",
    options: MoneyPlace.options,
    examples: [.init("hearth family people --json", "with their ids, for a program")]
  ) { invocation in
    let row = try await invocation.read { reader in
      try shown(try reader.family(), reader)
    }
    return try invocation.report(RowList(items: row.people ?? [])) { columns(row).text }
  }

  private static let create = Command(
    path: ["family", "create"], summary: "Found a family with the account as its first parent",
    details: """
      Its days begin in the time zone of --zone; without it, in that of the account. With \
      --zone none each person's own counts. An account is in one family at a time, so the hub must \
      be reached.
      """,
    operands: [.init(name: "NAME", help: "what it is called")],
    options: [
      .value("emoji", "EMOJI", "one emoji"),
      .value("zone", "ZONE", "the time zone of its days, such as Europe/Berlin"),
    ] + MoneyPlace.options,
    examples: [
      .init("hearth family create Lindqvist --zone Europe/Stockholm", "for everybody one day")
    ]
  ) { invocation in
    let name = try invocation.requiredOperand(0)
    let (emoji, zone) = (invocation["emoji"], invocation["zone"])
    return try await invocation.write(row, saying: { "Founded \($0.name)." }) { _ in
      MoneyChange(relyingOn: Replica.Reliance(accountList: true)) { transaction in
        var details = try FamilyDetails.ofFounder(in: transaction.connection)
        details.name = name
        if let emoji { details.emoji = emoji }
        if let zone { details.timeZone = NameKey.make(zone) == "none" ? "" : zone }
        return try CreateFamily(details)(transaction)
      }
    }
  }

  // MARK: What only the hub decides

  private static let role = Command(
    path: ["family", "role"], summary: "Say whether somebody is a parent or a child",
    details: "Parents may. Whoever founded the family stays a parent.",
    operands: [person, .init(name: "ROLE", help: "parent or child")],
    options: MoneyPlace.options,
    examples: [.init("hearth family role Cyd parent", "she plans now, too")]
  ) { invocation in
    let role = try familyRole(try invocation.requiredOperand(1))
    let done = try await decide(invocation) { client, family, person in
      try await client.setRole(role.role, of: person.id, in: family)
    }
    return try invocation.report(done) { "\(done.name) is a \(role.rawValue)." }
  }

  private static let remove = Command(
    path: ["family", "remove"], summary: "Remove somebody from the family",
    details: "Parents may. They are told; what they did of routines stays.", operands: [person],
    options: MoneyPlace.options, examples: [.init("hearth family remove Dan", "he moves out")]
  ) { invocation in
    let done = try await decide(invocation) { client, family, person in
      try await client.remove(person.id, from: family)
    }
    return try invocation.report(done) { "\(done.name) is out of the family." }
  }

  private static let leave = Command(
    path: ["family", "leave"], summary: "Leave the family",
    details: "Everybody may, but for whoever founded it, who hands it over first.",
    options: MoneyPlace.options,
    examples: [.init("hearth family leave --account dan", "out of the family")]
  ) { invocation in
    let place = try MoneyPlace.open(invocation)
    let left = try await place.read(invocation.terminal) { reader in
      let family = try reader.family()
      guard try reader.role(in: family) != .owner else { throw founderStays(family) }
      return try row(family, reader)
    }
    try await place.ask { try await $0.remove(place.accountID, from: left.id) }
    return try invocation.report(left) { "Left \(left.name)." }
  }

  private static func founderStays(_ family: Family) -> CommandFailure {
    .refused(
      """
      the account owns \(family.details.name); hand it over first: hearth family hand-over, or \
      dissolve it: hearth family dissolve. Nothing was changed
      """)
  }

  /// What was done to somebody.
  private struct Done: Encodable {
    let id: String
    let name: String
  }

  /// Has the hub decide about the person whom the first operand names.
  private static func decide(
    _ invocation: Invocation,
    _ body: (any HubClient, ZoneID, FamilyPerson) async throws -> Void
  ) async throws -> Done {
    let wanted = try invocation.requiredOperand(0)
    let place = try MoneyPlace.open(invocation)
    let family = try await managed(place, invocation).id
    let person = try await place.read(invocation.terminal) { reader in
      try reader.person(wanted, of: try reader.family(), at: "PERSON")
    }
    try await place.ask { try await body($0, family, person) }
    return Done(id: person.id, name: person.name)
  }

  /// The family, if the account decides who is in it.
  static func managed(
    _ place: MoneyPlace, _ invocation: Invocation
  ) async throws -> Family {
    try await place.read(invocation.terminal) { reader in
      let family = try reader.family()
      guard try reader.role(in: family).canWrite else { throw FamilyFailure.parentsOnly }
      return family
    }
  }

  static func familyRole(_ word: String) throws(CommandFailure) -> FamilyRole {
    guard let role = FamilyRole(rawValue: word) else {
      throw .usage("ROLE is parent or child, not '\(word)'")
    }
    return role
  }

  // MARK: Showing

  static func row(_ family: Family, _ reader: MoneyReader) throws -> FamilyRow {
    FamilyRow(family, role: try reader.role(in: family), today: reader.today(of: family))
  }

  private static func shown(_ family: Family, _ reader: MoneyReader) throws -> FamilyRow {
    var row = try row(family, reader)
    row.people = try FamilyPerson.all(of: family.id, in: reader.connection)
      .map { PersonRow($0, you: reader.accountID) }
    return row
  }

  private static func text(_ row: FamilyRow) -> String {
    let zone = row.timeZone.isEmpty ? "each one's own time zone" : row.timeZone
    return
      (["\(row.name): you are a \(row.role), \(zone), today \(row.today)", ""]
      + columns(row).lines).joined(separator: "\n")
  }

  private static func columns(_ row: FamilyRow) -> TextColumns {
    TextColumns(
      (row.people ?? []).map { [$0.isYou ? "\($0.name) (you)" : $0.name, $0.role, $0.id] })
  }
}
