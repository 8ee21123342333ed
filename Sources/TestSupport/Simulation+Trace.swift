import Hub
import Replica
import SQLite
import SyncProtocol

/// What a history leaves for a second opinion.
extension Simulation {
  /// Tells that something is asked of the hub which may change more than a push.
  func trace(_ call: String, _ arguments: String?...) throws {
    guard let trace else { return }
    try trace.look(at: store)
    try trace.call(call, arguments, now: time.milliseconds)
  }

  /// Lets the hub judge, and writes down what it answered.
  func tracedPush(_ request: PushRequest, as account: AccountID) throws -> PushResponse {
    guard let trace else { return try hub.push(request, as: account) }
    try trace.look(at: store)
    do {
      let response = try hub.push(request, as: account)
      try trace.push(request, response, by: account, now: time.milliseconds)
      return response
    } catch let crash as SimulatedCrash {
      trace.lostPush(request, by: account, now: time.milliseconds)
      throw crash
    } catch {
      try trace.failedPush(request, by: account, now: time.milliseconds, error)
      throw error
    }
  }

  /// The rows of the hub and of every replica, as they are in the end.
  ///
  /// - Parameter hasSettled: everything was sent and pulled; else replicas may know less.
  func traceEnd(hasSettled: Bool) throws {
    guard let trace else { return }
    try trace.look(at: store)
    try store.read { reader in
      let zones = try store.connection.query("SELECT id FROM zones WHERE isAlive = 1 ORDER BY id") {
        $0.text(0)
      }
      for zone in zones {
        let records = try reader.records(of: zone, after: nil, maxBytes: .max).map(Self.traced)
        try trace.final(
          "hubRows",
          [
            ("zone", FieldValue.text(zone).wireBytes),
            ("records", FieldValue.list(records).wireBytes),
          ])
      }
    }
    for device in devices where hasSettled {
      let zones = try device.zones.map { zone in
        FieldValue.list([.text(zone.id), .text(zone.role.rawValue), .integer(zone.sequence)])
      }
      let rows = try tables.map { table, columns in
        let rows = try device.connection.query(
          "SELECT \(columns.joined(separator: ", ")) FROM \(table) ORDER BY id"
        ) { row in FieldValue.list((0..<row.columnCount).map { FieldValue(row.value($0)) }) }
        return (
          table,
          FieldValue.map(["columns": .list(columns.map { .text($0) }), "rows": .list(rows)])
        )
      }
      try trace.final(
        "replica",
        [
          ("name", FieldValue.text(device.name).wireBytes),
          ("account", FieldValue.text(device.account).wireBytes),
          ("zones", FieldValue.list(zones).wireBytes),
          ("tables", FieldValue.map(SortedMap(uniqueKeysWithValues: rows)).wireBytes),
        ])
    }
    try trace.end([("hasSettled", FieldValue.integer(hasSettled ? 1 : 0).wireBytes)])
  }

  /// A record as `{"t":…,"i":…,"r":{"name":[time, change set, value]}}`.
  private static func traced(_ record: HubRecord) -> FieldValue {
    let registers = record.registers.map { name, register in
      (
        name,
        FieldValue.list([
          .integer(register.stamp.time.bits), .text(register.stamp.changeSet.description),
          register.value,
        ])
      )
    }
    return .map([
      "t": .text(record.table), "i": .text(record.id),
      "r": .map(SortedMap(uniqueKeysWithValues: registers)),
    ])
  }

  /// The columns of every table that a replica has, by the schema: those of child rows, too.
  private var tables: [(String, [String])] {
    subject.schema.tables.filter { !$0.isHubOwned }.flatMap { table in
      let key = ["id"] + (table.zoneColumn.map { [$0] } ?? [])
      let children = table.registers.compactMap(\.child).map { child in
        (
          child.table,
          child.columns.map(\.name) + [child.parentColumn]
            + (child.zoneColumn.map { [$0] } ?? [])
        )
      }
      return [(table.name, key + table.columns.map(\.name))] + children
    }
  }
}
