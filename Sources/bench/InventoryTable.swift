/// A table as Homebox exports it, of things that a large household might own: the same rows in
/// every run. Half of the columns are filled, places lie in each other, a row has a tag or two.
struct InventoryTable {
  private static let things = [
    "Kettle", "Floor lamp", "Bookshelf", "Bicycle", "Drill", "Winter coat", "Camera lens", "Tent",
    "Espresso machine", "Monitor", "Garden hose", "Board game", "Suitcase", "Guitar", "Vacuum",
  ]
  private static let makers = ["Bosch", "IKEA", "Sony", "Makita", "Philips", "Ortlieb", "Yamaha"]
  private static let shops = ["Corner shop", "Market hall", "Online", "Flea market", ""]
  private static let colours = ["red", "dark green", "white", "oak"]
  private static let floors = ["Cellar", "Ground floor", "First floor", "Attic"]
  private static let rooms = ["Workshop", "Kitchen", "Bedroom", "Study", "Hall"]

  var rowCount: Int
  /// Begins the rows' ids, so that two tables are of different things.
  var name = "bench"

  static let header = [
    "HB.import_ref", "HB.location", "HB.tags", "HB.asset_id", "HB.archived", "HB.url", "HB.name",
    "HB.quantity", "HB.description", "HB.insured", "HB.notes", "HB.purchase_price",
    "HB.purchase_from", "HB.purchase_date", "HB.manufacturer", "HB.model_number",
    "HB.serial_number", "HB.lifetime_warranty", "HB.warranty_expires", "HB.warranty_details",
    "HB.sold_to", "HB.sold_price", "HB.sold_date", "HB.sold_notes", "HB.field.Colour",
    "HB.field.Shelf number",
  ]

  var bytes: [UInt8] {
    var random = SplitMix(17)
    var text: [UInt8] = Array(Self.header.joined(separator: ",").utf8)
    text.reserveCapacity(rowCount * 320)
    for index in 0..<rowCount {
      text += "\r\n".utf8
      text += row(index, &random).joined(separator: ",").utf8
    }
    return text + Array("\r\n".utf8)
  }

  private func row(_ index: Int, _ random: inout SplitMix) -> [String] {
    func pick(_ words: [String]) -> String {
      words[Int.random(in: 0..<words.count, using: &random)]
    }
    let maker = pick(Self.makers)
    let place = "\(pick(Self.floors)) / \(pick(Self.rooms)) / Box \(index % 12 + 1)"
    let tags =
      switch index % 4 {
      case 0: ""
      case 1, 2: "Tag \(index % 30)"
      default: "Tag \(index % 30); Kind \(index % 9)"
      }
    let date = "20\(10 + index % 15)-0\(index % 9 + 1)-1\(index % 10)"
    let note =
      index % 3 == 0 ? "\"The receipt is in the blue folder, page two; part \(index).\"" : ""
    return [
      "\(name)-\(index)", place, tags, "000-\(100 + index % 900)", "false", "",
      "\(maker) \(pick(Self.things)) \(index)", "\(index % 3 + 1)",
      "Bought for the house; number \(index) of the list", index % 2 == 0 ? "true" : "false", note,
      "\(Int.random(in: 1...2000, using: &random)).\(10 + index % 90)", pick(Self.shops), date,
      maker, "M\(index % 100)", "SN-\(index)-\(Int.random(in: 1000...9999, using: &random))",
      "false", index % 5 == 0 ? "2031-0\(index % 9 + 1)-01" : "", "", "", "", "", "",
      index % 2 == 0 ? pick(Self.colours) : "", index % 10 == 0 ? "\(index % 40)" : "",
    ]
  }
}
