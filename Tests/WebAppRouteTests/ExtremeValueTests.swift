import ExtremeValues
import Finances
import Foundation
import Glibc
import SQLite
import SyncProtocol
import Testing
import Things

@testable import hearth
@testable import Web

/// Numbers, days and texts at the ends of what there is, in every register of every table: a page
/// that fell over them would end the server for everybody.
@Suite(.serialized) struct ExtremeValueTests {
  @Test("the hub takes into each register what its schema says, and refuses everything else")
  func judging() async throws {
    let world = try await ExtremeWorld()
    var mutations: [Mutation] = []
    // Whether it is taken; `nil` where that is for other rules to say.
    var expected: [Bool?] = []
    for table in ExtremeWorld.tables {
      let record = try #require(world.records[table.name], "no row of \(table.name)")
      // Amounts that belong together, who somebody is, and who was first have rules of their own.
      for register in table.registers
      where ![.aggregate, .claim, .firstWriter].contains(register.rule) {
        for value in ExtremeValues.all(for: register.columns[0]) {
          let isFit = register.problem(with: value) == nil
          let isReference = table.references.contains { $0.register == register.name }
          if table.isRoot || table.hasNaturalID && register.rule != .appendOnly {
            mutations.append(
              Mutation(
                .update, table.name, record.id, in: record.zone, registers: [register.name: value]))
          } else {
            let registers = try world.registers(of: table, with: [register.name: value])
            let id = UUIDs.v5("\(mutations.count)", table.name)
            mutations.append(
              Mutation(.insert, table.name, id, in: record.zone, registers: registers))
          }
          let isOpen = isReference || table.hasNaturalID && register.rule == .appendOnly
          expected.append(isFit && isOpen ? nil : isFit)
        }
      }
    }
    #expect(mutations.count > 3000)
    let refusals = try world.push(mutations)
    for (index, mutation) in mutations.enumerated() {
      guard let isFit = expected[index] else { continue }
      let found = refusals[index]
      #expect(
        isFit ? found == nil : found == .invalid,
        "\(mutation.table) \(mutation.registers.map { "\($0.key)=\($0.value)".prefix(80) })")
    }
  }

  @Test("every page, feed and export of rows at the ends of their ranges is read without a failure")
  func pages() async throws {
    let world = try await ExtremeWorld()
    for round in 0..<4 {
      let ids = try Self.pushRow(of: round, into: world)
      let failures = try await world.readEverything(ids)
      #expect(failures.isEmpty, "round \(round)")
    }
  }

  /// A row of each table, with another extreme value in each register in each round.
  private static func pushRow(
    of round: Int, into world: ExtremeWorld
  ) throws -> [String: RecordID] {
    var ids: [String: RecordID] = [:]
    var mutations: [Mutation] = []
    for table in ExtremeWorld.tables {
      let record = try #require(world.records[table.name], "no row of \(table.name)")
      let isUpdate = table.isRoot || table.hasNaturalID
      let id = isUpdate ? record.id : UUIDs.v5("round \(round)", table.name)
      ids[table.name] = id
      var values: [String: SyncProtocol.FieldValue] = [:]
      for (index, register) in table.registers.enumerated()
      where ![.aggregate, .claim, .firstWriter].contains(register.rule) {
        if let reference = table.references.first(where: { $0.register == register.name }) {
          guard record.registers.values[register.name]?.isNull == false else { continue }
          values[register.name] = ids[reference.target].map(SyncProtocol.FieldValue.text)
        } else if !isUpdate || register.rule != .appendOnly {
          let taken = ExtremeValues.taken(for: register.columns[0])
          values[register.name] = taken[(round + 3 * index) % taken.count]
        }
      }
      if table.name == "homeMerges" {
        values["counts"] = .text(ExtremeWorld.counts(of: round % 2 == 0 ? .max : .min))
        values["manifest"] = .text(ExtremeWorld.manifest(of: round % 2 == 0 ? .max : .min))
      }
      if isUpdate {
        let changed = values.filter { name, _ in
          !table.references.contains { $0.register == name }
        }
        if changed.isEmpty { continue }
        mutations.append(
          Mutation(
            .update, table.name, id, in: record.zone,
            registers: SortedMap(uniqueKeysWithValues: changed.map { ($0.key, $0.value) })))
      } else {
        mutations.append(
          Mutation(
            .insert, table.name, id, in: record.zone,
            registers: try world.registers(of: table, with: values)))
      }
    }
    let refusals = try world.push(mutations)
    #expect(refusals.allSatisfy { $0 == nil }, "\(zip(mutations.map(\.table), refusals))")
    return ids
  }

  @Test("rows beyond all ranges, which an older hub has let through, are read without a failure")
  func olderRows() async throws {
    let world = try await ExtremeWorld()
    let ids = world.records.mapValues(\.id)
    #expect(try await world.readEverything(ids).isEmpty)
    let file = "\(world.hearth.folder)/replicas/\(world.account).sqlite"
    for round in 0..<3 {
      let connection = try Connection(path: file)
      try connection.transaction {
        for table in ExtremeWorld.tables {
          for (index, column) in table.columns.enumerated() {
            guard let value = Self.outside(column, round + index) else { continue }
            do {
              try connection.execute("UPDATE \(table.name) SET \(column.name) = ?", value)
            } catch let error as SQLiteError where error.isConstraint {
              // What the tables themselves refuse no hub could bring.
            }
          }
        }
        let number = round % 2 == 0 ? Int64.max : .min
        try connection.execute(
          "UPDATE homeMerges SET counts = ?, manifest = ?, restoredID = NULL",
          .text(ExtremeWorld.counts(of: number)), .text(ExtremeWorld.manifest(of: number)))
        try connection.execute(
          """
          UPDATE expenseParts SET paidMinor = ?1, owedMinor = -1 - ?1, weight = ?1, position = ?1,
            line = ?1, amountMinor = ?1, name = char(0x202e, 10), kind = CASE ?2
            WHEN 0 THEN 'line' WHEN 1 THEN 'gift' ELSE kind END
          """, .integer(number), .integer(Int64(round)))
        if round == 2 { try connection.execute("UPDATE locations SET parentID = id") }
        try HouseholdIndex.rebuild(connection)
        try Finances.rebuild(connection)
      }
      let failures = try await world.readEverything(ids)
      #expect(failures.isEmpty, "round \(round)")
    }
  }

  /// What no hub of today takes into a column; `nil` for columns that hold together what is there.
  private static func outside(_ column: ColumnSchema, _ round: Int) -> Value? {
    switch column.kind {
    case .integer(let range):
      let all = ExtremeValues.outside(range)
      return all.isEmpty ? nil : .integer(all[round % all.count])
    case .text where column.form == .day:
      return .text(["0000-00-00", "9999-99-99", "2026-02-30", "0999-01-01"][round % 4])
    case .text where column.form == .currencyCode:
      return .text(["", "EUR unpriced", "\u{1F}", "€"][round % 4])
    case .text where column.choices != nil: return .text("of a newer program")
    case .text where ["name", "notes", "note", "title", "serial", "query"].contains(column.name):
      return .text(ExtremeValues.texts[(7 * round) % ExtremeValues.texts.count])
    default: return nil
    }
  }

  @Test(
    "commands that read take rows at the ends of their ranges, and an archive of them comes back")
  func commands() async throws {
    let world = try await ExtremeWorld()
    for round in 0..<3 { _ = try Self.pushRow(of: round, into: world) }
    let data = world.hearth.folder + "/data"
    func run(_ arguments: String...) async -> ExitCode {
      let terminal = Terminal(
        write: { _ in }, writeError: { _ in }, readSecret: { _ in "a kettle on the stove" })
      return await Program.run(arguments + ["--data", data], terminal)
    }
    #expect(await run("account", "create", "ben") == .ok)
    // Its hub is another one from now on.
    for suffix in ["", "-wal", "-shm"] { unlink(data + "/hub.db" + suffix) }
    try Connection(path: world.hearth.folder + "/hub.sqlite").execute(
      "VACUUM INTO ?", .text(data + "/hub.db"))
    #expect(await run("account", "create", "cleo") == .ok)
    let (out, zip) = (world.hearth.folder + "/out", world.hearth.folder + "/anna.zip")
    #expect(await run("export", "--account", "anna", "--out", out) == .ok)
    #expect(await run("export", "--account", "anna", "--format", "zip", zip) == .ok)
    #expect(await run("policy", "list", "--account", "anna") == .ok)
    #expect(await run("policy", "list", "--account", "anna", "--json") == .ok)
    #expect(await run("home", "deleted", "--account", "anna") == .ok)
    #expect(await run("status") == .ok)
    // There are no files of the photos, which it tells.
    #expect(await run("doctor") == .unusableData)
    #expect(await run("import", zip, "--account", "cleo") == .ok)
  }

  @Test(
    "numbers that somebody types into an address are answered",
    arguments: ["9223372036854775807", "-9223372036854775808", "9223372036854775808", "0", "1e999"])
  func addresses(number: String) async throws {
    let world = try await ExtremeWorld()
    let home = "/homes/\(world.home)"
    let cursor = "6e616d651f1f\(Array(number.utf8).map { String($0, radix: 16) }.joined())"
    for address in [
      "\(home)/activity/\(number)", "\(home)/activity?before=\(number)",
      "\(home)/print?start=\(number)&copies=\(number)",
      "\(home)/labels/print?start=\(number)&copies=\(number)",
      "/items?after=\(cursor)1f6e1f\(cursor)1f61", "/items?after=\(number)",
      "\(home)/maintenance?after=\(number)&done=", "/items?q=value%3E\(number)",
      "/items?q=value%3A%3C\(number)", "/items?q=quantity%3E\(number)",
      "/items?q=warranty%3A%3C\(number)d", "/items?q=added%3A\(number)",
    ] {
      let answer = try await world.browser.get(address)
      #expect(answer.status < 500, "\(address)")
    }
  }
}
