import Household
import Importing
import SQLite
import SyncProtocol

/// A family's document, read and checked: each record by the schema that the hub judges by, and by
/// what it refers to. Nothing of it is in the replica yet.
///
/// Its records are in a temporary database, so that memory does not grow with what was done.
///
/// `@unchecked Sendable` because the database is written only here, and afterwards only read, by
/// one import at a time.
package final class FamilyArchive: @unchecked Sendable {
  /// Somebody whom the document names.
  package struct Person: Equatable, Sendable, Identifiable {
    /// As the records of the document name them.
    package let id: AccountID
    package let name: String
    /// `nil` for who was in the family no more.
    package let role: FamilyRole?
  }

  /// The most bytes of a line.
  package static let maxLineBytes = 1 << 20
  static let maxPeople = 1000
  /// More problems than these are counted and not listed.
  package static let maxProblems = 1000

  /// The file's name, as shown to people.
  package let name: String
  package private(set) var familyID: ZoneID = ""
  /// What the family was called.
  package private(set) var familyName = ""
  package private(set) var people: [Person] = []
  /// What did not fit together, in the order of the lines.
  package private(set) var problems: [Problem] = []
  package private(set) var problemCount = 0
  /// Where the files are that its records name.
  package private(set) var files: any FileSource
  /// The paths of these files, by their hashes.
  package private(set) var paths: [String: String] = [:]
  /// How many records are kept.
  package private(set) var recordCount = 0
  let staged: Connection
  /// What records name as people and no account can be called, such as a word that once stood for
  /// whoever used a device (D-FAM-12).
  private var placeholders: Set<String> = []

  /// Opens a document, or an archive of everything that has one. Throws ``Failure``, and
  /// `ImportFailure` if the file cannot be read.
  package convenience init(path: String, name: String) throws {
    guard try FileBytes(path: path, name: name).prefix(maxBytes: 2) == [0x50, 0x4B] else {
      try self.init(FileStream(path: path, name: name), name: name, zip: nil)
      return
    }
    let zip = try ExpenseFile.zip(path, name: name)
    let entry = zip.entries.first {
      $0.name.hasPrefix(FamilyDocument.folder) && $0.name.hasSuffix(FamilyDocument.fileName)
    }
    guard let entry else { throw Failure.notAFamily }
    try self.init(zip.open(entry), name: name, zip: zip)
  }

  /// - Parameters:
  ///   - stream: the document.
  ///   - zip: the archive that it lies in, if it does.
  package init(_ stream: any ArchiveStream, name: String, zip: ZipArchive?) throws {
    self.name = name
    files = ArchivedFiles(nil, name: name, paths: [:])
    // An empty path is a temporary file, which goes when the connection is closed.
    staged = try Connection(path: "", durability: .off)
    try staged.executeScript(Self.stagedSQL)
    try read(stream)
    // They are listed, so that somebody can say who that was.
    for word in placeholders.sorted() where people.count < Self.maxPeople {
      let name = String(InputText.line(word).prefix(TextLimit.name.maxCharacters))
      if !name.isEmpty { people.append(Person(id: word, name: name, role: nil)) }
    }
    guard !familyID.isEmpty, !familyName.isEmpty else { throw Failure.notAFamily }
    try staged.transaction {
      try mendReferences()
      try putInOrder()
    }
    guard let zip else { return }
    paths = try ExpenseFile.files(wantedFiles(), in: zip)
    files = ArchivedFiles(zip, name: name, paths: paths)
  }

  private static let stagedSQL = """
    CREATE TABLE records (
      number INTEGER PRIMARY KEY,
      rank INTEGER NOT NULL,
      tableName TEXT NOT NULL,
      id TEXT NOT NULL,
      routineID TEXT,
      stepID TEXT,
      referenceID TEXT,
      undoesID TEXT,
      name TEXT NOT NULL,
      blobHash TEXT,
      personID TEXT,
      createdBy TEXT,
      registers BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX recordsByID ON records(tableName, id);
    CREATE TABLE steps (id TEXT PRIMARY KEY NOT NULL, routineID TEXT NOT NULL) STRICT;
    CREATE TABLE places (position INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT;
    """

  // MARK: Reading

  private func read(_ stream: any ArchiveStream) throws {
    var number = 0
    var counts: [Subject: Int] = [:]
    try staged.transaction {
      try stream.forEachLine(
        maxBytes: Self.maxLineBytes, tooLong: Failure.lineTooLong(maxBytes: Self.maxLineBytes)
      ) { line in
        number += 1
        guard case .map(let fields)? = try? FieldValue.read(line) else {
          // Whatever is wrong with the first line, the file is none of ours.
          throw number == 1 ? Failure.notAFamily : Failure.unreadable(line: number)
        }
        if number == 1 { return try readHead(fields) }
        let table = fields["table"]?.text ?? ""
        let subject = Subject(table)
        counts[subject, default: 0] += 1
        if let max = Self.maxCount(of: subject), counts[subject, default: 0] > max {
          throw Failure.tooMany(subject, max: max)
        }
        if table == FamilyDocument.people {
          readPerson(fields, line: number)
        } else if let rank = FamilyDocument.tables.firstIndex(where: { $0.name == table }) {
          try stage(fields, FamilyDocument.tables[rank], rank: rank, line: number)
        } else {
          throw Failure.unreadable(line: number)
        }
      }
    }
  }

  /// The most records of a kind: those of which a family has a limit have the same here, and of the
  /// others there are no more than anybody does in a life.
  private static func maxCount(of subject: Subject) -> Int? {
    switch subject {
    case .settings: nil
    case .person, .face: maxPeople
    case .routine: Routine.maxPerFamily
    case .reward: Reward.maxPerFamily
    case .absence: Absence.maxPerFamily
    case .picture: Routine.maxPerFamily * Routine.maxSteps
    case .tick, .approval: 1_000_000
    case .photo, .wish, .grant: 100_000
    }
  }

  private func readHead(_ fields: SortedMap<FieldValue>) throws {
    guard fields["format"]?.text == FamilyDocument.format,
      let version = fields["version"]?.integer, let id = fields["id"]?.text, isRecordID(id)
    else { throw Failure.notAFamily }
    guard version <= FamilyDocument.version else { throw Failure.newerVersion }
    familyID = id
  }

  private func readPerson(_ fields: SortedMap<FieldValue>, line: Int) {
    guard let id = fields["id"]?.text, isRecordID(id),
      let name = fields["name"]?.text.map({ InputText.line($0) }), !name.isEmpty
    else { return note(Problem(.invalid, .person, line: line)) }
    guard !people.contains(where: { $0.id == id }) else {
      return note(Problem(.doubled, .person, line: line, name: name))
    }
    people.append(
      Person(
        id: id, name: String(name.prefix(TextLimit.name.maxCharacters)),
        role: fields["role"]?.text.flatMap { FamilyRole(rawValue: $0) }))
  }

  private func note(_ problem: Problem) {
    problemCount += 1
    if problems.count < Self.maxProblems { problems.append(problem) }
  }

  /// Checks one record, mends what can be mended, and keeps it.
  private func stage(
    _ fields: SortedMap<FieldValue>, _ table: TableSchema, rank: Int, line: Int
  ) throws {
    let subject = Subject(table.name)
    let name = InputText.line(fields["title"]?.text ?? fields["name"]?.text ?? "")
    func refuse(_ reason: Problem.Reason) {
      note(Problem(reason, subject, line: line, name: String(name.prefix(100))))
    }
    let id = fields["id"]?.text ?? ""
    let zone = table.zoneColumn.flatMap { fields[$0]?.text } ?? id
    guard isRecordID(id), zone == familyID else { return refuse(.invalid) }
    var registers = Self.registers(of: table, in: fields)
    var mendings: [Problem.Reason] = []
    guard FamilyMending.values(&registers, of: table, told: &mendings) else {
      return refuse(.noSuchDay)
    }
    if table.name == Routine.schema.name, try dropDoubledSteps(&registers, of: id) {
      mendings.append(.doubled)
    }
    guard table.check(registers, isInsert: true, record: RecordKey(table.name, id)) == nil else {
      return refuse(.invalid)
    }
    let isThere = try staged.first(
      "SELECT 1 FROM records WHERE tableName = ? AND id = ?", .text(table.name), .text(id)
    ) { _ in true }
    guard isThere == nil else { return refuse(.doubled) }
    for reason in mendings { refuse(reason) }
    notePlaceholders(registers)
    if subject == .settings { familyName = name }
    try staged.execute(
      """
      INSERT INTO records (number, rank, tableName, id, routineID, stepID, referenceID, undoesID,
          name, blobHash, personID, createdBy, registers)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(Int64(line)), .integer(Int64(rank)), .text(table.name), .text(id),
        Value(registers["routineID"]?.text), Value(registers["stepID"]?.text),
        Value(registers["rewardID"]?.text ?? registers["wishID"]?.text),
        Value(Self.takenBack(registers)), .text(name), Value(registers["blobHash"]?.text),
        Value(registers["personID"]?.text), Value(registers["createdBy"]?.text),
        .blob(FieldValue.map(registers).wire),
      ])
    for step in registers["steps"]?["routineSteps"].list ?? [] {
      try staged.execute(
        "INSERT INTO steps (id, routineID) VALUES (?, ?)", .text(step["id"].text ?? ""), .text(id))
    }
  }

  private func notePlaceholders(_ registers: SortedMap<FieldValue>) {
    let named = ["personID", "otherID", "createdBy", "accountID"].compactMap {
      registers[$0]?.text
    }
    let planned = registers["plan"]?["routinePeople"].list ?? []
    for word in named + planned.compactMap({ $0["accountID"].text })
    where !isRecordID(word) && placeholders.count < Self.maxPeople {
      placeholders.insert(word)
    }
  }

  /// The registers of a record, of which columns and lists of rows are members of its line.
  private static func registers(
    of table: TableSchema, in fields: SortedMap<FieldValue>
  ) -> SortedMap<FieldValue> {
    var registers: SortedMap<FieldValue> = [:]
    for register in table.registers {
      if register.rule == .aggregate {
        var map: SortedMap<FieldValue> = [:]
        for column in register.columns { map[column.name] = fields[column.name] ?? .null }
        if let child = register.child { map[child.table] = fields[child.table] ?? .list([]) }
        registers[register.name] = .map(map)
      } else if register.name == "nameKey" {
        // Made from the name, whatever the document says.
        registers["nameKey"] = .text(NameKey.make(fields["title"]?.text ?? ""))
      } else {
        registers[register.name] = fields[register.name] ?? register.defaultContent
      }
    }
    return registers
  }

  /// What a record takes back; empty if it takes something back and does not say what.
  private static func takenBack(_ registers: SortedMap<FieldValue>) -> String? {
    registers["undoesID"]?.text
      ?? (registers["kind"]?.text == RoutineEvent.Kind.undo.rawValue ? "" : nil)
  }

  /// Leaves steps out whose ids have been there before. Says whether there were any.
  private func dropDoubledSteps(
    _ registers: inout SortedMap<FieldValue>, of routine: RecordID
  ) throws -> Bool {
    guard case .map(var map)? = registers["steps"], let rows = map["routineSteps"]?.list else {
      return false
    }
    var seen: Set<RecordID> = []
    let kept = try rows.filter { row in
      guard let id = row["id"].text else { return true }
      let isThere = try staged.first("SELECT 1 FROM steps WHERE id = ?", .text(id)) { _ in true }
      return isThere == nil && seen.insert(id).inserted
    }
    map["routineSteps"] = .list(kept)
    registers["steps"] = .map(map)
    return kept.count < rows.count
  }

  // MARK: References

  /// Leaves out what refers to nothing, or takes back what cannot be taken back. What belongs to
  /// what was left out goes along, so this begins with what others rely on.
  private func mendReferences() throws {
    try leaveOut(
      .referenceMissing,
      where: """
        routineID IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM records AS r WHERE r.tableName = 'routines' AND r.id = records.routineID)
        """)
    try leaveOut(
      .referenceMissing,
      where: """
        tableName = 'stepPictures' AND NOT EXISTS (
          SELECT 1 FROM steps
            WHERE steps.id = records.stepID AND steps.routineID = records.routineID)
        """)
    for (table, other) in [("rewardWishes", "rewards"), ("starGrants", "rewardWishes")] {
      try leaveOut(
        .referenceMissing,
        where: """
          tableName = '\(table)' AND NOT EXISTS (
            SELECT 1 FROM records AS r
              WHERE r.tableName = '\(other)' AND r.id = records.referenceID)
          """)
    }
    // What takes back is not taken back itself: so nothing takes itself back, in no circle.
    try leaveOut(
      .takesBackNothing,
      where: """
        undoesID IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM records AS r
            WHERE r.tableName = records.tableName AND r.id = records.undoesID
              AND r.undoesID IS NULL)
        """)
    // A decision about a wish that took back a wish is none.
    try leaveOut(
      .referenceMissing,
      where: """
        tableName = 'starGrants' AND EXISTS (
          SELECT 1 FROM records AS r
            WHERE r.tableName = 'rewardWishes' AND r.id = records.referenceID
              AND r.undoesID IS NOT NULL)
        """)
  }

  private func leaveOut(_ reason: Problem.Reason, where condition: String) throws {
    let found = try staged.query(
      """
      SELECT number, tableName, name FROM records WHERE \(condition)
        ORDER BY number LIMIT \(Self.maxProblems)
      """, []
    ) { Problem(reason, Subject($0.text(1)), line: Int($0.integer(0)), name: $0.text(2)) }
    guard !found.isEmpty else { return }
    let count = try staged.first("SELECT count(*) FROM records WHERE \(condition)") {
      Int($0.integer(0))
    }
    for problem in found { note(problem) }
    problemCount += (count ?? found.count) - found.count
    try staged.execute("DELETE FROM records WHERE \(condition)", [])
  }

  private func putInOrder() throws {
    try staged.execute(
      "INSERT INTO places (number) SELECT number FROM records ORDER BY rank, number", [])
    recordCount = try staged.first("SELECT count(*) FROM places") { Int($0.integer(0)) } ?? 0
  }

  private func wantedFiles() throws -> Set<String> {
    Set(
      try staged.query("SELECT DISTINCT blobHash FROM records WHERE blobHash IS NOT NULL", []) {
        $0.text(0)
      })
  }
}

extension FieldValue {
  fileprivate static func read(_ line: [UInt8]) throws -> FieldValue {
    try WireReader.read(line) { reader throws(WireError) in try FieldValue(from: &reader) }
  }

  /// The value as JSON.
  fileprivate var wire: [UInt8] {
    var writer = WireWriter(capacity: 512)
    write(to: &writer)
    return writer.bytes
  }
}

extension FamilyArchive {
  /// A record of the document.
  struct Record {
    let table: TableSchema
    let id: RecordID
    let line: Int
    let name: String
    let registers: SortedMap<FieldValue>

    var key: RecordKey { RecordKey(table.name, id) }
  }

  /// Calls `body` with each of some records, in an order in which each comes before those that
  /// refer to it.
  ///
  /// - Parameter positions: from 0.
  func forEach(_ positions: Range<Int>, _ body: (Record) throws -> Void) throws {
    try staged.forEach(
      """
      SELECT r.rank, r.id, r.number, r.name, r.registers
        FROM places AS p JOIN records AS r ON r.number = p.number
        WHERE p.position > ? AND p.position <= ? ORDER BY p.position
      """, [.integer(Int64(positions.lowerBound)), .integer(Int64(positions.upperBound))]
    ) { row in
      guard case .blob(let bytes) = row.value(4),
        case .map(let registers) = try FieldValue.read(bytes)
      else { throw Failure.unreadable(line: Int(row.integer(2))) }
      try body(
        Record(
          table: FamilyDocument.tables[Int(row.integer(0))], id: row.text(1),
          line: Int(row.integer(2)), name: row.text(3), registers: registers))
    }
  }

  /// The tables and ids of all records in that order, which need no reading of the records.
  func forEachKey(_ body: (_ table: TableSchema, _ id: RecordID) throws -> Void) throws {
    try staged.forEach(
      """
      SELECT r.rank, r.id FROM places AS p JOIN records AS r ON r.number = p.number
        ORDER BY p.position
      """, []
    ) { try body(FamilyDocument.tables[Int($0.integer(0))], $0.text(1)) }
  }
}
