import Household
import SQLite
import SyncProtocol

/// The details of a home that people enter: everything its form can change.
package struct HomeDetails: Equatable, Sendable {
  package var name: String
  package var emoji = ""
  package var colorIndex = Home.defaultColorIndex
  package var note = ""
  package var address = Home.Address()
  package var purchasedOn: String?
  package var purchaseMinor: Int64?
  package var currency: String?

  package init(name: String) { self.name = name }

  /// In the order in which a row is read and the API shows them.
  package static let fields: [RecordField<HomeDetails>] = [
    .name("name", \.name, "What it is called.", limit: .homeName, example: "Harbour Street"),
    .emoji("emoji", \.emoji, "One emoji, or empty.", example: "🏠"),
    .number(
      "colorIndex", \.colorIndex.asField, Home.colors,
      standard: Int64(Home.defaultColorIndex), "One of 12 colours.", example: 3),
    .lines("note", \.note, "Whatever is to be known.", example: "Keys at Ben's"),
    .line("address1", \.address.address1, "Street.", example: "Harbour Street 4"),
    .line("address2", \.address.address2, "More of it.", example: "2nd floor"),
    .line("city", \.address.city, "City.", example: "Bergen"),
    .line("state", \.address.state, "State or region.", example: "Vestland"),
    .line("zip", \.address.zip, "Postal code.", example: "5003"),
    .line("country", \.address.country, "Country.", example: "Norway"),
    .day("purchasedOn", \.purchasedOn, "When it was bought.", example: "2019-03-01"),
    .amount("purchaseMinor", \.purchaseMinor, "What it cost."),
    .optionalCurrency(
      \.currency, "ISO 4217, for new things in it; null: the person's own.", example: "NOK"),
  ]
}

extension Home {
  package var details: HomeDetails {
    get {
      var details = HomeDetails(name: name)
      details.emoji = emoji
      details.colorIndex = colorIndex
      details.note = note
      details.address = address
      details.purchasedOn = purchasedOn
      details.purchaseMinor = purchaseMinor
      details.currency = currency
      return details
    }
    set {
      name = newValue.name
      nameKey = NameKey.make(newValue.name)
      emoji = newValue.emoji
      colorIndex = newValue.colorIndex
      note = newValue.note
      address = newValue.address
      purchasedOn = newValue.purchasedOn
      purchaseMinor = newValue.purchaseMinor
      currency = newValue.currency
    }
  }
}

extension Home {
  /// Whether another home that this account can read has the same name, ignoring case and spaces.
  ///
  /// That is allowed, but people are told (D-HOM-16).
  package func sharesItsName(in connection: Connection) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM homes WHERE nameKey = ? AND id <> ?", .text(nameKey), .text(id)
    ) { _ in true } ?? false
  }
}

extension InputCheck {
  /// Returns the cleaned details; problems are added to `problems`.
  mutating func home(_ input: HomeDetails) -> HomeDetails {
    let details = clean(input, HomeDetails.fields)
    if details.purchaseMinor != nil, details.currency == nil { fail(.currency, .missing) }
    return details
  }
}
