import Finances
import SQLite
import SyncProtocol

/// What a person's ledger must say, worked out anew from their entries, notes and shares with nothing
/// of what the program works it out with.
struct LedgerOracle: Equatable {
  struct Row: Hashable {
    var zone: ZoneID
    /// The group that it is of, also one that the person has left, or their own zone.
    var origin: ZoneID
    var source: RecordID
    /// spending, income, sent or received.
    var flow: String
    var day: String
    var title: String
    var category: String
    var tags: String
    var note: String
    var amount: Int64
    var currency: String
    var isHidden: Bool
  }

  private(set) var rows: Set<Row> = []
  /// The expenses that are copies of others, with what they are copies of and whether the person
  /// has made the copy.
  private var copies: [RecordID: (of: String, isOwn: Bool)] = [:]

  static func == (left: LedgerOracle, right: LedgerOracle) -> Bool { left.rows == right.rows }

  /// - Parameter account: whose it is.
  init(of account: AccountID, on db: Connection) throws {
    let groups = Set(try db.query("SELECT id FROM groups") { $0.text(0) })
    let notes = try Note.all(on: db)
    let noted = Dictionary(notes.map { ($0.expense, $0) }) { first, _ in first }
    copies = try Self.copies(by: account, on: db)
    try db.forEach(
      """
      SELECT profileID, id, kind, day, title, categoryID, tags, note, amountMinor, currency
        FROM ledgerEntries
      """, []
    ) { row in
      rows.insert(
        Row(
          zone: row.text(0), origin: row.text(0), source: row.text(1), flow: row.text(2),
          day: row.text(3),
          title: row.text(4), category: row.optionalText(5) ?? "", tags: row.text(6),
          note: row.text(7), amount: row.integer(8), currency: row.text(9), isHidden: false))
    }
    for group in groups {
      let own = try db.first(
        "SELECT min(id) FROM groupMembers WHERE groupID = ? AND accountID = ?", .text(group),
        .text(account)
      ) { $0.optionalText(0) }
      guard let own = own ?? nil else { continue }
      try addShares(of: own, in: group, noted, db)
    }
    let told = rows
    rows = rows.filter { row in !isTold(row, among: told) }
    for note in notes where !groups.contains(note.group) {
      guard var row = note.kept, !isCopied(row, note, among: told) else { continue }
      (row.category, row.tags, row.note, row.isHidden) = (
        note.category ?? "", note.tags, note.note, note.isHidden
      )
      rows.insert(row)
    }
  }

  private static func copies(
    by account: AccountID, on db: Connection
  ) throws -> [RecordID: (of: String, isOwn: Bool)] {
    let found = try db.query(
      "SELECT id, importRef, createdBy FROM expenses WHERE importSource = 'copy' AND importRef > ''"
    ) { ($0.text(0), $0.text(1), $0.text(2)) }
    return found.reduce(into: [:]) { $0[$1.0] = ($1.1, $1.2 == account) }
  }

  /// Whether what a copy says is said by the expense itself, or by an older copy.
  private func isTold(_ row: Row, among rows: Set<Row>) -> Bool {
    guard let copy = copies[row.source], !copy.of.hasPrefix(row.zone + " ") else { return false }
    return rows.contains { other in
      let isOlder =
        copies[other.source]?.of == copy.of && other.source < row.source
        && !copy.of.hasPrefix(other.zone + " ")
      return (isOlder || copy.of == "\(other.zone) \(other.source)")
        && (copy.isOwn || Self.sayTheSame(row, other))
    }
  }

  /// Whether what was kept of a share is said by a copy of its expense.
  private func isCopied(_ kept: Row, _ note: Note, among rows: Set<Row>) -> Bool {
    rows.contains { other in
      guard let copy = copies[other.source], copy.of == "\(note.group) \(note.expense)",
        other.zone != note.group
      else { return false }
      return copy.isOwn || Self.sayTheSame(kept, other)
    }
  }

  private static func sayTheSame(_ one: Row, _ other: Row) -> Bool {
    one.flow == other.flow && one.day == other.day && one.amount == other.amount
      && one.currency == other.currency
  }

  private mutating func addShares(
    of member: RecordID, in group: ZoneID, _ noted: [RecordID: Note], _ db: Connection
  ) throws {
    try db.forEach(
      """
      SELECT e.id, e.kind, e.day, e.title, e.categoryID, e.currency, p.paidMinor, p.owedMinor
        FROM expenseParts AS p JOIN expenses AS e ON e.id = p.expenseID
        WHERE p.groupID = ? AND p.memberID = ? AND p.kind = 'share'
      """, [.text(group), .text(member)]
    ) { row in
      let (paid, owed) = (row.integer(6), row.integer(7))
      let isPayment = row.text(1) == "transfer"
      let flow = !isPayment ? "spending" : paid > owed ? "sent" : "received"
      let amount = isPayment ? abs(paid - owed) : owed
      guard amount != 0 else { return }
      let note = noted[row.text(0)]
      rows.insert(
        Row(
          zone: group, origin: group, source: row.text(0), flow: flow, day: row.text(2),
          title: row.text(3),
          category: note?.category ?? row.optionalText(4).map { "g:" + $0 } ?? "",
          tags: note?.tags ?? "", note: note?.note ?? "", amount: amount, currency: row.text(5),
          isHidden: note?.isHidden ?? false))
    }
  }

  /// What somebody has noted of a share.
  private struct Note {
    let expense: RecordID
    let group: ZoneID
    let category: RecordID?
    let tags: String
    let note: String
    let isHidden: Bool
    /// The share as it was kept, without what is noted of it.
    let kept: Row?

    static func all(on db: Connection) throws -> [Note] {
      try db.query(
        """
        SELECT profileID, id, groupID, expenseID, categoryID, tags, note, isHidden, keptTitle,
            keptDay, keptFlow, keptMinor, keptCurrency FROM ledgerNotes
        """
      ) { row in
        let kept = row.optionalText(9).flatMap { day in
          row.optionalInteger(11).map { minor in
            Row(
              zone: row.text(0), origin: row.text(2), source: row.text(1), flow: row.text(10),
              day: day,
              title: row.text(8), category: "", tags: "", note: "", amount: minor,
              currency: row.optionalText(12) ?? "", isHidden: false)
          }
        }
        return Note(
          expense: row.text(3), group: row.text(2), category: row.optionalText(4),
          tags: row.text(5), note: row.text(6), isHidden: row.bool(7), kept: kept)
      }
    }
  }

  /// As the program shows it.
  init(shownOn db: Connection) throws {
    try LedgerList.forEach(in: db) { row in
      rows.insert(
        Row(
          zone: row.zoneID, origin: row.originID, source: row.sourceID, flow: row.flow.rawValue,
          day: row.day, title: row.title, category: row.categoryRef, tags: row.tags,
          note: row.note, amount: row.amountMinor, currency: row.currency,
          isHidden: row.isHidden))
    }
  }

  /// Whether something was kept of a share, as what it is or as what it is a copy of.
  func isKept(_ share: Row, in notes: [LedgerNote]) -> Bool {
    notes.contains { note in
      let isOfIt = note.groupID == share.zone && note.expenseID == share.source
      return (isOfIt || copies[share.source]?.of == "\(note.groupID) \(note.expenseID)")
        && note.kept?.amountMinor == share.amount && note.kept?.currency == share.currency
        && note.kept?.flow.rawValue == share.flow && note.kept?.day == share.day
    }
  }

  /// The shares of a group, by their expenses.
  func shares(of group: ZoneID) -> [RecordID: Row] {
    Dictionary(rows.filter { $0.zone == group }.map { ($0.source, $0) }) { first, _ in first }
  }

  /// What was spent by oneself and with others, earned, sent and received in each currency.
  func sums(of profile: ZoneID) -> [String: LedgerSums.Amounts] {
    var sums: [String: LedgerSums.Amounts] = [:]
    for row in rows where !row.isHidden {
      let amount = Int128(row.amount)
      var sum = sums[row.currency] ?? LedgerSums.Amounts()
      switch row.flow {
      case "income": sum.income += amount
      case "sent": sum.sent += amount
      case "received": sum.received += amount
      case _ where row.origin == profile: sum.own += amount
      default: sum.shared += amount
      }
      sums[row.currency] = sum
    }
    return sums
  }
}
