import Web

/// The fields that a home offers for its items.
package enum FieldPresetsPage {
  /// `choices` has a line for each.
  package enum Field: String, CaseIterable, Sendable { case name, kind, choices }

  package struct Row: Equatable, Sendable {
    package var id: String
    package var name: String
    package var kind: FieldKind
    package var choices: [String] = []
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var role: Role = .owner
    package var rows: [Row]
    /// The field whose form is open; `nil`: the form is for a new one.
    package var editingID: String?
    package var values = FormValues<Field>()
  }
}
