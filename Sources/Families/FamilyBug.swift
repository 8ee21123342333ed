import SyncProtocol

/// A rule of families that is broken on purpose, like `PlantedBug` of the engine. Exists in debug
/// builds only; the simulated families must detect each of them, but those that are ``directed``.
package enum FamilyBug: String, CaseIterable, Sendable {
  /// Taking back goes by time, not by the names of what it takes back.
  case undoByTime
  /// Of two who swap one turn that one has it of whom the device heard last.
  case turnsByArrival
  /// A day on which nobody did what is due again some days after it was done does not pass on.
  case missedDaysStick
  /// A day on which somebody else did it, or nobody, does not pass on where the days are fixed.
  case fixedDaysStick
  /// Who skips keeps the turn.
  case skipsIgnored
  /// Who has agreed to do it does not get the turn.
  case swapsIgnored
  /// Who has agreed to do it has the turn also while they are away.
  case swappedToWhoIsAway
  /// When only the days of a plan change, the turns begin with the first in its list.
  case planChangeRestartsTurns
  /// Who is away has turns.
  case awayHaveTurns
  /// A child approves, and the hub lets it.
  case childApproves
  /// What asks for a parent's look counts without it.
  case nobodyLooks
  /// A child takes back what a parent has approved.
  case approvedUnticked
  /// A child is through without the photo that is asked for.
  case photoNotAsked
  /// Something is ticked on a day after tomorrow.
  case anyDayAhead
  /// A step is ticked before those that come before it.
  case anyOrder
  /// The hub lets a child tick in the name of somebody else.
  case tickForged
  /// A day is done only while all of its steps are ticked, also those that came later.
  case laterStepOpensDay
  /// A form overwrites the plan that somebody else has changed meanwhile.
  case formOverwritesPlan

  /// Two parents who approve the same at once give its stars twice.
  case starsPerApproval
  /// A parent takes back what was ticked, and its stars stay.
  case starsKeptWhenUnticked
  /// An approval that was taken back gives its stars still.
  case takenBackCounts
  /// What was earned changes with what the routine is worth now.
  case starsByWorthNow
  /// What is about a day that has not come yet counts already.
  case starsAheadCount
  /// What was earned by a routine stays in the sums when it is deleted.
  case starsOfDeletedKept
  /// A family without stars gives and takes them all the same.
  case starsWhileOff
  /// A child grants wishes, and the hub lets it.
  case childGrants
  /// The hub lets a child ask in the name of somebody else.
  case wishForOthers
  /// Nobody looks whether there are enough stars.
  case tooFewIgnored
  /// Of two parents who grant one wish at once each spends its stars.
  case grantPaidTwice
  /// A decision that was taken back counts still.
  case undoneGrantPaid
  /// What was paid changes with the price of now.
  case pricesByNow
  /// A wish that was decided, or taken back, is granted once more.
  case decidedTwice
  /// A wish that is open is made again.
  case wishRepeated
  /// Anybody takes a wish back, and not only whoever made it.
  case withdrawnByAnyone

  /// The rule that is broken in this task, if any.
  @TaskLocal package static var active: FamilyBug?

  /// Those that histories show too seldom: directed tests notice them.
  package static let directed: Set<FamilyBug> = [
    .planChangeRestartsTurns, .tickForged, .starsKeptWhenUnticked, .starsWhileOff,
  ]

  /// The schema of hub and replicas while a bug is planted.
  package static func planted(in schema: SyncSchema) -> SyncSchema {
    let own: TableSchema
    switch active {
    case .childApproves: own = RoutineApproval.schema
    case .childGrants: own = StarGrant.schema
    case .wishForOthers: own = RewardWish.schema
    case .tickForged: own = RoutineEvent.schema
    default: return schema
    }
    // Readers add to it, in anybody's name.
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
