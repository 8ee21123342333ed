import SyncProtocol

/// A rule of those who drive replicas, broken on purpose, like `PlantedBug` of the engine. Exists
/// in debug builds only; the simulated drivers notice each of them.
package enum DriverBug: String, CaseIterable, Sendable {
  // The sync loop
  case hintIgnored, mailDropped, backOffKept, restEndsLoop, pauseEndUnheard, restoreUntold
  // The replica's file
  case filesUnsynced, salvageForgets, unknownDropped, newColumnsNull, hiddenShown, handBackLeftOut
  case lostLogKept
  // The replicas beside the hub
  case openedTwice, failedPullForgotten, hostedKeepsBack

  /// The rule that is broken in this task, if any.
  @TaskLocal package static var active: DriverBug?
}

/// Whether `bug` is switched on; never in a release build.
@inline(__always)
package func isPlanted(_ bug: DriverBug) -> Bool {
  #if PLANTED_BUGS
    DriverBug.active == bug
  #else
    false
  #endif
}
