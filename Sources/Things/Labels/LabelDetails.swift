import Household
import SQLite
import SyncProtocol

/// The details of a label that people enter.
package struct LabelDetails: Equatable, Sendable {
  package var name: String
  package var emoji = ""
  package var colorIndex = 0
  package var note = ""

  package init(name: String) { self.name = name }

  /// In the order in which a row is read and the API shows them.
  package static let fields: [RecordField<LabelDetails>] = [
    .name("name", \.name, "What it says.", example: "Tools"),
    .emoji("emoji", \.emoji, "One emoji, or empty.", example: "🔧"),
    .number(
      "colorIndex", \.colorIndex.asField, Label.colors, standard: 0, "One of 12 colours.",
      example: 0),
    .lines("note", \.note, "What it is for.", example: "Also borrowed ones"),
  ]
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
