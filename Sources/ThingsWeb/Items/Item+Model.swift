import FoundationEssentials
import Values
import Web

/// One item, to read; with a form in its place while it is edited.
package enum ItemPage {
  /// A field that the household invented.
  package struct CustomField: Equatable, Sendable {
    package var id: String
    package var name: String
    package var value: String
  }

  /// What an item is worth today, by straight line.
  package struct ValueToday: Equatable, Sendable {
    /// Of all pieces.
    package var value: Money
    package var lifeYears: Int
    /// What one piece is worth in the end; `nil` for nothing.
    package var residual: Money?

    package init(_ value: Money, lifeYears: Int, residual: Money? = nil) {
      self.value = value
      self.lifeYears = lifeYears
      self.residual = residual
    }
  }

  /// Everything known about the item. Empty texts and `nil` are not shown.
  package struct Details: Equatable, Sendable {
    package var quantity = 1
    /// Of one piece.
    package var price: Money?
    /// Price × quantity; differs from `price` only when there are several.
    package var total: Money?
    /// What buying one again would cost.
    package var replacement: Money?
    /// What all pieces are worth today; `nil` when that is unknown.
    package var valueToday: ValueToday?
    package var manufacturer = ""
    package var model = ""
    package var serial = ""
    package var assetID = ""
    package var condition = ""
    package var purchasedOn: CalendarDay?
    package var purchasedFrom = ""
    package var warrantyUntil: CalendarDay?
    package var isLifetimeWarranty = false
    package var warrantyDetails = ""
    package var isInsured = false
    package var lentTo = ""
    package var lentUntil: CalendarDay?
    package var soldOn: CalendarDay?
    package var soldTo = ""
    package var sold: Money?
    package var soldNotes = ""
    package var address: ExternalAddress?
    /// When somebody last saw it where it belongs.
    package var lastSeenOn: CalendarDay?
    package var description = ""
    package var notes = ""

    package init() {}
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var id: String
    package var name: String
    package var home: ZoneLink
    package var role: Role
    /// From the room down to the box.
    package var place: [PlaceLink]
    package var labels: [LabelLink]
    /// Photo ids in their order.
    package var photoIDs: [String]
    /// How the photos stand whose files are not here; those that are not in it are.
    package var photoStates: [String: FileState] = [:]
    /// What people say about the photos; those of which nothing was said are not in it.
    package var photoCaptions: [String: String] = [:]
    /// Whether there is another home that the person may move it to.
    package var canMove = false
    package var details: Details
    package var customFields: [CustomField]
    package var isArchived: Bool
    package var isSold = false
    package var addedAt: Date
    /// Who added it; `nil` when unknown.
    package var addedBy: PersonBadge?
    /// The form when it is being edited, `nil` to read.
    package var form: ItemFormPage.Model?
    /// Photos that one upload may hold.
    package var maxPhotos: Int
    /// What was wrong with photos of the upload that was just made.
    package var refusedPhotos: RefusedFiles?
    package var papers: Papers
    package var maintenance: ItemMaintenance

    package init(
      id: String, name: String, home: ZoneLink, role: Role = .owner, place: [PlaceLink] = [],
      labels: [LabelLink] = [], photoIDs: [String] = [], details: Details = .init(),
      customFields: [CustomField] = [], isArchived: Bool = false, addedAt: Date,
      addedBy: PersonBadge? = nil, form: ItemFormPage.Model? = nil, maxPhotos: Int = 10
    ) {
      self.id = id
      self.name = name
      self.home = home
      self.role = role
      self.place = place
      self.labels = labels
      self.photoIDs = photoIDs
      self.details = details
      self.customFields = customFields
      self.isArchived = isArchived
      self.addedAt = addedAt
      self.addedBy = addedBy
      self.form = form
      self.maxPhotos = maxPhotos
      papers = Papers(owner: .item(id), rows: [], canEdit: role != .viewer)
      maintenance = ItemMaintenance(itemID: id, canEdit: role != .viewer)
    }
  }
}
