import Foundation
import SQLite
import StoredZip
import Testing
import hearth

@Suite("hearth import legacy")
struct LegacyImportTests {
  private static let home = "aaaaaaaa-0001-4000-8000-000000000001"
  private static let kettle = "aaaaaaaa-0003-4000-8000-000000000001"
  private static let rows = """
    CREATE TABLE homes (id TEXT PRIMARY KEY NOT NULL, name TEXT, isPrimary INTEGER);
    CREATE TABLE inventoryLocations (id TEXT PRIMARY KEY NOT NULL, name TEXT, homeID TEXT);
    CREATE TABLE inventoryItems (id TEXT PRIMARY KEY NOT NULL, title TEXT, price TEXT,
      locationID TEXT, homeID TEXT, imageURL TEXT);
    INSERT INTO homes VALUES ('\(home)', 'Lake Cabin', 1);
    INSERT INTO inventoryLocations VALUES ('aaaaaaaa-0002-4000-8000-000000000001', 'Loft', NULL);
    INSERT INTO inventoryItems VALUES
      ('\(kettle)', '=Kettle', '12.50', 'aaaaaaaa-0002-4000-8000-000000000001', NULL, 'gone.jpg'),
      ('aaaaaaaa-0003-4000-8000-000000000002', 'Lamp', '1 or 2', NULL, '\(home)', NULL);
    """

  private func withAccount(_ names: String...) async throws -> TestFolder {
    let folder = TestFolder()
    for name in names {
      let run = await hearth("account", "create", name, "--data", folder.data, secret: password)
      try #require(run.code == .ok, "\(run.errors)")
    }
    return folder
  }

  /// A folder with the app's database.
  private func store(in folder: TestFolder) throws -> String {
    let path = folder.path + "/MovingBox"
    try FileManager.default.createDirectory(
      atPath: path + "/Images", withIntermediateDirectories: true)
    try Connection(path: path + "/app.sqlite").executeScript(Self.rows)
    return path
  }

  private func bytes(below path: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      found[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
    }
    return found
  }

  @Test("S1-2.1-mig-a a dry run reports row by row, without an account, and writes nothing")
  func dryRun() async throws {
    let folder = TestFolder()
    let path = try store(in: folder)
    let run = await hearth("import", "legacy", path, "--dry-run", "--data", folder.data)
    #expect(run.code == .ok, "\(run.errors)")
    #expect(run.output.contains("nothing was written"))
    #expect(run.output.contains("inventoryItems      2 found, 2 to bring"))
    #expect(run.output.contains("item 'Lamp': price is '1 or 2', which cannot be read"))
    #expect(run.output.contains("room 'Loft': names no home; put in 'Lake Cabin'"))
    #expect(run.output.contains("the file gone.jpg is missing"))
    #expect(try folder.names("") == ["MovingBox"])
  }

  @Test(
    "S1-4.1-b S1-7.5-a ids stay; the second time nothing is written, and the store is as it was")
  func twice() async throws {
    let folder = try await withAccount("ana")
    let path = try store(in: folder)
    let before = try bytes(below: path)
    let first = await hearth("import", "legacy", path, "--data", folder.data, "--json")
    #expect(first.code == .ok, "\(first.errors)")
    #expect(try first.json()["isVerified"] as? Bool == true)
    let present = try first.json()["presentAfter"] as? [String: Int]
    #expect(present == ["homes": 1, "locations": 1, "items": 2, "itemFields": 1])
    // `hearth import` knows such a store when it sees one.
    let second = await hearth("import", path, "--data", folder.data)
    #expect(second.code == .ok, "\(second.errors)")
    #expect(second.output.contains("5 of 5 records are in Hearth, 0 of them new"))
    #expect(try bytes(below: path) == before)
    let status = try await hearth(
      "status", "--account", "ana", "--data", folder.data, "--json"
    ).json()
    let homes = try #require(status["homes"] as? [[String: Any]])
    #expect(homes.map { $0["id"] as? String } == [Self.home])
    #expect(homes.first?["itemCount"] as? Int == 2)
    #expect(try folder.names("data/tmp").isEmpty)
  }

  @Test("D-HOM-5 two people who bring one store over have a home each, and again change nothing")
  func twoAccounts() async throws {
    let folder = try await withAccount("ana", "ben")
    let path = try store(in: folder)
    for _ in 1...2 {
      for name in ["ana", "ben"] {
        let run = await hearth(
          "import", "legacy", path, "--data", folder.data, "--account", name)
        #expect(run.code == .ok, "\(run.errors)")
      }
    }
    var ids: [String] = []
    for name in ["ana", "ben"] {
      let status = try await hearth(
        "status", "--account", name, "--data", folder.data, "--json"
      ).json()
      let homes = try #require(status["homes"] as? [[String: Any]])
      #expect(homes.map { $0["itemCount"] as? Int } == [2])
      ids += homes.compactMap { $0["id"] as? String }
    }
    #expect(ids.first == Self.home)
    #expect(Set(ids).count == 2)
  }

  @Test("D-MIG-4 every decision is in the list, and no name in it is a formula")
  func list() async throws {
    let folder = try await withAccount("ana")
    let path = try store(in: folder)
    let list = folder.path + "/rows.csv"
    let run = await hearth(
      "import", "legacy", path, "--data", folder.data, "--report", list)
    #expect(run.code == .ok, "\(run.errors)")
    let text = String(decoding: try #require(folder.bytes("rows.csv")), as: UTF8.self)
    let lines = text.components(separatedBy: "\r\n").filter { !$0.isEmpty }
    #expect(lines.count == 6)
    #expect(lines[0] == "table,id,name,result,reason,sha256,what")
    #expect(
      lines.contains { $0.hasPrefix("inventoryItems,\(Self.kettle),'=Kettle,guessed,homeOfPlace") })
    #expect(lines.contains("inventoryItems,\(Self.kettle),gone.jpg,missing,file,,"))
    let again = await hearth(
      "import", "legacy", path, "--data", folder.data, "--report", list)
    #expect(again.code == .refused)
    #expect(again.errors.contains("exists already"))
  }

  @Test("what is still in the log beside the database is read too, from a copy")
  func unfinishedLog() async throws {
    let folder = try await withAccount("ana")
    let path = try store(in: folder)
    let copy = folder.path + "/Copied"
    do {
      let open = try Connection(path: path + "/app.sqlite")
      try open.executeScript(
        """
        INSERT INTO inventoryItems (id, title)
          VALUES ('aaaaaaaa-0003-4000-8000-000000000003', 'Late')
        """
      )
      try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
      for name in ["app.sqlite", "app.sqlite-wal"] {
        try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: "\(copy)/\(name)")
      }
    }
    let before = try bytes(below: copy)
    #expect(before["app.sqlite-wal"]?.isEmpty == false)
    let run = await hearth("import", "legacy", copy, "--data", folder.data)
    #expect(run.output.contains("inventoryItems      3 found, 3 brought"), "\(run.errors)")
    #expect(try bytes(below: copy) == before)
    #expect(try folder.names("data/tmp").isEmpty)
  }

  @Test("the ZIP that the app makes of its database is unpacked and read")
  func zip() async throws {
    let folder = try await withAccount("ana")
    let path = try store(in: folder)
    let database = try #require(folder.bytes("MovingBox/app.sqlite"))
    let zip = StoredZip.bytes([
      ("MovingBox-database/app.sqlite", Array(database)), ("MovingBox-database/app.sqlite-wal", []),
    ])
    let file = folder.path + "/MovingBox-database-2026-02-28.zip"
    try Data(zip).write(to: URL(fileURLWithPath: file))
    try FileManager.default.removeItem(atPath: path)
    let run = await hearth("import", file, "--data", folder.data)
    #expect(run.output.contains("inventoryItems      2 found, 2 brought"), "\(run.errors)")
    #expect(try folder.names("data/tmp").isEmpty)
  }

  @Test("rows that name no home go to the one that is named")
  func namedHome() async throws {
    let folder = try await withAccount("ana")
    let path = try store(in: folder)
    let run = await hearth(
      "import", "legacy", path, "--data", folder.data, "--home", "Attic Flat")
    #expect(run.code == .ok, "\(run.errors)")
    #expect(run.output.contains("room 'Loft': names no home; put in 'Attic Flat'"))
    let again = await hearth(
      "import", "legacy", path, "--data", folder.data, "--home", "Attic Flat")
    #expect(again.output.contains(", 0 of them new"))
  }

  @Test("D-MIG-1 what is no store, or a damaged one, is refused with what to do, and left alone")
  func refused() async throws {
    let folder = try await withAccount("ana")
    let path = try store(in: folder)
    let database = path + "/app.sqlite"
    var bytes = try #require(folder.bytes("MovingBox/app.sqlite"))
    for index in 4096..<8192 { bytes[index] = 0x5A }
    try bytes.write(to: URL(fileURLWithPath: database))
    for store in [path, database] {
      let damaged = await hearth("import", "legacy", store, "--data", folder.data)
      #expect(damaged.code == .refused)
      #expect(damaged.errors.contains(".recover"), "\(damaged.errors)")
    }
    #expect(folder.bytes("MovingBox/app.sqlite") == bytes)
    let empty = folder.path + "/empty"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    let none = await hearth("import", "legacy", empty, "--data", folder.data)
    #expect(none.code == .refused)
    #expect(none.errors.contains("holds no database of MovingBox"))
    let status = try await hearth("status", "--data", folder.data, "--json").json()
    #expect(status["homeCount"] as? Int == 0)
  }

  @Test(
    "D-MIG-1 what was never a store is not called damaged: the answer says what to give instead")
  func somethingElse() async throws {
    let folder = try await withAccount("ana")
    let text = try folder.write("Kettle, 12.50\n", to: "notes.txt")
    let nothing = try folder.write("", to: "app.sqlite")
    let letter = try folder.write("P", to: "letter.zip")
    let photos = folder.path + "/photos.zip"
    try Data(StoredZip.bytes([("sofa.png", [1, 2, 3])])).write(to: URL(fileURLWithPath: photos))
    let other = folder.path + "/other.db"
    try Connection(path: other).executeScript("CREATE TABLE recipes (id TEXT PRIMARY KEY);")
    let album = folder.path + "/album"
    try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
    _ = try folder.write("A sofa", to: "album/sofa.txt")
    for (path, words) in [
      (text, "notes.txt is no database of MovingBox and no ZIP archive of one. Give the folder"),
      (nothing, "app.sqlite is empty. Give the folder"),
      (letter, "letter.zip is no database of MovingBox and no ZIP archive of one"),
      (photos, "photos.zip holds no database of MovingBox. Give the folder"),
      (album, "album holds no database of MovingBox. Give the folder"),
      (other, "other.db is no database of MovingBox: it holds recipes"),
    ] {
      let run = await hearth("import", "legacy", path, "--data", folder.data)
      #expect(run.code == .refused, "\(path)")
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(run.errors.contains("Nothing was changed"), "\(run.errors)")
      #expect(!run.errors.contains("damaged"), "\(run.errors)")
    }
    // One that was cut off is damaged.
    let whole = StoredZip.bytes([("app.sqlite", Array(repeating: 7, count: 100))])
    let cut = folder.path + "/cut.zip"
    try Data(whole.prefix(60)).write(to: URL(fileURLWithPath: cut))
    let damaged = await hearth("import", "legacy", cut, "--data", folder.data)
    #expect(damaged.code == .refused && damaged.errors.contains("damaged"), "\(damaged.errors)")
    #expect(try folder.names("data/tmp").isEmpty)
  }
}
