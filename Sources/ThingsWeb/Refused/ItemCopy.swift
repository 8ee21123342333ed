import Foundation
import Household
import Replica
import SQLite
import SyncProtocol
import Values
import Web

/// The content of an item in changes that the hub refused, to be kept as a new item.
struct ItemCopy {
  /// The original item.
  let itemID: RecordID
  /// The home in which the changes were made.
  let homeID: ZoneID
  /// The details to keep. They have no place, because a place belongs to one home.
  let details: ItemDetails
  private let placeID: RecordID?
  /// The photos that the changes add to the item.
  let photos: [StoredPhoto]
  /// The numbers of the refused changes that the copy contains entirely.
  let numbers: [Int64]

  /// - Parameters:
  ///   - number: the change to keep.
  ///   - refused: all refused changes. Later changes to the same item are kept, too.
  /// - Returns: `nil` when the change writes no item, or too little to make one.
  init?(_ number: Int64, of refused: [ParkedChange], in connection: Connection) throws {
    guard let change = refused.first(where: { $0.number == number }),
      let written = Self.written(change.changeSet)
    else { return nil }
    let id = written.id
    let changes = refused.filter {
      $0.number == number || $0.changeSet.mutations.contains { Self.isKept($0, of: id) }
    }.sorted { $0.number < $1.number }
    let mutations = changes.flatMap(\.changeSet.mutations).filter { Self.isKept($0, of: id) }
    let registers = mutations.filter { $0.table == "items" }.flatMap { Array($0.registers) }
    let old = try Item.find(id, in: connection)
    func last(_ register: String) -> String? {
      registers.last { $0.key == register }?.value.text
    }
    let hasAmounts = registers.contains { $0.key.hasSuffix("Minor") && !$0.value.isNull }
    let known = last("currency") ?? old?.details.currency
    guard let name = last("name") ?? old?.details.name,
      // An amount means nothing without its own currency.
      let currency = try known ?? (hasAmounts ? nil : Profile.own(in: connection)?.currency)
    else { return nil }
    var details = old?.details ?? ItemDetails(name: name, currency: currency)
    for (register, value) in registers { details.take(value, for: register) }
    details.name = name
    placeID = details.locationID
    details.locationID = nil
    itemID = id
    homeID = written.zone
    self.details = details
    photos = mutations.compactMap { StoredPhoto($0) }
    numbers = changes.filter { change in
      change.changeSet.mutations.allSatisfy {
        Self.isKept($0, of: id) && ($0.table == "items" || StoredPhoto($0) != nil)
      }
    }.map(\.number)
  }

  /// The details for a home, with the place if it belongs to that home.
  func details(in home: ZoneID, _ connection: Connection) throws -> ItemDetails {
    var details = details
    guard let placeID else { return details }
    let place = try Location.find(placeID, in: connection)
    details.locationID = place?.homeID == home ? placeID : nil
    return details
  }

  /// Whether a change has content that could be kept as a new item.
  static func isPossible(_ changeSet: ChangeSet, in connection: Connection) throws -> Bool {
    guard let written = written(changeSet) else { return false }
    return try written.registers["name"] != nil || Item.find(written.id, in: connection) != nil
  }

  /// The first write to an item. A deletion has no content to keep.
  private static func written(_ changeSet: ChangeSet) -> Mutation? {
    changeSet.mutations.first { $0.table == "items" && $0.kind != .delete }
  }

  private static func isKept(_ mutation: Mutation, of item: RecordID) -> Bool {
    switch mutation.table {
    case "items": mutation.id == item && mutation.kind != .delete
    case "photos": mutation.kind == .insert && mutation.registers["itemID"]?.text == item
    default: false
    }
  }

  /// The values that the change would have set, as the page shows them.
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
  /// The registers that have a name on the form, in the form's order.
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

  /// Sets the field of one register; a register that this program does not know is ignored.
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
