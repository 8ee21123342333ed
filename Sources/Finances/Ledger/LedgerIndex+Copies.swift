import SQLite
import SyncProtocol

// Who keeps a copy of a group may have the group again, or a second copy, or what was kept of its
// shares: each share is told once. Of an expense that of the group itself is told, else that of the
// oldest copy, else what was kept.
//
// A copy that the person has made is what it says that it is. One that somebody else has made takes
// the place of a share only if it says the same, so that nobody changes what another's ledger says.
extension LedgerIndex {
  /// What the ledger says of a share.
  struct Said: Equatable {
    var flow: LedgerFlow
    var day: String
    var amountMinor: Int64
    var currency: String

    init(_ row: LedgerRow) {
      (flow, day, amountMinor, currency) = (row.flow, row.day, row.amountMinor, row.currency)
    }

    init(_ kept: KeptShare) {
      (flow, day, amountMinor, currency) = (
        kept.flow, kept.day, kept.amountMinor, kept.currency
      )
    }

    init(flow: LedgerFlow, day: String, amountMinor: Int64, currency: String) {
      (self.flow, self.day) = (flow, day)
      (self.amountMinor, self.currency) = (amountMinor, currency)
    }
  }

  /// A copy of an expense.
  struct Copy {
    let group: ZoneID
    let expense: RecordID
    let madeBy: AccountID
  }

  /// What stands before an expense in `ledgerNames`, whose name there is what it is a copy of and
  /// who made it: known when the copy is gone.
  static let ofCopy = "c:"

  /// The account's groups with copies of expenses of other groups.
  mutating func groupsOfCopies() throws -> [ZoneID] {
    if let copyGroups { return copyGroups }
    let found = try connection.query(
      """
      SELECT g.id FROM groups AS g WHERE EXISTS (
        SELECT 1 FROM expenses AS e
          WHERE e.groupID = g.id AND e.importSource = ? AND e.importRef IS NOT NULL)
        ORDER BY g.id
      """, .text(CopyOrigin.source)
    ) { $0.text(0) }
    copyGroups = found
    return found
  }

  /// The oldest first.
  private mutating func copies(of origin: CopyOrigin) throws -> [Copy] {
    var copies: [Copy] = []
    for group in try groupsOfCopies() where group != origin.group {
      copies += try connection.query(
        """
        SELECT id, createdBy FROM expenses
          WHERE groupID = ? AND importSource = ? AND importRef = ?
        """, .text(group), .text(CopyOrigin.source), .text(origin.ref)
      ) { Copy(group: group, expense: $0.text(0), madeBy: $0.text(1)) }
    }
    return copies.sorted { $0.expense < $1.expense }
  }

  /// The member that the person is in a group; `nil` for none.
  mutating func ownMember(of group: ZoneID) throws -> RecordID? {
    if let known = ownMembers[group] { return known }
    let found = try owner.flatMap {
      // The hub lets an account be one member; of several the first is taken (D-MIR-19).
      try connection.first(
        """
        SELECT m.id FROM groupMembers AS m JOIN groups AS g ON g.id = m.groupID
          WHERE m.groupID = ? AND m.accountID = ? ORDER BY m.id LIMIT 1
        """, .text(group), .text($0.account)
      ) { $0.text(0) }
    }
    ownMembers[group] = .some(found)
    return found
  }

  /// What the person's share of an expense is; `nil` where they have none.
  private mutating func said(of expense: RecordID, in group: ZoneID) throws -> Said? {
    guard let member = try ownMember(of: group) else { return nil }
    let found = try connection.first(
      """
      SELECT kind, shares, day, currency FROM expenseIndex
        WHERE expenseID = ? AND groupID = ? AND isIncomplete = 0
      """, .text(expense), .text(group)
    ) { row -> Said? in
      guard let part = LedgerRow.part(of: member, in: row.text(1)),
        let share = LedgerFlow.share(kind: row.text(0), paid: part.paid, owed: part.owed)
      else { return nil }
      return Said(
        flow: share.flow, day: row.text(2), amountMinor: share.amountMinor, currency: row.text(3))
    }
    return found ?? nil
  }

  /// Whether the share of a copy is told by the expense that it is a copy of, or by an older copy.
  mutating func isTold(
    _ row: LedgerRow, copiedFrom origin: CopyOrigin, by account: AccountID
  ) throws -> Bool {
    if isPlanted(.copyCountsTwice) { return false }
    guard origin.group != row.zoneID else { return false }
    let (said, isOwn) = (Said(row), account == owner?.account)
    if let original = try self.said(of: origin.expense, in: origin.group),
      isOwn || original == said
    {
      return true
    }
    for copy in try copies(of: origin) where copy.expense < row.sourceID {
      if let older = try self.said(of: copy.expense, in: copy.group), isOwn || older == said {
        return true
      }
    }
    return false
  }

  /// Whether what was kept of a share is told by a copy of its expense.
  mutating func isTold(_ note: LedgerNote, _ kept: KeptShare) throws -> Bool {
    if isPlanted(.copyCountsTwice) { return false }
    let said = Said(kept)
    for copy in try copies(of: CopyOrigin(note.groupID, note.expenseID)) {
      if let copied = try self.said(of: copy.expense, in: copy.group),
        copy.madeBy == owner?.account || copied == said
      {
        return true
      }
    }
    return false
  }

  // MARK: - When

  /// Takes what all copies are copies of.
  func nameAllCopies() throws {
    try connection.execute(
      """
      INSERT INTO ledgerNames (ref, groupID, name)
        SELECT ?1 || id, groupID, importRef || ' ' || createdBy FROM expenses
          WHERE importSource = ?2 AND importRef IS NOT NULL
      """, .text(Self.ofCopy), .text(CopyOrigin.source))
  }

  /// What the expense that has changed is, or was, a copy of, and itself for its copies: where else
  /// a share of it may be told.
  mutating func origins(of expense: RecordID) throws -> Set<CopyOrigin> {
    // Nothing is derived before it is known whose ledger it is.
    guard owner != nil else { return [] }
    let ref = Self.ofCopy + expense
    let before = try connection.first(
      "SELECT name FROM ledgerNames WHERE ref = ?", .text(ref)
    ) { $0.text(0) }
    let now = try connection.first(
      """
      SELECT groupID, importRef || ' ' || createdBy FROM expenses
        WHERE id = ? AND importSource = ? AND importRef IS NOT NULL
      """, .text(expense), .text(CopyOrigin.source)
    ) { ($0.text(0), $0.text(1)) }
    if let (group, name) = now {
      try self.name(ref, of: group, name)
    } else if before != nil {
      try connection.execute("DELETE FROM ledgerNames WHERE ref = ?", .text(ref))
    }
    var origins = Set([before, now?.1].compactMap { $0.flatMap(Self.origin) })
    guard try !groupsOfCopies().isEmpty else { return origins }
    let groups = try connection.query(
      """
      SELECT groupID FROM expenseIndex WHERE expenseID = ?1
        UNION SELECT zoneID FROM ledgerRows WHERE sourceID = ?1
      """, .text(expense)
    ) { $0.text(0) }
    for group in groups where group != owner?.profile {
      origins.insert(CopyOrigin(group, expense))
    }
    return origins
  }

  /// The same for all expenses of a group in which the person is another member than before.
  mutating func origins(in group: ZoneID) throws -> Set<CopyOrigin> {
    var origins = Set(
      try connection.query(
        "SELECT name FROM ledgerNames WHERE groupID = ? AND substr(ref, 1, 2) = ?", .text(group),
        .text(Self.ofCopy)
      ) { $0.text(0) }.compactMap(Self.origin))
    for other in try groupsOfCopies() where other != group {
      origins.formUnion(
        try connection.query(
          """
          SELECT importRef FROM expenses
            WHERE groupID = ? AND importSource = ?
              AND importRef >= ?3 || ' ' AND importRef < ?3 || '!'
          """, .text(other), .text(CopyOrigin.source), .text(group)
        ) { $0.text(0) }.compactMap { CopyOrigin(ref: $0) })
    }
    return origins
  }

  private static func origin(_ name: String) -> CopyOrigin? {
    guard let end = name.lastIndex(of: " ") else { return nil }
    return CopyOrigin(ref: String(name[..<end]))
  }

  /// Derives the copies of expenses and what was kept of these anew, but for those that are derived
  /// already.
  mutating func tellAgain(_ origins: Set<CopyOrigin>, but done: Set<RecordID>) throws {
    for origin in origins.sorted(by: { $0.ref < $1.ref }) {
      for copy in try copies(of: origin) where !done.contains(copy.expense) {
        let row = try member(of: copy.group).flatMap {
          try shares(of: $0, in: copy.group, only: copy.expense).first
        }
        try replace(copy.group, copy.expense, with: row)
      }
      guard let owner, let note = try LedgerNote.of(origin.expense, in: connection),
        note.groupID == origin.group
      else { continue }
      let isThere = try connection.first(
        "SELECT 1 FROM groups WHERE id = ?", .text(note.groupID)
      ) { _ in true }
      try replace(owner.profile, note.id, with: isThere == true ? nil : try keptRow(note))
    }
  }
}
