import Web

/// The form that adds or changes an item.
package enum ItemFormPage {
  /// The names of the form's fields. `labels` is sent once for each ticked label, `photos` is a
  /// file field, and `fields` stands for the pairs of `fieldName` and `fieldValue`.
  package typealias Field = FormName

  /// A label to tick.
  package struct LabelOffer: Equatable, Sendable {
    package var label: LabelLink
    package var isChosen: Bool

    package init(_ label: LabelLink, isChosen: Bool = false) {
      self.label = label
      self.isChosen = isChosen
    }
  }

  /// A template that a new item may begin with.
  package struct TemplateOffer: Equatable, Sendable {
    package var id: String
    package var name: String
    /// The form with it, in the same room.
    package var route: Route
  }

  /// What the form shows. Texts are as typed, so amounts and dates that could not be read are kept.
  package struct Model: Equatable, Sendable {
    /// `nil` for a new item.
    package var itemID: String?
    package var home: ZoneLink
    package var values: FormValues<Field>
    /// All places of the home in the order of the tree; `depth` 0 is a room.
    package var places: [PlaceLink]
    /// The depth of each place, beside ``places``.
    package var depths: [Int]
    package var labels: [LabelOffer]
    package var customFields: [ItemPage.CustomField]
    /// The fields that the home offers; those are not among the custom ones.
    package var offers: [FieldOffer] = []
    /// What the form was based on; it comes back so that a change made meanwhile is noticed.
    package var version: String
    package var maxPhotos: Int
    /// What a new item may begin with, and what this one began with.
    package var templates: [TemplateOffer] = []
    package var templateID: String?

    package init(
      itemID: String? = nil, home: ZoneLink, values: FormValues<Field>, places: [PlaceLink],
      depths: [Int], labels: [LabelOffer], customFields: [ItemPage.CustomField] = [],
      version: String = "", maxPhotos: Int = 10
    ) {
      self.itemID = itemID
      self.home = home
      self.values = values
      self.places = places
      self.depths = depths
      self.labels = labels
      self.customFields = customFields
      self.version = version
      self.maxPhotos = maxPhotos
    }
  }
}
