import Household
import Replica
import SQLite
import SyncProtocol

/// A person's ledger, derived from their own entries and from their shares of groups (D-MIR-1), and
/// kept beside them in a replica's file.
///
/// These tables are local and never synced (D-MIR-21). Deriving them again gives the same rows,
/// whatever order changes came in (decision 0050).
struct LedgerIndex {
  let connection: Connection
  let owner: Owner?
  var sums = IndexedSums<SumKey>()
  var converter: LedgerConverter
  /// Rows that wait to be inserted in the order of their places; `nil` when each is inserted at
  /// once.
  var batch: [LedgerRow]?
  /// Asked for once, as no transaction derives before it has written: the groups that have copies,
  /// and which member the person is.
  var copyGroups: [ZoneID]?
  var ownMembers: [ZoneID: RecordID?] = [:]

  /// Whose ledger it is.
  struct Owner: Equatable {
    var account: AccountID
    /// The personal zone.
    var profile: ZoneID
    /// The currency in which sums over all currencies are told.
    var currency: String
  }

  /// The version of the rules by which they are derived; increase it with each change of these.
  private static let version: Int64 = 5

  init(_ connection: Connection, _ sources: DomainSources) throws {
    self.connection = connection
    owner = try connection.first(
      """
      SELECT s.accountID, p.id, p.currency FROM syncState AS s JOIN profiles AS p
        ORDER BY p.id LIMIT 1
      """
    ) { Owner(account: $0.text(0), profile: $0.text(1), currency: $0.text(2)) }
    converter = LedgerConverter(into: owner?.currency ?? "", sources.rates, connection)
  }

  // MARK: - When

  /// Derives everything anew, in the open transaction, if it is missing or was derived by other
  /// rules.
  static func settle(_ connection: Connection, _ sources: DomainSources) throws {
    let known = try connection.first("SELECT version FROM ledgerState") { $0.integer(0) }
    if known != version { try rebuild(connection, sources) }
  }

  /// Derives everything anew, in the open transaction.
  static func rebuild(_ connection: Connection, _ sources: DomainSources) throws {
    var index = try LedgerIndex(connection, sources)
    try connection.empty([
      "ledgerRows", "ledgerTags", "ledgerSums", "ledgerMembers", "ledgerNoted", "ledgerNames",
      "ledgerState",
    ])
    try connection.execute(
      "INSERT INTO ledgerState (id, version, currency, rates) VALUES (1, ?, ?, ?)",
      .integer(version), .text(index.owner?.currency ?? ""),
      .text(sources.rates.fingerprint))
    try connection.makeRoom()
    try index.deriveAll()
    try index.sums.store(isFirst: true, in: connection)
  }

  private mutating func deriveAll() throws {
    guard owner != nil else { return }
    // Many groups have expenses of the same days: in the order of days each page is written once.
    batch = []
    try connection.execute(
      """
      INSERT INTO ledgerNoted (noteID, groupID, expenseID)
        SELECT id, groupID, expenseID FROM ledgerNotes WHERE true
      """)
    try nameAll()
    try nameAllCopies()
    for row in try ownRows() { try insert(row) }
    for group in try connection.query("SELECT id FROM groups", read: { $0.text(0) }) {
      try follow(group)
    }
    let kept = try LedgerNote.all(
      where: "keptDay IS NOT NULL AND groupID NOT IN (SELECT id FROM groups)", [], in: connection)
    for row in try kept.compactMap({ try keptRow($0) }) { try insert(row) }
    try insertBatch()
    batch = nil
  }

  /// Brings the tables up to date with records that the open transaction has changed. The balances
  /// must be up to date.
  static func refresh(
    _ connection: Connection, changed: [RecordKey], _ sources: DomainSources
  ) throws {
    let changed = changed.filter { tables.contains($0.table) }
    guard !changed.isEmpty else { return }
    guard
      try connection.first("SELECT version FROM ledgerState", read: { $0.integer(0) }) == version
    else { return try rebuild(connection, sources) }
    var index = try LedgerIndex(connection, sources)
    // Another person, or one who is known only now: everything is theirs (D-MIR-3, D-MIR-4).
    let isNew = changed.contains { $0.table == "profiles" }
    if isNew, try index.isOfAnother() { return try rebuild(connection, sources) }
    try index.refresh(changed)
    if isNew { try index.takeCurrency() }
    let areOtherRates = try changed.contains { key in
      switch key.table {
      case "manualRates": try index.concerns(rate: key.id)
      case "groups": try index.concerns(group: key.id)
      default: false
      }
    }
    if areOtherRates { try convertAgain(connection) }
    try index.sums.store(in: connection)
  }

  private static let tables: Set<String> = [
    "profiles", "groups", "groupMembers", "expenses", "manualRates", "ledgerEntries",
    "ledgerNotes", "expenseCategories",
  ]

  private func isOfAnother() throws -> Bool {
    guard let owner else { return true }
    let stranger = try connection.first(
      """
      SELECT 1 FROM ledgerRows WHERE zoneID != ?
        AND zoneID NOT IN (SELECT groupID FROM ledgerMembers) LIMIT 1
      """, .text(owner.profile)
    ) { _ in true }
    let isEmpty = try connection.first("SELECT currency = '' FROM ledgerState") { $0.bool(0) }
    return stranger == true || isEmpty == true
  }

  // MARK: - What

  private mutating func refresh(_ changed: [RecordKey]) throws {
    var (groups, expenses): (Set<ZoneID>, Set<RecordID>) = ([], [])
    let noted = changed.filter { $0.table == "ledgerNotes" }.map(\.id)
    for key in changed {
      switch key.table {
      case "groups": groups.insert(key.id)
      case "groupMembers":
        let group = try connection.first(
          """
          SELECT groupID FROM groupMembers WHERE id = ?
            UNION ALL SELECT groupID FROM ledgerMembers WHERE memberID = ?
          """, .text(key.id), .text(key.id)
        ) { $0.text(0) }
        if let group { groups.insert(group) }
      case "expenses": expenses.insert(key.id)
      case "expenseCategories": try name(category: key.id)
      case "ledgerNotes":
        if let expense = try noteChanged(key.id) { expenses.insert(expense) }
      default: break
      }
    }
    var origins: Set<CopyOrigin> = []
    // In a fixed order, so that a rare clash of two places ends alike everywhere.
    for group in groups.sorted() {
      if try ownMember(of: group) != member(of: group) {
        origins.formUnion(try self.origins(in: group))
      }
      try follow(group)
    }
    try forgetLost(noted)
    for expense in expenses.sorted() {
      origins.formUnion(try self.origins(of: expense))
      try refresh(expense: expense)
    }
    try tellAgain(origins, but: expenses)
    for key in changed.sorted(by: { $0.id < $1.id }) where key.table == "ledgerEntries" {
      try refresh(entry: key.id)
    }
  }

  /// Remembers which expense a note is about, so that it is known when the note is gone.
  private mutating func noteChanged(_ id: RecordID) throws -> RecordID? {
    if let note = try LedgerNote.find(id, in: connection) {
      try connection.execute(
        """
        INSERT INTO ledgerNoted (noteID, groupID, expenseID) VALUES (?, ?, ?)
          ON CONFLICT (noteID) DO NOTHING
        """, .text(id), .text(note.groupID), .text(note.expenseID))
      return note.expenseID
    }
    let expense = try connection.first(
      "SELECT expenseID FROM ledgerNoted WHERE noteID = ?", .text(id)
    ) { $0.text(0) }
    try connection.execute("DELETE FROM ledgerNoted WHERE noteID = ?", .text(id))
    if let owner { try replace(owner.profile, id, with: nil) }
    return expense
  }

  /// Takes the rows of a group anew if the person is another member than before, or none.
  private mutating func follow(_ group: ZoneID) throws {
    let known = try member(of: group)
    let isThere = try connection.first(
      "SELECT 1 FROM groups WHERE id = ?", .text(group)
    ) { _ in true }
    let found = try ownMember(of: group)
    if known != found {
      if known != nil {
        if isThere != true { try rememberLost(group) }
        try forget(group)
      }
      if let found {
        try connection.execute(
          "INSERT INTO ledgerMembers (groupID, memberID) VALUES (?, ?)", .text(group), .text(found))
        for row in try shares(of: found, in: group) { try insert(row) }
      }
    }
    try name(group: group, isThere: isThere == true)
    try followKept(of: group, isThere: isThere == true)
  }

  /// What was kept of a group is shown as long as the group is gone.
  private mutating func followKept(of group: ZoneID, isThere: Bool) throws {
    guard let owner else { return }
    let kept = try LedgerNote.all(
      where: "groupID = ? AND keptDay IS NOT NULL", [.text(group)], in: connection)
    for note in kept {
      try replace(owner.profile, note.id, with: isThere ? nil : try keptRow(note))
    }
  }

  private mutating func forget(_ zone: ZoneID) throws {
    try connection.execute(
      "DELETE FROM ledgerRows WHERE originID = ?1 AND +zoneID = ?1", .text(zone))
    for table in ["ledgerTags", "ledgerSums"] {
      try connection.execute("DELETE FROM \(table) WHERE zoneID = ?", .text(zone))
    }
    sums.forget { $0.zoneID == zone }
    try connection.execute("DELETE FROM ledgerMembers WHERE groupID = ?", .text(zone))
  }

  func member(of group: ZoneID) throws -> RecordID? {
    try connection.first("SELECT memberID FROM ledgerMembers WHERE groupID = ?", .text(group)) {
      $0.text(0)
    }
  }

  mutating func refresh(expense id: RecordID) throws {
    let zones = try connection.query(
      """
      SELECT groupID FROM expenseIndex WHERE expenseID = ?
        UNION SELECT zoneID FROM ledgerRows WHERE sourceID = ?
      """, .text(id), .text(id)
    ) { $0.text(0) }
    for zone in zones where zone != owner?.profile {
      let row = try member(of: zone).flatMap { try shares(of: $0, in: zone, only: id).first }
      try replace(zone, id, with: row)
    }
    guard let owner, let note = try LedgerNote.of(id, in: connection) else { return }
    let isThere = try connection.first(
      "SELECT 1 FROM groups WHERE id = ?", .text(note.groupID)
    ) { _ in true }
    try replace(owner.profile, note.id, with: isThere == true ? nil : try keptRow(note))
  }

  mutating func refresh(entry id: RecordID) throws {
    guard let owner else { return }
    try replace(owner.profile, id, with: try ownRows(only: id).first)
  }
}
