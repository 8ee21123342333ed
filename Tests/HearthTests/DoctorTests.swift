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
}
