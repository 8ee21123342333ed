import SQLite
import SyncProtocol

/// The details of a label that people enter.
package struct LabelDetails: Equatable, Sendable {
  package var name: String
  package var emoji = ""
  package var colorIndex = 0
  package var note = ""

  package init(name: String) { self.name = name }
}

extension Label {
  package var details: LabelDetails {
    get {
      var details = LabelDetails(name: name)
      details.emoji = emoji
      details.colorIndex = colorIndex
      details.note = note
      return details
    }
    set {
      name = newValue.name
      nameKey = NameKey.make(newValue.name)
      emoji = newValue.emoji
      colorIndex = newValue.colorIndex
      note = newValue.note
    }
  }

  /// The label with this name key in a home. Devices that were offline may have made several; the
  /// least id stands for all of them.
  static func named(
    _ nameKey: String, home: ZoneID, in connection: Connection
  ) throws -> Label? {
    try all(
      where: "homeID = ? AND nameKey = ? ORDER BY id LIMIT 1", [.text(home), .text(nameKey)],
      in: connection
    ).first
  }
}

extension InputCheck {
  mutating func label(_ input: LabelDetails) -> LabelDetails {
    var details = LabelDetails(name: name(input.name))
    details.emoji = emoji(input.emoji)
    details.colorIndex = input.colorIndex
    range(Int64(input.colorIndex), .colorIndex, Label.colors)
    details.note = lines(input.note, .note)
    return details
  }
}
