import Household
import SQLite
import SyncProtocol
import Values

// The rows of a ledger as they follow from what is stored.
extension LedgerIndex {
  /// The person's own entries; one of them where it is asked for.
  mutating func ownRows(only id: RecordID? = nil) throws -> [LedgerRow] {
    let entries = try LedgerEntry.all(
      where: id == nil ? "true" : "id = ?", id.map { [.text($0)] } ?? [], in: connection)
    return try entries.map { entry in
      let details = entry.details
      let minor = details.amountMinor ?? 0
      return LedgerRow(
        zoneID: entry.profileID, originID: entry.profileID, sourceID: entry.id,
        flow: details.kind == .income ? .income : .spending, day: details.day ?? "",
        createdAt: entry.createdAt, title: details.title, categoryRef: details.categoryID ?? "",
        tags: details.tags, note: details.note, amountMinor: minor, currency: details.currency,
        conversion: try converter.convert(
          minor, details.currency, on: details.day ?? "", of: nil),
        words: LedgerRow.words(details.title, details.tags, details.note))
    }
  }

  /// The person's shares of the expenses of a group, as their own notes change them; one of them
  /// where it is asked for.
  mutating func shares(
    of member: RecordID, in group: ZoneID, only id: RecordID? = nil
  ) throws -> [LedgerRow] {
    let notes = try LedgerNote.all(
      where: id == nil
        ? "groupID = ? ORDER BY id DESC" : "groupID = ? AND expenseID = ? ORDER BY id DESC",
      [.text(group)] + (id.map { [.text($0)] } ?? []), in: connection
    ).reduce(into: [RecordID: LedgerNoteDetails]()) { notes, note in
      if isPlanted(.notesLostInReassigning), id == nil { return }
      notes[note.expenseID] = note.details
    }
    let (from, condition) =
      id == nil
      ? (
        "expenseMembers AS m JOIN expenseIndex AS i USING (expenseID)",
        "m.groupID = ?1 AND m.memberID = ?2"
      )
      : ("expenseIndex AS i", "i.groupID = ?1 AND ?2 != '' AND i.expenseID = ?3")
    let zone = group
    var rows: [LedgerRow] = []
    var copies: [(row: Int, origin: CopyOrigin, madeBy: AccountID)] = []
    var converter = converter
    try connection.forEach(
      """
      SELECT e.id, i.kind, i.shares, i.day, i.createdAt, e.title, e.place, i.categoryID,
          i.currency, e.importSource, e.importRef, e.createdBy
        FROM \(from) JOIN expenses AS e ON e.id = i.expenseID
        WHERE \(condition) AND i.isIncomplete = 0
      """, [.text(group), .text(member)] + (id.map { [.text($0)] } ?? [])
    ) { row in
      let (expense, shares, day, currency) = (row.text(0), row.text(2), row.text(3), row.text(8))
      guard let part = LedgerRow.part(of: member, in: shares),
        let share = LedgerFlow.share(kind: row.text(1), paid: part.paid, owed: part.owed)
      else { return }
      let note = notes[expense]
      let (title, place) = (row.text(5), row.text(6))
      let group = row.text(7)
      if let origin = CopyOrigin(source: row.optionalText(9), ref: row.optionalText(10)) {
        copies.append((rows.count, origin, row.text(11)))
      }
      rows.append(
        LedgerRow(
          zoneID: "", originID: "", sourceID: expense, flow: share.flow, day: day,
          createdAt: row.integer(4),
          title: title, place: place,
          categoryRef: note?.categoryID ?? (group.isEmpty ? "" : LedgerRow.ofGroup + group),
          tags: note?.tags ?? "", note: note?.note ?? "", amountMinor: share.amountMinor,
          currency: currency,
          conversion: share.flow == .spending
            ? try converter.convert(
              share.amountMinor, by: member, shares, currency, on: day, of: zone)
            : try converter.convert(share.amountMinor, currency, on: day, of: zone),
          isHidden: note?.isHidden ?? false,
          words: LedgerRow.words(title, place, note?.tags ?? "", note?.note ?? "")))
    }
    self.converter = converter
    for index in rows.indices {
      (rows[index].zoneID, rows[index].originID) = (group, group)
    }
    guard !copies.isEmpty else { return rows }
    let told = Set(
      try copies.filter { try isTold(rows[$0.row], copiedFrom: $0.origin, by: $0.madeBy) }
        .map(\.row))
    return rows.enumerated().filter { !told.contains($0.offset) }.map(\.element)
  }

  /// A share of a group that the person has left.
  mutating func keptRow(_ note: LedgerNote) throws -> LedgerRow? {
    guard let kept = note.kept, try !isTold(note, kept) else { return nil }
    return LedgerRow(
      zoneID: note.profileID, originID: note.groupID, sourceID: note.id, flow: kept.flow,
      day: kept.day, createdAt: 0,
      title: kept.title, categoryRef: note.details.categoryID ?? "", tags: note.details.tags,
      note: note.details.note, amountMinor: kept.amountMinor, currency: kept.currency,
      conversion: try conversion(of: kept, in: note.groupID),
      isHidden: note.details.isHidden,
      words: LedgerRow.words(kept.title, kept.groupName, note.details.tags, note.details.note))
  }
}

extension LedgerIndex {
  /// What a kept share was worth when it was kept, as the group's own rates went with the group;
  /// after a change of the person's currency, by the bank's rate.
  private mutating func conversion(
    of kept: KeptShare, in group: ZoneID
  ) throws -> LedgerConversion {
    if let converted = kept.converted, converted.currency == owner?.currency {
      return .done(minor: Int64(clamping: converted.minor), currency: converted.currency)
    }
    return try converter.convert(kept.amountMinor, kept.currency, on: kept.day, of: group)
  }
}

extension LedgerRow {
  static func words(_ texts: String...) -> String {
    SearchText.index(texts.lazy.filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  /// What a member paid and owes, of shares as the index of balances stores them: `member paid
  /// owed` on each line.
  static func part(of member: RecordID, in shares: String) -> (paid: Int64, owed: Int64)? {
    var (shares, member) = (shares, member)
    return member.withUTF8 { name in
      shares.withUTF8 { part(of: name, in: $0) }
    }
  }

  /// Looks at bytes, as a rebuild asks this of every expense.
  private static func part(
    of name: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (paid: Int64, owed: Int64)? {
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end &+= 1 }
      let line = bytes[start..<end]
      if line.count > name.count, line[start &+ name.count] == UInt8(ascii: " "),
        line.prefix(name.count).elementsEqual(name)
      {
        let numbers = line.dropFirst(name.count &+ 1)
        guard let blank = numbers.firstIndex(of: UInt8(ascii: " ")),
          let paid = Int64(String(decoding: numbers[..<blank], as: UTF8.self)),
          let owed = Int64(String(decoding: numbers[(blank &+ 1)...], as: UTF8.self))
        else { return nil }
        return (paid, owed)
      }
      start = end &+ 1
    }
    return nil
  }
}
