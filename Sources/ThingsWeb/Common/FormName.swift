import Web

/// The name of a field in a form.
///
/// For what is stored it is the register's name without its unit: `price` for `priceMinor`. The
/// members are the names that code mentions.
package struct FormName: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(register: String) {
    let unit = ["Minor", "Years"].first { register.hasSuffix($0) } ?? ""
    rawValue = String(register.dropLast(unit.count))
  }
}

extension FormName {
  package static let name = FormName(rawValue: "name")
  package static let locationID = FormName(rawValue: "locationID")
  package static let quantity = FormName(rawValue: "quantity")
  package static let price = FormName(rawValue: "price")
  package static let currency = FormName(rawValue: "currency")
  package static let serial = FormName(rawValue: "serial")
  package static let purchasedOn = FormName(rawValue: "purchasedOn")
  package static let description = FormName(rawValue: "description")
  package static let notes = FormName(rawValue: "notes")
  package static let photos = FormName(rawValue: "photos")
  package static let labels = FormName(rawValue: "labels")
  package static let fields = FormName(rawValue: "fields")
  package static let provider = FormName(rawValue: "provider")
  package static let policyNumber = FormName(rawValue: "policyNumber")
  package static let startsOn = FormName(rawValue: "startsOn")
  package static let endsOn = FormName(rawValue: "endsOn")
  package static let title = FormName(rawValue: "title")
  package static let dueOn = FormName(rawValue: "dueOn")
  package static let doneOn = FormName(rawValue: "doneOn")
  package static let everyCount = FormName(rawValue: "everyCount")
  package static let everyUnit = FormName(rawValue: "everyUnit")
  package static let cost = FormName(rawValue: "cost")
  package static let itemName = FormName(rawValue: "itemName")
  package static let manufacturer = FormName(rawValue: "manufacturer")
  package static let model = FormName(rawValue: "model")
  package static let purchasedFrom = FormName(rawValue: "purchasedFrom")
  package static let warrantyDetails = FormName(rawValue: "warrantyDetails")
  package static let isLifetimeWarranty = FormName(rawValue: "isLifetimeWarranty")
  package static let isInsured = FormName(rawValue: "isInsured")
  package static let fieldNames = FormName(rawValue: "fieldNames")
}
