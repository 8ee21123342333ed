import Demo
import Finances
import Foundation
import Testing
import Things

@testable import hearth

@Suite("hearth demo")
struct DemoHouseholdTests {
  @Test(
    "S3-UV-1 two people share homes and groups, each in their role, with a picture of everything")
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
    try await checkGroups(hub, folder)
  }

  /// Both share three groups, each as a member of their own, and a year is settled by months.
  private func checkGroups(_ hub: LocalHub, _ folder: DataFolder) async throws {
    for (name, owned) in [("robin", 2), ("alex", 1)] {
      let account = try hub.account(named: name)
      try await hub.withReplica(
        of: account, in: folder.replicas, deriving: Finances.self
      ) { replica, _ in
        try replica.read { connection in
          let groups = try GroupList.rows(of: account.id, in: connection)
          #expect(groups.count == DemoGroup.all.count)
          #expect(groups.count { $0.role == .owner } == owned)
          for group in groups {
            let members = try GroupMember.of(group.id, in: connection)
            #expect(members.count { $0.accountID != nil } == 2)
            #expect(group.ownMemberID != nil)
            let balances = try GroupBalances.of(group.id, in: connection)
            #expect(balances.incomplete.isEmpty)
            #expect(balances.sums["EUR"]?.values.contains { $0.net != 0 } == true)
            let shared = group.group.details.name == DemoGroup.couple.name
            // A year settled month by month.
            let payments = try connection.first(
              "SELECT count(*) FROM expenses WHERE groupID = ? AND kind = 'transfer'",
              .text(group.id)
            ) { $0.integer(0) }
            #expect(!shared || payments == 12)
          }
        }
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
