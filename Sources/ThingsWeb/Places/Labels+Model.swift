import Values
import Web

/// The labels of a home.
package enum LabelsPage {
  package enum Field: String, CaseIterable, Sendable { case name, emoji, colour }

  /// A label in the list.
  package struct Row: Equatable, Sendable {
    package var label: LabelLink
    package var itemCount: Int

    package init(_ label: LabelLink, itemCount: Int) {
      self.label = label
      self.itemCount = itemCount
    }
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var role: Role = .owner
    package var rows: [Row]
    /// The label whose form is open; `nil`: the form is for a new one.
    package var editingID: String?
    package var values = FormValues<Field>()
    /// The colour that is ticked in the form.
    package var colour: PaletteColour = .orange
  }
}
