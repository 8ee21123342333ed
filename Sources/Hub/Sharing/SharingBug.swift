/// A rule of who is in a zone, of accounts that are kept, or of PINs that is broken on purpose,
/// like `PlantedBug`. Exists in debug builds only. Histories keep no accounts and press no PINs:
/// each has a situation of its own (`PlantedSharingRuleTests`).
package enum SharingBug: String, CaseIterable, Sendable {
  // Owners
  /// Somebody is made a second owner by a role; the owner gets a lower role; the owner is removed
  /// or leaves; the owner leaves for another zone of the same kind.
  case ownerMade, ownerDemoted, ownerRemoved, ownerChangesZones
  // Invites that give more
  /// An invite raises again whoever was given a lower role since; one that has ended raises, too.
  case upgradeRepeated, upgradeUnchecked
  // Accounts that are kept
  /// It leaves the zone where it is kept, or decides there; it joins what its keepers have not
  /// shared; anybody keeps it.
  case keptLeaves, keptJoinsAnything, keeperUnchecked
  /// Its code lets in twice, or when it is over.
  case codeUsedTwice, codeForEver
  /// The PIN that its keepers chose stays when nobody keeps it any more.
  case pinOutlivesKeeping
  // PINs and the browsers where they are pressed
  /// A wrong PIN lets in; guessing has no limit; nobody is told of it; a kept child sets its own.
  case pinUnchecked, pinUnlimited, guessesUntold, childSetsPin
  /// Who decides about the zone comes in without a PIN.
  case managerWithoutPin
  /// The browser works on when its maker decides no more; a child sees more there than its own.
  case kioskOutlivesMaker, lockForgotten

  /// The rule that is broken in this task, if any.
  @TaskLocal package static var active: SharingBug?
}

/// Whether `bug` is switched on; never in a release build.
@inline(__always)
func isPlanted(_ bug: SharingBug) -> Bool {
  #if PLANTED_BUGS
    SharingBug.active == bug
  #else
    false
  #endif
}
