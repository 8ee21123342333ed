/// A rule of the engine, broken on purpose. Each switch stands at the rule it breaks, exists in
/// debug builds only, and is caught by the simulator: that proves that the simulator sees.
package enum PlantedBug: String, CaseIterable, Sendable {
  // Clocks
  case clockIgnoresOthers, clockUnclamped, clampDropsNumber, arrivalKeepsClock
  // Merge rules
  case tiesPreferIncoming, rowWideStamp, updateCreatesRecord, aggregateIgnoresBase
  case firstWriterOverwrites, clientWritesHubOwned, appendOnlyRewritten
  // The hub's judgement
  case answersForgotten, permissionUnchecked, grantIgnored, grantNumbered, preconditionIgnored
  case accountPreconditionIgnored, zoneOfRecordTrusted, lastZoneTaken, unseenChildrenCascade
  case baseSequenceDeletes, danglingReference, reviveForgotten, invalidAggregate
  case combinedWithDead, rewritingKeepsVersion, hubOutwritesEdits, rewrittenUnchecked
  case treeUnchecked, uniqueUnchecked, claimUnchecked, naturalIDDropped, foreignMergeTaken
  case numberTrusted, holdForEver, restsOnHeld, waitForAll
  case deletedIDReused, logBelowGrant, partsTold, writtenUnlimited, blobNameTrusted
  case recordLimitIgnored
  // Moves and merged zones
  case moveKeepsOld, moveLeavesNoTrail, mergedZoneNotFollowed, moveRefusedInsteadOfFollowed
  case combinedDeleteFollowed
  // Commits and reads of the hub
  case sequenceSkips, zoneByZoneCommit, floorIgnored, epochIgnored, epochCounted, waitForgotten
  case cutIgnored
  // What a restored hub is handed back
  case sealUnchecked, handedBackTwice, deletionsNotHandedBack, removalNotHandedBack,
    handedBackForgotten, handBackSkipped
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
  case freshTroubleAlone, zoneStopsOthers, reuseParked, renumberingKeepsBases, renumberingLost,
    emptyingIsAnEdit,
    deletionShownAlone
  case overlayUndoneForwards, oldLoadKept, rehearsalKeptRegardless, historyBringsBack

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
