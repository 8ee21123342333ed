import FoundationEssentials
import Household
import Replica
import SQLite
import SyncProtocol
import Things
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
    for (register, value) in registers {
      ItemDetails.fields.first { $0.name == register }?.take(value, into: &details)
    }
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
    return ItemDetails.fields.compactMap { field in
      guard let name = words.title(of: field.name) else { return nil }
      return switch (field.kind, written.registers[field.name]) {
      case (.currency, _), (.reference, _), (.flag, _): nil
      case (_, .text(let text)?) where !text.isEmpty: (name, text)
      case (.amount, .integer(let number)?):
        currency.map { (name, words.money(Money(number, $0))) }
      case (_, .integer(let number)?): (name, words.number(Int(number)))
      default: nil
      }
    }
  }
}
