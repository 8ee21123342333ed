import FoundationEssentials
import Household
import Replica
import SQLite
import SyncProtocol
import TimeZones

/// Founds a family, with its author as the first parent. The hub refuses a second one.
package struct CreateFamily: Sendable {
  package var details: FamilyDetails

  package init(_ details: FamilyDetails) { self.details = details }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Family {
    if let own = try Family.own(in: transaction.connection) {
      throw FamilyFailure.alreadyInFamily(own.id)
    }
    var check = InputCheck()
    let details = check.family(details)
    guard check.problems.isEmpty else { throw FamilyFailure.invalid(check.problems) }
    let family = Family(
      id: transaction.newID(), details: details, createdAt: transaction.nowMilliseconds)
    try family.insert(in: transaction.connection)
    return family
  }
}

extension FamilyDetails {
  /// Those of a new family, whose days are its founder's until they say otherwise: without a time
  /// zone of its own somebody who travels has another day than the others.
  package static func ofFounder(in connection: Connection) throws -> FamilyDetails {
    var details = FamilyDetails(name: "")
    let zone = try Profile.own(in: connection)?.timeZone ?? ""
    if CivilTimeZone(identifier: zone) != nil { details.timeZone = zone }
    return details
  }
}

/// Changes the details of a family.
package struct EditFamily: Sendable {
  package var familyID: ZoneID
  package var details: FamilyDetails
  /// The details that the form showed when it was opened; only differences from them are written.
  /// `nil` for the family as it is now.
  package var base: FamilyDetails?

  package init(familyID: ZoneID, details: FamilyDetails, base: FamilyDetails? = nil) {
    self.familyID = familyID
    self.details = details
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Family {
    try transaction.requireParent(of: familyID)
    guard let old = try Family.find(familyID, in: transaction.connection) else {
      throw FamilyFailure.familyNotFound
    }
    var check = InputCheck()
    let details = check.family(details)
    guard check.problems.isEmpty else { throw FamilyFailure.invalid(check.problems) }
    let with = { (details: FamilyDetails) in
      Family(
        id: old.id, details: details, createdAt: old.createdAt, importRef: old.importRef)
    }
    return try with(details).update(
      from: base.map(with) ?? old, over: old, in: transaction.connection)
  }
}

/// Dissolves a family with everything in it. Only who owns it can; the hub keeps it for 30 days.
package struct DeleteFamily: Sendable {
  package var familyID: ZoneID

  package init(familyID: ZoneID) { self.familyID = familyID }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    try transaction.requireParent(of: familyID)
    guard try transaction.role(in: familyID) == .owner else { throw FamilyFailure.parentsOnly }
    let connection = transaction.connection
    for child in Routine.childTables {
      try connection.execute("DELETE FROM \(child) WHERE familyID = ?", .text(familyID))
    }
    for table in Families.tables.reversed() {
      try connection.execute(
        "DELETE FROM \(table.name) WHERE \(table.zoneColumn ?? "id") = ?", .text(familyID))
    }
  }
}

extension InputCheck {
  mutating func family(_ details: FamilyDetails) -> FamilyDetails {
    let clean = clean(details, FamilyDetails.fields)
    if !clean.timeZone.isEmpty, CivilTimeZone(identifier: clean.timeZone) == nil {
      fail(.timeZone, .unknownTimeZone)
    }
    return clean
  }
}
