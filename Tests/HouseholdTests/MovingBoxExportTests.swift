import Foundation
import Household
import Importing
import SQLite
import Testing
import Things
import Values

@Suite("An export for MovingBox")
struct MovingBoxExportTests {
  private func document(_ store: TestStore) throws -> ImportDocument {
    final class Box { var bytes: [UInt8] = [] }
    let box = Box()
    let writer = try MovingBoxWriter(of: nil, in: store.connection, now: store.now) {
      box.bytes += $0
    }
    let folder = NSTemporaryDirectory() + "blobs-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let pieces = ArchivePieces(writer) { hash in
      bytes[hash].flatMap { content in
        let path = folder + "/" + hash
        return FileManager.default.createFile(atPath: path, contents: Data(content)) ? path : nil
      }
    }
    while let piece = try pieces.next() { box.bytes += piece }
    let path = folder + ".zip"
    try Data(box.bytes).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    let file = try InventoryFile.open(path)
    #expect(file.format == .movingBoxArchive)
    let currency = try #require(Currency(code: "EUR"))
    return try file.read(ImportOptions(currency: currency))
  }

  private static func sum(_ text: String) -> String {
    let sum = SHA256Sum()
    sum.add(Array(text.utf8))
    return sum.finish()
  }

  private let bytes = Dictionary(
    uniqueKeysWithValues: ["front", "back", "room"].map { (Self.sum($0), Array($0.utf8)) })

  private func photo(_ text: String) -> StoredPhoto {
    StoredPhoto(
      blobHash: Self.sum(text), byteCount: Int64(text.utf8.count), kind: .jpeg, width: 4, height: 3)
  }

  @Test(
    "homes, rooms, labels, items, photos and policies come back through our reader of MovingBox")
  func roundTrip() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    try store.write { _ = try $0.connection.execute("UPDATE homes SET currency = 'EUR'") }
    let room = try store.addLocation("Kitchen, small", home: "flat")
    let labels = [
      try store.addLabel("Blue, dark", home: "flat"), try store.addLabel("Tools", home: "flat"),
    ]
    var details = ItemDetails(name: "Kettle \"Ute\"", currency: "EUR")
    details.locationID = room
    (details.description, details.notes) = ("Red,\nwith a lid", "=1+1")
    (details.quantity, details.priceMinor, details.replacementMinor) = (3, 129_950, 140_000)
    (details.serial, details.model, details.manufacturer) = ("S/1", "M 2", "Ümlaut")
    (details.purchasedOn, details.purchasedFrom) = ("2024-02-29", "Shop")
    (details.warrantyUntil, details.condition, details.assetID) = ("2027-01-02", "Good", "000-001")
    details.isInsured = true
    let item = try store.write { transaction in
      try AddItem(homeID: store.id("flat"), details, labelIDs: Set(labels))(transaction)
    }
    try store.addItem("Canoe", home: "cabin")
    try store.write { transaction in
      for text in ["front", "back"] {
        try AddPhoto(homeID: store.id("flat"), subject: .item(item.id), file: photo(text))(
          transaction)
      }
      try AddPhoto(homeID: store.id("flat"), subject: .location(room), file: photo("room"))(
        transaction)
    }
    let document = try document(store)
    #expect(document.problems == [])
    #expect(document.items.flatMap(\.problems) == [])
    #expect(document.homes.map(\.name) == ["cabin", "flat"])
    let place = try #require(document.locations.first)
    #expect(place.path == ["Kitchen, small"])
    #expect(place.photos.count == 1)
    #expect(Set(document.labels.map(\.name)) == ["Blue, dark", "Tools"])
    let read = try #require(document.items.first { $0.name == "Kettle \"Ute\"" })
    #expect(read.reference == SourceReference(system: .movingBox, key: item.id))
    #expect((read.description, read.notes) == ("Red,\nwith a lid", "=1+1"))
    #expect(read.quantity == 3)
    #expect(read.unitPrice == ImportedAmount(minor: 129_950, currency: "EUR"))
    #expect(read.replacementCost == ImportedAmount(minor: 140_000, currency: "EUR"))
    #expect((read.serialNumber, read.modelNumber, read.manufacturer) == ("S/1", "M 2", "Ümlaut"))
    #expect((read.purchaseDate, read.purchaseFrom) == ("2024-02-29", "Shop"))
    #expect(read.warranty?.expires == "2027-01-02")
    #expect((read.condition, read.assetID, read.isInsured) == ("Good", "000-001", true))
    #expect(Set(read.labelNames) == ["Blue, dark", "Tools"])
    #expect(read.locationPath == ["Kitchen, small"])
    #expect(read.createdAtMilliseconds == item.createdAt)
    #expect(read.photos.map(\.byteCount) == [5, 4])
    #expect(document.items.map(\.homeIndex) == [0, 1])
  }

  @Test("each colour of a home's labels is the same colour when it is read again")
  func colors() throws {
    let store = try TestStore(homes: ["flat"])
    for color in PaletteColour.allCases {
      try store.write { transaction in
        var label = LabelDetails(name: "\(color)")
        label.colorIndex = color.rawValue
        try AddLabel(homeID: store.id("flat"), label)(transaction)
      }
    }
    for label in try document(store).labels {
      let color = try #require(label.colorHex.flatMap { PaletteColour(nearest: $0) })
      #expect("\(color)" == label.name)
    }
  }

  @Test("what is sold or archived stays out, with its photos, and is counted before")
  func notOwned() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    try store.addItem("Canoe", home: "cabin")
    try store.write { transaction in
      for name in ["Kept", "Sold", "Paid for", "Away"] {
        var details = ItemDetails(name: name, currency: "EUR")
        if name == "Sold" { (details.soldOn, details.isArchived) = ("2026-01-02", true) }
        if name == "Paid for" { details.soldMinor = 500 }
        details.isArchived = details.isArchived || name == "Away"
        let item = try AddItem(homeID: store.id("flat"), details)(transaction)
        if name == "Kept" || name == "Sold" {
          try AddPhoto(
            homeID: store.id("flat"), subject: .item(item.id),
            file: photo(name == "Kept" ? "front" : "back"))(transaction)
        }
      }
    }
    let document = try document(store)
    #expect(document.problems == [])
    #expect(document.items.map(\.name) == ["Canoe", "Kept"])
    #expect(document.items.flatMap(\.photos).map(\.byteCount) == [5])
    #expect(
      try MovingBoxLoss.all(in: store.connection) == [store.id("flat"): .init(leftOutCount: 3)])
  }

  @Test("amounts of another currency than the home's say so in the notes, and come back in it")
  func currencies() throws {
    let store = try TestStore(homes: ["flat"])
    try store.write { transaction in
      try transaction.connection.execute("UPDATE homes SET currency = 'EUR'")
      for (name, currency, minor) in [
        ("Cup", "JPY", Int64?.some(50_000)), ("Pan", "EUR", 1250), ("Pot", "KWD", nil),
      ] {
        var details = ItemDetails(name: name, currency: currency)
        details.priceMinor = minor
        details.notes = name == "Cup" ? "From Kyoto" : ""
        try AddItem(homeID: store.id("flat"), details)(transaction)
      }
      var policy = PolicyDetails(provider: "Swiss", currency: "CHF")
      policy.amounts.personalPropertyMinor = 7_000_000
      try AddPolicy(homeID: store.id("flat"), policy)(transaction)
    }
    let document = try document(store)
    #expect(document.problems == [])
    #expect(document.items.map(\.notes) == ["From Kyoto\n\nAmounts in JPY", "", ""])
    #expect(document.items.map(\.currency) == ["JPY", "EUR", "KWD"])
    #expect(
      document.items.map(\.unitPrice) == [
        ImportedAmount(minor: 50_000, currency: "JPY"),
        ImportedAmount(minor: 1250, currency: "EUR"),
        nil,
      ])
    #expect(document.items.flatMap(\.customFields) == [])
    let policy = try #require(document.policies.first)
    #expect(policy.personalPropertyCoverage == ImportedAmount(minor: 7_000_000, currency: "CHF"))
    #expect(policy.customFields == [])
    #expect(
      try MovingBoxLoss.all(in: store.connection) == [
        store.id("flat"): MovingBoxLoss(otherCurrencyItemCount: 1, otherCurrencyPolicyCount: 1)
      ])
  }

  @Test("labels that no item bears come into the file's home, and no home is made for them")
  func unusedLabels() throws {
    let store = try TestStore(homes: ["Elm Cottage"])
    try store.addLabel("Winter", home: "Elm Cottage")
    try store.addItem("Canoe", home: "Elm Cottage")
    let document = try document(store)
    #expect(!document.needsHome)
    let other = try TestStore(homes: ["flat"])
    for (isNew, names) in [(true, ["Elm Cottage", "flat"]), (false, ["Elm Cottage", "flat"])] {
      var choices = ImportChoices(homeID: isNew ? nil : other.id("flat"), currency: "EUR")
      choices.newHomeName = isNew ? "movingbox" : nil
      let plan = try ImportPlan(document, choices, in: other.connection)
      #expect(plan.homes.map(\.name) == ["Elm Cottage"])
      try other.write { try ApplyImport(plan)($0) }
      #expect(try other.texts("SELECT name FROM homes ORDER BY name") == names)
      #expect(
        try other.texts(
          "SELECT h.name || ' ' || l.name FROM labels AS l JOIN homes AS h ON h.id = l.homeID")
          == ["Elm Cottage Winter"])
    }
  }
}
