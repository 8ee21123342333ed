import Household
import Replica
import SQLite
import SyncProtocol

/// Writes the plan of bringing a family back, or one part of it: the family and who is in it first.
///
/// What is there stays as it is; only what is missing is added. What was noted keeps who noted it,
/// and when.
package struct ApplyFamilyImport: Sendable {
  package var plan: FamilyImportPlan
  /// Of the records of the document.
  package var part: Range<Int>
  /// The family that the first part has made or found.
  package var familyID: ZoneID?
  /// The files that were kept, by the hash that the document gives them. A picture whose file is
  /// missing here, and that the account does not have, is left out.
  package var files: [String: KeptFile]

  package enum Failure: Error, Equatable {
    /// The family has changed since the plan was made, which has to be shown first.
    case stale
  }

  /// What was written.
  package struct Result: Equatable, Sendable {
    package internal(set) var familyID: ZoneID?
    package internal(set) var counts: [FamilyArchive.Subject: Int] = [:]
    /// What could not be written as the archive has it.
    package internal(set) var problems: [FamilyArchive.Problem] = []
    /// Of this part alone: whoever runs the parts keeps each where memory does not grow with them.
    package var trace = FamilyImportTrace()

    package init() {}

    package mutating func add(_ part: Result) {
      familyID = part.familyID
      counts.merge(part.counts, uniquingKeysWith: +)
      problems += part.problems.prefix(FamilyArchive.maxProblems - problems.count)
      trace = part.trace
    }
  }

  package init(
    _ plan: FamilyImportPlan, part: Range<Int>? = nil, familyID: ZoneID? = nil,
    files: [String: KeptFile] = [:]
  ) {
    self.plan = plan
    self.part = part ?? 0..<plan.archive.recordCount
    self.familyID = familyID
    self.files = files
  }

  /// Throws ``Failure`` and `FamilyFailure`.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Result {
    if let family = familyID ?? plan.familyID {
      try transaction.requireParent(of: family)
    } else if let own = try Family.own(in: transaction.connection) {
      throw FamilyFailure.alreadyInFamily(own.id)
    }
    var writer = FamilyImportWriter(self, transaction)
    return try writer.write()
  }
}

extension ApplyFamilyImport.Result: TracedPart {
  package var zones: [ZoneID] { [familyID].compactMap(\.self) }
  package var newItemCount: Int { counts.values.reduce(0, +) }
  package var updatedItemCount: Int { 0 }
}

/// What one import has made, from which ``UndoFamilyImport`` takes it back.
package struct FamilyImportTrace: Equatable, Sendable, Codable, ImportTraceForm {
  package internal(set) var familyID: ZoneID?
  /// Whether it has made the family.
  package internal(set) var isNewFamily = false
  /// The ids of the records, by their tables.
  package internal(set) var ids: [String: [RecordID]] = [:]
  /// What records said that somebody can change, by their ids.
  package internal(set) var marks: [RecordID: String] = [:]

  package init() {}

  package var isEmpty: Bool { ids.isEmpty && !isNewFamily }

  package mutating func add(_ part: FamilyImportTrace) {
    familyID = part.familyID ?? familyID
    isNewFamily = isNewFamily || part.isNewFamily
    ids.merge(part.ids, uniquingKeysWith: +)
    marks.merge(part.marks) { $1 }
  }

  /// The tables of which people change records; of the others they only add and delete some.
  static let changing: Set<String> = ["families", "familyFaces", "routines", "absences", "rewards"]

  /// A hash of what a record says; the same in every run of the program.
  static func mark(
    _ table: TableSchema, _ id: RecordID, _ connection: Connection
  ) throws -> String? {
    try RecordLines.line(of: table, id: id, in: connection)
      .map { UUIDs.v5("record", String(decoding: $0, as: UTF8.self)) }
  }
}

/// Writes one part of a plan.
private struct FamilyImportWriter {
  let plan: FamilyImportPlan
  let part: Range<Int>
  let files: [String: KeptFile]
  let transaction: WriteTransaction
  var ids: FamilyImportIDs
  var result = ApplyFamilyImport.Result()
  /// Whether the family is made by this part.
  private let makesFamily: Bool
  private var inserts: [String: String] = [:]
  /// The ids here of what records of this part refer to, by those in the document.
  private var references: [RecordID: RecordID] = [:]

  init(_ apply: ApplyFamilyImport, _ transaction: WriteTransaction) {
    (plan, part, files) = (apply.plan, apply.part, apply.files)
    self.transaction = transaction
    let known = apply.familyID ?? plan.familyID
    makesFamily = known == nil
    ids = plan.ids(in: known ?? transaction.newID())
    result.familyID = ids.familyID
    result.trace.familyID = ids.familyID
  }

  private var connection: Connection { transaction.connection }

  mutating func write() throws -> ApplyFamilyImport.Result {
    if part.lowerBound == 0 {
      try writeFamily()
      try writeNames()
    }
    try plan.archive.forEach(part) { try write($0) }
    return result
  }

  /// Makes the family, or notes where what is in it came from.
  private mutating func writeFamily() throws {
    guard makesFamily else {
      guard !ids.isSame, let old = try Family.find(ids.familyID, in: connection),
        old.importRef != plan.archive.familyID
      else { return }
      var family = old
      family.importRef = plan.archive.familyID
      return try family.update(from: old, in: connection)
    }
    var details = FamilyDetails(name: plan.archive.familyName)
    var createdAt = transaction.nowMilliseconds
    try plan.archive.forEach(0..<1) { record in
      guard record.table.name == Family.sql.table else { return }
      for field in FamilyDetails.fields {
        switch record.registers[field.name] {
        case .text(let text)?: field.take(.text(text), into: &details)
        case .integer(let number)?: field.take(.integer(number), into: &details)
        default: break
        }
      }
      createdAt = record.registers["createdAt"]?.integer ?? createdAt
    }
    var check = InputCheck()
    let clean = check.family(details)
    guard check.problems.isEmpty else { throw FamilyFailure.invalid(check.problems) }
    try Family(
      id: ids.familyID, details: clean, createdAt: createdAt, importRef: plan.archive.familyID
    ).insert(in: connection)
    result.trace.isNewFamily = true
    try note(Family.schema, ids.familyID, .settings)
  }

  /// Keeps the names of those who are nobody in the family.
  private mutating func writeNames() throws {
    for person in plan.people
    where person.accountID == nil && !(ids.isSame && isRecordID(person.id)) {
      let stand = ids.person(person.id)
      let face = FamilyFace(
        familyID: ids.familyID, accountID: stand, details: FaceDetails(),
        formerName: person.person.name)
      guard try FamilyFace.find(face.id, in: connection) == nil else { continue }
      try face.insert(in: connection)
      try note(FamilyFace.schema, face.id, .person)
    }
  }

  private mutating func write(_ record: FamilyArchive.Record) throws {
    let subject = FamilyArchive.Subject(record.table.name)
    switch subject {
    case .settings: return
    case .face: return try writeFace(record)
    default: break
    }
    let id = ids.record(record.id)
    guard try !ids.isThere(record.table, as: id, connection) else { return }
    var registers = record.registers
    if let hash = registers["blobHash"]?.text {
      guard let file = file(hash) else {
        result.problems.append(
          .init(.fileMissing, subject, line: record.line, name: record.name))
        return
      }
      for (name, value) in zip(PictureColumns.names, PictureColumns.values(of: file)) {
        registers[name] = FieldValue(value)
      }
    }
    for name in ["personID", "otherID", "createdBy"] {
      if let id = registers[name]?.text { registers[name] = .text(ids.person(id)) }
    }
    for name in ["routineID", "stepID", "undoesID", "rewardID", "wishID"] {
      if let id = registers[name]?.text { registers[name] = .text(referred(id)) }
    }
    try insert(record.table, id, registers)
    try note(record.table, id, subject)
  }

  /// Many ticks are of one routine.
  private mutating func referred(_ id: RecordID) -> RecordID {
    if let known = references[id] { return known }
    let found = ids.record(id)
    references[id] = found
    return found
  }

  private func file(_ hash: String) -> StoredPhoto? {
    if let known = plan.knownFiles[hash] { return known }
    guard case .photo(let photo)? = files[hash] else { return nil }
    return photo
  }

  /// Everybody has one face; who has one already keeps it.
  private mutating func writeFace(_ record: FamilyArchive.Record) throws {
    guard let account = record.registers["accountID"]?.text else { return }
    let person = ids.person(account)
    let isFormer = !ids.isSame && ids.people[account] == nil
    var details = FaceDetails()
    details.emoji = record.registers["emoji"]?.text ?? ""
    details.colorIndex = Int(record.registers["colorIndex"]?.integer ?? 0)
    var face = FamilyFace(familyID: ids.familyID, accountID: person, details: details)
    if let old = try FamilyFace.find(face.id, in: connection) {
      // The name was written just now, and has no picture yet.
      guard isFormer, result.trace.marks[face.id] != nil else { return }
      face = old
      face.details = details
      try face.update(from: old, in: connection)
      result.trace.marks[face.id] = try FamilyImportTrace.mark(
        FamilyFace.schema, face.id, connection)
      return
    }
    try face.insert(in: connection)
    try note(FamilyFace.schema, face.id, .face)
  }

  private mutating func insert(
    _ table: TableSchema, _ id: RecordID, _ registers: SortedMap<FieldValue>
  ) throws {
    var columns = ["id"] + [table.zoneColumn].compactMap(\.self)
    var values: [Value] = [.text(id), .text(ids.familyID)]
    for register in table.registers {
      let content = registers[register.name] ?? register.defaultContent
      for column in register.columns {
        columns.append(column.name)
        values.append(
          try Self.value(register.rule == .aggregate ? content[column.name] : content))
      }
    }
    try execute(table.name, columns, values)
    for register in table.registers {
      guard let child = register.child else { continue }
      for row in registers[register.name]?[child.table].list ?? [] {
        try insert(child, row, into: id)
      }
    }
  }

  /// A step keeps an id by which ticks name it; a person's row needs none.
  private mutating func insert(
    _ child: ChildSchema, _ row: FieldValue, into id: RecordID
  ) throws {
    var columns = [child.parentColumn] + [child.zoneColumn].compactMap(\.self)
    var values: [Value] = [.text(id), .text(ids.familyID)]
    for column in child.columns {
      columns.append(column.name)
      switch (column.name, row[column.name].text) {
      case ("id", let text?):
        let isStep = child.table == RoutineStep.register.child?.table
        values.append(.text(isStep ? ids.record(text) : transaction.newID()))
      case ("accountID", let text?): values.append(.text(ids.person(text)))
      default: values.append(try Self.value(row[column.name]))
      }
    }
    try execute(child.table, columns, values)
  }

  private mutating func execute(
    _ table: String, _ columns: [String], _ values: [Value]
  ) throws {
    let sql =
      inserts[table]
        ?? """
        INSERT INTO \(table) (\(columns.joined(separator: ", ")))
          VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """
    inserts[table] = sql
    try connection.execute(sql, values)
  }

  private static func value(_ value: FieldValue) throws -> Value {
    switch value {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .text(let text): .text(text)
    // No column of a family holds anything else, which was checked when it was read.
    case .real, .blob, .list, .map: throw FamilyFailure.invalid([])
    }
  }

  private mutating func note(
    _ table: TableSchema, _ id: RecordID, _ subject: FamilyArchive.Subject
  ) throws {
    result.counts[subject, default: 0] += 1
    result.trace.ids[table.name, default: []].append(id)
    guard FamilyImportTrace.changing.contains(table.name) else { return }
    result.trace.marks[id] = try FamilyImportTrace.mark(table, id, connection)
  }
}

extension FieldValue {
  fileprivate init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text)
    case .blob(let blob): self = .blob(blob)
    }
  }
}
