import FoundationEssentials
import Household
import Replica
import SyncProtocol
import Things
import Values

/// A made-up home for the demonstration.
package struct DemoHome: Sendable {
  package let name: String
  let emoji: String
  let color: PaletteColour
  let note: String
  let address: Home.Address
  let currency: String
  /// Names of rooms that a new home is offered.
  package let rooms: Set<String>
  package let items: [DemoItem]
  let policies: [Policy]
  package let upkeep: [Upkeep]

  /// A recurring maintenance task of an item; days are relative to today.
  package struct Upkeep: Sendable {
    /// The item's name.
    package var item: String
    var title: String
    var everyMonths: Int
    var doneDays: Int
    var costMajor: Int64?
  }

  /// An insurance policy; days are relative to today.
  struct Policy: Sendable {
    var provider: String
    var number: String
    var contentsMajor: Int64
    var liabilityMajor: Int64
    var deductibleMajor: Int64
    var beganDays: Int
    var endsDays: Int
  }

  /// The homes in the order in which they are created; the first becomes the primary one.
  package static let all = [flat, cabin, storage]

  package static let flat = DemoHome(
    name: "Lime Street flat", emoji: "🏢", color: .blue,
    note: "Third floor, lift in the back yard. Meter readings every March.",
    address: address("Lime Street 12", "10437", "Berlin"), currency: "EUR",
    rooms: [
      "Living Room", "Dining Room", "Kitchen", "Bedroom", "Children's Room", "Bathroom", "Hallway",
      "Home Office", "Storage Room", "Basement",
    ],
    items: items(flatItems),
    policies: [
      Policy(
        provider: "Example Mutual", number: "HC-2041-7786", contentsMajor: 65_000,
        liabilityMajor: 1_000_000, deductibleMajor: 250, beganDays: -323, endsDays: 42)
    ],
    upkeep: [
      Upkeep(item: "Espresso machine", title: "Descale", everyMonths: 3, doneDays: -96),
      Upkeep(
        item: "Washing machine", title: "Clean the lint filter", everyMonths: 6, doneDays: -160),
      Upkeep(
        item: "City bicycle", title: "Service and brake pads", everyMonths: 12, doneDays: -351,
        costMajor: 95),
    ])

  package static let cabin = DemoHome(
    name: "Lake cabin", emoji: "🛶", color: .green,
    note: "Key is with the neighbours. Turn the water off before the first frost.",
    address: address("Shore Path 3", "17207", "Röbel"), currency: "EUR",
    rooms: ["Living Room", "Kitchen", "Bedroom", "Bathroom", "Hallway", "Attic", "Garden"],
    items: items(cabinItems),
    policies: [
      Policy(
        provider: "Lakeland Insurance", number: "LL 55 310", contentsMajor: 12_000,
        liabilityMajor: 500_000, deductibleMajor: 500, beganDays: -120, endsDays: 245)
    ],
    upkeep: [
      Upkeep(
        item: "Water filter", title: "New cartridge", everyMonths: 6, doneDays: -176,
        costMajor: 24),
      Upkeep(item: "Fire extinguisher", title: "Inspection", everyMonths: 24, doneDays: -690),
      Upkeep(
        item: "Wood stove", title: "Sweep the chimney", everyMonths: 12, doneDays: -340,
        costMajor: 70),
      Upkeep(
        item: "Outboard motor", title: "Oil and impeller", everyMonths: 12, doneDays: -204,
        costMajor: 130),
    ])

  package static let storage = DemoHome(
    name: "Storage unit 47", emoji: "📦", color: .orange,
    note: "Code at the gate, padlock at the door. Paid by the quarter.",
    address: address("Station Yard 8", "13353", "Berlin"), currency: "EUR",
    rooms: ["Storage Room"], items: items(storageItems), policies: [], upkeep: [])

  private static func address(_ street: String, _ zip: String, _ city: String) -> Home.Address {
    var address = Home.Address()
    (address.address1, address.zip, address.city, address.country) = (street, zip, city, "Germany")
    return address
  }

  private static func items(_ list: String) -> [DemoItem] {
    list.split(separator: "\n").map { line in
      guard let item = DemoItem(String(line)) else {
        preconditionFailure("a line of the demonstration that cannot be read: \(line)")
      }
      return item
    }
  }
}

/// Creates a home of the demonstration with everything in it, with the same use cases as people's
/// own homes.
package struct MakeDemoHome: Sendable {
  package var home: DemoHome
  /// The stored picture of each item, in the order of the items.
  package var photos: [StoredPhoto]
  /// The stored picture of the home itself.
  package var homePhoto: StoredPhoto
  package var today: Date

  package init(
    _ home: DemoHome, photos: [StoredPhoto], homePhoto: StoredPhoto, today: Date
  ) {
    self.home = home
    self.photos = photos
    self.homePhoto = homePhoto
    self.today = today
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ZoneID {
    var details = HomeDetails(name: home.name)
    (details.emoji, details.colorIndex, details.note) = (home.emoji, home.color.rawValue, home.note)
    (details.address, details.currency) = (home.address, home.currency)
    let id = try CreateHome(details, rooms: home.rooms)(transaction).id
    try AddPhoto(homeID: id, subject: .home, file: homePhoto)(transaction)
    var places: [[String]: RecordID] = [:]
    for room in home.rooms { places[[room]] = HomeDefaults.roomID(room, home: id) }
    var ids: [String: RecordID] = [:]
    for (index, item) in home.items.enumerated() {
      let place = try place(item.place, in: id, &places, transaction)
      let added = try AddItem(
        homeID: id,
        item.details(number: index + 1, currency: home.currency, place: place, today: today),
        labelIDs: Set(item.labels.map { HomeDefaults.labelID($0, home: id) }))(transaction)
      try AddPhoto(homeID: id, subject: .item(added.id), file: photos[index])(transaction)
      ids[item.name] = added.id
    }
    for policy in home.policies { try add(policy, to: id, transaction) }
    for upkeep in home.upkeep {
      guard let item = ids[upkeep.item] else {
        preconditionFailure("the demonstration looks after something that it has not")
      }
      try add(upkeep, to: item, transaction)
    }
    return id
  }

  private func place(
    _ path: [String], in home: ZoneID, _ places: inout [[String]: RecordID],
    _ transaction: WriteTransaction
  ) throws -> RecordID? {
    guard !path.isEmpty else { return nil }
    if let known = places[path] { return known }
    let parent = try place(Array(path.dropLast()), in: home, &places, transaction)
    var details = LocationDetails(name: path[path.count - 1])
    let isBox = details.name.hasPrefix("Box")
    details.kind = isBox ? .container : .furniture
    details.emoji = isBox ? "📦" : "🗄️"
    let made = try AddLocation(homeID: home, parentID: parent, details)(transaction)
    places[path] = made.id
    return made.id
  }

  private func add(
    _ upkeep: DemoHome.Upkeep, to item: RecordID, _ transaction: WriteTransaction
  ) throws {
    var details = MaintenanceDetails(title: upkeep.title, currency: home.currency)
    details.interval = MaintenanceEntry.Interval(count: upkeep.everyMonths, unit: .month)
    details.costMinor = upkeep.costMajor.map { $0 * 100 }
    let doneOn = DemoItem.text(today.addingTimeInterval(Double(upkeep.doneDays) * 86_400))
    try AddMaintenance(itemID: item, details, doneOn: doneOn)(transaction)
  }

  private func add(
    _ policy: DemoHome.Policy, to id: ZoneID, _ transaction: WriteTransaction
  ) throws {
    var details = PolicyDetails(provider: policy.provider, currency: home.currency)
    details.policyNumber = policy.number
    details.amounts.personalPropertyMinor = policy.contentsMajor * 100
    details.amounts.liabilityMinor = policy.liabilityMajor * 100
    details.amounts.deductibleMinor = policy.deductibleMajor * 100
    details.startsOn = DemoItem.text(today.addingTimeInterval(Double(policy.beganDays) * 86_400))
    details.endsOn = DemoItem.text(today.addingTimeInterval(Double(policy.endsDays) * 86_400))
    try AddPolicy(homeID: id, details)(transaction)
  }
}
