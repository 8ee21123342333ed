import Household
import SQLite
import SyncProtocol
import Things

/// Rows of `items` that look like a household's: half of the columns filled, texts of real lengths.
struct ItemRows {
  private static let things = [
    "Kettle", "Floor lamp", "Bookshelf", "Bicycle", "Drill", "Winter coat", "Camera lens", "Tent",
    "Espresso machine", "Monitor", "Garden hose", "Board game", "Suitcase", "Guitar", "Vacuum",
  ]
  private static let makers = ["Bosch", "IKEA", "Sony", "Makita", "Philips", "Ortlieb", "Yamaha"]

  let home: ZoneID
  let account: AccountID
  let locations: [RecordID]
  /// Makes ids that sort by time, as the product's do.
  let startMilliseconds: Int64

  func id(_ index: Int) -> RecordID {
    var random = SplitMix(UInt64(index) &* 31 &+ UInt64(home.hashValueStable))
    return UUIDs.v7(milliseconds: startMilliseconds + Int64(index), using: &random)
  }

  /// In the order of the table's columns.
  func values(_ index: Int) -> [Value] {
    let maker = Self.makers[index % Self.makers.count]
    let name = "\(maker) \(Self.things[index % Self.things.count]) \(index)"
    let location: Value =
      locations.isEmpty ? .null : .text(locations[index % locations.count])
    let month = index % 9 + 1
    let byColumn: [String: Value] = [
      "id": .text(id(index)), "homeID": .text(home), "locationID": location,
      "name": .text(name), "nameKey": .text(NameKey.make(name)),
      "description": .text("Bought for the flat; number \(index) of the list"),
      "notes": .text(index % 4 == 0 ? "The receipt is in the blue folder, second page." : ""),
      "quantity": .integer(Int64(index % 3 + 1)), "priceMinor": .integer(Int64(index % 900) * 100),
      "currency": .text(index % 10 == 0 ? "USD" : "EUR"),
      "purchasedOn": .text("2024-0\(month)-15"), "purchasedFrom": .text("Corner shop"),
      "serial": .text("SN-\(index)-\(month)"), "model": .text("M\(index % 100)"),
      "manufacturer": .text(maker), "createdAt": .integer(startMilliseconds + Int64(index)),
      "createdBy": .text(account),
    ]
    return Item.sql.columns.map { column in
      byColumn[column] ?? Self.unset[column] ?? .text("")
    }
  }

  /// What an item says of what is not known.
  private static let unset: [String: Value] = {
    let nothing = ItemDetails(name: "", currency: "")
    let fields = zip(ItemDetails.fields.columns(), ItemDetails.fields.values(of: nothing))
    return ["lastSeenOn": .null, "importSource": .null, "importRef": .null]
      .merging(fields) { $1 }
  }()
}

/// A small generator: the same numbers in every run.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension String {
  /// The same in every process, unlike `hashValue`.
  fileprivate var hashValueStable: Int {
    utf8.reduce(5381) { ($0 &* 33 &+ Int($1)) & 0xffff_ffff }
  }
}
