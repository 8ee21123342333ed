import HearthDomain
import Foundation
import Household
import Hub
import Importing
import Replica
import SQLite
import SyncProtocol
import Testing
import Things

@testable import ThingsWeb
@testable import TransferWeb
@testable import Web

/// Anna's home that she shares with Ben, in which every record bears one word, and one that is hers
/// alone.
struct HiddenWorld {
  static let word = "zyxcanary"

  let hearth: Hearth
  /// Administers the hub and owns both homes.
  let anna: Browser
  /// Has the shared home and no other.
  let ben: Browser
  let own: ZoneID
  let ownItem: RecordID
  let shared: ZoneID
  let item: RecordID
  /// Of the shared home, by table.
  let records: [String: [RecordID]]
  /// Addresses that no inventory can make up.
  let found: [String]
  /// A group that Anna shares with Ben, in the addresses of a matrix.
  let money: RouteMatrix
  let annas: TestReplica

  init() async throws {
    hearth = try Hearth(signUps: .open)
    (anna, own) = try await hearth.household("Den")
    ownItem = try await hearth.addItem(anna, own, "Lamp", price: "12")
    shared = try await anna.addHome("Flat")
    let shed = try await anna.addHome("\(Self.word) Shed")
    ben = try await hearth.person("ben", displayName: "\(Self.word) Ben")
    for home in [shared, shed] { try await hearth.admit(ben, to: home, of: anna) }
    money = try await hearth.withGroup(
      RouteMatrix(home: shared), of: anna, [(ben, "editor")], named: "\(Self.word) Pot")
    annas = try hearth.replica(of: "anna")
    try await annas.sync()
    item = try EveryTable.fill(annas, shared)
    try Self.mark(annas, shared)
    try Self.point(annas, at: shared)
    try annas.write { try DeleteHome(homeID: shed)($0) }
    try await annas.sync()
    // The browser opens with it.
    try await anna.get("/homes/\(shared)/settings")
    try await anna.submit(Route.homes(.setPrimaryHome(shared)).path)
    try await anna.get("/homes/\(shared)")
    let found = try await Self.addresses(hearth, anna, shared, item)
    try await annas.sync()
    let shared = shared
    records = try annas.file.readAll { connection in
      var all: [String: [RecordID]] = [:]
      for table in HearthDomain.schema.tables where table.zoneKinds.contains(.home) {
        all[table.name] = try connection.query(
          "SELECT id FROM \(table.name) WHERE \(table.zoneColumn ?? "id") = ? ORDER BY id",
          .text(shared)
        ) { $0.text(0) }
      }
      return all
    }
    self.found = found
    let account = try #require(try hearth.accounts.account(named: "anna")).id
    _ = try hearth.accounts.makeAccessToken(
      for: account, name: "script", scope: .read, home: shared, lifeDays: 30)
  }

  /// Puts the word before every text of the home that people write.
  private static func mark(_ replica: TestReplica, _ home: ZoneID) throws {
    try replica.write { transaction in
      try transaction.connection.execute(
        "UPDATE photos SET caption = '' WHERE homeID = ?", .text(home))
      for table in HearthDomain.schema.tables
      where table.zoneKinds.contains(.home) && !table.isHubOwned {
        for column in table.columns {
          guard case .text(let maxBytes) = column.kind, maxBytes >= 400, column.choices == nil,
            column.name != "sortKey"
          else { continue }
          // A list of choices or fields has a form of its own.
          try transaction.connection.execute(
            """
            UPDATE \(table.name) SET \(column.name) = '\(word) ' || \(column.name)
              WHERE \(table.zoneColumn ?? "id") = ? AND \(column.name) IS NOT NULL
                AND \(column.name) NOT LIKE '[%' AND \(column.name) NOT LIKE '{%'
            """, .text(home))
        }
      }
    }
  }

  /// What is Anna's own and names the shared home: a saved search, and a merge into it.
  private static func point(_ replica: TestReplica, at home: ZoneID) throws {
    let counts = String(decoding: try JSONEncoder().encode(MergeCounts()), as: UTF8.self)
    try replica.write { transaction in
      let person = Value.text(try #require(try Profile.own(in: transaction.connection)).id)
      try transaction.connection.execute(
        """
        INSERT INTO savedSearches (id, profileID, name, nameKey, query, homeID, sort, createdAt)
          VALUES (?, ?, 'Wine', 'wine', 'wine', ?, 'name', 1)
        """, .text(transaction.newID()), person, .text(home))
      try transaction.connection.execute(
        """
        INSERT INTO homeMerges (
          id, profileID, sourceID, sourceName, targetID, targetName, mergedAt, counts, manifest
        ) VALUES (?, ?, ?, '\(word) Attic', ?, '\(word) Flat', ?, ?, '')
        """, .text(transaction.newID()), person, .text(transaction.newID()), .text(home),
        .integer(Hearth.start), .text(counts))
    }
  }

  /// An import with its pages, a file that bears the word inside, and the calendar.
  private static func addresses(
    _ hearth: Hearth, _ anna: Browser, _ home: ZoneID, _ item: RecordID
  ) async throws -> [String] {
    var found: [String] = []
    try await anna.get("/import")
    let csv = "HB.import_ref,HB.location,HB.name,HB.quantity\nr-1,Hall,\(word) Pan,1\n"
    let (address, _) = try await anna.preview("\(word).csv", Array(csv.utf8), home: home)
    _ = try await anna.runImport(address, home: home)
    found += [address, address + "/result"]
    let (waiting, _) = try await anna.preview("\(word)-2.csv", Array(csv.utf8), home: home)
    found.append(waiting)
    try await anna.get("/items/\(item)")
    try await anna.upload(
      "/items/\(item)/papers", ["kind": "other"],
      files: [.init(field: "papers", name: "\(word).txt", bytes: Array("\(word) inside".utf8))])
    try await anna.get("/items/\(item)")
    try await anna.upload(
      "/items/\(item)/photos",
      files: [.init(field: "photos", name: "b.png", bytes: TestPictures.png)])
    try await anna.get("/account/calendar")
    let page = try await anna.submit("/account/calendar")
    let feed = page.text.firstMatch(of: /value="http:\/\/localhost:8080(\/calendar\/[^"]+)"/)
    found.append(String(try #require(feed).1))
    return found
  }

  // MARK: Asking

  /// Every address that somebody could ask for, about the shared home, what is in it, and the rest.
  var addresses: [String] {
    let papers = records["attachments"] ?? [""]
    let entry = records["maintenance"]?.first ?? ""
    // One of each table is enough, and every paper: one of them bears the word inside.
    var routes = records.values.compactMap(\.first).sorted().flatMap { other in
      RouteMatrix(home: shared, item: item, other: other, paper: papers[0], entry: entry).all
    }
    routes += papers.map { .papers(.paper($0)) }
    routes += money.all
    routes += RouteMatrix(home: own, item: ownItem, other: ownItem).all
    // They say so themselves that they end the session, or hold the connection.
    let left: Set<String> = ["signOut", "events"]
    let paths = routes.filter { !left.contains($0.name) && hearth.app.page(at: $0) != nil }
      .map(\.url)
    let searches = ["/items?q=wine", "/homes/\(shared)/items?q=wine", "/items?q=acme"]
    var seen: Set<String> = []
    return (paths + searches + found).filter { seen.insert($0).inserted }
  }

  struct Seen {
    let status: Int
    let text: String
    /// The word is in the answer: its text, its headers, or what is packed in it.
    let hasWord: Bool
  }

  static func ask(_ browser: Browser, _ path: String) async throws -> Seen {
    let answer = await browser.send(.get, path)
    var bytes = answer.bytes
    if case .stream(let stream) = answer.body {
      while let piece = try await stream.next() { bytes += piece }
    }
    if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
      bytes = try unpacked(bytes, browser.hearth.folder)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let headers = answer.headers.fields.map(\.value).joined(separator: "\n")
    return Seen(
      status: answer.status, text: text,
      hasWord: (text + headers).lowercased().contains(word))
  }

  private static func unpacked(_ bytes: [UInt8], _ folder: String) throws -> [UInt8] {
    let path = folder + "/unpacked.zip"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let archive = try ZipArchive(path: path, name: "unpacked.zip")
    var all: [UInt8] = []
    var index = 0
    while let entry = archive.entry(at: index) {
      all += Array(entry.name.utf8) + (try archive.bytes(of: entry, maxBytes: 1 << 24))
      index += 1
    }
    return all
  }

  func set(_ state: SharingFlag.State, hides: Bool = false) throws {
    try hearth.hub.changeSharingFlag(.init(state: state, hidesShared: hides), by: .commandLine)
  }
}
