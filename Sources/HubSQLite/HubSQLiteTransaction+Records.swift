import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  static let recordColumns = """
    zoneID, tableName, id, sequence, isDead, diedTime, diedChangeSet, movedToZoneID, movedToID,
    content
    """
  private static let recordQuery =
    "SELECT \(recordColumns) FROM records WHERE zoneID = ? AND id = ?"
  private static let recordsQuery = """
    SELECT \(recordColumns) FROM records WHERE zoneID = ? AND id > ? AND isDead = 0 ORDER BY id
    """

  func readRecord(_ row: Statement) throws -> HubRecord {
    var diedAt: Stamp?
    if let time = row.optionalInteger(5) {
      guard let changeSet = ChangeSetID(row.text(6)) else {
        throw HubStoreError.unreadable("the stamp of record \(row.text(2))")
      }
      diedAt = Stamp(time: HybridTime(bits: time), changeSet: changeSet)
    }
    let movedTo = row.optionalText(7).map { RecordPlace(zone: $0, id: row.text(8)) }
    let registers: Registers
    do {
      registers = try row.withBlob(9) { try RegisterCoding.decode($0) }
    } catch let error as WireError {
      throw HubStoreError.unreadable("the registers of record \(row.text(2)): \(error)")
    }
    return HubRecord(
      zone: row.text(0), table: row.text(1), id: row.text(2), sequence: row.integer(3),
      isDead: row.bool(4), diedAt: diedAt, movedTo: movedTo, registers: registers)
  }

  // One statement for each value: nothing is faster than an open file, and a list in a statement
  // would have to be encoded and decoded.

  func records(at places: [RecordPlace]) throws -> [HubRecord] {
    try places.compactMap { place in
      try connection.first(
        Self.recordQuery, .text(place.zone), .text(place.id), read: readRecord)
    }
  }

  func places(of ids: [RecordID]) throws -> [RecordID: [(zone: ZoneID, isDead: Bool)]] {
    var places: [RecordID: [(zone: ZoneID, isDead: Bool)]] = [:]
    for id in ids {
      // Hardly ever more than one: sorting here spares SQLite the set-up of a sort.
      let found = try connection.query(HubSQLite.placesQuery, .text(id)) {
        (zone: $0.text(0), isDead: $0.bool(1))
      }
      if !found.isEmpty { places[id] = found.sorted { $0.zone < $1.zone } }
    }
    return places
  }

  func referrers(to targets: [RecordPlace]) throws -> [RecordPlace: [RecordID]] {
    var referrers: [RecordPlace: [RecordID]] = [:]
    for target in targets {
      let found = try connection.query(
        HubSQLite.referrersQuery, .text(target.id), .text(target.zone)
      ) { $0.text(0) }
      if !found.isEmpty { referrers[target] = found }
    }
    return referrers
  }

  func records(of zone: ZoneID, after: RecordID?, maxBytes: Int) throws -> [HubRecord] {
    var records: [HubRecord] = []
    var byteCount = 0
    try connection.scan(Self.recordsQuery, [.text(zone), .text(after ?? "")]) { row in
      records.append(try readRecord(row))
      byteCount += row.withBlob(9, \.count)
      return byteCount < maxBytes
    }
    return records
  }

  func storedRecords(
    of zone: ZoneID, after: RecordID?, maxBytes: Int, aggregates: [String: Set<String>]
  ) throws -> StoredRecords {
    // The last record may exceed the limit; few are larger than this.
    var writer = WireWriter(capacity: min(max(maxBytes, 0), 4 << 20) + 4096)
    var page = StoredRecords(bytes: [], count: 0, last: nil, isComplete: true, clock: .zero)
    try writer.array { writer in
      try connection.scan(
        """
        SELECT tableName, id, content FROM records WHERE zoneID = ? AND id > ? AND isDead = 0
        ORDER BY id
        """, [.text(zone), .text(after ?? "")]
      ) { row in
        guard page.count == 0 || writer.bytes.count < maxBytes else {
          page.isComplete = false
          return false
        }
        let key = RecordKey(row.text(0), row.text(1))
        do {
          let time = try row.withBlob(2) {
            try RegisterCoding.writePut(
              $0, of: key, aggregates: aggregates[key.table] ?? [], to: &writer)
          }
          page.clock = max(page.clock, time)
        } catch let error as WireError {
          throw HubStoreError.unreadable("the registers of record \(key.id): \(error)")
        }
        page.count += 1
        page.last = key
        return true
      }
    }
    page.bytes = writer.bytes
    return page
  }

  func putRecords(_ records: [RecordWrite]) throws {
    for record in records { try putRecord(record) }
  }

  private func putRecord(_ write: RecordWrite) throws {
    let record = write.record
    var content: [Value] = []
    content.reserveCapacity(10)
    content += [
      .text(record.table), .integer(record.sequence), Value(record.isDead),
      Value(record.diedAt?.time.bits), Value(record.diedAt?.changeSet.description),
      Value(record.movedTo?.zone), Value(record.movedTo?.id),
      .blob(RegisterCoding.encode(record.registers, values: write.values)),
    ]
    if let number = write.isNew ? nil : try number(of: record.place) {
      try connection.execute(
        """
        UPDATE records SET tableName = ?, sequence = ?, isDead = ?, diedTime = ?,
          diedChangeSet = ?, movedToZoneID = ?, movedToID = ?, content = ?, isEmptied = 0
        WHERE number = ?
        """, content + [.integer(number)])
      try replaceReferences(of: number, with: write.references)
    } else {
      try connection.execute(
        """
        INSERT INTO records (tableName, sequence, isDead, diedTime, diedChangeSet, movedToZoneID,
          movedToID, content, zoneID, id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, content + [.text(record.zone), .text(record.id)])
      try insertReferences(of: connection.lastInsertRowID, to: write.references)
    }
  }

  func number(of place: RecordPlace) throws -> Int64? {
    try connection.first(
      "SELECT number FROM records WHERE zoneID = ? AND id = ?", .text(place.zone),
      .text(place.id)
    ) { $0.integer(0) }
  }

  /// Updates a record's references. Writes nothing if they are unchanged, as they mostly are.
  private func replaceReferences(of number: Int64, with references: [RecordID]) throws {
    let stored = Set(
      try connection.query(
        "SELECT targetID FROM recordReferences WHERE record = ?", .integer(number)
      ) { $0.text(0) })
    for target in stored.subtracting(references).sorted() {
      try connection.execute(
        "DELETE FROM recordReferences WHERE targetID = ? AND record = ?", .text(target),
        .integer(number))
    }
    try insertReferences(of: number, to: references.filter { !stored.contains($0) })
  }

  private func insertReferences(of number: Int64, to targets: [RecordID]) throws {
    for target in targets {
      try connection.execute(
        "INSERT INTO recordReferences (targetID, record) VALUES (?, ?)", .text(target),
        .integer(number))
    }
  }
}

extension HubSQLite {
  /// The zones in which an id occurs. Each half is answered from one index alone.
  package static let placesQuery = """
    SELECT zoneID, isDead FROM records WHERE id = ?1 AND isDead = 0
    UNION ALL SELECT zoneID, isDead FROM records WHERE id = ?1 AND isDead = 1
    """

  /// The ids of a zone's live records that refer to a record.
  ///
  /// The cross join keeps SQLite from reading the whole zone because its records are in the
  /// requested order; it would do so for each item of a box that moves to another home.
  package static let referrersQuery = """
    SELECT id FROM recordReferences CROSS JOIN records ON number = record
    WHERE targetID = ? AND zoneID = ? AND isDead = 0 ORDER BY id
    """
}
