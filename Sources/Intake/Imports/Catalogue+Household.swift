import Household
import Importing
import Things
import Wording

// Words for the household's own names: file formats and fields.
extension Catalogue {
  /// The name of a file format.
  package func importFormat(_ format: InventoryFormat) -> String {
    switch format {
    case .homebox: say("Homebox CSV")
    case .movingBoxArchive: say("MovingBox ZIP")
    case .movingBoxInventory: say("MovingBox CSV")
    case .spreadsheet: say("A spreadsheet of your own")
    }
  }

  /// The item field that a column of a file was read as.
  package func meaning(of field: Importing.ItemField) -> String {
    switch field {
    case .name: name
    case .description: description
    case .quantity: quantity
    case .unitPrice: priceOfOne
    case .currency: currency
    case .replacementCost: replacement
    case .purchaseDate: purchasedOn
    case .purchaseFrom: purchasedFrom
    case .condition: condition
    case .serialNumber: serial
    case .modelNumber: model
    case .manufacturer: manufacturer
    case .warranty, .warrantyExpires: warrantyUntil
    case .isLifetimeWarranty: lifetimeWarranty
    case .warrantyDetails: warrantyDetails
    case .isInsured: insured
    case .soldDate: soldOn
    case .soldTo: soldTo
    case .soldPrice: soldFor
    case .soldNotes: soldNotes
    case .assetID: assetID
    case .url: webAddress
    case .labels: labels
    case .location: room
    default: notes
    }
  }

  /// The name of an item's field, in a sentence about what an import changes.
  package func name(of field: InputField) -> String {
    switch field {
    case .locationID: room
    case .labels: labels
    case .fields, .value: customFields
    case .photos: photosWord
    default:
      PolicyAmount(register: field.rawValue).map { amount($0) }
        ?? title(of: field.rawValue) ?? notes
    }
  }

  private var photosWord: String { say("Photos") }
}
