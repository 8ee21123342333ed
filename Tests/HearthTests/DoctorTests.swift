import Foundation
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
}
