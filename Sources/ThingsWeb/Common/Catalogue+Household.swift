import AccountWeb
import Household
import Importing
import Web

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
  func meaning(of field: Importing.ItemField) -> String {
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
  func name(of field: InputField) -> String {
    switch field {
    case .name: name
    case .locationID: room
    case .labels: labels
    case .quantity: quantity
    case .priceMinor: priceOfOne
    case .currency: currency
    case .replacementMinor: replacement
    case .description: description
    case .purchasedOn: purchasedOn
    case .purchasedFrom: purchasedFrom
    case .condition: condition
    case .serial: serial
    case .model: model
    case .manufacturer: manufacturer
    case .warrantyUntil: warrantyUntil
    case .warrantyDetails: warrantyDetails
    case .isLifetimeWarranty: lifetimeWarranty
    case .assetID: assetID
    case .url: webAddress
    case .isInsured: insured
    case .soldOn: soldOn
    case .soldTo: soldTo
    case .soldMinor: soldFor
    case .soldNotes: soldNotes
    case .usefulLifeYears: usefulLife
    case .residualMinor: residual
    case .lentTo: lentToWhom
    case .lentUntil: lentUntil
    case .lastSeenOn: lastSeenOn
    case .isArchived: archived
    case .fields, .value: customFields
    case .photos: photosWord
    case .provider: provider
    case .policyNumber: policyNumber
    case .startsOn: policyStartsOn
    case .endsOn: policyEndsOn
    case .deductibleMinor: amount(.deductible)
    case .dwellingMinor: amount(.dwelling)
    case .personalPropertyMinor: amount(.personalProperty)
    case .lossOfUseMinor: amount(.lossOfUse)
    case .liabilityMinor: amount(.liability)
    case .medicalPaymentsMinor: amount(.medicalPayments)
    default: notes
    }
  }

  private var photosWord: String { say("Photos") }
}
