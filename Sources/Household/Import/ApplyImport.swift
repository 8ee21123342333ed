import Importing
import Replica
import SQLite
import SyncProtocol

/// Writes an import plan: homes, places, labels, items with their fields and photos, policies.
///
/// All of it or nothing, in the one transaction. Rows that need fixing are left out, as the plan
/// said. Importing the same file again changes nothing.
package struct ApplyImport: Sendable {
  package var plan: ImportPlan
  /// The stored file of each photo in `plan.photos`, by entry name. One that is not here could not
  /// be stored and is left out.
  package var photos: [String: StoredPhoto]

  package enum Failure: Error, Equatable {
    /// The household has changed since the plan was made; look at the new one first.
    case stale(ImportPlan)
    case homeNotFound
    case readOnlyHome(ZoneID)
  }

  package struct Result: Equatable, Sendable {
    /// The homes that the file went to, as the plan lists them.
    package internal(set) var homeIDs: [ZoneID] = []
    package internal(set) var homeCount = 0
    package internal(set) var locationCount = 0
    package internal(set) var labelCount = 0
    package internal(set) var newItemCount = 0
    package internal(set) var updatedItemCount = 0
    package internal(set) var photoCount = 0
    package internal(set) var policyCount = 0
    /// For ``UndoImport``.
    package internal(set) var trace = ImportTrace()
  }

  package init(_ plan: ImportPlan, photos: [String: StoredPhoto] = [:]) {
    self.plan = plan
    self.photos = photos
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Result {
    let now = try ImportPlan(plan.document, plan.choices, in: transaction.connection)
    guard now == plan else { throw Failure.stale(now) }
    for home in plan.homes {
      guard let id = home.existingID else { continue }
      try transaction.requireWritable(
        id, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome(id))
    }
    for item in plan.items {
      guard case .updated(let id, _) = item.bucket,
        let home = try Item.find(id, in: transaction.connection)?.homeID
      else { continue }
      try transaction.requireWritable(
        home, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome(home))
    }
    var writer = ImportWriter(plan, photos, transaction)
    return try writer.write()
  }
}

/// Writes one plan. Holds the ids that its parts have been given.
private struct ImportWriter {
  let plan: ImportPlan
  let files: [String: StoredPhoto]
  let transaction: WriteTransaction
  var homes: [ZoneID] = []
  var locations: [RecordID] = []
  var labels: [RecordID] = []
  var result = ApplyImport.Result()
  var trace = ImportTraceWriter()

  init(_ plan: ImportPlan, _ files: [String: StoredPhoto], _ transaction: WriteTransaction) {
    self.plan = plan
    self.files = files
    self.transaction = transaction
  }

  private var connection: Connection { transaction.connection }

  mutating func write() throws -> ApplyImport.Result {
    for home in plan.homes { try write(home) }
    for location in plan.locations { try write(location) }
    for label in plan.labels { try write(label) }
    for item in plan.items {
      switch item.bucket {
      case .new: try insert(item)
      case .updated(let id, _): try update(item, id)
      case .unchanged, .needsFixing, .skipped: break
      }
    }
    for policy in plan.policies { try write(policy) }
    result.homeIDs = homes
    result.trace = try trace.finish(in: connection)
    return result
  }

  private mutating func write(_ planned: PlannedHome) throws {
    if let id = planned.existingID {
      homes.append(id)
      trace.photos += try write(planned.photos, of: .home, home: id).map(\.id)
      return
    }
    let id = transaction.newID()
    homes.append(id)
    // One that needs fixing takes nothing in.
    guard planned.problems.isEmpty else { return }
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
    label.colorIndex = (source?.colorHex.flatMap { PaletteColor(nearest: $0) } ?? .blue).rawValue
    labels.append(label.id)
    try label.insert(in: connection)
    result.labelCount += 1
    trace.labels.append(label.id)
  }

  private mutating func insert(_ planned: PlannedItem) throws {
    guard let homeIndex = planned.home else { return }
    let source = plan.document.items[planned.index]
    var details = planned.details
    details.locationID = planned.location.map { locations[$0] }
    let item = Item(
      id: transaction.newID(), homeID: homes[homeIndex], details: details,
      createdAt: max(0, source.createdAtMilliseconds ?? transaction.nowMilliseconds),
      createdBy: transaction.accountID, importSource: planned.source,
      importRef: planned.reference)
    try item.insert(in: connection)
    result.newItemCount += 1
    let itemLabels = planned.labels.map {
      ItemLabel(homeID: item.homeID, itemID: item.id, labelID: labels[$0])
    }
    for label in itemLabels { try label.insert(in: connection) }
    let fields = try planned.fields.enumerated().map { try insert($1, $0, item) }
    let photos = try write(planned.photos, of: .item(item.id), home: item.homeID)
    trace.items.append(
      .init(id: item.id, mark: item.fullMark(itemLabels, fields, photos)))
  }

  private mutating func update(_ planned: PlannedItem, _ id: RecordID) throws {
    guard let old = try Item.find(id, in: connection) else { return }
    var item = old
    item.setDetails(planned.details)
    item.details.locationID = planned.location.map { locations[$0] } ?? old.details.locationID
    try item.update(from: old, in: connection)
    result.updatedItemCount += 1
    var change = ImportTrace.Changed(id: id)
    change.noteColumns(of: item, over: old)
    let present = Set(try ItemLabel.of(item, in: connection).map(\.labelID))
    let names = Set(try present.compactMap { try Label.find($0, in: connection)?.nameKey })
    for label in planned.labels
    where !present.contains(labels[label])
      && !names.contains(NameKey.make(plan.labels[label].name))
    {
      let row = ItemLabel(homeID: item.homeID, itemID: id, labelID: labels[label])
      try row.insert(in: connection)
      change.addedLabels.append(row.id)
    }
    let fields = try ItemField.of(item, in: connection)
    for field in planned.fields {
      if let known = fields.first(where: { NameKey.make($0.name) == NameKey.make(field.name) }) {
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

  /// Adds the photos whose files the subject does not have yet, and returns them.
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
    // One policy of the file over several homes stays one.
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
