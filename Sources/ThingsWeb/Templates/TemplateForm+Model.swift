import Web

/// The form that adds or changes a template.
package enum TemplateFormPage {
  /// The names of the form's fields. `labels` is sent once for each ticked label; `fieldNames` has
  /// a line for each.
  package typealias Field = FormName

  /// What the form shows.
  package struct Model: Equatable, Sendable {
    /// `nil` for a new template.
    package var templateID: String?
    package var home: ZoneLink
    package var values: FormValues<Field>
    /// All places of the home in the order of the tree, with how deep each lies.
    package var places: [PlaceLink] = []
    package var depths: [Int] = []
    package var labels: [ItemFormPage.LabelOffer] = []
    /// The version that the form was based on, so that saving overwrites nobody's change.
    package var version: String = ""
  }
}
