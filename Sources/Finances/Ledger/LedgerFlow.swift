import SyncProtocol
import Values

/// How a row of a ledger counts.
package enum LedgerFlow: String, CaseIterable, Sendable {
  /// What was spent: one's own, or a share of a group's expense. Negative for a refund.
  case spending
  case income
  /// A payment of the person to another member of a group: cash flow, not spending (D-MIR-16).
  case sent
  /// A payment that the person received.
  case received

  /// What a member's part of an expense is to their ledger; `nil` where it is nothing: they have
  /// only paid for others (D-MIR-17).
  static func share(
    kind: String, paid: Int64, owed: Int64
  ) -> (flow: LedgerFlow, amountMinor: Int64)? {
    guard kind == ExpenseMoney.Kind.transfer.rawValue, !isPlanted(.ledgerCountsPayments) else {
      return owed == 0 ? nil : (.spending, owed)
    }
    // What was paid to oneself, as combining members leaves it, moves nothing.
    if paid == owed { return nil }
    return paid > owed
      ? (.sent, paid.subtractingSaturating(owed))
      : (.received, owed.subtractingSaturating(paid))
  }
}

/// What one row of a ledger is, as it follows from what is stored: an entry of the person's own, or
/// their share of an expense.
struct LedgerRow: Equatable {
  /// The person's own zone, or the group's.
  var zoneID: ZoneID
  /// The group that it comes from, also one that the person has left; what is their own comes from
  /// their own zone.
  var originID: ZoneID
  /// The entry, the expense, or the note of a share that was kept.
  var sourceID: RecordID
  var flow: LedgerFlow
  var day: String
  var createdAt: Int64
  var title: String
  var place = ""
  /// The id of a category of the person's own, ``ofGroup`` and the id of a group's, or empty.
  var categoryRef = ""
  var tags = ""
  var note = ""
  var amountMinor: Int64
  var currency: String
  var conversion = LedgerConversion.waiting
  var isHidden = false

  /// Before the id of a category of a group.
  static let ofGroup = "g:"

  /// The words by which a search finds it, see ``SearchText/index(_:)``.
  var words: String

  /// Its place in lists: the day in the upper bits, and below it bits that follow from where it is
  /// from, so that it does not depend on the order in which rows came.
  var serial: Int64 { Self.serial(of: day) | Self.hash(zoneID, sourceID) }

  private static let lowBits: Int64 = 40
  private static let dayOffset = 1_000_000

  /// The first place of a day.
  static func serial(of day: String) -> Int64 {
    guard let day = CalendarDay(day) else { return 0 }
    let number = Int64(clamping: day.daysSince1970.addingSaturating(dayOffset))
    return number.clamped(to: 0...4_000_000) << lowBits
  }

  /// 40 bits of FNV-1a.
  private static func hash(_ zone: ZoneID, _ source: RecordID) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in zone.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for byte in source.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int64(hash >> 24)
  }
}

/// What an amount is in the person's currency. Both parts of a conversion are there, or neither
/// (S2-ARCH-5).
enum LedgerConversion: Equatable {
  /// It has not been tried, or there is no rate.
  case waiting
  case done(minor: Int64, currency: String)
}
