import SyncProtocol

/// A rule of families that is broken on purpose, like `PlantedBug` of the engine. Exists in debug
/// builds only; the simulated families must detect each of them.
package enum FamilyBug: String, CaseIterable, Sendable {
  /// Taking back goes by time, not by the names of what it takes back.
  case undoByTime
  /// Of two who swap one turn that one has it of whom the device heard last.
  case turnsByArrival
  /// A day on which nobody did what is due again some days after it was done does not pass on.
  case missedDaysStick
  /// Who is away has turns.
  case awayHaveTurns
  /// A child approves, and the hub lets it.
  case childApproves
  /// A day is done only while all of its steps are ticked, also those that came later.
  case laterStepOpensDay
  /// A form overwrites the plan that somebody else has changed meanwhile.
  case formOverwritesPlan

  /// The rule that is broken in this task, if any.
  @TaskLocal package static var active: FamilyBug?

  /// The schema of hub and replicas while a bug is planted.
  package static func planted(in schema: SyncSchema) -> SyncSchema {
    guard active == .childApproves else { return schema }
    let own = RoutineApproval.schema
    let open = TableSchema(
      own.name, in: own.zoneKinds, zoneColumn: own.zoneColumn, registers: own.registers,
      references: own.references, minimumRole: own.minimumRole, insertRole: .readOnly)
    return SyncSchema(
      version: schema.version,
      tables: schema.tables.filter { !$0.isHubOwned }.map { $0.name == own.name ? open : $0 },
      zoneKinds: schema.zoneKinds)
  }
}

/// Whether `bug` is switched on; never in a release build.
@inline(__always)
func isPlanted(_ bug: FamilyBug) -> Bool {
  #if PLANTED_BUGS
    FamilyBug.active == bug
  #else
    false
  #endif
}
