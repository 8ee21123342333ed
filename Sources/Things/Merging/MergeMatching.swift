import Household
import SQLite
import SyncProtocol

/// Names that two homes have in common, as far as the person may know them.
///
/// A member's replica knows them all. For somebody who is about to join, the hub tells only names
/// that the person's own home has too.
package struct MergeTarget: Equatable, Sendable {
  /// A record of the other home. Of several with one name the first counts; they are in the order
  /// in which they were created (D-MRG-5).
  package struct Named: Equatable, Sendable {
    package var id: RecordID
    /// Only for places.
    package var parentID: RecordID?
    package var nameKey: String
    /// The number of a policy; empty for other records.
    package var number: String
    /// The key that a policy has in all its homes; empty for other records.
    package var policyKey: String

    package init(
      id: RecordID, parentID: RecordID? = nil, nameKey: String, number: String = "",
      policyKey: String = ""
    ) {
      self.id = id
      self.parentID = parentID
      self.nameKey = nameKey
      self.number = number
      self.policyKey = policyKey
    }
  }

  /// Stands for the number of a policy that has one, if it is not known.
  package static let otherNumber = "\u{fffd}"

  package var places: [Named] = []
  package var labels: [Named] = []
  package var policies: [Named] = []
  package var presets: [Named] = []

  package init() {}

  /// Reads what a replica knows of a home.
  package init(home: ZoneID, in connection: Connection) throws {
    let order = "homeID = ? ORDER BY createdAt, id"
    places = try Location.all(where: order, [.text(home)], in: connection).map {
      Named(id: $0.id, parentID: $0.parentID, nameKey: $0.nameKey)
    }
    labels = try Label.all(where: order, [.text(home)], in: connection).map {
      Named(id: $0.id, nameKey: $0.nameKey)
    }
    policies = try Policy.all(where: order, [.text(home)], in: connection).map {
      Named(id: $0.id, nameKey: $0.nameKey, number: $0.policyNumber, policyKey: $0.policyKey)
    }
    presets = try FieldPreset.all(where: order, [.text(home)], in: connection).map {
      Named(id: $0.id, nameKey: $0.nameKey)
    }
  }
}

/// Which records of one home are combined with which of another; all others move as they are.
struct MergeMatching: Equatable {
  /// By id: from the home to be merged to the home that stays.
  private(set) var places: [RecordID: RecordID] = [:]
  private(set) var labels: [RecordID: RecordID] = [:]
  private(set) var policies: [RecordID: RecordID] = [:]
  private(set) var presets: [RecordID: RecordID] = [:]
  /// Policies that stay separate from one with the same name, because their numbers differ.
  private(set) var keptPolicies: [RecordID] = []

  init() {}

  init(_ source: MergeSource, into target: MergeTarget) {
    matchPlaces(source, target)
    labels = Self.byName(source.labels.map { ($0.id, $0.nameKey) }, target.labels)
    presets = Self.byName(source.presets.map { ($0.id, $0.nameKey) }, target.presets)
    for policy in source.policies {
      let named = target.policies.filter {
        $0.nameKey == policy.nameKey || $0.policyKey == policy.policyKey
      }
      let same = named.first {
        $0.policyKey == policy.policyKey || $0.number.isEmpty || policy.policyNumber.isEmpty
          || NameKey.make($0.number) == NameKey.make(policy.policyNumber)
      }
      if let same {
        policies[policy.id] = same.id
      } else if !named.isEmpty {
        keptPolicies.append(policy.id)
      }
    }
  }

  /// Matches places from the outermost inwards: places match if their names and their parents do.
  private mutating func matchPlaces(_ source: MergeSource, _ target: MergeTarget) {
    struct Spot: Hashable {
      var parentID: RecordID?
      var nameKey: String
    }
    var spots: [Spot: RecordID] = [:]
    for place in target.places {
      let spot = Spot(parentID: place.parentID, nameKey: place.nameKey)
      if spots[spot] == nil { spots[spot] = place.id }
    }
    for place in source.placesFromRooms {
      var parentID: RecordID?
      if let own = place.parentID {
        guard let met = places[own] else { continue }
        parentID = met
      }
      places[place.id] = spots[Spot(parentID: parentID, nameKey: place.nameKey)]
    }
  }

  private static func byName(
    _ records: [(id: RecordID, nameKey: String)], _ target: [MergeTarget.Named]
  ) -> [RecordID: RecordID] {
    let known = Dictionary(target.map { ($0.nameKey, $0.id) }) { first, _ in first }
    return Dictionary(
      uniqueKeysWithValues: records.compactMap { record in
        known[record.nameKey].map { (record.id, $0) }
      })
  }
}

/// The contents of the home to be merged, except items and their parts.
struct MergeSource {
  let home: Home
  /// In the order in which they were created.
  let places: [Location]
  let labels: [Label]
  let policies: [Policy]
  let presets: [FieldPreset]
  let templates: [ItemTemplate]

  init(_ home: Home, in connection: Connection) throws {
    self.home = home
    let (order, id) = ("homeID = ? ORDER BY createdAt, id", [Value.text(home.id)])
    places = try Location.all(where: order, id, in: connection)
    labels = try Label.all(where: order, id, in: connection)
    policies = try Policy.all(where: order, id, in: connection)
    presets = try FieldPreset.all(where: order, id, in: connection)
    templates = try ItemTemplate.all(where: order, id, in: connection)
  }

  /// All places, each after its parent.
  var placesFromRooms: [Location] {
    let inside = Dictionary(grouping: places, by: \.parentID)
    var sorted: [Location] = inside[nil] ?? []
    var index = 0
    while index < sorted.count {
      sorted += inside[sorted[index].id] ?? []
      index += 1
    }
    return sorted
  }

  /// How much a merge would move and combine.
  func counts(_ matching: MergeMatching, in connection: Connection) throws -> MergeCounts {
    func count(_ table: String) throws -> Int {
      try connection.first("SELECT count(*) FROM \(table) WHERE homeID = ?", .text(home.id)) {
        Int($0.integer(0))
      } ?? 0
    }
    var counts = MergeCounts()
    counts.items = try count("items")
    counts.archivedItems =
      try connection.first(
        "SELECT count(*) FROM items WHERE homeID = ? AND isArchived = 1", .text(home.id)
      ) { Int($0.integer(0)) } ?? 0
    counts.combinedPlaces = matching.places.count
    counts.movedPlaces = places.count - matching.places.count
    counts.combinedLabels = matching.labels.count
    counts.movedLabels = labels.count - matching.labels.count
    counts.combinedPolicies = matching.policies.count
    counts.movedPolicies = policies.count - matching.policies.count
    counts.combinedPresets = matching.presets.count
    counts.movedPresets = presets.count - matching.presets.count
    counts.photos = try count("photos")
    counts.papers = try count("attachments")
    counts.maintenance = try count("maintenance")
    counts.fields = try count("itemFields")
    counts.templates = templates.count
    return counts
  }
}
