/// A rule of the engine, broken on purpose. Each switch stands at the rule it breaks, and exists in
/// debug builds only. It is caught by a simulated history, or, where no history shows it, by a test
/// that plants it (`directed`): that proves that they see.
package enum PlantedBug: String, CaseIterable, Sendable {
  // Clocks
  case clockIgnoresOthers, clockUnclamped, clampDropsNumber, arrivalKeepsClock
  // Merge rules
  case tiesPreferIncoming, rowWideStamp, updateCreatesRecord, aggregateIgnoresBase
  case firstWriterOverwrites, clientWritesHubOwned
  /// What is append-only: a register; a record, by an update; a record, by a deletion.
  case appendOnlyRewritten, appendOnlyUpdated, appendOnlyDeleted
  // Who may write
  /// In the zone that he names: in it at all; with the role that it takes.
  case permissionUnchecked, roleUnchecked
  /// The same where his change has followed something to.
  case followedUnchecked, followedRoleUnchecked
  /// Only its owner deletes a zone.
  case ownerUnchecked
  // The hub's judgement
  case answersForgotten, grantIgnored, grantNumbered, preconditionIgnored
  case accountPreconditionIgnored, zoneOfRecordTrusted, lastZoneTaken, unseenChildrenCascade
  case baseSequenceDeletes, danglingReference, reviveForgotten, invalidAggregate
  case combinedWithDead, rewritingKeepsVersion, hubOutwritesEdits, rewrittenUnchecked
  case treeUnchecked, uniqueUnchecked, claimUnchecked, naturalIDDropped, foreignMergeTaken
  case numberTrusted, holdForEver, restsOnHeld, waitForAll
  case deletedIDReused, logBelowGrant, partsTold, writtenUnlimited, blobNameTrusted
  case recordLimitIgnored
  /// A precondition tells nothing of a zone that its author is not in.
  case preconditionTells
  /// What is dead is not written: with its zone; alone.
  case deadZoneWritten, deadRecordWritten
  /// An id is used once: by who lives; by who was combined; by who died after the insert was
  /// written.
  case idReused, combinedIDReused, olderInsertRevives
  /// Only who owns what was combined lets something else stand for it.
  case foreignSuccessor
  case ownedZonesUnlimited, zoneUnlimited
  // References, see the tables of `References`
  /// One that stood there is emptied when its target goes.
  case danglingLeft
  /// A recovering hub empties none to what it may hear of again.
  case lostReferenceEmptied
  /// Of what died elsewhere only those hear who may write there.
  case deathTold
  /// Who is brought back stays as was decided after that; and loses what is another's by then.
  case revivalOverrules, revivedKeepsUnique
  // Moves and merged zones
  case moveKeepsOld, moveLeavesNoTrail, mergedZoneNotFollowed, moveRefusedInsteadOfFollowed
  case combinedDeleteFollowed
  /// A merge leaves nothing behind; its author was let in with the right to merge.
  case mergeLeavesRecords, uninvitedMerge
  // Commits and reads of the hub
  case sequenceSkips, zoneByZoneCommit, floorIgnored, cutIgnored, oldCutGoesOn
  // Restores
  /// A request of another epoch is not judged, and brings no page; a page of another is not taken.
  case pushEpochIgnored, pullEpochIgnored, pageEpochIgnored
  case epochCounted, waitForgotten
  /// An edit of a version that the restore has lost waits, unless its replica has given it up.
  case staleNotAwaited, givenUpAwaited
  /// An edit of what died before the restore waits: it may have been made anew since.
  case renewalNotAwaited
  /// What comes where its deletion was handed back already is deleted; what went on from a forgotten
  /// zone stays where it is; an aggregate is rewritten whatever the clocks of its authors said.
  case arrivalOutlivesDeletion, forgottenTakesBack, rewrittenByClock, nothingRevived
  /// What came back by one entry of a lost log is told whole by others.
  case oneEpochForAll
  // What a restored hub is handed back
  case sealUnchecked, handedBackTwice, deletionsNotHandedBack, removalNotHandedBack,
    handedBackForgotten, handBackSkipped, returnedTrusted,
    judgedTrusted, departureDeletes, deletionStaysBehind, arrivalOverwrites,
    waitingHandBackForgotten
  /// Whoever loads a zone whole is told the end of its log; what the hub has forgotten is kept.
  case pastUntold, forgottenPurged
  // Sharing that is paused
  case pauseIgnored
  // Invites
  case redeemAfterRevoke, redeemCountsTwice, redeemIgnoresLimit
  // Deleted zones that come back
  case revivedContentRemoved, contentStaysInLog, contentGoesAtOnce
  case restoreForgetsParts, restoreReadmitsRemoved, restoreRevivesDeleted
  // History
  case formerIsPresent, partsUnnoted, firstChangeForgotten, stampsAsChanges
  // The replica
  case acknowledgedWhenSent, refusedStays, refusedDropped, resendTakesNewID, rerunKeepsID
  case parkedWithoutAnswer, parkedPurged, revokedZoneKept, drainForgotten, restoreForgetsOwn
  case pagesTear, staleResponseApplied, overlayForgotten, accountFeedAlone, joinShownEarly
  case confirmedAppliedEarly, poisonBlocksQueue, dropIgnoresZone
  case lostZoneStaysAside
  case freshTroubleAlone, zoneStopsOthers, reuseParked, renumberingKeepsBases, renumberingLost,
    emptyingIsAnEdit,
    deletionShownAlone
  case overlayUndoneForwards, oldLoadKept, rehearsalKeptRegardless, historyBringsBack

  /// Those that the simulated histories do not show, or too seldom to wait for:
  /// `PlantedRuleTests` has a situation for each.
  package static let directed: Set<PlantedBug> = [
    .appendOnlyRewritten, .appendOnlyUpdated, .followedRoleUnchecked, .ownerUnchecked,
    .preconditionTells, .deadZoneWritten, .deadRecordWritten, .idReused, .combinedIDReused,
    .olderInsertRevives, .foreignSuccessor, .ownedZonesUnlimited, .zoneUnlimited,
    .lostReferenceEmptied, .deathTold, .revivalOverrules, .revivedKeepsUnique,
    .mergeLeavesRecords, .uninvitedMerge, .staleNotAwaited, .givenUpAwaited, .renewalNotAwaited,
    .arrivalOutlivesDeletion, .forgottenTakesBack, .rewrittenByClock, .nothingRevived,
    .oneEpochForAll, .pageEpochIgnored,
    .sealUnchecked, .handedBackTwice, .handedBackForgotten, .removalNotHandedBack, .pastUntold,
    .forgottenPurged, .returnedTrusted, .judgedTrusted, .waitForgotten,
    .oldCutGoesOn, .lostZoneStaysAside, .departureDeletes, .deletionStaysBehind,
    .arrivalOverwrites, .waitingHandBackForgotten,
  ]

  /// The rule that is broken in this task, if any.
  @TaskLocal package static var active: PlantedBug?
}

/// Whether `bug` is switched on; never in a release build.
@inline(__always)
package func isPlanted(_ bug: PlantedBug) -> Bool {
  #if PLANTED_BUGS
    PlantedBug.active == bug
  #else
    false
  #endif
}
