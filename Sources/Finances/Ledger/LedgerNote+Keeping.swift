import Household
import SQLite
import SyncProtocol

extension LedgerNote {
  /// A share as it was.
  struct Past {
    var expense: RecordID
    var kept: KeptShare
    /// The person's own category of it.
    var category: RecordID?
    /// What the expense is a copy of; `nil` for none.
    var origin: CopyOrigin?
    /// Whether the person has made that copy.
    var isOwnCopy = false
  }

  /// Keeps what the shares of a group were, and nothing else of it.
  static func keep(
    _ past: [Past], of group: ZoneID, _ profile: Profile, in connection: Connection
  ) throws {
    if isPlanted(.sharesNotKept) { return }
    var notes = try all(where: "groupID = ?", [.text(group)], in: connection)
      .reduce(into: [:]) { $0[$1.expenseID] = $1 }
    for share in past {
      if let origin = share.origin, origin.group != group,
        try keep(share, as: origin, noted: notes[share.expense], profile, in: connection)
      {
        continue
      }
      if let old = notes.removeValue(forKey: share.expense) {
        var note = old
        note.kept = share.kept
        // The category of the group is gone then.
        note.details.categoryID = share.category
        try note.update(from: old, in: connection)
        continue
      }
      var note = LedgerNote(
        id: id(of: share.expense, for: profile.id), profileID: profile.id, groupID: group,
        expenseID: share.expense, kept: share.kept)
      note.details.categoryID = share.category
      try note.insert(in: connection)
    }
    // What was kept at an earlier time and is no share any more.
    for old in notes.values where old.kept != nil {
      var note = old
      note.kept = nil
      try note.update(from: old, in: connection)
    }
  }

  /// Keeps the share of a copy as that of the expense that it is a copy of, so that of a share one
  /// is kept, however many copies there were.
  ///
  /// - Parameter noted: what the person has added to the copy.
  /// - Returns: `false` where the expense is there, or something else was kept of it.
  private static func keep(
    _ share: Past, as origin: CopyOrigin, noted: LedgerNote?, _ profile: Profile,
    in connection: Connection
  ) throws -> Bool {
    let isThere = try connection.first(
      "SELECT 1 FROM groups WHERE id = ?", .text(origin.group)
    ) { _ in true }
    let old = try of(origin.expense, in: connection)
    guard isThere != true, old == nil || old?.groupID == origin.group else { return false }
    if let kept = old?.kept, !share.isOwnCopy,
      LedgerIndex.Said(kept) != LedgerIndex.Said(share.kept)
    {
      return false
    }
    var note =
      old
      ?? LedgerNote(
        id: id(of: origin.expense, for: profile.id), profileID: profile.id,
        groupID: origin.group, expenseID: origin.expense)
    note.kept = share.kept
    if let noted { note.details = noted.details }
    note.details.categoryID = share.category
    if let old {
      try note.update(from: old, in: connection)
    } else {
      try note.insert(in: connection)
    }
    return true
  }
}
