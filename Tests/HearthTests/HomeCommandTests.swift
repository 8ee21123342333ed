import HearthDomain
import Foundation
import Household
import Hub
import HubSQLite
import SQLite
import SyncProtocol
import Testing
import hearth

@Suite("hearth home")
struct HomeCommandTests {
  /// Ana's two homes, of which the first, with three items, has been deleted.
  private func deleted() async throws -> TestFolder {
    let folder = TestFolder()
    let made = await hearth(
      "account", "create", "ana", "--data", folder.data, secret: password)
    try #require(made.code == .ok, "\(made.errors)")
    let file = try folder.write(homebox, to: "items.csv")
    for home in ["Cabin", "Flat"] {
      let run = await hearth("import", file, "--home", home, "--data", folder.data)
      try #require(run.code == .ok, "\(run.errors)")
    }
    let store = try HubSQLite(path: folder.data + "/hub.db")
    let hub = Hub(store: store, schema: HearthDomain.schema)
    let ana = try #require(try store.read { try $0.account(named: NameKey.fold("ana")) })
    let zones = try store.read { try $0.memberships(of: ana.id) }.filter { $0.zone.kind == .home }
    let cabin = try #require(
      try zones.first { grant, zone in
        let root = RecordPlace(zone: zone.id, id: zone.id)
        let record = try store.read { try $0.record(root) }
        return record?.registers["name"]?.value == "Cabin"
      })
    let records = try store.read {
      try $0.records(of: cabin.zone.id, after: nil, maxBytes: .max)
    }.filter { !["participants", "invites"].contains($0.table) }
    let change = ChangeSet(
      id: ChangeSetID(replica: "laptop", number: 1),
      time: HybridTime(milliseconds: WallClock.nowMilliseconds()),
      grants: [cabin.zone.id: cabin.grant.grantID], preconditions: [],
      mutations: records.map { Mutation(.delete, $0.table, $0.id, in: cabin.zone.id) })
    let answer = try hub.push(
      PushRequest(
        epoch: try store.read { try $0.state().epoch }, replica: "laptop", acknowledged: 0,
        changeSets: [change]), as: ana.id)
    guard case .answers(let answers, _) = answer, case .accepted? = answers.first else {
      Issue.record("\(answer)")
      return folder
    }
    return folder
  }

  @Test("a deleted home is listed and restored from the command line")
  func restored() async throws {
    let folder = try await deleted()
    let list = await hearth("home", "deleted", "--data", folder.data)
    #expect(list.code == .ok && list.output.contains("Cabin: 3 items"), "\(list.errors)")
    let wrong = await hearth("home", "restore", "Flat", "--data", folder.data)
    #expect(wrong.code == .refused && wrong.errors.contains("hearth home deleted"))
    let back = await hearth("home", "restore", "cabin", "--data", folder.data)
    #expect(back.code == .ok && back.output.contains("Cabin is back"), "\(back.errors)")
    let status = await hearth("status", "--account", "ana", "--data", folder.data)
    #expect(status.output.contains("Cabin: 3 items"))
    let none = await hearth("home", "deleted", "--data", folder.data)
    #expect(none.output.contains("has deleted no home"))
  }
}
