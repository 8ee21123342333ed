import Foundation
import Household
import SQLite
import SyncProtocol
import Values

/// What was written about an item in a change that the hub refused, to be kept as a new item.
struct ItemCopy {
  let homeID: ZoneID
  let details: ItemDetails

  /// `nil` when the change says nothing about an item, or no home could take it.
  init?(_ changeSet: ChangeSet, in connection: Connection) throws {
    guard let written = Self.written(changeSet) else { return nil }
    let old = try Item.find(written.id, in: connection)
    let hasAmounts = written.registers.contains { $0.key.hasSuffix("Minor") && !$0.value.isNull }
    let known = written.registers["currency"]?.text ?? old?.details.currency
    guard let name = written.registers["name"]?.text ?? old?.details.name,
      // An amount is worth nothing without its own currency.
      let currency = try known ?? (hasAmounts ? nil : Profile.own(in: connection)?.currency),
      let home = try Self.home(preferring: written.zone, in: connection)
    else { return nil }
    homeID = home
    var details = old?.details ?? ItemDetails(name: name, currency: currency)
    for (register, value) in written.registers { details.take(value, for: register) }
    details.name = name
    // A place belongs to its home, and may be what was refused.
    let place = details.locationID
    details.locationID = nil
    if let place {
      details.locationID = try connection.first(
        "SELECT id FROM locations WHERE id = ? AND homeID = ?", .text(place), .text(home)
      ) { $0.text(0) }
    }
    self.details = details
  }

  /// Deleting says nothing that could be kept.
  private static func written(_ changeSet: ChangeSet) -> Mutation? {
    changeSet.mutations.first { $0.table == "items" && $0.kind != .delete }
  }

  /// The home it was written in when that can still be written to, else the primary one, else any.
  private static func home(preferring home: ZoneID, in connection: Connection) throws -> ZoneID? {
    let primary = try PrimaryHome.find(in: connection) ?? ""
    return try connection.first(
      """
      SELECT h.id FROM homes AS h JOIN syncZones AS z ON z.id = h.id
        WHERE z.role <> 'readOnly' ORDER BY h.id <> ?, h.id <> ?, h.createdAt, h.id LIMIT 1
      """, .text(home), .text(primary)
    ) { $0.text(0) }
  }

  /// What the change would have set, as the page shows it.
  static func draft(
    _ changeSet: ChangeSet, _ reader: PageReader
  ) throws -> [(name: String, value: String)] {
    guard let written = written(changeSet) else { return [] }
    let words = reader.words
    let currency =
      try written.registers["currency"]?.text
      ?? Item.find(written.id, in: reader.connection)?.details.currency
    return ItemDetails.shownRegisters(words).compactMap { register, name in
      switch written.registers[register] {
      case .text(let text)? where !text.isEmpty: (name, text)
      case .integer(let number)? where register.hasSuffix("Minor"):
        currency.map { (name, words.money(Money(number, $0))) }
      case .integer(let number)?: (name, words.number(Int(number)))
      default: nil
      }
    }
  }
}

extension ItemDetails {
  /// What people know by these names, in the order of the form.
  fileprivate static func shownRegisters(_ words: Catalogue) -> [(String, String)] {
    [
      ("name", words.name), ("description", words.description), ("quantity", words.quantity),
      ("priceMinor", words.priceOfOne), ("replacementMinor", words.replacement),
      ("purchasedOn", words.purchasedOn), ("purchasedFrom", words.purchasedFrom),
      ("usefulLifeYears", words.usefulLife), ("residualMinor", words.residual),
      ("manufacturer", words.manufacturer), ("model", words.model), ("serial", words.serial),
      ("assetID", words.assetID), ("warrantyUntil", words.warrantyUntil),
      ("warrantyDetails", words.warrantyDetails), ("url", words.webAddress),
      ("lentTo", words.lentToWhom), ("lentUntil", words.lentUntil), ("soldTo", words.soldTo),
      ("soldOn", words.soldOn), ("soldMinor", words.soldFor), ("soldNotes", words.soldNotes),
      ("notes", words.notes),
    ]
  }

  /// Takes the value of one register; one that this program does not know is left out.
  fileprivate mutating func take(_ value: SyncProtocol.FieldValue, for register: String) {
    let text = value.text
    switch register {
    case "locationID": locationID = text
    case "description": description = text ?? ""
    case "notes": notes = text ?? ""
    case "quantity": quantity = value.integer ?? 1
    case "priceMinor": priceMinor = value.integer
    case "currency": currency = text ?? currency
    case "replacementMinor": replacementMinor = value.integer
    case "purchasedOn": purchasedOn = text
    case "purchasedFrom": purchasedFrom = text ?? ""
    case "condition": condition = text ?? ""
    case "serial": serial = text ?? ""
    case "model": model = text ?? ""
    case "manufacturer": manufacturer = text ?? ""
    case "warrantyUntil": warrantyUntil = text
    case "isLifetimeWarranty": isLifetimeWarranty = value.integer == 1
    case "warrantyDetails": warrantyDetails = text ?? ""
    case "assetID": assetID = text ?? ""
    case "url": url = text ?? ""
    case "isArchived": isArchived = value.integer == 1
    case "isInsured": isInsured = value.integer == 1
    case "soldOn": soldOn = text
    case "soldTo": soldTo = text ?? ""
    case "soldMinor": soldMinor = value.integer
    case "soldNotes": soldNotes = text ?? ""
    case "lentTo": lentTo = text ?? ""
    case "lentUntil": lentUntil = text
    case "usefulLifeYears": usefulLifeYears = value.integer
    case "residualMinor": residualMinor = value.integer
    default: break
    }
  }
}
