import Importing
import SyncProtocol

extension ImportedItem {
  /// The currencies of the amounts in the row; empty if it has no amounts.
  var currencies: Set<String> {
    let others = values.values.map { value -> ImportedAmount? in
      if case .amount(let amount) = value { amount } else { nil }
    }
    return Set(
      ([unitPrice, replacementCost, sale?.price] + others).compactMap { $0?.currency })
  }

  /// `base` with the values of the row. An empty cell leaves the value of `base`.
  func details(over base: ItemDetails) -> ItemDetails {
    var details = base
    func take(_ text: String, _ path: WritableKeyPath<ItemDetails, String>) {
      if !text.isEmpty { details[keyPath: path] = text }
    }
    take(name, \.name)
    take(description, \.description)
    take(notes, \.notes)
    if let quantity { details.quantity = Int64(quantity) }
    if let currency = currencies.first ?? currency { details.currency = currency }
    if let unitPrice { details.priceMinor = unitPrice.minor }
    if let replacementCost { details.replacementMinor = replacementCost.minor }
    if let purchaseDate { details.purchasedOn = purchaseDate }
    take(purchaseFrom, \.purchasedFrom)
    take(condition, \.condition)
    take(serialNumber, \.serial)
    take(modelNumber, \.model)
    take(manufacturer, \.manufacturer)
    if let expires = warranty?.expires { details.warrantyUntil = expires }
    if let isLifetime = warranty?.isLifetime { details.isLifetimeWarranty = isLifetime }
    take(warranty?.details ?? "", \.warrantyDetails)
    take(assetID, \.assetID)
    take(url, \.url)
    if let isArchived { details.isArchived = isArchived }
    if let isInsured { details.isInsured = isInsured }
    if let date = sale?.date { details.soldOn = date }
    take(sale?.to ?? "", \.soldTo)
    if let price = sale?.price { details.soldMinor = price.minor }
    take(sale?.notes ?? "", \.soldNotes)
    for field in ItemDetails.fields {
      switch values[field.name] {
      case .text(let text)?: field.take(.text(text), into: &details)
      case .number(let number)?: field.take(.integer(Int64(number)), into: &details)
      case .amount(let amount)?: field.take(.integer(amount.minor), into: &details)
      case nil: break
      }
    }
    // Homebox marks most sold items as not archived.
    if sale != nil, details.isSold { details.isArchived = true }
    return details
  }

  /// Custom fields for everything that has no column of its own, so that nothing is lost.
  func fields(parentName: String?) -> [CustomField] {
    var fields = customFields.map { CustomField(name: $0.name, value: $0.text) }
    if let parentReference {
      fields.append(CustomField(name: "Part of", value: parentName ?? parentReference.key))
    }
    if let warranty, warranty.isCovered == true, warranty.expires == nil,
      warranty.isLifetime != true, warranty.details.isEmpty
    {
      fields.append(CustomField(name: "Warranty", value: "yes"))
    }
    return fields
  }
}
