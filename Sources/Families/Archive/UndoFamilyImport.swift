import Household
import Replica
import SQLite
import SyncProtocol

/// Takes the import of a family back: deletes what it made.
///
/// What somebody has changed since stays, and so does what is in use: a routine of which something
/// was done since, with all that was done of it. A family that the import has made goes as a whole
/// if nothing was added to it and nobody else is in it.
package struct UndoFamilyImport: Sendable {
  package let trace: FamilyImportTrace

  package init(_ trace: FamilyImportTrace) { self.trace = trace }

  /// What the hub confirms first.
  package var reliance: Replica.Reliance {
    Replica.Reliance(zones: [trace.familyID].compactMap(\.self))
  }

  /// What is deleted, in parts of their own.
  package struct Plan: Equatable, Sendable {
    /// What is deleted first comes first.
    package fileprivate(set) var records: [RecordKey] = []
    /// Whether the family itself goes at the end.
    package fileprivate(set) var isWhole = false
    /// How many records stay because they were changed or are in use.
    package fileprivate(set) var keptCount = 0
    fileprivate var familyID: ZoneID?

    /// The parts in which it is taken back, a transaction for each.
    package var parts: [Range<Int>] {
      let ends = stride(from: 0, to: records.count, by: FamilyImportRun.maxRecords)
        .map { $0..<min(records.count, $0 + FamilyImportRun.maxRecords) }
      return isWhole ? ends + [records.count..<records.count] : ends
    }
  }

  /// Throws `familyNotFound` if the person is not in it any more.
  package func plan(in connection: Connection) throws -> Plan {
    guard let family = trace.familyID, try Family.find(family, in: connection) != nil else {
      throw FamilyFailure.familyNotFound
    }
    var plan = Plan()
    plan.familyID = family
    let changed = try changed(connection)
    plan.isWhole =
      try trace.isNewFamily && changed.isEmpty && isAll(of: family, connection)
    let used = plan.isWhole ? [] : try used(changed, family, connection)
    for table in FamilyDocument.tables.reversed() where table.zoneColumn != nil {
      for id in trace.ids[table.name] ?? [] {
        guard try isThere(table, id, connection) else { continue }
        let owner = try owner(of: id, table, connection)
        if used.contains(id) || owner.map(used.contains) == true {
          plan.keptCount += 1
        } else {
          plan.records.append(RecordKey(table.name, id))
        }
      }
    }
    return plan
  }

  /// Deletes one part of what the plan says.
  package func callAsFunction(
    _ plan: Plan, part: Range<Int>, _ transaction: WriteTransaction
  ) throws {
    guard let family = plan.familyID else { return }
    try transaction.requireParent(of: family)
    guard !part.isEmpty else { return try DeleteFamily(familyID: family)(transaction) }
    let connection = transaction.connection
    for key in plan.records[part] {
      if key.table == Routine.schema.name, let routine = try Routine.find(key.id, in: connection) {
        try routine.deleteSteps(in: connection)
        try connection.execute(
          "DELETE FROM routinePeople WHERE familyID = ? AND routineID = ?", .text(family),
          .text(key.id))
      }
      try connection.execute("DELETE FROM \(key.table) WHERE id = ?", .text(key.id))
    }
  }

  private func isThere(
    _ table: TableSchema, _ id: RecordID, _ connection: Connection
  ) throws -> Bool {
    try connection.first("SELECT 1 FROM \(table.name) WHERE id = ?", .text(id)) { _ in true }
      ?? false
  }

  /// The records that are there and say something else.
  private func changed(_ connection: Connection) throws -> Set<RecordID> {
    var changed: Set<RecordID> = []
    for table in FamilyDocument.tables where FamilyImportTrace.changing.contains(table.name) {
      for id in trace.ids[table.name] ?? [] {
        let mark = try FamilyImportTrace.mark(table, id, connection)
        if let mark, mark != trace.marks[id] { changed.insert(id) }
      }
    }
    return changed
  }

  /// Whether nothing is in the family but what the import has made, and one person.
  private func isAll(of family: ZoneID, _ connection: Connection) throws -> Bool {
    guard try Participant.all(home: family, in: connection).count <= 1 else { return false }
    for table in FamilyDocument.tables {
      let made = Set(trace.ids[table.name] ?? [])
      let count = try connection.first(
        "SELECT count(*) FROM \(table.name) WHERE \(table.zoneColumn ?? "id") = ?", .text(family)
      ) { Int($0.integer(0)) }
      if count ?? 0 > made.count { return false }
    }
    return true
  }

  /// What stays, with all that belongs to it: routines, rewards and the like that were changed, or
  /// to which somebody has added something.
  private func used(
    _ changed: Set<RecordID>, _ family: ZoneID, _ connection: Connection
  ) throws -> Set<RecordID> {
    var used = changed
    for (table, column) in Self.owners.sorted(by: { $0.key < $1.key }) {
      let made = Set(trace.ids[table] ?? [])
      try connection.forEach(
        "SELECT id, \(column) FROM \(table) WHERE familyID = ?", [.text(family)]
      ) { row in
        if !made.contains(row.text(0)) { used.insert(row.text(1)) }
      }
    }
    // A wish that a parent has decided since stays with its reward.
    try connection.forEach(
      "SELECT id, rewardID FROM rewardWishes WHERE familyID = ?", [.text(family)]
    ) { row in
      if used.contains(row.text(0)) { used.insert(row.text(1)) }
    }
    let wishes = try connection.query(
      "SELECT id, rewardID FROM rewardWishes WHERE familyID = ?", .text(family)
    ) { ($0.text(0), $0.text(1)) }
    for (wish, reward) in wishes where used.contains(reward) { used.insert(wish) }
    return used
  }

  /// By which column the records of a table belong to another record.
  private static let owners = [
    "routineEvents": "routineID", "routineApprovals": "routineID", "stepPictures": "routineID",
    "routineProofs": "routineID", "rewardWishes": "rewardID", "starGrants": "wishID",
  ]

  private func owner(
    of id: RecordID, _ table: TableSchema, _ connection: Connection
  ) throws -> RecordID? {
    guard let column = Self.owners[table.name] else { return nil }
    return try connection.first("SELECT \(column) FROM \(table.name) WHERE id = ?", .text(id)) {
      $0.text(0)
    }
  }
}
