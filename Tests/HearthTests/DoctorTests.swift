import Foundation
import Glibc
import SQLite
import Testing
import hearth

@Suite("hearth doctor")
struct DoctorTests {
  private func findings(_ folder: TestFolder) async throws -> [[String: Any]] {
    let run = await hearth("doctor", "--data", folder.data, "--json")
    return try #require(try run.json()["findings"] as? [[String: Any]])
  }

  @Test("S3-7-P4b D-HOM-7 no item is without a home; one that was made so from outside is told of")
  func homelessItems() async throws {
    let folder = TestFolder()
    let made = await hearth(
      "account", "create", "ana", "--data", folder.data, secret: password)
    try #require(made.code == .ok, "\(made.errors)")
    let file = try folder.write(homebox, to: "items.csv")
    let imported = await hearth("import", file, "--home", "Flat", "--data", folder.data)
    try #require(imported.code == .ok, "\(imported.errors)")
    let healthy = await hearth("doctor", "--data", folder.data)
    #expect(healthy.code == .ok)
    #expect(healthy.output.contains("ok  items without a home: 0"))

    let connection = try Connection(path: folder.data + "/hub.db")
    try connection.execute("UPDATE records SET isDead = 1 WHERE tableName = 'homes'")
    let damaged = await hearth("doctor", "--data", folder.data)
    #expect(damaged.code == .unusableData)
    #expect(damaged.output.contains("BAD items without a home: 3"))
    #expect(damaged.output.contains("is in no home"))
    #expect(damaged.output.contains("hearth restore BACKUP"))
    let finding = try #require(
      try await findings(folder).first { ($0["check"] as? String)?.hasPrefix("items") == true })
    #expect((finding["problems"] as? [String])?.count == 3)
  }

  @Test("of a file of a newer Hearth it says to install that one, and not to put a backup there")
  func newer() async throws {
    let folder = TestFolder()
    let made = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    try #require(made.code == .ok, "\(made.errors)")
    _ = await hearth("backup", "--data", folder.data)
    try Connection(path: folder.data + "/hub.db").execute("PRAGMA user_version = 9999")
    let run = await hearth("doctor", "--data", folder.data)
    #expect(run.code == .unusableData)
    #expect(run.output.contains("What to do: install the newer Hearth"), "\(run.output)")
    #expect(!run.output.contains("hearth restore"))
  }

  @Test("the key of the invites' codes is looked at, and what its loss means is told")
  func secret() async throws {
    let folder = TestFolder()
    let made = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    try #require(made.code == .ok, "\(made.errors)")
    #expect(await hearth("doctor", "--data", folder.data).code == .ok)
    _ = await hearth("backup", "--data", folder.data)
    let backup = folder.data + "/backups/" + (try folder.names("data/backups")[0])
    let way = "cp -p \(backup)/secret \(folder.data)/secret"
    _ = try folder.write("", to: "data/secret")
    let empty = await hearth("doctor", "--data", folder.data)
    #expect(empty.code == .unusableData)
    #expect(empty.output.contains("has 0 bytes instead of 32: the server does not start"))
    #expect(empty.output.contains(way), "\(empty.output)")
    let serve = await hearth("serve", "--data", folder.data, "--listen", "192.0.2.1:8080")
    #expect(serve.code == .unusableData && serve.errors.contains(way), "\(serve.errors)")
    try FileManager.default.removeItem(atPath: folder.data + "/secret")
    let missing = await hearth("doctor", "--data", folder.data)
    #expect(missing.code == .unusableData)
    #expect(missing.output.contains("short codes of open invites do not work"))
    #expect(missing.output.contains(way))
    #expect(folder.bytes("data/secret") == nil)
    let again = await hearth("serve", "--data", folder.data, "--listen", "192.0.2.1:8080")
    #expect(again.errors.contains("secret was missing and is made anew"), "\(again.errors)")
  }

  @Test("the photos of a deleted home are missed for as long as it can be restored")
  func deletedHome() async throws {
    let folder = TestFolder()
    let made = await hearth(
      "account", "create", "ana", "--data", folder.data, secret: password)
    try #require(made.code == .ok, "\(made.errors)")
    let file = try folder.write(homebox, to: "items.csv")
    let imported = await hearth("import", file, "--home", "Flat", "--data", folder.data)
    try #require(imported.code == .ok, "\(imported.errors)")
    let hash = String(repeating: "a", count: 64)
    let connection = try Connection(path: folder.data + "/hub.db")
    try connection.execute(
      """
      INSERT INTO records (zoneID, tableName, id, sequence, isDead, content)
      SELECT id, 'photos', 'photo-1', 1, 0, CAST(? AS BLOB) FROM zones WHERE kind = 'home'
      """, .text("[[1,\"r.1\"],{},{},{\"blobHash\":\"\(hash)\"}]"))
    let missing = "file \(hash) is missing"
    #expect(await hearth("doctor", "--data", folder.data).output.contains(missing))

    try connection.execute(
      "UPDATE records SET isDead = 1, diedTime = 2, diedChangeSet = 'r.2'")
    try connection.execute("UPDATE zones SET isAlive = 0 WHERE kind = 'home'")
    #expect(await !hearth("doctor", "--data", folder.data).output.contains(missing))
    try connection.execute(
      """
      INSERT INTO deletedZones (zoneID, changeSet, accountID, deletedAt, counts, isPurging)
      SELECT id, 'r.2', 'ana', 3, '{}', 0 FROM zones WHERE kind = 'home'
      """)
    #expect(await hearth("doctor", "--data", folder.data).output.contains(missing))
    let status = await hearth("status", "--data", folder.data)
    #expect(status.output.contains("homes     0 (and 1 deleted, which can be restored"))
    try connection.execute("UPDATE zones SET isAlive = 1 WHERE kind = 'home'")
    #expect(await hearth("doctor", "--data", folder.data).output.contains("is not deleted"))
  }

  private func household() async throws -> TestFolder {
    let folder = TestFolder()
    let made = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    try #require(made.code == .ok, "\(made.errors)")
    let file = try folder.write(homebox, to: "items.csv")
    let imported = await hearth("import", file, "--home", "Flat", "--data", folder.data)
    try #require(imported.code == .ok, "\(imported.errors)")
    return folder
  }

  @Test("an open folder and what a command left behind are no damage")
  func noDamage() async throws {
    let folder = try await household()
    chmod(folder.data, 0o755)
    let open = await hearth("doctor", "--data", folder.data)
    #expect(open.code == .failed)
    #expect(open.output.contains("see permissions") && !open.output.contains("BAD "))
    #expect(open.output.contains("Nothing was found damaged"))
    chmod(folder.data, 0o700)
    try FileManager.default.createDirectory(
      atPath: folder.data + "/restoring-1", withIntermediateDirectories: false)
    let left = await hearth("doctor", "--data", folder.data, "--json")
    #expect(left.code == .failed)
    let findings = try #require(try left.json()["findings"] as? [[String: Any]])
    let found = findings.filter { $0["isHealthy"] as? Bool == false }
    #expect(found.map { $0["check"] as? String } == ["leftovers"])
    #expect(found.map { $0["isDamaged"] as? Bool } == [false])
    // Damage beside it is still damage.
    try FileManager.default.removeItem(atPath: folder.data + "/secret")
    #expect(await hearth("doctor", "--data", folder.data).code == .unusableData)
  }

  @Test("of many missing photos some are told, with what they are of, and how many more there are")
  func missingPhotos() async throws {
    let folder = try await household()
    let connection = try Connection(path: folder.data + "/hub.db")
    for number in 1...25 {
      let hash = String(repeating: "0", count: 62) + (number < 10 ? "0" : "") + "\(number)"
      // Most are of an item, in both forms of a record; the last ones of their home alone.
      let item = number > 9 ? "NULL" : "(SELECT min(id) FROM records WHERE tableName = 'items')"
      let content =
        number.isMultiple(of: 2)
        ? "json_array(json_array(1, 'r.1'), json('{}'), json('{}'), json_object('blobHash', ?, "
          + "'itemID', \(item)))"
        : "json_object('blobHash', json_array(1, 'r.1', ?), 'itemID', json_array(1, 'r.1', \(item)))"
      try connection.execute(
        """
        INSERT INTO records (zoneID, tableName, id, sequence, isDead, content)
        SELECT id, 'photos', 'photo-\(number)', 1, 0, CAST(\(content) AS BLOB) FROM zones
          WHERE kind = 'home'
        """, .text(hash))
    }
    let name = try #require(
      try connection.first(
        """
        SELECT json_extract(CAST(content AS TEXT), '$[3].name') FROM records
          WHERE tableName = 'items' ORDER BY id LIMIT 1
        """
      ) { $0.text(0) })
    let run = await hearth("doctor", "--data", folder.data)
    #expect(run.code == .unusableData)
    #expect(run.output.split(separator: "\n").count { $0.contains(" is missing") } == 10)
    #expect(run.output.contains("and 15 more"), "\(run.output)")
    for number in 1...9 {
      #expect(
        run.output.contains("0\(number) is missing; it is a photo of \(name) in Flat"),
        "\(run.output)")
    }
    #expect(run.output.contains("10 is missing; it is a photo in Flat"), "\(run.output)")
  }

  @Test("a hub's file that is cut off is one finding, with one remedy")
  func truncated() async throws {
    let folder = try await household()
    _ = await hearth("backup", "--data", folder.data)
    let path = folder.data + "/hub.db"
    try Connection(path: path).executeScript("PRAGMA wal_checkpoint(TRUNCATE)")
    let bytes = try #require(folder.bytes("data/hub.db"))
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path))
    let run = await hearth("doctor", "--data", folder.data, "--json")
    #expect(run.code == .unusableData)
    let findings = try #require(try run.json()["findings"] as? [[String: Any]])
    let found = findings.filter { $0["isHealthy"] as? Bool == false }
    #expect(found.map { $0["check"] as? String } == ["the hub's file"], "\(run.output)")
    #expect((found.first?["remedy"] as? String)?.contains("hearth restore ") == true)
    let problems = found.first?["problems"] as? [String] ?? []
    #expect(problems.last?.contains("were not looked at") == true, "\(problems)")
    #expect(!problems.joined().contains("hearth restore"), "\(problems)")
  }
}
