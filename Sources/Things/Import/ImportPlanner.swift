import Household
import Importing
import SQLite
import SyncProtocol

/// Compares a document with the household and decides what importing it would do. Writes nothing.
struct ImportPlanner {
  private struct PlaceKey: Hashable {
    let home: Int
    let path: [String]
  }

  private struct LabelKey: Hashable {
    let home: Int
    let nameKey: String
  }

  let connection: Connection
  let document: ImportDocument
  var plan: ImportPlan
  /// The plan's index of each of the document's homes; the key `nil` is the chosen home.
  private var homeIndexes: [Int?: Int] = [:]
  private var placeIndexes: [PlaceKey: Int] = [:]
  private var labelIndexes: [LabelKey: Int] = [:]
  private var documentLocations: [PlaceKey: Int] = [:]
  private var documentLabels: [String: Int] = [:]
  /// How often rows with the same content and no id have occurred.
  var occurrences: [String: Int] = [:]
  var parentNames: [SourceReference: String] = [:]

  static func plan(
    _ document: ImportDocument, _ choices: ImportChoices, in connection: Connection,
    check: () throws -> Void
  ) throws -> ImportPlan {
    var planner = ImportPlanner(document, choices, connection)
    try planner.run(check)
    return planner.plan
  }

  private init(
    _ document: ImportDocument, _ choices: ImportChoices, _ connection: Connection
  ) {
    self.document = document
    self.connection = connection
    plan = ImportPlan(document: document, choices: choices)
    for (index, label) in document.labels.enumerated() {
      let key = NameKey.make(label.name)
      if documentLabels[key] == nil { documentLabels[key] = index }
    }
    for item in document.items {
      if let reference = item.reference { parentNames[reference] = item.name }
    }
  }

  /// Every so many items it is asked whether to go on.
  private static let itemsPerCheck = 500

  private mutating func run(_ check: () throws -> Void) throws {
    for index in document.homes.indices { try planHome(index) }
    for (index, location) in document.locations.enumerated() {
      guard let home = try homeIndex(location.homeIndex) else { continue }
      let key = PlaceKey(home: home, path: location.path.map(NameKey.make))
      let known = documentLocations[key]
      // A place's own row says more than rows that only name the place.
      if known.map({ document.locations[$0].isImplied }) ?? true { documentLocations[key] = index }
    }
    // Places that only items name are created for items that come, and such items report problems.
    for location in document.locations
    where !location.isImplied && !location.problems.contains(where: \.isBlocking) {
      guard let home = try homeIndex(location.homeIndex) else { continue }
      if try locationIndex(location.path, home: home) == nil {
        refuse(location.source, location.name, location.check())
      }
    }
    for (index, item) in document.items.enumerated() {
      if index.isMultiple(of: Self.itemsPerCheck) { try check() }
      try planItem(index, item)
    }
    try planUnusedLabels()
    for (index, policy) in document.policies.enumerated() { try planPolicy(index, policy) }
    noteUnneededHomes()
  }

  private mutating func noteUnneededHomes() {
    var needed = Set(plan.items.filter { $0.bucket.isWritten }.compactMap(\.home))
    needed.formUnion(plan.locations.map(\.home))
    needed.formUnion(plan.labels.map(\.home))
    needed.formUnion(plan.policies.map(\.home))
    for (index, home) in plan.homes.enumerated() where home.existingID == nil {
      let hasRow = home.index.map { !document.homes[$0].isImplied } ?? false
      plan.homes[index].isNeeded = hasRow || needed.contains(index)
    }
  }

  /// Adds labels that no item has to the home of rows that name none, if there are such rows, and
  /// otherwise to the first home of the file: they are no reason to create another home.
  private mutating func planUnusedLabels() throws {
    let used = Set(plan.labels.map { NameKey.make($0.name) })
    let ofFile = plan.homes.firstIndex { $0.index != nil && $0.problems.isEmpty }
    for label in document.labels
    where !label.isImplied && !label.problems.contains(where: \.isBlocking) {
      if used.contains(NameKey.make(label.name)) { continue }
      let chosen = document.needsHome ? try homeIndex(nil) : nil
      guard let home = chosen ?? ofFile ?? plan.homes.indices.first else { return }
      if try labelIndex(label.name, home: home) == nil {
        refuse(label.source, label.name, label.check())
      }
    }
  }

  private mutating func refuse(_ source: SourceLine, _ name: String, _ problems: [InputProblem]) {
    plan.refused += problems.map { RefusedRow(source: source, name: name, problem: $0) }
  }

  // MARK: Homes

  private mutating func planHome(_ index: Int) throws {
    let home = document.homes[index]
    let existing = try plan.choices.homes[index] ?? existingHome(home)
    var check = InputCheck()
    if existing == nil { _ = check.home(home.details(currency: plan.choices.currency)) }
    let photos = try existing.map { try missingPhotos(home.photos, of: .home, home: $0) }
    if !home.isImplied { refuse(home.source, home.name, check.problems) }
    homeIndexes[index] = plan.homes.count
    plan.homes.append(
      PlannedHome(
        index: index, name: home.name, existingID: existing, photos: photos ?? home.photos,
        problems: check.problems))
  }

  private func existingHome(_ home: ImportedHome) throws -> ZoneID? {
    if let reference = home.reference {
      let known = try connection.first(
        "SELECT id FROM homes WHERE importSource = ? AND importRef = ? ORDER BY id LIMIT 1",
        .text(reference.system.rawValue), .text(reference.key)
      ) { $0.text(0) }
      if let known { return known }
      // An export that Hearth wrote for MovingBox has Hearth's own ids.
      if reference.system == .movingBox, let own = try Home.find(reference.key, in: connection) {
        return own.id
      }
    }
    return try connection.first(
      "SELECT id FROM homes WHERE nameKey = ? ORDER BY createdAt, id LIMIT 1",
      .text(NameKey.make(home.name))
    ) { $0.text(0) }
  }

  /// The plan's home for one of the document's, or for rows that name none (`nil`).
  ///
  /// Returns `nil` if no home has been chosen for such rows, or if the chosen one is gone.
  mutating func homeIndex(_ index: Int?) throws -> Int? {
    if let known = homeIndexes[index] { return known }
    guard index == nil, let home = try chosenHome() else { return nil }
    homeIndexes[nil] = plan.homes.count
    plan.homes.append(home)
    return homeIndexes[nil]
  }

  /// The home for rows that name none.
  private func chosenHome() throws -> PlannedHome? {
    if let chosen = plan.choices.homeID {
      return try Home.find(chosen, in: connection).map { home in
        PlannedHome(index: nil, name: home.name, existingID: home.id, photos: [], problems: [])
      }
    }
    guard let name = plan.choices.newHomeName else { return nil }
    var check = InputCheck()
    let details = check.home(HomeDetails(name: name))
    return PlannedHome(
      index: nil, name: details.name, existingID: nil, photos: [], problems: check.problems)
  }

  // MARK: Places and labels

  /// The plan's place at a path, planning the places around it first. `nil` for a path that is too
  /// deep, or whose names or notes cannot be stored.
  mutating func locationIndex(_ path: [String], home: Int) throws -> Int? {
    guard !path.isEmpty, path.count <= Location.maxDepth else { return nil }
    let key = PlaceKey(home: home, path: path.map(NameKey.make))
    if let known = placeIndexes[key] { return known }
    let source = documentLocations[key]
    var check = InputCheck()
    _ = check.name(path[path.count - 1])
    _ = check.lines(source.map { document.locations[$0].note } ?? "", .note)
    guard check.problems.isEmpty else { return nil }
    var parent: Int?
    if path.count > 1 {
      parent = try locationIndex(Array(path.dropLast()), home: home)
      if parent == nil { return nil }
    }
    let existing = try existingLocation(
      key.path[key.path.count - 1], parent: parent, home: home,
      reference: source.flatMap { document.locations[$0].reference })
    var photos = source.map { document.locations[$0].photos } ?? []
    if let existing, let homeID = plan.homes[home].existingID {
      photos = try missingPhotos(photos, of: .location(existing), home: homeID)
    }
    let index = plan.locations.count
    plan.locations.append(
      PlannedLocation(
        home: home, parent: parent, path: path, existingID: existing, source: source,
        photos: photos))
    placeIndexes[key] = index
    return index
  }

  private func existingLocation(
    _ nameKey: String, parent: Int?, home: Int, reference: SourceReference?
  ) throws -> RecordID? {
    guard let homeID = plan.homes[home].existingID else { return nil }
    if let reference {
      let known = try connection.first(
        """
        SELECT id FROM locations WHERE homeID = ? AND importSource = ? AND importRef = ?
          ORDER BY id LIMIT 1
        """, .text(homeID), .text(reference.system.rawValue), .text(reference.key)
      ) { $0.text(0) }
      if let known { return known }
    }
    var parentID: RecordID?
    if let parent {
      guard let known = plan.locations[parent].existingID else { return nil }
      parentID = known
    }
    return try Location.sibling(
      named: nameKey, parent: parentID, home: homeID, except: nil, in: connection)
  }

  /// The plan's label with this name; `nil` if it cannot be stored.
  mutating func labelIndex(_ name: String, home: Int) throws -> Int? {
    let nameKey = NameKey.make(name)
    let key = LabelKey(home: home, nameKey: nameKey)
    if let known = labelIndexes[key] { return known }
    let source = documentLabels[nameKey]
    var check = InputCheck()
    check.label(name, source.map { document.labels[$0].description } ?? "")
    guard check.problems.isEmpty else { return nil }
    let existing = try plan.homes[home].existingID.flatMap {
      try Label.named(nameKey, home: $0, in: connection)?.id
    }
    labelIndexes[key] = plan.labels.count
    plan.labels.append(
      PlannedLabel(
        home: home, name: InputText.line(name), existingID: existing, source: source))
    return plan.labels.count - 1
  }

  /// The photos to add, or none if the subject already has as many as the file: importing again
  /// adds none. Only `ApplyImport` knows the stored files, and compares them one by one.
  func missingPhotos(
    _ photos: [ImportedPhoto], of subject: Photo.Subject, home: ZoneID
  ) throws -> [ImportedPhoto] {
    guard !photos.isEmpty else { return [] }
    let present = try Photo.of(subject, home: home, in: connection).count
    return present >= photos.count ? [] : photos
  }

  // MARK: Policies

  private mutating func planPolicy(_ index: Int, _ policy: ImportedPolicy) throws {
    let homes: [Int?] = policy.homeIndexes.isEmpty ? [nil] : policy.homeIndexes.map { $0 }
    let isUnreadable = policy.problems.contains(where: \.isBlocking)
    let problems = isUnreadable ? [] : policy.check()
    refuse(policy.source, policy.providerName, problems)
    for documentHome in homes {
      guard let home = try homeIndex(documentHome) else { continue }
      var existing: RecordID?
      if let homeID = plan.homes[home].existingID {
        existing = try Policy.all(where: "homeID = ?", [.text(homeID)], in: connection).first {
          if let reference = policy.reference {
            return $0.id == reference.key
              || $0.importSource == reference.system.rawValue && $0.importRef == reference.key
          }
          return $0.nameKey == NameKey.make(policy.providerName)
            && $0.policyNumber == policy.policyNumber
        }?.id
      }
      plan.policies.append(
        PlannedPolicy(
          index: index, home: home, existingID: existing,
          problems: isUnreadable ? [InputProblem(field: .name, reason: .missing)] : problems))
    }
  }
}

extension ImportPlan {
  /// Makes the plan.
  ///
  /// - Parameters:
  ///   - connection: in a read transaction, so that the plan is of one moment.
  ///   - check: throws when nobody waits for the plan any more; it is called again and again.
  package init(
    _ document: ImportDocument, _ choices: ImportChoices, in connection: Connection,
    check: () throws -> Void = {}
  ) throws {
    self = try ImportPlanner.plan(document, choices, in: connection, check: check)
  }
}
