import Household
import Replica
import SQLite
import SyncProtocol

/// Gives items without an asset id the next free numbers of their home, oldest item first.
///
/// Numbers look like `000-001`, as in Homebox: short enough to read out, and a home never runs out
/// of them. Two people who number items at the same time while offline may give the same number
/// twice; a list shows both, and one of them can be edited.
package struct NumberItems: Sendable {
  /// The most items numbered in one call; the next call continues.
  package static let maxItems = 5000

  package var homeID: ZoneID
  /// Only these items; `nil` for all items of the home that are not archived.
  package var itemIDs: [RecordID]?

  package typealias Failure = UseCaseFailure

  package init(homeID: ZoneID, itemIDs: [RecordID]? = nil) {
    self.homeID = homeID
    self.itemIDs = itemIDs
  }

  /// Returns the numbers that were given; empty if every item has one already.
  package func callAsFunction(_ transaction: WriteTransaction) throws -> UndoNumbers {
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    let connection = transaction.connection
    var number = try Self.highestNumber(home: homeID, in: connection)
    var numbers: [UndoNumbers.Given] = []
    for item in try unnumbered(in: connection) {
      number += 1
      var numbered = item
      numbered.details.assetID = Self.text(number)
      try numbered.update(from: item, in: connection)
      numbers.append(.init(itemID: item.id, assetID: numbered.details.assetID))
    }
    return UndoNumbers(homeID: homeID, numbers: numbers)
  }

  /// How many items of a home have no asset id, without archived ones.
  package static func unnumberedCount(home: ZoneID, in connection: Connection) throws -> Int {
    try connection.first(
      "SELECT count(*) FROM items WHERE homeID = ? AND assetID = '' AND isArchived = 0",
      .text(home)
    ) { Int($0.integer(0)) } ?? 0
  }

  private func unnumbered(in connection: Connection) throws -> [Item] {
    let rest = "assetID = '' ORDER BY createdAt, id LIMIT \(Self.maxItems)"
    guard let itemIDs else {
      return try Item.all(
        where: "homeID = ? AND isArchived = 0 AND \(rest)", [.text(homeID)], in: connection)
    }
    return try Item.all(
      where: "homeID = ? AND id IN (SELECT value FROM json_each(?)) AND \(rest)",
      [.text(homeID), IDList.value(itemIDs)], in: connection)
  }

  private static func highestNumber(home: ZoneID, in connection: Connection) throws -> Int {
    var highest = 0
    try connection.forEach(
      "SELECT assetID FROM items WHERE homeID = ? AND assetID <> ''", [.text(home)]
    ) { row in
      if let number = number(row.text(0)) { highest = max(highest, number) }
    }
    return highest
  }

  /// The number in an asset id; `nil` if it has another form.
  static func number(_ text: String) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, (3...9).contains(parts[0].utf8.count), parts[1].utf8.count == 3,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let thousands = Int(parts[0]), let rest = Int(parts[1])
    else { return nil }
    return thousands * 1000 + rest
  }

  static func text(_ number: Int) -> String {
    func digits(_ part: Int) -> String {
      String(repeating: "0", count: max(0, 3 - String(part).count)) + String(part)
    }
    return digits(number / 1000) + "-" + digits(number % 1000)
  }
}

/// The numbers that were given to items of a home.
package struct UndoNumbers: Equatable, Sendable {
  package struct Given: Equatable, Sendable {
    package let itemID: RecordID
    package let assetID: String
  }

  package let homeID: ZoneID
  package let numbers: [Given]
}

/// Takes numbers away from items that were given them. A number changed since stays.
package struct TakeNumbersBack: Sendable {
  package var undo: UndoNumbers

  package init(_ undo: UndoNumbers) { self.undo = undo }

  /// Throws ``NumberItems/Failure``.
  package func callAsFunction(_ transaction: WriteTransaction) throws {
    try transaction.requireWritable(
      undo.homeID, orThrow: NumberItems.Failure.homeNotFound,
      readOnly: NumberItems.Failure.readOnlyHome)
    for given in undo.numbers {
      guard let item = try Item.find(given.itemID, in: transaction.connection),
        item.homeID == undo.homeID, item.details.assetID == given.assetID
      else { continue }
      var without = item
      without.details.assetID = ""
      try without.update(from: item, in: transaction.connection)
    }
  }
}
