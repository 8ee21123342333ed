import Household
import Replica
import SQLite
import SyncProtocol

/// The details of a template that people enter: everything its form can change.
package struct TemplateDetails: Equatable, Sendable {
  package var name: String
  package var content = ItemTemplate.Content()

  package init(name: String, content: ItemTemplate.Content = .init()) {
    (self.name, self.content) = (name, content)
  }

  /// All but the labels and the names of fields, which are lists.
  package static let fields: [RecordField<TemplateDetails>] = [
    .name("name", \.name),
    .line("itemName", \.content.itemName, limit: .name),
    .lines("description", \.content.description),
    .lines("notes", \.content.notes),
    .number("quantity", \.content.quantity, MoneyLimit.quantity, standard: 1),
    .line("manufacturer", \.content.manufacturer),
    .line("model", \.content.model),
    .line("purchasedFrom", \.content.purchasedFrom),
    .lines("warrantyDetails", \.content.warrantyDetails),
    .flag("isLifetimeWarranty", \.content.isLifetimeWarranty),
    .flag("isInsured", \.content.isInsured),
    .reference("locationID", \.content.locationID),
  ]
}

extension ItemTemplate {
  /// The most labels, and fields to fill in, of one template, so that they fit into their
  /// registers.
  package static let maxLabels = 100
  package static let maxFields = 40

  package var details: TemplateDetails {
    get {
      TemplateDetails(name: name, content: content)
    }
    set {
      name = newValue.name
      nameKey = NameKey.make(newValue.name)
      content = newValue.content
    }
  }

  /// The templates of a home by name.
  package static func of(home: ZoneID, in connection: Connection) throws -> [ItemTemplate] {
    try all(where: "homeID = ?", [.text(home)], in: connection)
      .map { ($0, NameOrder(nameKey: $0.nameKey, id: $0.id)) }
      .sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// The template with this name key; `nil` if there is none.
  static func named(
    _ nameKey: String, home: ZoneID, in connection: Connection
  ) throws -> ItemTemplate? {
    try all(
      where: "homeID = ? AND nameKey = ? ORDER BY id LIMIT 1", [.text(home), .text(nameKey)],
      in: connection
    ).first
  }
}

extension ItemTemplate.Content {
  /// The values that further items like this one would have in common with it.
  package init(of page: ItemPage) {
    self.init()
    let details = page.item.details
    itemName = details.name
    description = details.description
    notes = details.notes
    quantity = max(1, details.quantity)
    manufacturer = details.manufacturer
    model = details.model
    purchasedFrom = details.purchasedFrom
    warrantyDetails = details.warrantyDetails
    isLifetimeWarranty = details.isLifetimeWarranty
    isInsured = details.isInsured
    locationID = details.locationID
    labelIDs = page.labels.map(\.id)
    fieldNames = page.fields.map(\.name)
  }

  /// The content without places and labels that the home does not have, or no longer has.
  package func without(missingIn home: ZoneID, in connection: Connection) throws -> Self {
    var content = self
    if let place = locationID, try Location.find(place, in: connection)?.homeID != home {
      content.locationID = nil
    }
    content.labelIDs = try labelIDs.filter {
      try Label.find($0, in: connection)?.homeID == home
    }
    return content
  }
}

extension InputCheck {
  /// Returns the cleaned details, each label and field once; problems are added to `problems`.
  mutating func template(_ input: TemplateDetails) -> TemplateDetails {
    var details = clean(input, TemplateDetails.fields)
    var content = details.content
    var seen: Set<String> = []
    content.labelIDs = content.labelIDs.sorted()
      .filter { isRecordID($0) && seen.insert($0).inserted }
    if content.labelIDs.count > ItemTemplate.maxLabels {
      fail(.labels, .tooMany(max: ItemTemplate.maxLabels))
    }
    seen = []
    content.fieldNames = content.fieldNames.map { name($0, .fields) }
      .filter { seen.insert(NameKey.make($0)).inserted }
    if content.fieldNames.count > ItemTemplate.maxFields {
      fail(.fields, .tooMany(max: ItemTemplate.maxFields))
    }
    details.content = content
    return details
  }
}
