import Household
import SQLite
import SyncProtocol

/// What bringing a family back would do: where it comes to, who is who, and what is there already.
///
/// It becomes a family of the account's own. An account that is in a family already brings it back
/// into that one only if it is the same, or has nothing in it yet.
package struct FamilyImportPlan: Sendable {
  /// Why it cannot be brought back here.
  package enum Refusal: Error, Equatable {
    /// The account is in another family, which has something in it.
    case inAnotherFamily(name: String)
    case parentsOnly
    /// With what is in the family it would be more than a family can have.
    case tooMany(FamilyArchive.Subject, max: Int)
    /// Two people of the file are to be one, or somebody who is not in the family.
    case unknownPerson
  }

  /// Somebody of the file.
  package struct Person: Equatable, Sendable, Identifiable {
    package let person: FamilyArchive.Person
    /// Who it is in the family; `nil` if only the name stays.
    package let accountID: AccountID?
    package var id: AccountID { person.id }
  }

  /// Somebody who is in the family that it comes to.
  package struct Candidate: Equatable, Sendable, Identifiable {
    package let id: AccountID
    package let name: String
  }

  package let archive: FamilyArchive
  /// The family that it comes to; `nil` for a new one.
  package let familyID: ZoneID?
  package private(set) var people: [Person] = []
  package private(set) var candidates: [Candidate] = []
  package private(set) var newCounts: [FamilyArchive.Subject: Int] = [:]
  package private(set) var presentCounts: [FamilyArchive.Subject: Int] = [:]
  /// The files to be stored before their records are written.
  package private(set) var files: [FileToKeep] = []
  /// The files that the account's family has already, by their hashes.
  private(set) var knownFiles: [String: StoredPhoto] = [:]
  private(set) var isSame = false

  /// How many records are new.
  package var newCount: Int { newCounts.values.reduce(0, +) }
  package var isEmpty: Bool { newCount == 0 }

  /// - Parameters:
  ///   - choices: who somebody of the file is; an empty text if only the name is to stay. Whoever
  ///     is not chosen is the person with the same id, or else the only one of the same name.
  ///   - own: the importing account, with its name.
  package init(
    _ archive: FamilyArchive, choices: [AccountID: AccountID] = [:],
    own: (id: AccountID, name: String), in connection: Connection
  ) throws {
    self.archive = archive
    let family = try Family.own(in: connection)
    familyID = family?.id
    if let family {
      guard try Self.takes(family, archive, connection) else {
        throw Refusal.inAnotherFamily(name: family.details.name)
      }
      isSame = family.id == archive.familyID
      let people = try FamilyPerson.all(of: family.id, in: connection)
      guard people.first(where: { $0.id == own.id })?.role == .parent else {
        throw Refusal.parentsOnly
      }
      candidates = people.map { Candidate(id: $0.id, name: $0.name) }
    } else {
      candidates = [Candidate(id: own.id, name: own.name)]
    }
    try match(choices, connection)
    try count(connection)
    try find(connection)
  }

  /// Whether the document may be brought back into a family that is there.
  private static func takes(
    _ family: Family, _ archive: FamilyArchive, _ connection: Connection
  ) throws -> Bool {
    if family.id == archive.familyID || family.importRef == archive.familyID { return true }
    guard family.importRef == nil else { return false }
    return try connection.first(
      """
      SELECT NOT EXISTS (SELECT 1 FROM routines WHERE familyID = ?1)
        AND NOT EXISTS (SELECT 1 FROM rewards WHERE familyID = ?1)
        AND NOT EXISTS (SELECT 1 FROM absences WHERE familyID = ?1)
      """, .text(family.id)
    ) { $0.bool(0) } ?? false
  }

  private mutating func match(
    _ choices: [AccountID: AccountID], _ connection: Connection
  ) throws {
    let ids = Set(candidates.map(\.id))
    let chosen = choices.values.filter { !$0.isEmpty }
    guard ids.isSuperset(of: chosen), Set(chosen).count == chosen.count,
      Set(archive.people.map(\.id)).isSuperset(of: choices.keys)
    else { throw Refusal.unknownPerson }
    var free = ids.subtracting(chosen)
    var found: [AccountID: AccountID] = choices.filter { !$0.value.isEmpty }
    let open = archive.people.filter { choices[$0.id] == nil }
    for person in open where free.remove(person.id) != nil { found[person.id] = person.id }
    let before = try whoTheyWere(open.map(\.id).filter { found[$0] == nil }, connection)
    for person in open where found[person.id] == nil {
      guard let account = before[person.id], free.remove(account) != nil else { continue }
      found[person.id] = account
    }
    // Whose name has stayed before stays a name.
    let names = try familyID.map { try FamilyFace.formerNames(of: $0, in: connection) } ?? [:]
    for person in open where found[person.id] == nil {
      if let familyID, names[FamilyImportIDs.former(person.id, in: familyID)] != nil { continue }
      let key = NameKey.make(person.name)
      let same = candidates.filter { NameKey.make($0.name) == key }
      guard same.count == 1, free.remove(same[0].id) != nil else { continue }
      found[person.id] = same[0].id
    }
    people = archive.people.map { Person(person: $0, accountID: found[$0.id]) }
  }

  /// Who somebody of the file was when it was brought back before, as what is here of them says.
  private func whoTheyWere(
    _ people: [AccountID], _ connection: Connection
  ) throws -> [AccountID: AccountID] {
    guard let familyID, !isSame, !people.isEmpty else { return [:] }
    let open = Set(people)
    let ids = FamilyImportIDs(familyID: familyID, isSame: false, people: [:])
    var found: [AccountID: AccountID] = [:]
    for column in ["createdBy", "personID"] {
      // The first and the last of what each has done: one of them may have been deleted here.
      let records = try archive.staged.query(
        """
        SELECT r.tableName, r.id, r.\(column) FROM records AS r JOIN (
            SELECT min(number) AS first, max(number) AS last FROM records
              WHERE \(column) IS NOT NULL GROUP BY \(column))
          ON r.number IN (first, last) ORDER BY r.number
        """, []
      ) { (table: $0.text(0), id: $0.text(1), person: $0.text(2)) }
      for record in records where open.contains(record.person) && found[record.person] == nil {
        found[record.person] = try connection.first(
          "SELECT \(column) FROM \(record.table) WHERE id = ? AND familyID = ?",
          .text(ids.record(record.id)), .text(familyID)
        ) { $0.text(0) }
      }
    }
    return found
  }

  func ids(in family: ZoneID) -> FamilyImportIDs {
    FamilyImportIDs(
      familyID: family, isSame: isSame,
      people: people.reduce(into: [:]) { $0[$1.id] = $1.accountID },
      standIns: people.reduce(into: [:]) { standIns, person in
        guard person.accountID == nil, !(isSame && isRecordID(person.id)) else { return }
        standIns[person.id] = FamilyImportIDs.former(person.id, in: family)
      })
  }

  private mutating func count(_ connection: Connection) throws {
    let ids = familyID.map { self.ids(in: $0) }
    try archive.forEachKey { table, id in
      let subject = FamilyArchive.Subject(table.name)
      // A person has one face, whose id follows from who they are.
      guard subject != .face else { return }
      let isThere = try ids.map { try $0.isThere(table, id, connection) } ?? false
      if isThere {
        presentCounts[subject, default: 0] += 1
      } else {
        newCounts[subject, default: 0] += 1
      }
    }
    guard let familyID else { return }
    for (subject, table, max) in [
      (FamilyArchive.Subject.routine, "routines", Routine.maxPerFamily),
      (.reward, "rewards", Reward.maxPerFamily), (.absence, "absences", Absence.maxPerFamily),
    ] {
      let count = try connection.first(
        "SELECT count(*) FROM \(table) WHERE familyID = ?", .text(familyID)
      ) { Int($0.integer(0)) }
      guard (count ?? 0) + newCounts[subject, default: 0] <= max else {
        throw Refusal.tooMany(subject, max: max)
      }
    }
  }

  /// Finds the files of new records: those that the account has already, and those to be stored.
  private mutating func find(_ connection: Connection) throws {
    guard newCounts[.picture] != nil || newCounts[.photo] != nil else { return }
    let hashes = try archive.staged.query(
      "SELECT DISTINCT blobHash FROM records WHERE blobHash IS NOT NULL ORDER BY blobHash", []
    ) { $0.text(0) }
    for hash in hashes {
      if let known = try Self.known(hash, connection) {
        knownFiles[hash] = known
      } else {
        files.append(FileToKeep(blobHash: hash, path: archive.paths[hash], paperName: nil))
      }
    }
  }

  /// A file that a picture of the account's own family names. So nobody gets the file of somebody
  /// else by naming its hash.
  private static func known(_ hash: String, _ connection: Connection) throws -> StoredPhoto? {
    try StepPicture.all(where: "blobHash = ? LIMIT 1", [.text(hash)], in: connection).first?.file
      ?? RoutineProof.all(where: "blobHash = ? LIMIT 1", [.text(hash)], in: connection).first?.file
  }

  /// A number that differs, within one run of the program, when the plan would do something else.
  package var mark: Int {
    var hasher = Hasher()
    hasher.combine(familyID)
    hasher.combine(newCounts)
    hasher.combine(presentCounts)
    for person in people { hasher.combine(person.accountID) }
    return hasher.finalize()
  }
}

/// The ids that records of a document get in the family that they come to.
package struct FamilyImportIDs: Sendable {
  let familyID: ZoneID
  /// Whether it is the family that the document was written of.
  let isSame: Bool
  /// Who somebody of the document is; nobody here has stayed a name.
  let people: [AccountID: AccountID]
  /// What stands for those of the document's people who have stayed a name.
  var standIns: [AccountID: AccountID] = [:]

  /// What stands for somebody who has no account in a family.
  package static func former(_ person: AccountID, in family: ZoneID) -> AccountID {
    UUIDs.v5(family, "former person " + person)
  }

  func person(_ id: AccountID) -> AccountID {
    people[id] ?? standIns[id] ?? (isSame && isRecordID(id) ? id : Self.former(id, in: familyID))
  }

  /// The same record in the same family always gets the same id, so that a second time finds it.
  /// Ids keep the order of their times: of two approvals the earlier one counts.
  func record(_ id: RecordID) -> RecordID {
    isSame ? id : UUIDs.beside(id, "brought back to \(familyID)")
  }

  func isThere(
    _ table: TableSchema, _ id: RecordID, _ connection: Connection
  ) throws -> Bool {
    try isThere(table, as: table.zoneColumn == nil ? familyID : record(id), connection)
  }

  /// - Parameter id: in this family.
  func isThere(
    _ table: TableSchema, as id: RecordID, _ connection: Connection
  ) throws -> Bool {
    try connection.first("SELECT 1 FROM \(table.name) WHERE id = ?", .text(id)) { _ in true }
      ?? false
  }
}
