import Household
import Replica
import SQLite
import SyncProtocol

/// Undoes a merge: creates a home with the old name and content, and moves back everything that
/// came from there and is still in the other home, in its present state.
///
/// Combined records become two again. An item that is now in a place of the other home goes to the
/// nearest place around it that goes back; otherwise to the place it was in, if that had been
/// combined; otherwise to none. What others have put into places that go back stays, in places of
/// the same names. Labels of the other home that an item has got since are created in the restored
/// one. Records added on a device that had not learnt of the merge go back too.
///
/// Meant to run as a hub-confirmed transaction, like the merge.
package struct UndoMerge: Sendable {
  package var mergeID: RecordID

  package enum Failure: Error, Equatable {
    case mergeNotFound
    /// The merge was undone before; carries the restored home.
    case alreadyUndone(ZoneID)
    /// More than 30 days have passed, or what the undo needs cannot be read.
    case tooLate
    /// The other home is gone, or no longer shared with the person.
    case targetNotFound
    /// The other home is read-only by now.
    case readOnlyTarget
  }

  package init(mergeID: RecordID) { self.mergeID = mergeID }

  /// Why the merge cannot be undone; `nil` if it can.
  package func obstacle(
    now: Int64, in connection: Connection, role: (ZoneID) throws -> Role?
  ) throws -> Failure? {
    guard let merge = try HomeMerge.find(mergeID, in: connection) else { return .mergeNotFound }
    if merge.undoneAt != nil { return .alreadyUndone(merge.restoredID ?? merge.targetID) }
    guard let until = merge.undoUntil, now <= until, merge.manifest != nil else {
      return .tooLate
    }
    guard let own = try role(merge.targetID),
      try Home.find(merge.targetID, in: connection) != nil
    else { return .targetNotFound }
    return own.canWrite ? nil : .readOnlyTarget
  }

  /// - Returns: the merge, with the restored home.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> HomeMerge {
    let connection = transaction.connection
    let now = transaction.nowMilliseconds
    if let failure = try obstacle(now: now, in: connection, role: transaction.role) {
      throw failure
    }
    guard let merge = try HomeMerge.find(mergeID, in: connection) else {
      throw Failure.mergeNotFound
    }
    guard let manifest = try merge.manifest?.withArrivals(of: merge, in: connection) else {
      throw Failure.tooLate
    }
    let homeID = transaction.newID()
    var work = UnmergeWork(
      manifest, of: merge.sourceID, from: merge.targetID, to: homeID, transaction)
    try work.run()
    try restoreSettings(manifest, merge, homeID, connection)
    var undone = merge
    (undone.undoneAt, undone.restoredID, undone.manifestText) = (now, homeID, "")
    try undone.update(from: merge, in: connection)
    return undone
  }

  /// Restores the person's settings, unless they have been changed since.
  private func restoreSettings(
    _ manifest: MergeManifest, _ merge: HomeMerge, _ homeID: ZoneID, _ connection: Connection
  ) throws {
    for search in try SavedSearch.own(in: connection)
    where manifest.searches.contains(search.id) && search.homeID == merge.targetID {
      var restored = search
      restored.homeID = homeID
      try restored.update(from: search, in: connection)
    }
    guard manifest.wasPrimary, let old = try Profile.own(in: connection),
      old.primaryHomeID == merge.targetID
    else { return }
    var profile = old
    profile.primaryHomeID = homeID
    try profile.update(from: old, in: connection)
  }
}

/// Writes the rows of an undone merge.
struct UnmergeWork {
  private let manifest: MergeManifest
  /// The home that the merge removed.
  private let source: ZoneID
  private let from: ZoneID
  private let to: ZoneID
  private let transaction: WriteTransaction
  private var connection: Connection { transaction.connection }
  /// New ids of dissolved places, by their old ones, which can never be used again.
  private var places: [RecordID: RecordID] = [:]
  /// The restored place of each item that was in a dissolved one; and one for each survivor.
  private var placeOfItem: [RecordID: RecordID] = [:]
  private var placeOfSurvivor: [RecordID: RecordID] = [:]
  /// The nearest place that goes back, by the id of a place of the other home inside it.
  private var placeAround: [RecordID: RecordID] = [:]
  /// The label that stands for a label of the other home.
  private var labels: [RecordID: RecordID] = [:]
  /// New ids of dissolved labels, by their old ones.
  private var restored: [RecordID: RecordID] = [:]
  private var items: Set<RecordID> = []

  init(
    _ manifest: MergeManifest, of source: ZoneID, from: ZoneID, to: ZoneID,
    _ transaction: WriteTransaction
  ) {
    self.manifest = manifest
    self.source = source
    self.from = from
    self.to = to
    self.transaction = transaction
  }

  mutating func run() throws {
    try manifest.home.insert(as: Home.self, with: ["id": .text(to)], in: connection)
    replace(source, by: "homes", to)
    items = Set(try there(manifest.items, "items"))
    try restorePlaces()
    try moveItems()
    try moveLabels()
    try restorePolicies()
    try restorePresetsAndTemplates()
    try moveParts()
  }

  /// Redirects later writes about a dissolved record to the restored one.
  ///
  /// They come from devices that have learnt of neither the merge nor the undo, and must not reach
  /// people who have access only to the other home.
  private func replace(_ dissolved: RecordID, by table: String, _ id: RecordID) {
    transaction.replace(RecordPlace(zone: source, id: dissolved), by: table, id)
  }

  /// Those of the ids that are still in the home they moved to.
  private func there(_ ids: [RecordID], _ table: String) throws -> [RecordID] {
    try connection.query(
      """
      SELECT r.id FROM json_each(?) AS l CROSS JOIN \(table) AS r ON r.id = l.value
        WHERE r.homeID = ?
      """, [IDList.value(ids), .text(from)]
    ) { $0.text(0) }
  }

  // MARK: Places

  private mutating func restorePlaces() throws {
    let moved = Set(try there(manifest.places, "locations"))
    for dissolved in manifest.dissolvedPlaces {
      let id = transaction.newID()
      replace(dissolved.row.id, by: "locations", id)
      places[dissolved.row.id] = id
      if placeOfSurvivor[dissolved.survivor] == nil { placeOfSurvivor[dissolved.survivor] = id }
      for item in dissolved.items { placeOfItem[item] = id }
    }
    try notePlacesAround(moved)
    try RoomsKept(in: from, moved: moved, manifest, connection).write(transaction)
    for dissolved in manifest.dissolvedPlaces {
      let id = places[dissolved.row.id] ?? dissolved.row.id
      let parent = dissolved.row.text("parentID")
      let around = places[parent] ?? (moved.contains(parent) ? parent : nil)
      try dissolved.row.insert(
        as: Location.self,
        with: ["id": .text(id), "homeID": .text(to), "parentID": Value(around)], in: connection)
      for photo in try there(dissolved.files, "photos") {
        try connection.execute(
          "UPDATE photos SET homeID = ?, locationID = ? WHERE id = ? AND locationID = ?",
          .text(to), .text(id), .text(photo), .text(dissolved.survivor))
      }
    }
    // In reverse, so that the note added last is removed first.
    for dissolved in manifest.dissolvedPlaces.reversed() {
      try takeBack(dissolved.note, from: dissolved.survivor)
    }
    for id in moved.sorted() {
      guard let old = try Location.find(id, in: connection) else { continue }
      var place = old
      place.homeID = to
      if let parent = old.parentID, !moved.contains(parent) {
        place.parentID = placeOfSurvivor[parent]
      }
      try place.update(from: old, in: connection)
    }
    try connection.execute(
      """
      UPDATE photos SET homeID = ?
        WHERE homeID = ? AND locationID IN (SELECT value FROM json_each(?))
      """, .text(to), .text(from), IDList.value(moved))
  }

  /// Notes these before anything that stays is taken out of places that go back.
  private mutating func notePlacesAround(_ moved: Set<RecordID>) throws {
    let places = try connection.query(
      """
      SELECT DISTINCT i.locationID FROM json_each(?) AS l CROSS JOIN items AS i ON i.id = l.value
        WHERE i.locationID IS NOT NULL ORDER BY i.locationID
      """, [IDList.value(items.sorted())]
    ) { $0.text(0) }
    for place in places where !moved.contains(place) && placeOfSurvivor[place] == nil {
      let around = try Location.lineage(place, in: connection)
      guard let goes = around.first(where: { moved.contains($0) || placeOfSurvivor[$0] != nil })
      else { continue }
      placeAround[place] = placeOfSurvivor[goes] ?? goes
    }
  }

  /// Removes the text that the merge added to a note, unless somebody has changed it since.
  private func takeBack(_ note: String, from survivor: RecordID) throws {
    guard !note.isEmpty, let old = try Location.find(survivor, in: connection) else { return }
    var place = old
    guard let rest = Self.without(note, old.note) else { return }
    place.note = rest
    try place.update(from: old, in: connection)
  }

  private static func without(_ added: String, _ note: String) -> String? {
    if note == added { return "" }
    guard note.hasSuffix("\n\n" + added) else { return nil }
    return String(note.dropLast(added.count + 2))
  }

  private func moveItems() throws {
    let moved = Set(manifest.places)
    let rows = try connection.query(
      """
      SELECT i.id, i.locationID FROM json_each(?) AS l CROSS JOIN items AS i ON i.id = l.value
      """, [IDList.value(items.sorted())]
    ) { ($0.text(0), $0.optionalText(1)) }
    var byPlace: [RecordID?: [RecordID]] = [:]
    for (item, place) in rows {
      let now = place.flatMap { place -> RecordID? in
        if moved.contains(place) { return place }
        if let known = placeOfSurvivor[place] { return placeOfItem[item] ?? known }
        return placeAround[place] ?? placeOfItem[item]
      }
      byPlace[now, default: []].append(item)
    }
    for (place, items) in byPlace.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
      try connection.execute(
        """
        UPDATE items SET homeID = ?, locationID = ? WHERE id IN (SELECT value FROM json_each(?))
        """, .text(to), Value(place), IDList.value(items))
    }
  }

  // MARK: Labels

  /// Moves labels back, except those that other items or templates have by now: of these the home
  /// gets a copy.
  private mutating func moveLabels() throws {
    let list = IDList.value(items.sorted())
    let ofTemplates = try labelsOfOtherTemplates()
    for id in try there(manifest.labels, "labels") {
      guard let label = try Label.find(id, in: connection) else { continue }
      let isUsed = try connection.query(
        "SELECT itemID FROM itemLabels WHERE homeID = ? AND labelID = ?",
        [.text(from), .text(id)]
      ) { $0.text(0) }.contains { !items.contains($0) }
      guard !isUsed, !ofTemplates.contains(id) else { continue }
      labels[id] = id
      var moved = label
      moved.homeID = to
      try moved.update(from: label, in: connection)
    }
    for dissolved in manifest.dissolvedLabels {
      let id = transaction.newID()
      restored[dissolved.row.id] = id
      replace(dissolved.row.id, by: "labels", id)
      if labels[dissolved.survivor] == nil { labels[dissolved.survivor] = id }
      try dissolved.row.insert(
        as: Label.self, with: ["id": .text(id), "homeID": .text(to)], in: connection)
    }
    let links = try connection.query(
      """
      SELECT k.id, k.itemID, k.labelID FROM json_each(?) AS l CROSS JOIN itemLabels AS k
        ON k.homeID = ? AND k.itemID = l.value ORDER BY k.itemID, k.labelID
      """, [list, .text(from)]
    ) { ($0.text(0), $0.text(1), $0.text(2)) }
    try move(links)
  }

  /// The labels of templates that stay.
  private func labelsOfOtherTemplates() throws -> Set<RecordID> {
    let own = Set(manifest.templates)
    return try ItemTemplate.all(where: "homeID = ?", [.text(from)], in: connection)
      .filter { !own.contains($0.id) }.reduce(into: []) { $0.formUnion($1.content.labelIDs) }
  }

  /// Moves the labels of items. An item that had several labels, combined since, has all of them
  /// again.
  private mutating func move(
    _ links: [(id: RecordID, item: RecordID, label: RecordID)]
  ) throws {
    var own: [String: [RecordID]] = [:]
    for dissolved in manifest.dissolvedLabels {
      guard let made = restored[dissolved.row.id] else { continue }
      for item in dissolved.items { own["\(item) \(dissolved.survivor)", default: []].append(made) }
    }
    for (id, item, label) in links {
      if labels[label] == label {
        try connection.execute(
          "UPDATE itemLabels SET homeID = ? WHERE id = ?", .text(to), .text(id))
        continue
      }
      let others = try own["\(item) \(label)"] ?? restoredLabel(for: label).map { [$0] } ?? []
      guard !others.isEmpty else { continue }
      try connection.execute("DELETE FROM itemLabels WHERE id = ?", .text(id))
      for other in others {
        let link = ItemLabel(homeID: to, itemID: item, labelID: other)
        if try ItemLabel.find(link.id, in: connection) == nil {
          try link.insert(in: connection)
        }
      }
    }
  }

  /// The label in the restored home that stands for one of the other home.
  private mutating func restoredLabel(for id: RecordID) throws -> RecordID? {
    if let known = labels[id] { return known }
    guard let label = try Label.find(id, in: connection) else { return nil }
    let made = try Label.matching(label, in: to, transaction)
    labels[id] = made
    return made
  }

  // MARK: The rest

  private func restorePolicies() throws {
    for id in try there(manifest.policies, "policies") {
      try connection.execute(
        "UPDATE attachments SET homeID = ? WHERE homeID = ? AND policyID = ?", .text(to),
        .text(from), .text(id))
      try connection.execute("UPDATE policies SET homeID = ? WHERE id = ?", .text(to), .text(id))
    }
    for dissolved in manifest.dissolvedPolicies {
      let id = transaction.newID()
      replace(dissolved.row.id, by: "policies", id)
      try dissolved.row.insert(
        as: Policy.self, with: ["id": .text(id), "homeID": .text(to)], in: connection)
      for file in try there(dissolved.files, "attachments") {
        try connection.execute(
          "UPDATE attachments SET homeID = ?, policyID = ? WHERE id = ? AND policyID = ?",
          .text(to), .text(id), .text(file), .text(dissolved.survivor))
      }
    }
    for dissolved in manifest.dissolvedPolicies.reversed() where !dissolved.note.isEmpty {
      guard let old = try Policy.find(dissolved.survivor, in: connection),
        let rest = Self.without(dissolved.note, old.notes)
      else { continue }
      var policy = old
      policy.notes = rest
      try policy.update(from: old, in: connection)
    }
  }

  private mutating func restorePresetsAndTemplates() throws {
    for id in try there(manifest.presets, "fieldPresets") {
      try connection.execute(
        "UPDATE fieldPresets SET homeID = ? WHERE id = ?", .text(to), .text(id))
    }
    for dissolved in manifest.dissolvedPresets {
      let id = transaction.newID()
      replace(dissolved.row.id, by: "fieldPresets", id)
      try dissolved.row.insert(
        as: FieldPreset.self, with: ["id": .text(id), "homeID": .text(to)], in: connection)
    }
    for id in try there(manifest.templates, "templates") {
      guard let old = try ItemTemplate.find(id, in: connection) else { continue }
      var template = old
      template.homeID = to
      template.content.locationID = try old.content.locationID.flatMap { place in
        if try transaction.isLocation(place, in: to) { return place }
        return placeOfSurvivor[place]
      }
      let change = manifest.templateLabels[id]
      let labels = change?.new == old.content.labelIDs ? change?.old : nil
      template.content.labelIDs = try (labels ?? old.content.labelIDs).compactMap {
        try restored[$0] ?? restoredLabel(for: $0)
      }
      try template.update(from: old, in: connection)
    }
  }

  private func moveParts() throws {
    let list = IDList.value(items.sorted())
    for table in ["itemFields", "maintenance", "photos", "attachments"] {
      try connection.execute(
        """
        UPDATE \(table) SET homeID = ?
          WHERE homeID = ? AND itemID IN (SELECT value FROM json_each(?))
        """, .text(to), .text(from), list)
    }
    for photo in try there(manifest.homePhotos, "photos") {
      try connection.execute(
        """
        UPDATE photos SET homeID = ? WHERE id = ? AND itemID IS NULL AND locationID IS NULL
        """, .text(to), .text(photo))
    }
  }
}
