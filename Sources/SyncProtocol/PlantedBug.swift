/// A rule of the engine that is broken on purpose, to prove that the tests notice.
///
/// Each switch stands at the rule that it breaks, and has an effect only in builds with
/// `PLANTED_BUGS`. A simulated history must catch it or, where no history does, a test that plants
/// it (`directed`).
package enum PlantedBug: String, CaseIterable, Sendable {
  // Clocks
  case clockIgnoresOthers, clockUnclamped, clampDropsNumber, arrivalKeepsClock
  // Merge rules
  case tiesPreferIncoming, rowWideStamp, updateCreatesRecord, aggregateIgnoresBase, guardIgnored
  case firstWriterOverwrites, clientWritesHubOwned
  /// Append-only holds for a register; for a record, against an update; for a record, against a
  /// deletion.
  case appendOnlyRewritten, appendOnlyUpdated, appendOnlyDeleted
  // Rights to write
  /// In the zone that a mutation names, its author is a participant; the author's role suffices.
  case permissionUnchecked, roleUnchecked
  /// The same for a zone into which the mutation has followed a moved record.
  case followedUnchecked, followedRoleUnchecked
  /// Only the owner of a zone deletes it.
  case ownerUnchecked
  // The hub's judgement
  case answersForgotten, grantIgnored, grantNumbered, preconditionIgnored
  case accountPreconditionIgnored, zoneOfRecordTrusted, lastZoneTaken, unseenChildrenCascade
  case baseSequenceDeletes, danglingReference, reviveForgotten, invalidAggregate
  case combinedWithDead, rewritingKeepsVersion, hubOutwritesEdits, rewrittenUnchecked
  case treeUnchecked, uniqueUnchecked, claimUnchecked, claimedDeleted, heldByAnybody,
    authorUnchecked, naturalIDDropped, foreignMergeTaken
  case numberTrusted, holdForEver, restsOnHeld, waitForAll
  case deletedIDReused, logBelowGrant, partsTold, foreignPartsTold, writtenUnlimited
  case blobNameTrusted
  case recordLimitIgnored, additionsUnlimited
  /// A failed precondition reveals nothing about a zone in which its author is not.
  case preconditionTells
  /// Nothing dead is written: nothing in a dead zone; no dead record.
  case deadZoneWritten, deadRecordWritten
  /// An id is used once: not again while its record lives; not after it was combined; not by an
  /// insert that was written before the record died.
  case idReused, combinedIDReused, olderInsertRevives
  /// Only the owner of a combined record's zone lets another record stand for it.
  case foreignSuccessor
  case ownedZonesUnlimited, zoneUnlimited
  // References, see the tables of `References`
  /// A reference in an existing record is emptied when its target dies.
  case danglingLeft
  /// A recovering hub does not empty a reference to a record that may still be handed back.
  case lostReferenceEmptied
  /// Of a death in another zone only those are told who may write there.
  case deathTold
  /// A restored record keeps what was decided after its death; and gives up a unique value that
  /// another record has by then.
  case revivalOverrules, revivedKeepsUnique
  // Moves and merged zones
  case moveKeepsOld, moveLeavesNoTrail, mergedZoneNotFollowed, moveRefusedInsteadOfFollowed
  case combinedDeleteFollowed
  /// A merge leaves no records behind; its author was admitted with the right to merge.
  case mergeLeavesRecords, uninvitedMerge
  // Commits and reads of the hub
  case sequenceSkips, zoneByZoneCommit, floorIgnored, cutIgnored, oldCutGoesOn
  // Restores
  /// A push of another epoch is not judged; a pull of another epoch gets no page; a page of another
  /// epoch is not applied.
  case pushEpochIgnored, pullEpochIgnored, pageEpochIgnored
  case epochCounted, waitForgotten
  /// An edit based on a version that the restore has lost waits; unless its replica has given that
  /// version up.
  case staleNotAwaited, givenUpAwaited
  /// An edit of a record that died before the restore waits: the record may have been restored
  /// since.
  case renewalNotAwaited
  /// What arrives where its deletion was handed back already is deleted; what has moved on from a
  /// forgotten zone stays where it is; an aggregate is rewritten whatever its authors' clocks said.
  case arrivalOutlivesDeletion, forgottenTakesBack, rewrittenByClock, nothingRevived
  /// What was made anew, or has come back, before the restore stays, though that it was deleted, or
  /// had left, is told later; what was deleted stays so, though that it had come is told later.
  case deletionOutlivesRenewal, departureOutlivesReturn, olderDeletionForgotten
  /// A change set is known for the epoch whose entry brought it back; another epoch's entry may
  /// bring more of it.
  case oneEpochForAll
  // Handing back to a restored hub
  case sealUnchecked, handedBackTwice, deletionsNotHandedBack, removalNotHandedBack,
    handedBackForgotten, handBackSkipped, returnedTrusted,
    judgedTrusted, departureDeletes, departureKills, deletionStaysBehind, arrivalOverwrites,
    waitingHandBackForgotten, equalKeepsStamp
  /// Whoever loads a zone whole gets the end of its log; a replica keeps the zones that the hub has
  /// forgotten.
  case pastUntold, forgottenPurged
  // Sharing that is paused
  case pauseIgnored, mergedZoneShared
  // Invites
  case redeemAfterRevoke, redeemCountsTwice, redeemIgnoresLimit
  // What a kind of zone says of those in it
  /// Who decides in a zone; in how many an account may be; what readers of some zones may not do
  /// anywhere; where readers may add; who joins one zone leaves another in the same commit; who is
  /// handed back to one, too.
  case managerUnchecked, membershipsUnlimited, readersUnrestricted, insertRoleUnchecked
  case leavingForgotten, noRoomMade
  // Zones that are shared with a family
  /// Who leaves it keeps no access by it; a promotion raises; who was removed stays out whoever
  /// lets them into the family again; the share ends with its family.
  case familyLeavingKeeps, familyPromotionIgnored, familyRemovedReturns, familyShareOutlives
  // Deleted zones that come back
  case revivedContentRemoved, contentStaysInLog, contentGoesAtOnce
  case restoreForgetsParts, restoreReadmitsRemoved, restoreRevivesDeleted
  // History
  case formerIsPresent, partsUnnoted, firstChangeForgotten, stampsAsChanges
  // The replica
  case acknowledgedWhenSent, refusedStays, refusedDropped, resendTakesNewID, rerunKeepsID
  case parkedWithoutAnswer, parkedPurged, revokedZoneKept, drainForgotten, restoreForgetsOwn,
    drainByNameAlone
  case pagesTear, staleResponseApplied, overlayForgotten, accountFeedAlone, joinShownEarly
  case confirmedAppliedEarly, poisonBlocksQueue, dropIgnoresZone
  case lostZoneStaysAside
  case freshTroubleAlone, zoneStopsOthers, reuseParked, renumberingKeepsBases, renumberingLost,
    emptyingIsAnEdit,
    deletionShownAlone
  case overlayUndoneForwards, oldLoadKept, rehearsalKeptRegardless, historyBringsBack

  /// Those of rules that only the zones of families have.
  package static let ofFamilies: Set<PlantedBug> = [
    .managerUnchecked, .membershipsUnlimited, .readersUnrestricted, .insertRoleUnchecked,
    .leavingForgotten, .noRoomMade,
    .familyLeavingKeeps, .familyPromotionIgnored, .familyRemovedReturns, .familyShareOutlives,
  ]

  /// Bugs that the simulated histories do not catch, or too rarely to wait for; `PlantedRuleTests`
  /// has a test for each.
  package static let directed: Set<PlantedBug> = [
    .guardIgnored, .claimedDeleted, .authorUnchecked, .additionsUnlimited, .appendOnlyRewritten,
    .appendOnlyUpdated,
    .followedRoleUnchecked, .ownerUnchecked,
    .preconditionTells, .deadZoneWritten, .deadRecordWritten, .idReused, .combinedIDReused,
    .olderInsertRevives, .foreignSuccessor, .ownedZonesUnlimited, .zoneUnlimited,
    .lostReferenceEmptied, .deathTold, .revivalOverrules, .revivedKeepsUnique,
    .mergeLeavesRecords, .uninvitedMerge, .staleNotAwaited, .givenUpAwaited, .renewalNotAwaited,
    .arrivalOutlivesDeletion, .forgottenTakesBack, .rewrittenByClock, .nothingRevived,
    .deletionOutlivesRenewal, .departureOutlivesReturn, .olderDeletionForgotten,
    .oneEpochForAll, .pageEpochIgnored,
    .sealUnchecked, .handedBackTwice, .handedBackForgotten, .removalNotHandedBack, .pastUntold,
    .forgottenPurged, .returnedTrusted, .judgedTrusted, .waitForgotten,
    .oldCutGoesOn, .lostZoneStaysAside, .departureDeletes, .departureKills,
    .deletionStaysBehind, .arrivalOverwrites, .waitingHandBackForgotten, .mergedZoneShared,
    .drainByNameAlone, .equalKeepsStamp,
  ]

  /// The bug that is planted in this task, if any.
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
