import Household
import SQLite
import SyncProtocol
import Values

/// Some rows of a ledger: those that somebody picked, or all that a filter finds.
package enum LedgerSelection: Equatable, Sendable {
  case rows([Key])
  case matching(LedgerList.Filter)

  /// Where a row is from.
  package struct Key: Hashable, Sendable {
    package var zoneID: ZoneID
    package var sourceID: RecordID

    package init(zone: ZoneID, source: RecordID) { (zoneID, sourceID) = (zone, source) }
  }

  /// The most that can be picked one by one.
  package static let maxPicked = 2000
}

/// What some rows of a ledger come to.
package struct LedgerTotals: Equatable, Sendable {
  /// The person's currency.
  package private(set) var currency: String
  /// In the person's currency.
  package private(set) var total = LedgerSums.Amounts()
  /// What was spent and earned in each currency, also where it could not be converted.
  package private(set) var currencies: [String: LedgerSums.Amounts] = [:]
  package private(set) var count: Int64 = 0
  /// How many of them are in no sum of the person's currency, as they are not converted.
  package private(set) var unconverted: Int64 = 0
  /// Whether everything is in it; otherwise only the latest.
  package private(set) var isWhole = true

  /// The most rows that are added up.
  package static let maxCount = 20_000

  /// What a selection comes to: from the sums that are kept where they know it, otherwise added up.
  ///
  /// - Parameter limit: at most this many are added up, and passed.
  package init(
    of selection: LedgerSelection, limit: Int = maxCount, in connection: Connection
  ) throws {
    let profile = try Profile.own(in: connection)
    currency = profile?.currency ?? ""
    switch selection {
    case .rows(let keys):
      isWhole = keys.count <= LedgerSelection.maxPicked
      for key in Set(keys.prefix(LedgerSelection.maxPicked)) {
        guard let row = try LedgerList.row(key.sourceID, in: key.zoneID, connection) else {
          continue
        }
        add(
          row.flow, row.amountMinor, row.currency, row.converted,
          isOwn: row.originID == profile?.id)
      }
    case .matching(let filter):
      let settled = try filter.settled(in: connection)
      if let sums = try LedgerSums(of: settled, LedgerCategories(in: connection), in: connection) {
        (total, currencies) = (sums.total, sums.currencies)
        (count, unconverted) = (sums.count, sums.unconverted)
      } else {
        try addUp(settled, own: profile?.id, limit: limit, connection)
      }
    }
  }

  /// How many of some entries and expenses a selection has; of very many rows only the latest are
  /// looked at.
  package static func count(
    of sources: Set<RecordID>, among selection: LedgerSelection, in connection: Connection
  ) throws -> Int {
    switch selection {
    case .rows(let keys): return Set(keys.map(\.sourceID)).intersection(sources).count
    case .matching(let filter):
      var (found, left): (Set<RecordID>, Int) = ([], maxCount)
      _ = try LedgerSearch(filter, connection).scan(
        before: Int64.max, looks: maxCount, columns: ["sourceID"]
      ) { _, row in
        let source = row.text(2)
        if sources.contains(source) { found.insert(source) }
        left -= 1
        return left > 0
      }
      return found.count
    }
  }

  private mutating func addUp(
    _ filter: LedgerList.Filter, own: ZoneID?, limit: Int, _ connection: Connection
  ) throws {
    var left = limit
    var isStopped = false
    let columns = [
      "flow", "amountMinor", "currency", "convertedMinor", "convertedCurrency", "originID",
    ]
    let end = try LedgerSearch(filter, connection).scan(
      before: Int64.max, looks: limit, columns: columns
    ) { _, row in
      isStopped = left <= 0
      guard !isStopped else { return false }
      left -= 1
      guard let flow = LedgerFlow(rawValue: row.text(2)) else { return true }
      var converted: Money?
      if let minor = row.optionalInteger(5), let code = row.optionalText(6) {
        converted = Money(minor, code)
      }
      add(flow, row.integer(3), row.text(4), converted, isOwn: row.text(7) == own)
      return true
    }
    isWhole = end == nil && !isStopped
  }

  private mutating func add(
    _ flow: LedgerFlow, _ minor: Int64, _ code: String, _ converted: Money?, isOwn: Bool
  ) {
    count &+= 1
    currencies[code, default: LedgerSums.Amounts()].add(Int128(minor), flow, isOwn: isOwn)
    guard let converted, converted.currency == currency else {
      unconverted &+= 1
      return
    }
    total.add(converted.minor, flow, isOwn: isOwn)
  }
}
