/// The fields that a home offers for its items.
package enum FieldPresetsPage {
  /// `choices` has a line for each.
  package enum Field: String, CaseIterable, Sendable { case name, kind, choices }

  package struct Row: Equatable, Sendable {
    package var id: String
    package var name: String
    package var kind: FieldKind
    package var choices: [String]

    package init(id: String, name: String, kind: FieldKind, choices: [String] = []) {
      self.id = id
      self.name = name
      self.kind = kind
      self.choices = choices
    }
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: HomeLink
    package var role: Role
    package var rows: [Row]
    /// The field whose form is open; `nil`: the form is for a new one.
    package var editingID: String?
    package var values: FormValues<Field>

    package init(
      home: HomeLink, role: Role = .owner, rows: [Row], editingID: String? = nil,
      values: FormValues<Field> = .init()
    ) {
      self.home = home
      self.role = role
      self.rows = rows
      self.editingID = editingID
      self.values = values
    }
  }
}
