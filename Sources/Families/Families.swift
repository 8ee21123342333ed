import Household
import Replica
import SQLite
import SyncProtocol

/// The domain of families: who is in one, what each may do, and the routines of its days.
package enum Families {}

extension Families: DomainArea {
  package static let tables: [TableSchema] = [
    Family.schema, FamilyFace.schema, Routine.schema, RoutineEvent.schema, RoutineApproval.schema,
    Absence.schema, StepPicture.schema, RoutineProof.schema, Reward.schema, RewardWish.schema,
    StarGrant.schema,
  ]

  /// An account is in one family at a time: the hub decides which. Every parent decides who is in
  /// it; a child decides that nowhere.
  package static let zoneKinds: [ZoneKind: ZoneKindSchema] = [
    .family: ZoneKindSchema(
      rootTable: "families", titleRegister: "name", maxOwned: 1, maxRecords: 2_000_000,
      maxParticipants: 30, maxMemberships: 1, managerRole: FamilyRole.parent.role,
      restrictsReaders: !FamilyRole.child.may(.invite))
  ]

  package static let migrations: [String] = [
    [
      Family.tableSQL, FamilyFace.tableSQL, Routine.tableSQL, RoutineStep.tableSQL,
      RoutinePlan.peopleSQL, RoutineEvent.tableSQL, RoutineApproval.tableSQL, Absence.tableSQL,
      StepPicture.tableSQL, RoutineProof.tableSQL, Reward.tableSQL, RewardWish.tableSQL,
      StarGrant.tableSQL, StarIndex.tablesSQL,
    ].joined(separator: "\n")
  ]

  package static let fieldNames: [String: [String]] = [
    "families": FamilyDetails.fields.columns(), "routines": RoutineDetails.fields.columns(),
    "familyFaces": FaceDetails.fields.columns(), "absences": AbsenceDetails.fields.columns(),
    "rewards": RewardDetails.fields.columns(),
  ]

  // Days are derived when they are read: a day has few events. Stars are the sum of all days.
  package static let localTables: [Hiding.Table] = StarIndex.localTables

  package static func archived(in connection: Connection) throws -> [ArchivedDocument] {
    try FamilyDocument.archived(in: connection)
  }

  package static func settle(_ connection: Connection, _ sources: DomainSources) throws {
    try StarIndex.settle(connection)
  }

  package static func refresh(
    _ connection: Connection, changed: [RecordKey], _ sources: DomainSources
  ) throws {
    try StarIndex.refresh(connection, changed: changed)
  }
}

/// The reasons for which use cases of a family refuse.
package enum FamilyFailure: Error, Equatable {
  /// The family does not exist, or the person is not in it.
  case familyNotFound
  case personNotFound, routineNotFound, absenceNotFound, rewardNotFound
  /// Only parents may do this.
  case parentsOnly
  case invalid([InputProblem])
  /// The person is in a family already, and may be in one only.
  case alreadyInFamily(ZoneID)
  /// The family has no stars.
  case starsAreOff
  /// The reward costs more stars than there are.
  case tooFewStars
  /// Somebody asks for the reward, and no parent has decided yet.
  case wishIsOpen
  /// The routine asks for a photo that shows that it was done.
  case photoMissing
  /// The routine is not due for this person on this day.
  case notDue
  /// The day is after tomorrow: nothing of it can be done yet.
  case tooFarAhead
  /// Other steps of the routine come before this one.
  case outOfOrder
  /// The steps, or the days and people, were changed since the form was opened.
  case changedMeanwhile
  /// The record to be restored exists: somebody has restored it already.
  case alreadyThere
}

/// Parts of the SQL that the tables of a family share.
enum FamilySQL {
  /// The zone column.
  static let family =
    "familyID TEXT NOT NULL REFERENCES families(id) DEFERRABLE INITIALLY DEFERRED"

  /// A reference that cannot leave the family.
  static func reference(_ column: String, _ table: String) -> String {
    "FOREIGN KEY (familyID, \(column)) REFERENCES \(table)(familyID, id) DEFERRABLE INITIALLY DEFERRED"
  }
}

extension WriteTransaction {
  /// What the person is in a family. Throws `familyNotFound` if they are not in it.
  ///
  /// The hub checks this again; checking here as well tells the person at once.
  @discardableResult
  func requireMember(of family: ZoneID) throws -> FamilyRole {
    guard try Family.find(family, in: connection) != nil,
      let role = try role(in: family).map(FamilyRole.init)
    else { throw FamilyFailure.familyNotFound }
    return role
  }

  /// Throws `parentsOnly` for a child.
  func requireParent(of family: ZoneID) throws {
    guard try requireMember(of: family).may(.planRoutines) else { throw FamilyFailure.parentsOnly }
  }
}
