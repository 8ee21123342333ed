import Household
import Replica
import SyncProtocol
import Values

/// The commands that list and restore groups, and the family, that an account has deleted; those of
/// homes are the machine's administrator's: ``HomeCommands``.
enum DeletedZoneCommands {
  static let group = [deleted(.group), restore(.group)]
  static let family = [deleted(.family), restore(.family)]

  private struct Row: Encodable {
    let id: String
    let name: String
    let deletedAt: String
    let until: String
    /// Of a group.
    let expenseCount: Int?
    /// Of a family.
    let routineCount: Int?
    /// Who gets it back besides the account.
    let people: [String]

    init(_ zone: DeletedZoneSummary) {
      (id, name) = (zone.zone, zone.title)
      (deletedAt, until) = (TimeText.text(zone.at), TimeText.text(zone.until))
      expenseCount = zone.kind == .group ? zone.counts["expenses"] ?? 0 : nil
      routineCount = zone.kind == .family ? zone.counts["routines"] ?? 0 : nil
      people = zone.members.map(\.account)
    }
  }

  private static func deleted(_ kind: ZoneKind) -> Command {
    let isGroup = kind == .group
    return Command(
      path: [kind.rawValue, "deleted"],
      summary: isGroup
        ? "List the groups that can be restored" : "List the families that can be restored",
      details: isGroup
        ? "A group that the account has deleted is kept for 30 days."
        : "A family that the account has dissolved is kept for 30 days.",
      options: MoneyPlace.options,
      examples: [
        .init("hearth \(kind.rawValue) deleted --json", "with their ids, for a program")
      ]
    ) { invocation in
      let zones = DeletedZones(place: try MoneyPlace.open(invocation), kind: kind)
      let found = try await zones.all(invocation.terminal)
      return try invocation.report(RowList(items: found.map { Row($0) })) {
        found.isEmpty
          ? """
          The account has \(isGroup ? "deleted no group" : "dissolved no family") in the last 30 \
          days.
          """
          : TextColumns(
            found.map { zone in
              [
                zone.title, "\(isGroup ? "deleted" : "dissolved") \(TimeText.text(zone.at))",
                zone.members.isEmpty
                  ? "" : "for \(zone.members.map(\.name).joined(separator: ", ")), too", zone.zone,
              ]
            }
          ).text
      }
    }
  }

  private static func restore(_ kind: ZoneKind) -> Command {
    let (word, name) = kind == .group ? ("group", "Flat") : ("family", "Lindqvist")
    return Command(
      path: [word, "restore"],
      summary: kind == .group
        ? "Bring a deleted group back as it was" : "Bring a dissolved family back as it was",
      details: kind == .group
        ? """
        Everybody who had it has it again and is told. Invites that were open work no longer.
        """
        : """
        Everybody who was in it is in it again and is told, but for who is in another family by \
        now. Invites that were open work no longer.
        """,
      operands: [
        .init(name: word.uppercased(), help: "its id, or its name when only one has that name")
      ],
      options: [.flag("alone", "nobody but the account gets it back")] + MoneyPlace.options,
      examples: [
        .init("hearth \(word) restore \(name)", "with everybody who was in it"),
        .init("hearth \(word) restore \(name) --alone", "for the account alone"),
      ]
    ) { invocation in
      let zones = DeletedZones(place: try MoneyPlace.open(invocation), kind: kind)
      let zone = try await zones.restore(
        try invocation.requiredOperand(0), isAlone: invocation.has("alone"))
      return try invocation.report(Row(zone)) { "\(zone.title) is back." }
    }
  }
}
