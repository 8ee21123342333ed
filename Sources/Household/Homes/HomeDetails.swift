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
    var details = HomeDetails(
      name: line(input.name, .name, .homeName, isRequired: true))
    details.emoji = emoji(input.emoji)
    details.colorIndex = input.colorIndex
    range(Int64(input.colorIndex), .colorIndex, Home.colors)
    details.note = lines(input.note, .note)
    details.address.address1 = line(input.address.address1, .address1)
    details.address.address2 = line(input.address.address2, .address2)
    details.address.city = line(input.address.city, .city)
    details.address.state = line(input.address.state, .state)
    details.address.zip = line(input.address.zip, .zip)
    details.address.country = line(input.address.country, .country)
    details.purchasedOn = date(input.purchasedOn, .purchasedOn)
    details.purchaseMinor = input.purchaseMinor
    amount(input.purchaseMinor, .purchaseMinor)
    if let code = input.currency, !code.isEmpty { details.currency = currency(code) }
    if details.purchaseMinor != nil, details.currency == nil { fail(.currency, .missing) }
    return details
  }
}
