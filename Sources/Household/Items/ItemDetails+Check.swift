import Replica
import SyncProtocol

extension InputCheck {
  /// Returns the cleaned details; problems are added to `problems`.
  mutating func item(_ input: ItemDetails) -> ItemDetails {
    var details = input
    details.name = name(input.name)
    details.description = lines(input.description, .description)
    details.notes = lines(input.notes, .notes)
    range(input.quantity, .quantity, MoneyLimit.quantity)
    details.currency = currency(input.currency)
    amount(input.priceMinor, .priceMinor)
    amount(input.replacementMinor, .replacementMinor)
    details.purchasedOn = date(input.purchasedOn, .purchasedOn)
    details.purchasedFrom = line(input.purchasedFrom, .purchasedFrom)
    details.condition = line(input.condition, .condition)
    details.serial = line(input.serial, .serial)
    details.model = line(input.model, .model)
    details.manufacturer = line(input.manufacturer, .manufacturer)
    details.warrantyUntil = date(input.warrantyUntil, .warrantyUntil)
    details.warrantyDetails = lines(input.warrantyDetails, .warrantyDetails)
    details.assetID = line(input.assetID, .assetID)
    details.url = url(input.url)
    details.soldOn = date(input.soldOn, .soldOn)
    details.soldTo = line(input.soldTo, .soldTo)
    amount(input.soldMinor, .soldMinor)
    details.soldNotes = lines(input.soldNotes, .soldNotes)
    details.lentTo = line(input.lentTo, .lentTo)
    details.lentUntil = date(input.lentUntil, .lentUntil)
    range(input.usefulLifeYears, .usefulLifeYears, Depreciation.lives)
    amount(input.residualMinor, .residualMinor)
    return details
  }

  /// Adds a problem if the residual value is above the price.
  mutating func residual(_ details: ItemDetails) {
    guard let price = details.priceMinor, let residual = details.residualMinor else { return }
    if residual > price { fail(.residualMinor, .abovePrice) }
  }

  mutating func fields(_ inputs: [CustomField]) -> [CustomField] {
    if inputs.count > CustomField.maxPerItem {
      fail(.fields, .tooMany(max: CustomField.maxPerItem))
    }
    return inputs.map { input in
      CustomField(
        id: input.id, name: name(input.name, .fields), value: lines(input.value, .value))
    }
  }
}

extension ItemDetails {
  /// The problems of these details and the given fields, apart from rules that depend on the home.
  package func problems(with fields: [CustomField]) -> [InputProblem] {
    var check = InputCheck()
    _ = check.item(self)
    check.residual(self)
    _ = check.fields(fields)
    return check.problems
  }
}

/// A custom field of an item, as a form holds it.
package struct CustomField: Equatable, Sendable {
  package static let maxPerItem = 100

  /// `nil` for a new field.
  package var id: RecordID?
  package var name: String
  package var value: String

  package init(id: RecordID? = nil, name: String, value: String) {
    self.id = id
    self.name = name
    self.value = value
  }
}
