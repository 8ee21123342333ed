import Families
import HearthDomain
import Household
import Hub
import Replica
import SyncProtocol
import Values

/// The commands that change a family as a whole: its settings, how people are pictured, dissolving
/// and restoring it.
enum FamilyLifeCommands {
  static let all = [edit, face, dissolve] + DeletedZoneCommands.family

  private static let fields: [Command.Option] = [
    .value("name", "TEXT", "what it is called"), .value("emoji", "EMOJI", "one emoji"),
    .value("zone", "ZONE", "the time zone of its days, such as Europe/Berlin"),
    .value("stars", "WORD", "on or off: whether routines are worth stars"),
    .value("streaks", "WORD", "on or off: whether streaks are shown"),
  ]

  private static let edit = Command(
    path: ["family", "edit"], summary: "Change the family's name, time zone, stars and streaks",
    details: "Parents may. Only what is named changes.", options: fields + MoneyPlace.options,
    examples: [.init("hearth family edit --stars on", "routines are worth stars from now on")]
  ) { invocation in
    try invocation.requireChange("family edit", fields.map(\.name))
    return try await invocation.write(FamilyCommands.row, saying: { "Saved \($0.name)." }) {
      reader in
      let family = try reader.family()
      var details = family.details
      if let name = invocation["name"] { details.name = name }
      if let emoji = invocation["emoji"] { details.emoji = emoji }
      if let zone = invocation["zone"] { details.timeZone = zone }
      if let word = invocation["stars"] {
        details.hasStars = try GroupCommands.isOn(word, "stars")
      }
      if let word = invocation["streaks"] {
        details.hidesStreaks = try !GroupCommands.isOn(word, "streaks")
      }
      let edit = EditFamily(familyID: family.id, details: details, base: family.details)
      return MoneyChange { try edit($0) }
    }
  }

  private static let face = Command(
    path: ["family", "face"], summary: "Change how somebody in the family is pictured",
    details: "Parents may, for everybody. Only what is named changes.",
    operands: [FamilyCommands.person],
    options: [.emoji, .colour] + MoneyPlace.options,
    examples: [.init("hearth family face Cyd --emoji 🦊", "a fox")]
  ) { invocation in
    try invocation.requireChange("family face", ["emoji", "colour"])
    let wanted = try invocation.requiredOperand(0)
    let outcome = try await MoneyPlace.open(invocation).write { reader in
      let family = try reader.family()
      let person = try reader.person(wanted, of: family, at: "PERSON")
      var details = person.face
      if let emoji = invocation["emoji"] { details.emoji = emoji }
      if let colour = try invocation.colour() { details.colorIndex = colour }
      let set = SetFace(familyID: family.id, accountID: person.id, details: details)
      return MoneyChange {
        try set($0)
        return person.id
      }
    } show: { id, reader in
      PersonRow(
        try reader.person(id, of: reader.family(), at: "PERSON"), you: reader.accountID)
    }
    return try outcome.report(invocation) { "Saved \($0.name)." }
  }

  private static let dissolve = Command(
    path: ["family", "dissolve"], summary: "Dissolve the family with everything in it",
    details: """
      Only whoever founded it may. Everyone leaves, and its routines go; homes and groups stay as \
      they are. It can be restored for 30 days. The hub must be reached.
      """,
    operands: [.init(name: "NAME", help: "the family's name, so that it is this one")],
    options: MoneyPlace.options,
    examples: [.init("hearth family dissolve Lindqvist", "hearth family restore brings it back")]
  ) { invocation in
    let typed = try invocation.requiredOperand(0)
    let place = try MoneyPlace.open(invocation)
    try place.requireNoKeptAccounts(
      try await place.read(invocation.terminal) { try dissolved(typed, $0).id })
    do {
      let outcome = try await place.write { reader in
        let row = try dissolved(typed, reader)
        let delete = DeleteFamily(familyID: row.id)
        return MoneyChange(relyingOn: Replica.Reliance(zones: [row.id], accountList: true)) {
          try delete($0)
          return row
        }
      } show: { row, _ in
        row
      }
      return try outcome.report(invocation) {
        "Dissolved \($0.name). It can be restored for 30 days: hearth family restore \($0.id)"
      }
    } catch ConfirmationError.refused(let refusal) where refusal.reason == .permission {
      // Its founder may: only accounts that are kept in it are in the way.
      throw CommandFailure.keptAccounts
    }
  }

  /// The family that is to be dissolved, if the account may.
  private static func dissolved(_ typed: String, _ reader: MoneyReader) throws -> FamilyRow {
    let family = try reader.family()
    guard try reader.role(in: family).canWrite else { throw FamilyFailure.parentsOnly }
    guard try reader.role(in: family) == .owner else {
      throw CommandFailure.refused(
        "only whoever founded the family dissolves it; nothing was changed")
    }
    guard NameKey.make(typed) == NameKey.make(family.details.name) else {
      throw CommandFailure.refused(
        "the family is called \(family.details.name), not '\(typed)'; nothing was changed")
    }
    return try FamilyCommands.row(family, reader)
  }
}

extension MoneyPlace {
  /// Throws while accounts are kept in a family: nobody would keep them any more. On a device only
  /// its hub knows, and refuses.
  fileprivate func requireNoKeptAccounts(_ family: ZoneID) throws {
    guard case .hub(let hub, let account) = self else { return }
    let kept = try KeptAccounts(hub: hub.hub, accounts: hub.accounts)
      .kept(in: family, by: account.id)
    guard kept.isEmpty else { throw CommandFailure.keptAccounts }
  }
}

extension CommandFailure {
  fileprivate static let keptAccounts = refused(
    """
    the family's parents keep accounts of children; remove these, or give them names and \
    passwords, see: hearth family child list
    """)
}
