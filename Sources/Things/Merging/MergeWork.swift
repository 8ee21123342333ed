import Household
import Replica
import SQLite
import SyncProtocol

/// Writes the rows of a merge.
///
/// Combined records come first, while everything that belongs to them still refers to them. Then
/// all the rest moves as it is.
struct MergeWork {
  private let source: MergeSource
  private let target: ZoneID
  private let matching: MergeMatching
  private let transaction: WriteTransaction
  private var connection: Connection { transaction.connection }
  private var from: Value { .text(source.home.id) }
  private var to: Value { .text(target) }
  var manifest: MergeManifest

  init(
    _ source: MergeSource, target: ZoneID, _ matching: MergeMatching,
    _ transaction: WriteTransaction
  ) {
    self.source = source
    self.target = target
    self.matching = matching
    self.transaction = transaction
    manifest = MergeManifest(home: source.home)
  }

  mutating func run() throws {
    manifest.items = try ids("SELECT id FROM items WHERE homeID = ?", from)
    try manifest.keepStayers(of: source.home.id, in: target, connection)
    try mergeHomePhotos()
    try mergePlaces()
    try mergeLabels()
    try mergePolicies()
    try mergePresets()
    try moveTemplates()
    try keepNamesOfItems()
    // Parts move after their owners, so that the hub finds the owners in place.
    for table in DeleteHome.tables.reversed() {
      try connection.execute(
        "UPDATE \(table.name) SET homeID = ? WHERE homeID = ?", to, from)
    }
    try source.home.delete(in: connection)
    transaction.combine("homes", source.home.id, into: RecordPlace(zone: target, id: target))
  }

  /// Sorted here, because SQLite would walk a whole table in the order of its ids instead.
  private func ids(_ sql: String, _ parameters: Value...) throws -> [RecordID] {
    try connection.query(sql, parameters) { $0.text(0) }.sorted()
  }

  /// Keeps names of items, after those of everything else, of which there is less.
  private mutating func keepNamesOfItems() throws {
    let names = try connection.query(
      """
      SELECT i.id, i.name FROM json_each(?) AS l CROSS JOIN items AS i ON i.id = l.value
      """, [IDList.value(manifest.items.prefix(MergeManifest.maxNames))]
    ) { ($0.text(0), $0.text(1)) }
    for (id, name) in names { manifest.keepName(name, of: id) }
  }

  /// Deletes a record that was combined with another of its kind.
  private func dissolve(_ record: some Record, into survivor: RecordID) throws {
    try record.delete(in: connection)
    transaction.combine(
      type(of: record).sql.table, record.id, into: RecordPlace(zone: target, id: survivor))
  }

  /// Adds photos after those the subject already has (D-MRG-13).
  private func append(_ photos: [Photo], to subject: Photo.Subject) throws {
    if isPlanted(.mergeForgetsPhotos) {
      for photo in photos { try photo.delete(in: connection) }
      return
    }
    var last = try Photo.of(subject, home: target, in: connection).last?.sortKey
    for photo in photos {
      let key = SortKey.between(last, nil)
      last = key
      var moved = photo
      (moved.homeID, moved.subject, moved.sortKey) = (target, subject, key)
      try moved.update(from: photo, in: connection)
    }
  }

  private mutating func mergeHomePhotos() throws {
    let photos = try Photo.of(.home, home: source.home.id, in: connection)
    manifest.homePhotos = photos.map(\.id)
    try append(photos, to: .home)
  }

  /// Two notes as one; `nil` if the second adds nothing, or both together are too long.
  private func joined(_ note: String, _ other: String) -> String? {
    guard !other.isEmpty, !note.contains(other) else { return nil }
    let both = note.isEmpty ? other : note + "\n\n" + other
    return both.count <= TextLimit.notes.maxCharacters ? both : nil
  }

  private mutating func mergePlaces() throws {
    for place in source.places {
      guard let survivor = matching.places[place.id] else { continue }
      var dissolved = MergeManifest.Dissolved(
        row: MergeManifest.Row(place), survivor: survivor)
      let photos = try Photo.of(.location(place.id), home: source.home.id, in: connection)
      dissolved.files = photos.map(\.id)
      try append(photos, to: .location(survivor))
      dissolved.items = try ids(
        "SELECT id FROM items WHERE homeID = ? AND locationID = ?", from,
        .text(place.id))
      try connection.execute(
        "UPDATE items SET homeID = ?, locationID = ? WHERE homeID = ? AND locationID = ?", to,
        .text(survivor), from, .text(place.id))
      if let old = try Location.find(survivor, in: connection),
        let note = joined(old.note, place.note)
      {
        var noted = old
        noted.note = note
        try noted.update(from: old, in: connection)
        dissolved.note = place.note
      }
      if let now = try Location.find(survivor, in: connection) { dissolved.compare(to: now) }
      manifest.dissolvedPlaces.append(dissolved)
    }
    for place in source.places where matching.places[place.id] == nil {
      var moved = place
      moved.homeID = target
      moved.parentID = place.parentID.map { matching.places[$0] ?? $0 }
      try moved.update(from: place, in: connection)
      manifest.places.append(place.id)
      manifest.keepName(place.name, of: place.id)
    }
    for place in source.placesFromRooms.reversed() {
      guard let survivor = matching.places[place.id] else { continue }
      // Templates refer to places too.
      try connection.execute(
        "UPDATE templates SET homeID = ?, locationID = ? WHERE homeID = ? AND locationID = ?", to,
        .text(survivor), from, .text(place.id))
      try dissolve(place, into: survivor)
    }
  }

  /// An item with two labels that become one has that label once (D-MRG-14).
  private mutating func mergeLabels() throws {
    var made: Set<RecordID> = []
    for label in source.labels {
      guard let survivor = matching.labels[label.id] else {
        manifest.labels.append(label.id)
        manifest.keepName(label.name, of: label.id)
        continue
      }
      let links = try ItemLabel.all(
        where: "homeID = ? AND labelID = ? ORDER BY itemID", [from, .text(label.id)],
        in: connection)
      for link in links {
        let moved = ItemLabel(homeID: target, itemID: link.itemID, labelID: survivor)
        // Inserted first, so that the survivor exists when the old row is dissolved.
        if made.insert(moved.id).inserted { try moved.insert(in: connection) }
        try dissolve(link, into: moved.id)
      }
      var dissolved = MergeManifest.Dissolved(
        row: MergeManifest.Row(label), survivor: survivor, items: links.map(\.itemID))
      if let now = try Label.find(survivor, in: connection) { dissolved.compare(to: now) }
      manifest.dissolvedLabels.append(dissolved)
      try dissolve(label, into: survivor)
    }
  }

  private mutating func mergePolicies() throws {
    for policy in source.policies {
      guard let survivor = matching.policies[policy.id],
        let old = try Policy.find(survivor, in: connection)
      else {
        manifest.policies.append(policy.id)
        manifest.keepName(policy.provider, of: policy.id)
        continue
      }
      var dissolved = MergeManifest.Dissolved(
        row: MergeManifest.Row(policy), survivor: survivor)
      dissolved.files = try ids(
        "SELECT id FROM attachments WHERE homeID = ? AND policyID = ?", from,
        .text(policy.id))
      try connection.execute(
        "UPDATE attachments SET homeID = ?, policyID = ? WHERE homeID = ? AND policyID = ?", to,
        .text(survivor), from, .text(policy.id))
      if let notes = joined(old.notes, policy.notes) {
        var noted = old
        noted.notes = notes
        try noted.update(from: old, in: connection)
        dissolved.note = policy.notes
      }
      if let now = try Policy.find(survivor, in: connection) { dissolved.compare(to: now) }
      manifest.dissolvedPolicies.append(dissolved)
      try dissolve(policy, into: survivor)
    }
  }

  private mutating func mergePresets() throws {
    for preset in source.presets {
      guard let survivor = matching.presets[preset.id],
        let old = try FieldPreset.find(survivor, in: connection)
      else {
        manifest.presets.append(preset.id)
        manifest.keepName(preset.name, of: preset.id)
        continue
      }
      if old.kind == .choice, preset.kind == .choice {
        var widened = old
        widened.choices += preset.choices.filter { !old.choices.contains($0) }
        if widened.choices.joined(separator: "\n").count <= TextLimit.notes.maxCharacters {
          try widened.update(from: old, in: connection)
        }
      }
      var dissolved = MergeManifest.Dissolved(row: MergeManifest.Row(preset), survivor: survivor)
      if let now = try FieldPreset.find(survivor, in: connection) { dissolved.compare(to: now) }
      manifest.dissolvedPresets.append(dissolved)
      try dissolve(preset, into: survivor)
    }
  }

  /// Moves the templates, with the places and labels that stand for their earlier ones.
  private mutating func moveTemplates() throws {
    manifest.templates = source.templates.map(\.id)
    for template in source.templates {
      manifest.keepName(template.name, of: template.id)
      guard let now = try ItemTemplate.find(template.id, in: connection) else { continue }
      var moved = now
      moved.homeID = target
      var labels: [RecordID] = []
      for label in template.content.labelIDs.map({ matching.labels[$0] ?? $0 })
      where !labels.contains(label) {
        labels.append(label)
      }
      moved.content.labelIDs = labels
      if labels != template.content.labelIDs {
        manifest.templateLabels[template.id] = MergeManifest.LabelChange(
          old: template.content.labelIDs, new: labels)
      }
      try moved.update(from: now, in: connection)
    }
  }
}
