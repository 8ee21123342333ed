import Foundation
import Household
import Testing

@testable import hearth

@Suite("hearth demo")
struct DemoHouseholdTests {
  @Test("S3-UV-1 two people see three homes, each in their role, with a picture of everything")
  func household() async throws {
    let folder = DataFolder(path: NSTemporaryDirectory() + "hearth-demo-\(UUID().uuidString)")
    // The system's temporary folder: a rest that stays harms nobody.
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try folder.create()
    let hub = try LocalHub(folder, path: folder.hub)
    try await DemoHousehold(hub: hub, imageProgram: Hearth.program).fill { _ in }
    let expected = [
      "robin": ["Lake cabin": "owner", "Lime Street flat": "owner", "Storage unit 47": "readOnly"],
      "alex": [
        "Lake cabin": "readOnly", "Lime Street flat": "readWrite", "Storage unit 47": "owner",
      ],
    ]
    for (name, homes) in expected {
      let account = try hub.account(named: name)
      #expect(
        try hub.accounts.signIn(
          name: name, password: DemoHousehold.password, kind: .browser, label: "", address: nil
        ).account.id == account.id)
      try await hub.withReplica(of: account, in: folder.replicas) { replica, _ in
        let (sidebar, pictured, items) = try replica.read { connection in
          (
            try Sidebar(active: nil, in: connection),
            try connection.first("SELECT count(DISTINCT itemID) FROM photos") { $0.integer(0) },
            try connection.first("SELECT count(*) FROM items") { $0.integer(0) }
          )
        }
        #expect(
          Dictionary(uniqueKeysWithValues: sidebar.homes.map { ($0.name, "\($0.role)") }) == homes)
        #expect(items == Int64(DemoHousehold.itemCount))
        #expect(pictured == items)
      }
    }
  }

  @Test("a folder that is not a demonstration's is left alone")
  func otherFolder() async throws {
    let path = NSTemporaryDirectory() + "hearth-demo-\(UUID().uuidString)"
    // The system's temporary folder: a rest that stays harms nobody.
    defer { try? FileManager.default.removeItem(atPath: path) }
    try DataFolder(path: path).create()
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    let terminal = Terminal(write: { _ in }, writeError: { _ in }, readSecret: { _ in nil })
    let code = await Program.run(["demo", "--data", path, "--no-serve"], terminal)
    #expect(code == .refused)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == names)
  }
}
