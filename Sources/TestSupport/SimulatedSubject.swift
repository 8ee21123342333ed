import Hub
import Replica
import SQLite
import SyncProtocol

/// What the histories of `Simulation` are about: a schema, what people do with its records, and what
/// must hold of them. What goes wrong between the people and their hub is the same in all.
///
/// One is made for each history, and may remember what has happened in it.
protocol SimulatedSubject: SimulatedRules {
  var schema: SyncSchema { get }
  /// What a second opinion is told to judge by: the schema without planted bugs.
  var toldSchema: SyncSchema { get }
  /// Whether every account has a zone of its own.
  var hasPersonalZones: Bool { get }
  /// Who there is. The first one has two devices.
  var accounts: [AccountID] { get }
  /// How many of them are let into the first one's zone in the beginning.
  var guestCount: Int { get }
  /// How often people meet at one record by chance that is helped.
  var crossingRate: Double { get }
  /// The scripts of a device's file.
  var sql: [String] { get }
  /// What keeps a device's derived tables.
  var observer: (any Replica.Observer)? { get }
  /// Makes a device's derived tables, as the program does when it opens a file.
  func settle(_ connection: Connection) throws
  /// What one change set may write.
  var maxWrittenBytes: Int { get }
  /// How many records an account may own in the histories where that is few.
  var fewRecords: Range<Int> { get }

  // MARK: What people do

  /// Makes a zone, which its device has to tell the hub of.
  func makeZone(by device: SimulatedDevice, _ simulation: Simulation) throws
  /// Puts something of each kind into a zone.
  func fill(_ zone: ZoneID, by device: SimulatedDevice, _ simulation: Simulation) throws
  func writeSomething(_ device: SimulatedDevice, _ simulation: Simulation) throws
  /// Writes much at once, beside the hub.
  func writeMany(_ device: SimulatedDevice, _ simulation: Simulation) throws
  /// Somebody invites, removes, gives another role or leaves. Returns whether it was done here, by
  /// rules of the subject's own.
  func share(_ device: SimulatedDevice, _ simulation: Simulation) throws -> Bool
  /// Somebody joins by an invite, in the same way.
  func redeem(_ device: SimulatedDevice, _ simulation: Simulation) throws -> Bool
  /// Somebody wants to get something done with the hub's confirmation.
  func wish(_ device: SimulatedDevice, _ simulation: Simulation) throws
  func perform(_ task: SimulatedDevice.Task, _ transaction: WriteTransaction) throws
  /// Whether an error is a use case's reason for not doing what it was asked.
  func isRefusal(_ error: any Error) -> Bool
  /// Such a reason was given: it must be one.
  func checkReason(_ error: any Error, _ what: String, _ device: SimulatedDevice) throws
  /// Everyone who can writes the same thing at the same moment.
  func contend(_ simulation: Simulation) throws
  /// People meet at one record without knowing of each other.
  func cross(_ simulation: Simulation) throws
  /// What a device's person remembered is gone with its power.
  func forget(_ device: SimulatedDevice)

  // MARK: What hostile clients do

  func stealFile(_ device: SimulatedDevice, _ simulation: Simulation) throws
  /// Sends what the rules of the domain forbid.
  func breakRules(_ device: SimulatedDevice, _ simulation: Simulation) throws
  /// Sends what a schema forbids to all, or where somebody has no business.
  func reachOut(_ device: SimulatedDevice, _ simulation: Simulation) throws
  /// A record that is part of something that is nowhere.
  func hangingPart(_ id: RecordID) -> Effect

}

extension SimulatedSubject {
  var toldSchema: SyncSchema { schema }
  var hasPersonalZones: Bool { false }
  var accounts: [AccountID] { ["olga", "piet", "quinn"] }
  var guestCount: Int { accounts.count - 1 }
  var crossingRate: Double { 0.03 }

  func share(_ device: SimulatedDevice, _ simulation: Simulation) throws -> Bool { false }
  func redeem(_ device: SimulatedDevice, _ simulation: Simulation) throws -> Bool { false }
  func checkReason(_ error: any Error, _ what: String, _ device: SimulatedDevice) throws {}
}

/// What must hold in the histories of a subject.
protocol SimulatedRules: AnyObject {
  /// What a person sees, at any moment.
  func checkView(_ device: SimulatedDevice) throws
  /// The costlier part: what is derived follows from what it is derived from.
  func checkDevice(_ device: SimulatedDevice) throws
  /// A record that the hub has.
  func check(_ record: HubRecord) throws
  /// All records of a zone that the hub has.
  ///
  /// - Parameter before: as it was before the change; `nil` for a new zone.
  func check(_ image: HubOracle.Image, before: HubOracle.Image?, _ oracle: HubOracle) throws
  /// A change of a record at the hub.
  func check(
    _ old: HubRecord, _ new: HubRecord, owners: Set<AccountID>, _ oracle: HubOracle) throws
  /// What the hub has refused: it must have a reason.
  func checkRefused(
    _ changeSet: ChangeSet, _ refusal: Refusal, by account: AccountID, _ simulation: Simulation)
    throws
  /// What the hub has accepted: its author had the right to it.
  func checkAccepted(
    _ changeSet: ChangeSet, by account: AccountID, _ simulation: Simulation) throws
  /// Everything has settled.
  func checkEnd(_ simulation: Simulation) throws
  /// The hub's file is copied; what is remembered beside it, too.
  func noteBackup()
  /// The hub is as it was when it was copied last.
  func noteRestore()
  /// Whether somebody was in a zone and is so no more, or was meanwhile, by what the rules say.
  func hasLost(_ account: AccountID, _ zone: ZoneID) -> Bool
  /// Whether something follows in a zone from a change set that writes nothing there.
  func follows(_ changeSet: ChangeSet, in zone: ZoneID) -> Bool
  /// Whether somebody has a grant in a zone that is back by what became of others meanwhile, though
  /// it is another one than when the zone was deleted; `nil` for none then.
  func isGiven(_ grant: HubGrant, was: HubGrant?, _ reader: any HubReader) throws -> Bool
}

extension SimulatedRules {
  func noteBackup() {}
  func noteRestore() {}
  func follows(_ changeSet: ChangeSet, in zone: ZoneID) -> Bool { false }
  func hasLost(_ account: AccountID, _ zone: ZoneID) -> Bool { false }
  func isGiven(_ grant: HubGrant, was: HubGrant?, _ reader: any HubReader) throws -> Bool { false }

  func checkAccepted(
    _ changeSet: ChangeSet, by account: AccountID, _ simulation: Simulation
  ) throws {}
}
