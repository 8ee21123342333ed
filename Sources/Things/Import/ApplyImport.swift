import Household
import Importing
import Replica
import SQLite
import SyncProtocol
import Values

/// Writes an import plan, or one part of it: homes, places, labels, items with their fields and
/// photos, policies.
///
/// The part is written completely or not at all. Rows that need fixing are left out, as the plan
/// says. Importing the same file again changes nothing.
package struct ApplyImport: Sendable {
  package var plan: ImportPlan
  /// The stored file of each photo in `plan.photos`, by entry name. A photo without one could not
  /// be stored, and is left out.
  package var photos: [String: StoredPhoto]
  package var part: ImportPart
  /// The ids that earlier parts have created or found.
  package var ids: ImportedIDs
  /// Whether the caller knows that nothing has changed since the plan was made; if so, the first
  /// part does not make it again to compare.
  package var isCurrent = false

  package enum Failure: Error, Equatable {
    /// The household has changed since the plan was made; carries the new plan, to be shown first.
    case stale(ImportPlan)
    case homeNotFound
    case readOnlyHome(ZoneID)
  }

  package struct Result: Equatable, Sendable {
    /// The ids of homes, places and labels, for the parts that follow.
    package internal(set) var ids = ImportedIDs()
    package internal(set) var homeCount = 0
    package internal(set) var locationCount = 0
    package internal(set) var labelCount = 0
    package internal(set) var newItemCount = 0
    package internal(set) var updatedItemCount = 0
    package internal(set) var photoCount = 0
    package internal(set) var policyCount = 0
    /// Receipts and other papers; only archives of a household have any.
    package internal(set) var paperCount = 0
    /// For ``UndoImport``.
    package internal(set) var trace = ImportTrace()

    package init() {}

    /// The homes that the file's rows went to, in the plan's order.
    package var homeIDs: [ZoneID] { ids.homes }

    /// Adds the result of a later part.
    package mutating func add(_ part: Result) {
      ids = part.ids
      homeCount += part.homeCount
      locationCount += part.locationCount
      labelCount += part.labelCount
      newItemCount += part.newItemCount
      updatedItemCount += part.updatedItemCount
      photoCount += part.photoCount
      policyCount += part.policyCount
      paperCount += part.paperCount
      trace.add(part.trace)
    }
  }

  /// - Parameters:
  ///   - part: the part to write now; `nil` for the whole plan.
  ///   - ids: returned by the parts before.
  package init(
    _ plan: ImportPlan, photos: [String: StoredPhoto] = [:], part: ImportPart? = nil,
    ids: ImportedIDs = ImportedIDs()
  ) {
    self.plan = plan
    self.photos = photos
    self.part = part ?? .whole(plan)
    self.ids = ids
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Result {
    if part.isFirst, !isCurrent {
      let now = try ImportPlan(plan.document, plan.choices, in: transaction.connection)
      guard now == plan else { throw Failure.stale(now) }
    }
    // Before the first part, homes that the plan creates do not exist yet.
    for id in part.isFirst ? plan.homes.compactMap(\.existingID) : writtenHomes {
      try transaction.requireWritable(
        id, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome(id))
    }
    for item in part.isFirst ? plan.items[...] : plan.items[part.items] {
      guard case .updated(let id, _) = item.bucket,
        let home = try Item.find(id, in: transaction.connection)?.homeID
      else { continue }
      try transaction.requireWritable(
        home, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome(home))
    }
    var writer = try ImportWriter(self, transaction)
    return try writer.write()
  }

  /// The homes that parts after the first write to.
  private var writtenHomes: [ZoneID] {
    zip(plan.homes, ids.homes).compactMap { $0.problems.isEmpty && $0.isNeeded ? $1 : nil }
  }
}

/// Writes one part of a plan, and keeps the ids given to homes, places and labels.
private struct ImportWriter {
  let plan: ImportPlan
  let files: [String: StoredPhoto]
  let part: ImportPart
  let transaction: WriteTransaction
  var homes: [ZoneID] = []
  var locations: [RecordID] = []
  var labels: [RecordID] = []
  var result = ApplyImport.Result()
  var trace = ImportTraceWriter()
  /// Places and labels that existed when this part began; somebody may have deleted some since the
  /// first part. `nil` in the first part, which has just created or found them all.
  private var present: Set<RecordID>?

  init(_ import: ApplyImport, _ transaction: WriteTransaction) throws {
    (plan, files, part) = (`import`.plan, `import`.photos, `import`.part)
    self.transaction = transaction
    let ids = `import`.ids
    (homes, locations, labels) = (ids.homes, ids.locations, ids.labels)
    guard !part.isFirst else { return }
    var present: Set<RecordID> = []
    for home in Set(ids.homes) {
      for table in ["locations", "labels"] {
        try transaction.connection.forEach(
          "SELECT id FROM \(table) WHERE homeID = ?", [.text(home)]
        ) { present.insert($0.text(0)) }
      }
    }
    self.present = present
  }

  private var connection: Connection { transaction.connection }

  mutating func write() throws -> ApplyImport.Result {
    if part.isFirst {
      for home in plan.homes { try write(home) }
      for location in plan.locations { try write(location) }
      for label in plan.labels { try write(label) }
    }
    for item in plan.items[part.items] {
      switch item.bucket {
      case .new: try insert(item)
      case .updated(let id, _): try update(item, id)
      case .unchanged, .needsFixing, .skipped: break
      }
    }
    if part.isLast { for policy in plan.policies { try write(policy) } }
    result.ids.homes = homes
    result.ids.locations = locations
    result.ids.labels = labels
    result.trace = try trace.finish(in: connection)
    return result
  }

  /// The place of a planned item; `nil` if it has none, or if somebody has deleted it meanwhile.
  private func location(of planned: PlannedItem) -> RecordID? {
    let id = planned.location.map { locations[$0] }
    guard let id, let present else { return id }
    return present.contains(id) ? id : nil
  }

  /// The labels of a planned item that still exist.
  private func labels(of planned: PlannedItem) -> [Int] {
    guard let present else { return planned.labels }
    return planned.labels.filter { present.contains(labels[$0]) }
  }

  private mutating func write(_ planned: PlannedHome) throws {
    if let id = planned.existingID {
      homes.append(id)
      trace.photos += try write(planned.photos, of: .home, home: id).map(\.id)
      return
    }
    let id = transaction.newID()
    homes.append(id)
    // A home that needs fixing takes no rows.
    guard planned.problems.isEmpty, planned.isNeeded else { return }
    var home = Home(id: id, name: planned.name, createdAt: transaction.nowMilliseconds)
    if let index = planned.index {
      let source = plan.document.homes[index]
      var check = InputCheck()
      home.details = check.home(source.details(currency: plan.choices.currency))
      home.importSource = source.reference?.system.rawValue
      home.importRef = source.reference?.key
    }
    home.defaultsVersion = HomeDefaults.version
    try home.insert(in: connection)
    result.homeCount += 1
    trace.homes.append(id)
    try write(planned.photos, of: .home, home: id)
  }

  private mutating func write(_ planned: PlannedLocation) throws {
    let home = homes[planned.home]
    if let id = planned.existingID {
      locations.append(id)
      trace.photos += try write(planned.photos, of: .location(id), home: home).map(\.id)
      return
    }
    let id = transaction.newID()
    locations.append(id)
    guard plan.homes[planned.home].problems.isEmpty else { return }
    let source = planned.source.map { plan.document.locations[$0] }
    var location = Location(
      id: id, homeID: home, parentID: planned.parent.map { locations[$0] },
      kind: planned.parent == nil ? .room : .container,
      name: InputText.line(planned.path.last ?? ""), createdAt: transaction.nowMilliseconds)
    location.note = InputText.lines(source?.note ?? "")
    location.importSource = source?.reference?.system.rawValue
    location.importRef = source?.reference?.key
    try location.insert(in: connection)
    result.locationCount += 1
    trace.locations.append(id)
    try write(planned.photos, of: .location(id), home: home)
  }

  private mutating func write(_ planned: PlannedLabel) throws {
    if let id = planned.existingID {
      labels.append(id)
      return
    }
    let home = homes[planned.home]
    let source = planned.source.map { plan.document.labels[$0] }
    var label = Label(
      id: transaction.newID(), homeID: home, name: planned.name,
      createdAt: transaction.nowMilliseconds)
    var check = InputCheck()
    let emoji = check.emoji(source?.emoji ?? "")
    label.emoji = check.problems.isEmpty ? emoji : ""
    label.note = InputText.lines(source?.description ?? "")
    label.colorIndex = (source?.colorHex.flatMap { PaletteColour(nearest: $0) } ?? .blue).rawValue
    labels.append(label.id)
    try label.insert(in: connection)
    result.labelCount += 1
    trace.labels.append(label.id)
  }

  private mutating func insert(_ planned: PlannedItem) throws {
    guard let homeIndex = planned.home, try !isThere(planned, homeIndex) else { return }
    let createdAt = plan.document.items[planned.index].createdAtMilliseconds
    var details = planned.details
    details.locationID = location(of: planned)
    var item = Item(
      id: transaction.newID(), homeID: homes[homeIndex], details: details,
      createdAt: (createdAt ?? transaction.nowMilliseconds).clamped(to: TimeLimit.milliseconds),
      createdBy: transaction.accountID, importSource: planned.source,
      importRef: planned.reference)
    item.lastSeenOn = planned.lastSeenOn
    try item.insert(in: connection)
    result.newItemCount += 1
    let itemLabels = labels(of: planned).map {
      ItemLabel(homeID: item.homeID, itemID: item.id, labelID: labels[$0])
    }
    for label in itemLabels { try label.insert(in: connection) }
    let fields = try planned.fields.enumerated().map { try insert($1, $0, item) }
    let photos = try write(planned.photos, of: .item(item.id), home: item.homeID)
    trace.items.append(
      .init(id: item.id, mark: item.fullMark(itemLabels, fields, photos)))
  }

  /// Whether somebody has imported the item since the plan was made. In the first part always
  /// false: the plan was compared just before.
  private func isThere(_ planned: PlannedItem, _ homeIndex: Int) throws -> Bool {
    guard !part.isFirst, plan.homes[homeIndex].existingID != nil else { return false }
    return try connection.first(
      "SELECT 1 FROM items WHERE homeID = ? AND importSource = ? AND importRef = ?",
      .text(homes[homeIndex]), .text(planned.source), .text(planned.reference)
    ) { _ in true } ?? false
  }

  private mutating func update(_ planned: PlannedItem, _ id: RecordID) throws {
    // Changes and deletions made by others since the plan was made are kept.
    guard let old = try Item.find(id, in: connection), let shown = planned.before else { return }
    var wanted = shown.item
    wanted.setDetails(planned.details)
    wanted.lastSeenOn = planned.lastSeenOn
    wanted.details.locationID = location(of: planned) ?? shown.item.details.locationID
    let item = try wanted.update(from: shown.item, over: old, in: connection)
    result.updatedItemCount += 1
    var change = ImportTrace.Changed(id: id)
    change.noteColumns(of: item, over: old)
    let present = Set(try ItemLabel.of(item, in: connection).map(\.labelID))
    let names = Set(try present.compactMap { try Label.find($0, in: connection)?.nameKey })
    for label in labels(of: planned)
    where !present.contains(labels[label])
      && !names.contains(NameKey.make(plan.labels[label].name))
    {
      let row = ItemLabel(homeID: item.homeID, itemID: id, labelID: labels[label])
      try row.insert(in: connection)
      change.addedLabels.append(row.id)
    }
    let fields = try ItemField.of(item, in: connection)
    for (field, known) in zip(planned.fields, ItemField.known(planned.fields, among: fields)) {
      if let known {
        guard known.value != field.value else { continue }
        var changed = known
        changed.value = field.value
        try changed.update(from: known, in: connection)
        change.oldFields[known.id] = known.value
      } else {
        change.addedFields.append(try insert(field, fields.count, item).id)
      }
    }
    change.addedPhotos = try write(planned.photos, of: .item(id), home: item.homeID).map(\.id)
    trace.changedItems.append(change)
  }

  private func insert(_ field: CustomField, _ position: Int, _ item: Item) throws -> ItemField {
    let row = ItemField(
      id: transaction.newID(), homeID: item.homeID, itemID: item.id, name: field.name,
      value: field.value, sortOrder: position)
    try row.insert(in: connection)
    return row
  }

  /// Adds the photos whose files the subject does not have yet, and returns the new rows.
  @discardableResult
  private mutating func write(
    _ photos: [ImportedPhoto], of subject: Photo.Subject, home: ZoneID
  ) throws -> [Photo] {
    guard !photos.isEmpty else { return [] }
    var added: [Photo] = []
    let present = try Photo.of(subject, home: home, in: connection)
    var hashes = Set(present.map(\.blobHash))
    var last = present.last?.sortKey
    var count = present.count
    for photo in photos where count < Photo.maxPerSubject {
      guard let file = files[photo.entryName], hashes.insert(file.blobHash).inserted else {
        continue
      }
      let row = Photo(
        id: transaction.newID(), homeID: home, subject: subject, file: file,
        sortKey: SortKey.between(last, nil), createdAt: transaction.nowMilliseconds,
        createdBy: transaction.accountID)
      try row.insert(in: connection)
      (last, count) = (row.sortKey, count + 1)
      result.photoCount += 1
      added.append(row)
    }
    return added
  }

  private mutating func write(_ planned: PlannedPolicy) throws {
    guard planned.existingID == nil, planned.problems.isEmpty,
      plan.homes[planned.home].problems.isEmpty
    else { return }
    let source = plan.document.policies[planned.index]
    let id = transaction.newID()
    var policy = Policy(
      id: id, homeID: homes[planned.home], provider: InputText.line(source.providerName),
      currency: source.currencies.first ?? plan.choices.currency,
      createdAt: transaction.nowMilliseconds)
    // A policy that covers several homes stays one policy.
    policy.policyKey = source.reference.map { UUIDs.v5("policy", $0.key) } ?? id
    policy.policyNumber = InputText.line(source.policyNumber)
    policy.amounts = source.amounts
    policy.startsOn = source.startDate
    policy.endsOn = source.endDate
    policy.notes = source.note
    policy.importSource = source.reference?.system.rawValue
    policy.importRef = source.reference?.key
    try policy.insert(in: connection)
    result.policyCount += 1
    trace.policies.append(id)
  }
}
