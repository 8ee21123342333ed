import SyncProtocol

/// A rule for the drivers of replicas that is broken on purpose, like `PlantedBug` for the engine.
/// Has an effect only in debug builds; the simulated drivers notice each of them.
package enum DriverBug: String, CaseIterable, Sendable {
  // The sync loop
  case hintIgnored, mailDropped, backOffKept, restEndsLoop, pauseEndUnheard, restoreUntold
  // The replica's file
  case filesUnsynced, salvageForgets, unknownDropped, newColumnsNull, hiddenShown, handBackLeftOut
  case lostLogKept
  // The replicas beside the hub
  case openedTwice, failedPullForgotten, hostedKeepsBack

  /// The bug that is planted in this task, if any.
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
