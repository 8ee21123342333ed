import SharingWeb
import Values
import Web

/// All groups that a person has.
package enum GroupsPage {
  package struct Row: Equatable, Sendable {
    package var link: ZoneLink
    package var emoji: String
    package var picture: GroupImage?
    package var colour: PaletteColour
    package var role: Role
    package var people: [PersonBadge]
    /// What the person is owed by currency; negative for what they owe.
    package var nets: [Money]
    /// Whether the person has said which member they are.
    package var isMember: Bool
    package var isArchived: Bool
    /// How many expenses `nets` include that have not reached the hub.
    package var waitingCount = 0

    package init(
      _ link: ZoneLink, emoji: String = "", colour: PaletteColour = .teal, role: Role = .owner,
      people: [PersonBadge] = [], nets: [Money] = [], isMember: Bool = true,
      isArchived: Bool = false
    ) {
      self.link = link
      self.emoji = emoji
      self.colour = colour
      self.role = role
      self.people = people
      self.nets = nets
      self.isMember = isMember
      self.isArchived = isArchived
    }
  }

  package struct Model: Equatable, Sendable {
    /// By name, those that are archived last.
    package var rows: [Row]
    /// Over all groups that are not archived, by currency.
    package var totals: [Money] = []
    /// The last deleted first; `nil` while a device cannot ask its hub.
    package var deleted: [DeletedZoneRow]? = []
    /// The only currency that is shown, with the groups that its total is made of.
    package var currency: String?

    /// Leaves the groups that the total of a currency is made of.
    mutating func choose(_ currency: String) {
      self.currency = currency
      totals.removeAll { $0.currency != currency }
      rows = rows.filter { !$0.isArchived }.compactMap { row in
        var row = row
        row.nets.removeAll { $0.currency != currency }
        return row.nets.isEmpty ? nil : row
      }
    }
  }
}
