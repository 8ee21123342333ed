import Demo
import Families
import Finances
import Foundation
import Testing
import Things
import Values

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
    try await checkFamily(hub, folder)
  }

  /// Two parents and three children, four weeks of whom can be looked back on.
  private func checkFamily(_ hub: LocalHub, _ folder: DataFolder) async throws {
    for person in DemoFamily.Person.allCases {
      let account = try hub.account(named: person.rawValue)
      try await hub.withReplica(of: account, in: folder.replicas) { replica, _ in
        try replica.read { connection in
          let family = try #require(try Family.own(in: connection))
          let people = try FamilyPerson.all(of: family.id, in: connection)
          #expect(people.count == 5 && people.count { $0.role == .child } == 3)
          #expect(people.first { $0.id == account.id }?.role == person.role)
          #expect(people.allSatisfy { !$0.face.emoji.isEmpty })
          let today = family.today(at: Int64(Date().timeIntervalSince1970 * 1000)) { _ in
            CalendarDay(year: 2000, month: 1, day: 1)
          }
          var (done, open) = (0, 0)
          for ago in 1..<DemoFamily.dayCount {
            let day = CalendarDay(daysSince1970: today.daysSince1970 - ago)
            let board = try DayBoard(of: family.id, on: day, in: connection)
            done += board.entries.count { $0.state == .done }
            open += board.entries.count { $0.state == .open }
          }
          #expect(done > 150 && open > 20, "\(done) done, \(open) open")
          let present = try DayBoard(of: family.id, on: today, in: connection)
          #expect(
            DayBoard.State.allCases.allSatisfy { state in
              present.entries.contains { $0.state == state }
            })
          #expect(try !Absence.of(family.id, from: today, in: connection).isEmpty)
        }
      }
    }
  }

  /// Both share three groups, each as a member of their own, and a year is settled by months.
  private func checkGroups(_ hub: LocalHub, _ folder: DataFolder) async throws {
    for (name, owned) in [("robin", 2), ("alex", 1)] {
      let account = try hub.account(named: name)
      try await hub.withReplica(
        of: account, in: folder.replicas, deriving: [Finances.self]
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
