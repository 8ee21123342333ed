import Household
import Replica
import SQLite
import SyncProtocol

/// Moves everything in a home into another one and removes the home: two inventories become one.
///
/// Ids stay, so changes that a device meanwhile makes to the old rows follow them. With
/// `isCombining`, places, labels, policies and fields that the other home has too are combined with
/// those, whose content stays as it is (S0-FR9). What they contain moves, notes are appended to the
/// existing note, and everything else that has no place there is kept in the `HomeMerge`. The
/// person's other homes are not touched.
///
/// Meant to run as a hub-confirmed transaction that relies on both homes and on the account's list
/// of homes: it happens everywhere at once, or not at all.
package struct MergeHome: Sendable {
  package var sourceID: ZoneID
  package var targetID: ZoneID
  package var isCombining: Bool

  /// The most records of one home that can move at once, so that they fit into one change set.
  package static let maxRecords = 150_000

  package enum Failure: Error, Equatable {
    case homeNotFound, targetNotFound
    /// A home cannot be merged into itself.
    case sameHome
    /// Only the owner can merge a home.
    case notOwner
    /// The home is shared with this many people, who would lose access (D-MRG-8).
    case sharedOut(peopleCount: Int)
    /// The other home is read-only.
    case readOnlyTarget
    case tooLarge(max: Int)
    /// The home was merged before; carries the id of that merge.
    case alreadyMerged(RecordID)
    /// The first pull has not arrived yet.
    case profileMissing
  }

  package init(sourceID: ZoneID, targetID: ZoneID, isCombining: Bool) {
    self.sourceID = sourceID
    self.targetID = targetID
    self.isCombining = isCombining
  }

  /// What must be unchanged on the hub when it accepts the merge.
  package var reliance: Replica.Reliance {
    Replica.Reliance(zones: [sourceID, targetID], accountList: true)
  }

  /// Why the merge is not possible now; `nil` if it is. Pages show this beside the choice.
  package func obstacle(
    in connection: Connection, role: (ZoneID) throws -> Role?
  ) throws -> Failure? {
    guard sourceID != targetID else { return .sameHome }
    if let failure = try Self.sourceObstacle(sourceID, in: connection, role: role) {
      return failure
    }
    guard let target = try role(targetID), try Home.find(targetID, in: connection) != nil else {
      return .targetNotFound
    }
    return target.canWrite ? nil : .readOnlyTarget
  }

  /// Why a home cannot be merged into any other; `nil` if it can.
  package static func sourceObstacle(
    _ id: ZoneID, in connection: Connection, role: (ZoneID) throws -> Role?
  ) throws -> Failure? {
    guard let own = try role(id), try Home.find(id, in: connection) != nil else {
      guard let merge = try HomeMerge.of(source: id, in: connection) else { return .homeNotFound }
      return .alreadyMerged(merge.id)
    }
    guard own == .owner else { return .notOwner }
    let others = try Participant.all(home: id, in: connection).count { $0.role != .owner }
    if others > 0 { return .sharedOut(peopleCount: others) }
    return try recordCount(of: id, in: connection) > maxRecords ? .tooLarge(max: maxRecords) : nil
  }

  private static func recordCount(of home: ZoneID, in connection: Connection) throws -> Int {
    try DeleteHome.tables.reduce(0) { sum, table in
      try sum
        + (connection.first("SELECT count(*) FROM \(table.name) WHERE homeID = ?", .text(home)) {
          Int($0.integer(0))
        } ?? 0)
    }
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> HomeMerge {
    let connection = transaction.connection
    if let failure = try obstacle(in: connection, role: transaction.role) { throw failure }
    guard let home = try Home.find(sourceID, in: connection),
      let target = try Home.find(targetID, in: connection)
    else { throw Failure.homeNotFound }
    guard let profile = try Profile.own(in: connection) else { throw Failure.profileMissing }
    let source = try MergeSource(home, in: connection)
    let matching =
      isCombining
      ? MergeMatching(source, into: try MergeTarget(home: targetID, in: connection))
      : MergeMatching()
    let counts = try source.counts(matching, in: connection)
    // Read before the home is removed: if the person has chosen no primary home, that makes another
    // one primary.
    let isPrimary = try PrimaryHome.find(in: connection) == sourceID
    var work = MergeWork(source, target: targetID, matching, transaction)
    try work.run()
    try moveSettings(profile, isPrimary: isPrimary, &work.manifest, connection)
    try forgetOld(connection, now: transaction.nowMilliseconds)
    let merge = try HomeMerge(
      source: home, target: target, profileID: profile.id,
      mergedAt: transaction.nowMilliseconds, isCombining: isCombining, counts: counts,
      manifest: work.manifest)
    try merge.insert(in: connection)
    return merge
  }

  /// Moves the person's settings for the home to the other one (D-MRG-20).
  private func moveSettings(
    _ old: Profile, isPrimary: Bool, _ manifest: inout MergeManifest, _ connection: Connection
  ) throws {
    for search in try SavedSearch.own(in: connection) where search.homeID == sourceID {
      manifest.searches.append(search.id)
      var moved = search
      moved.homeID = targetID
      try moved.update(from: search, in: connection)
    }
    guard isPrimary else { return }
    manifest.wasPrimary = true
    var profile = old
    profile.primaryHomeID = targetID
    try profile.update(from: old, in: connection)
  }

  /// Clears what earlier merges kept for an undo, once it is too late to undo them.
  private func forgetOld(_ connection: Connection, now: Int64) throws {
    for old in try HomeMerge.all(in: connection)
    where !old.manifestText.isEmpty
      && old.mergedAt.addingSaturating(HomeMerge.undoMilliseconds) < now
    {
      var forgotten = old
      forgotten.manifestText = ""
      try forgotten.update(from: old, in: connection)
    }
  }
}

extension MergeHome {
  /// Exactly what a merge would do, known in advance.
  package struct Plan: Equatable, Sendable {
    package var counts = MergeCounts()
    /// Names of records to be combined, sorted.
    package var combinedPlaces: [String] = []
    package var combinedLabels: [String] = []
    /// Policies that stay separate from one with the same name, because their numbers differ.
    package var keptPolicies: [String] = []
    /// Whether the other home becomes the primary home.
    package var movesPrimary = false

    package init() {}

    /// A hash that is equal for equal plans. A confirmation carries it, to tell whether the plan is
    /// still the one that was shown.
    ///
    /// - Parameter more: whatever else was shown.
    package func digest(with more: [String]) throws -> String {
      let sum = SHA256Sum()
      let texts = [
        [try StoredText.encode(counts), String(movesPrimary)], combinedPlaces, combinedLabels,
        keptPolicies, more,
      ]
      sum.add(Array(try StoredText.encode(texts).utf8))
      return String(sum.finish().prefix(32))
    }
  }

  /// What a merge would do.
  ///
  /// - Parameter target: what is known of the other home; see ``MergeTarget``.
  /// - Returns: `nil` when the home is gone.
  package static func plan(
    of id: ZoneID, into target: MergeTarget, isCombining: Bool, in connection: Connection
  ) throws -> Plan? {
    guard let home = try Home.find(id, in: connection) else { return nil }
    let source = try MergeSource(home, in: connection)
    let matching = isCombining ? MergeMatching(source, into: target) : MergeMatching()
    func names<Kind: Record>(
      _ records: [Kind], _ name: KeyPath<Kind, String>, _ key: KeyPath<Kind, String>,
      where isMeant: (RecordID) -> Bool
    ) -> [String] {
      records.filter { isMeant($0.id) }.map { ($0[keyPath: key], $0[keyPath: name]) }
        .sorted { $0 < $1 }.map(\.1)
    }
    var plan = Plan()
    plan.counts = try source.counts(matching, in: connection)
    plan.combinedPlaces = names(source.places, \.name, \.nameKey) { matching.places[$0] != nil }
    plan.combinedLabels = names(source.labels, \.name, \.nameKey) { matching.labels[$0] != nil }
    plan.keptPolicies = names(source.policies, \.provider, \.nameKey) {
      matching.keptPolicies.contains($0)
    }
    plan.movesPrimary = try PrimaryHome.find(in: connection) == id
    return plan
  }

  /// The name keys of everything in the home to be merged, for asking the hub about the other home
  /// before joining it.
  package struct Names: Equatable, Sendable {
    package var places: Set<String> = []
    package var labels: Set<String> = []
    package var policies: Set<String> = []
    package var policyNumbers: Set<String> = []
    package var presets: Set<String> = []
  }

  package static func names(of home: ZoneID, in connection: Connection) throws -> Names {
    func texts(_ column: String, _ table: String) throws -> Set<String> {
      Set(
        try connection.query("SELECT \(column) FROM \(table) WHERE homeID = ?", .text(home)) {
          $0.text(0)
        })
    }
    return Names(
      places: try texts("nameKey", "locations"), labels: try texts("nameKey", "labels"),
      policies: try texts("nameKey", "policies"),
      policyNumbers: try texts("policyNumber", "policies").subtracting([""]),
      presets: try texts("nameKey", "fieldPresets"))
  }
}
