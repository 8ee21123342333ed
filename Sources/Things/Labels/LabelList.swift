import Household
import SQLite
import SyncProtocol

/// Labels with the number of their items.
package enum LabelList {
  package struct Row: Equatable, Sendable {
    package let label: Label
    /// Without archived items.
    package let itemCount: Int
    /// Σ price × quantity for each currency, by code.
    package let values: [Dashboard.CurrencyValue]
  }

  /// Labels with the same name, of one home or several (X01). Shown like the first of them.
  package struct Group: Equatable, Sendable {
    package let nameKey: String
    package let name: String
    package let emoji: String
    package let colorIndex: Int
    package let labelIDs: [RecordID]
    package let itemCount: Int
    /// Σ price × quantity for each currency, by code.
    package let values: [Dashboard.CurrencyValue]
  }

  /// The labels of a home, or of all homes if `home` is `nil`, by name.
  package static func rows(home: ZoneID?, in connection: Connection) throws -> [Row] {
    let totals = try LabelTotals.all(home: home, in: connection)
    let labels = try Label.all(
      where: home == nil ? "TRUE" : "homeID = ?", home.map { [.text($0)] } ?? [], in: connection)
    return labels.map { ($0, NameOrder(nameKey: $0.nameKey, id: $0.id)) }
      .sorted { $0.1 < $1.1 }
      .map { label, _ in
        let own = totals[label.id] ?? []
        return Row(
          label: label, itemCount: Int(own.reduce(0) { $0 &+ $1.amount.itemCount }),
          values: Dashboard.values(own))
      }
  }

  /// The same labels, grouped by name: devices that were offline may have made a name twice in a
  /// home. An item with two labels of the same name is counted twice.
  package static func groups(home: ZoneID?, in connection: Connection) throws -> [Group] {
    var groups: [Group] = []
    var rows = try rows(home: home, in: connection)[...]
    while let first = rows.first {
      let same = rows.prefix { $0.label.nameKey == first.label.nameKey }
      groups.append(
        Group(
          nameKey: first.label.nameKey, name: first.label.name, emoji: first.label.emoji,
          colorIndex: first.label.colorIndex, labelIDs: same.map(\.label.id),
          itemCount: same.reduce(0) { $0 + $1.itemCount },
          values: Dashboard.sum(same.flatMap(\.values))))
      rows = rows.dropFirst(same.count)
    }
    return groups
  }
}
