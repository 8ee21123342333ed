import Families
import Foundation
import HearthDomain
import Household
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Things
import Threads

/// What a child of a family reads in the homes of others: everything but amounts, at the same cost.
@Suite struct AmountVeilTests {
  private static let minor: Int64 = 77_712_345

  /// A replica with a home of somebody else and a family in which its account is a child.
  private final class World {
    let folder: URL
    let file: ReplicaFile
    let home: ZoneID
    private let raw: Connection

    init() throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.path + "/ben.sqlite"
      file = try ReplicaFile(
        path: path, domain: Migrations(HearthDomain.migrations), schema: HearthDomain.schema,
        accountID: "019d0000-0000-7000-8000-000000000001", observer: DomainObserver(),
        hiding: HearthDomain.hiding { false },
        pool: ThreadPool(name: "test", threads: 1, maxWaiting: 8))
      home = try file.write { transaction in
        try HearthDomain.settle(transaction.connection)
        try CreateFamily(FamilyDetails(name: "Lindqvist"))(transaction)
        return try CreateHome(HomeDetails(name: "Flat"))(transaction).id
      }
      raw = try Connection(path: path)
    }

    deinit {
      // Only a folder of this test; what cannot be removed is the system's to clean.
      try? FileManager.default.removeItem(at: folder)
    }

    /// As what the hub would have told.
    func become(home: Role, family: Role) throws {
      for (kind, role) in [("home", home), ("family", family)] {
        try raw.execute(
          "UPDATE syncZones SET role = ? WHERE kind = ?", .text(role.rawValue), .text(kind))
      }
    }

    @discardableResult
    func add(_ count: Int) throws -> RecordID {
      try become(home: .owner, family: .owner)
      let home = home
      return try file.write { transaction in
        var last = ""
        for number in 0..<count {
          var details = ItemDetails(name: "Thing \(number)", currency: "EUR")
          details.priceMinor = AmountVeilTests.minor
          last = try AddItem(homeID: home, details)(transaction).id
        }
        return last
      }
    }
  }

  @Test("what is left out are the amounts of the field lists, in every table of a home")
  func columns() {
    for table in HearthDomain.schema.tables where table.zoneKinds.contains(.home) {
      for column in table.columns {
        #expect(column.isAmount == column.name.hasSuffix("Minor"), "\(table.name).\(column.name)")
      }
    }
    let items = HearthDomain.schema.table("items")?.columns.filter(\.isAmount).map(\.name)
    #expect(Set(items ?? []) == Set(ItemDetails.fields.filter(\.isAmount).map(\.name)))
    #expect(HearthDomain.schema.zoneKinds[.home]?.hidesAmounts == true)
    #expect(HearthDomain.schema.zoneKinds[.group]?.hidesAmounts == false)
  }

  @Test("a child sees no amount in a home of others, an owner and a parent do, at once either way")
  func roles() throws {
    let world = try World()
    let item = try world.add(3)
    func price() throws -> Int64? {
      try world.file.read { try Item.find(item, in: $0)?.details.priceMinor }
    }
    func total() throws -> Int {
      try world.file.read { try Dashboard.values(home: world.home, in: $0).count }
    }
    for (home, family, isShown) in [
      (Role.owner, Role.readOnly, true), (.readWrite, .readOnly, false),
      (.readOnly, .readOnly, false), (.readOnly, .readWrite, true), (.readOnly, .owner, true),
    ] {
      try world.become(home: home, family: family)
      #expect(try (price() != nil) == isShown, "\(home) \(family)")
      #expect(try (total() == 1) == isShown, "\(home) \(family)")
      #expect(
        try world.file.read { try AmountVeil.hides(world.home, in: $0) } == !isShown)
      #expect(
        try world.file.write { try AmountVeil.hides(world.home, in: $0.connection) } == !isShown)
    }
    try world.become(home: .readOnly, family: .readOnly)
    #expect(throws: (any Error).self) {
      try world.file.read { connection in
        try connection.query("SELECT priceMinor FROM main.items") { $0.integer(0) }
      }
    }
    #expect(try world.file.readAll { try Item.find(item, in: $0) }?.details.priceMinor != nil)
  }

  @Test("what a child reads takes no more steps with eight times the things in the home")
  func cost() throws {
    let world = try World()
    let home = world.home
    let item = try world.add(250)
    var filter = ItemFilter()
    filter.homeID = home
    let pages: [(String, (Connection) throws -> Void)] = [
      ("by name", { _ = try ItemList(filter: filter, sort: .name, in: $0) }),
      ("newest", { _ = try ItemList(filter: filter, sort: .newest, in: $0) }),
      ("totals", { _ = try Dashboard.values(home: home, in: $0) }),
      ("item", { _ = try ItemPage(item: item, in: $0) }),
    ]
    func steps() throws -> [Int] {
      try world.become(home: .readOnly, family: .readOnly)
      return try pages.map { page in
        try world.file.read { connection in try connection.steps { try page.1(connection) } }
      }
    }
    let few = try steps()
    try world.add(1750)
    for ((page, now), before) in zip(zip(pages, try steps()), few) {
      #expect(now <= before + before / 2, "\(page.0): \(before) and \(now)")
    }
  }
}
