import Household
import Importing
import Replica
import SQLite
import SyncProtocol
import Things

/// What one person of a simulated household remembers between two steps.
final class HouseholdMemory {
  /// The form of an item that is open, with what it showed when it was opened.
  var form: (item: RecordID, shown: ItemDetails)?
  var bin: [UndoDelete] = []
  /// A merge that is to be taken back.
  var regretted: RecordID?
  /// The form of a policy that is open, with what it showed when it was opened.
  var policyForm: (policy: RecordID, shown: PolicyDetails)?
}

/// What people do in a simulated household: the shipping use cases with made-up input.
enum HouseholdAction: String, CaseIterable {
  case addItem, openForm, submitForm, renameItem, moveItem, moveItemHome, deleteItem, restoreItem
  case duplicateItem, setLabels, setFields, addLocation, editLocation, moveLocation, deleteLocation
  case addLabel, editLabel, deleteLabel, addPhoto, deletePhoto, reorderPhotos, renameHome, addHome
  case setPrimaryHome, editProfile, importSheet, addPolicy, openPolicy, submitPolicy, deletePolicy
  case startFresh

  /// How often each is chosen.
  static let weighted: [HouseholdAction] =
    allCases + [
      .addItem, .addItem, .addItem, .openForm, .openForm, .submitForm, .submitForm, .submitForm,
      .renameItem, .renameItem, .moveItem, .moveItem, .moveItemHome, .moveItemHome, .deleteItem,
      .deleteItem, .restoreItem, .restoreItem, .restoreItem, .setLabels, .setLabels, .addPhoto,
      .addPhoto, .addPhoto, .moveLocation, .deleteLocation, .editLocation, .editLabel,
      .deleteLabel, .setPrimaryHome, .setPrimaryHome, .addPolicy, .openPolicy,
      .submitPolicy,
    ]
}

/// One person at one device, about to do something in one home.
struct HouseholdPerson {
  let device: SimulatedDevice
  let memory: HouseholdMemory
  let home: ZoneID
  /// Homes that things can be moved to.
  let others: [ZoneID]

  /// Few names, and many that differ in case alone: so that they meet.
  static let names = [
    "Lamp", "lamp", "LAMP", "Küche", "KÜCHE", "Box 2", "box  2", "Shelf", "Straße",
  ]

  var name: String { device.random.pick(Self.names)! }
  var number: Int64 { Int64(device.random.number(0..<5000)) }

  func perform(_ action: HouseholdAction, _ transaction: WriteTransaction) throws {
    switch action {
    case .addItem, .openForm, .submitForm, .renameItem, .moveItem, .moveItemHome, .deleteItem,
      .restoreItem, .duplicateItem, .setLabels, .setFields:
      try performOnItem(action, transaction)
    case .addLocation, .editLocation, .moveLocation, .deleteLocation, .addLabel, .editLabel,
      .deleteLabel:
      try performOnPlace(action, transaction)
    case .addPhoto, .deletePhoto, .reorderPhotos: try performOnPhoto(action, transaction)
    case .addPolicy, .openPolicy, .submitPolicy, .deletePolicy:
      try performOnPolicy(action, transaction)
    case .renameHome:
      guard var details = try Home.find(home, in: transaction.connection)?.details else { return }
      details.name = name
      try EditHome(homeID: home, details: details)(transaction)
    case .addHome:
      var details = HomeDetails(name: name)
      details.currency = "EUR"
      try CreateHome(details, rooms: ["Kitchen", "Garage"])(transaction)
    case .setPrimaryHome: try SetPrimaryHome(homeID: home)(transaction)
    case .editProfile:
      try EditProfile(
        displayName: name, locale: "en-GB", timeZone: "UTC", currency: "GBP")(transaction)
    case .importSheet: try importSheet(transaction)
    case .startFresh: try StartFresh(keptID: home)(transaction)
    }
  }

  // MARK: Items

  private func performOnItem(_ action: HouseholdAction, _ transaction: WriteTransaction) throws {
    switch action {
    case .addItem:
      try AddItem(
        homeID: home, try details(), labelIDs: try labels(),
        fields: [CustomField(name: name, value: "\(number)")])(transaction)
      return
    case .submitForm: return try submitForm(transaction)
    case .restoreItem:
      guard let undo = memory.bin.popLast() else { return }
      try RestoreItem(undo)(transaction)
      return
    default: break
    }
    let db = transaction.connection
    guard let id = try device.pick("items", in: home), let item = try Item.find(id, in: db) else {
      return
    }
    switch action {
    case .openForm: memory.form = (id, item.details)
    case .renameItem:
      var details = item.details
      details.name = name
      try EditItem(itemID: id, details: details)(transaction)
    case .moveItem:
      try MoveItem(itemID: id, homeID: home, locationID: try place())(transaction)
    case .moveItemHome:
      guard let other = device.random.pick(others) else { return }
      let place = try device.random.chance(0.5) ? device.pick("locations", in: other) : nil
      try MoveItem(itemID: id, homeID: other, locationID: place)(transaction)
    case .deleteItem:
      memory.bin.append(try DeleteItem(itemID: id)(transaction))
      // Somebody clears out a room, and may want the item back all the same.
      if let place = item.details.locationID, device.random.chance(0.5) {
        try DeleteLocation(locationID: place)(transaction)
      }
    case .duplicateItem:
      let labels = Set(
        try ItemLabel.all(where: "itemID = ?", [.text(id)], in: db).map(\.labelID))
      try AddItem(homeID: item.homeID, item.details, labelIDs: labels)(transaction)
    case .setLabels: try SetItemLabels(itemID: id, labelIDs: try labels())(transaction)
    default:
      let old = try ItemField.all(where: "itemID = ? ORDER BY id", [.text(id)], in: db)
      var fields = old.map { CustomField(id: $0.id, name: $0.name, value: $0.value) }
      fields.shuffle(using: &device.random)
      if device.random.chance(0.3) { _ = fields.popLast() }
      fields.append(CustomField(name: name, value: "\(number)"))
      try SetItemFields(itemID: id, fields: fields)(transaction)
    }
  }

  /// Sends a form that may have been open for long, and checks that it changes what its person has
  /// changed, and nothing that somebody else has changed meanwhile.
  private func submitForm(_ transaction: WriteTransaction) throws {
    guard let (id, shown) = memory.form,
      let before = try Item.find(id, in: transaction.connection)
    else { return }
    memory.form = nil
    var details = shown
    switch device.random.number(0..<5) {
    case 0: details.name = name
    case 1: details.priceMinor = device.random.chance(0.2) ? nil : number
    case 2: details.quantity = number
    case 3: details.isArchived.toggle()
    default: details.notes = "\(device.name) \(number)"
    }
    let after = try EditItem(itemID: id, details: details, base: shown)(transaction)
    var (opened, sent) = (before, before)
    (opened.details, sent.details) = (shown, details)
    for (index, column) in Item.sql.columns.enumerated() where column != "nameKey" {
      let isEdited = opened.values[index] != sent.values[index]
      try require(
        after.values[index] == (isEdited ? sent : before).values[index],
        "a form changes what its person changed", "\(device.name) \(id).\(column)")
    }
  }

  func details() throws -> ItemDetails {
    var details = ItemDetails(name: name, currency: device.random.pick(["EUR", "JPY"])!)
    details.locationID = try place()
    details.priceMinor = device.random.chance(0.3) ? nil : number
    details.quantity = Int64(device.random.number(0..<4))
    details.serial = "S\(number)"
    return details
  }

  func place() throws -> RecordID? {
    try device.random.chance(0.7) ? device.pick("locations", in: home) : nil
  }

  func labels() throws -> Set<RecordID> {
    Set(
      try (0..<device.random.number(0..<4)).compactMap { _ in
        try device.pick("labels", in: home)
      })
  }

  // MARK: Places and labels

  private func performOnPlace(_ action: HouseholdAction, _ transaction: WriteTransaction) throws {
    switch action {
    case .addLocation:
      try AddLocation(homeID: home, parentID: try place(), LocationDetails(name: name))(transaction)
      return
    case .addLabel:
      try AddLabel(homeID: home, LabelDetails(name: name))(transaction)
      return
    default: break
    }
    let isLabel = action == .editLabel || action == .deleteLabel
    guard let id = try device.pick(isLabel ? "labels" : "locations", in: home) else { return }
    switch action {
    case .editLocation:
      try EditLocation(locationID: id, details: LocationDetails(name: name))(transaction)
    case .moveLocation: try MoveLocation(locationID: id, parentID: try place())(transaction)
    case .deleteLocation: try DeleteLocation(locationID: id)(transaction)
    case .editLabel: try EditLabel(labelID: id, details: LabelDetails(name: name))(transaction)
    default: try DeleteLabel(labelID: id)(transaction)
    }
  }

  // MARK: Photos

  private func performOnPhoto(_ action: HouseholdAction, _ transaction: WriteTransaction) throws {
    let subject = try subject()
    let present = try Photo.of(subject, home: home, in: transaction.connection).map(\.id)
    switch action {
    case .addPhoto:
      let digit = device.random.pick(Array("0123456789abcdef"))!
      try AddPhoto(
        homeID: home, subject: subject,
        file: StoredPhoto(
          blobHash: String(repeating: digit, count: 64), byteCount: number + 1, kind: .jpeg,
          width: 40, height: 30))(transaction)
    case .deletePhoto:
      guard let id = device.random.pick(present) else { return }
      try DeletePhoto(photoID: id)(transaction)
    default:
      let order = present.shuffled(using: &device.random)
      try ReorderPhotos(homeID: home, subject: subject, photoIDs: order)(transaction)
    }
  }

  private func subject() throws -> Photo.Subject {
    let table = device.random.pick(["items", "items", "locations", "homes"])!
    guard table != "homes", let id = try device.pick(table, in: home) else { return .home }
    return table == "items" ? .item(id) : .location(id)
  }

  // MARK: Importing

  /// Imports a small sheet, often one that was imported before, and checks that importing it once
  /// more would change nothing.
  private func importSheet(_ transaction: WriteTransaction) throws {
    var document = ImportDocument(format: .homebox)
    document.itemFields = [.name, .quantity, .labels, .location, .reference]
    let line = SourceLine(file: "sheet.csv", line: 1)
    for row in 0..<device.random.number(1..<4) {
      var item = ImportedItem(source: line)
      item.reference = SourceReference(
        system: .homeboxReference, key: "R\(device.random.number(0..<3) * 3 + row)")
      item.name = name
      item.quantity = Int(number)
      item.labelNames = [name]
      item.locationPath = device.random.chance(0.7) ? [name, "Inner"] : []
      document.items.append(item)
    }
    for item in document.items {
      for label in item.labelNames where !document.labels.contains(where: { $0.name == label }) {
        document.labels.append(ImportedLabel(source: line, name: label))
      }
      for count in 1..<(item.locationPath.count + 1) {
        let path = Array(item.locationPath.prefix(count))
        guard !document.locations.contains(where: { $0.path == path }) else { continue }
        document.locations.append(ImportedLocation(source: line, path: path))
      }
    }
    for index in document.items.indices where !document.items[index].locationPath.isEmpty {
      let path = document.items[index].locationPath
      document.items[index].locationIndex = document.locations.firstIndex { $0.path == path }
    }
    let choices = ImportChoices(homeID: home, currency: "EUR")
    let plan = try ImportPlan(document, choices, in: transaction.connection)
    try ApplyImport(plan)(transaction)
    let again = try ImportPlan(document, choices, in: transaction.connection)
    try require(again.isEmpty, "importing a sheet again changes nothing", "\(again.items)")
  }
}
