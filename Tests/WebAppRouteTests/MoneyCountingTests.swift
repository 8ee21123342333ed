import Foundation
import SQLite
import Testing
import Usage

@testable import MoneyWeb
@testable import Web

/// What is counted of groups, families and the ledger after somebody has used their pages.
@Suite struct MoneyCountingTests {
  /// The properties of the events with a name, as JSON with its keys in their order.
  private func counted(_ hearth: Hearth, _ name: UsageEvent.Name) throws -> [String] {
    #expect(hearth.usage.flush())
    return try Connection(path: hearth.folder + "/analytics.db", mode: .readOnly).query(
      "SELECT properties FROM events WHERE name = ? ORDER BY at, rowid", .text(name.rawValue)
    ) { $0.text(0) }
  }

  private func hash(_ hearth: Hearth, _ zone: String) throws -> String {
    try #require(try UsageSettings(path: hearth.folder + "/analytics.settings")).hash(.home, zone)
  }

  @Test("S3-EV sharing a group or a family is counted as that, and never as sharing a home")
  func sharing() async throws {
    let world = try await MoneyWorld()
    let (hearth, group) = (world.hearth, "/groups/\(world.group)")
    try await world.ben.get("\(group)/settings")
    #expect(try await world.ben.submit("\(group)/settings/leave").status == 303)
    try await world.anna.get("\(group)/settings")
    #expect(try await world.anna.submit("\(group)/settings/stop-sharing").status == 303)
    let id = #"{"group_id":"\#(try hash(hearth, world.group))""#
    #expect(
      try counted(hearth, .groupInviteMade)
        == [#"\#(id),"role":"editor"}"#, #"\#(id),"role":"viewer"}"#])
    #expect(try counted(hearth, .groupJoined) == ["\(id)}", "\(id)}"])
    #expect(try counted(hearth, .groupLeft) == ["\(id)}"])
    #expect(try counted(hearth, .groupSharingStopped) == ["\(id)}"])
    try await world.anna.get("/families/new")
    #expect(try await world.anna.submit("/families/new", ["name": "Lake"]).status == 303)
    let front = try world.anna.require(try await world.anna.get("/families").location)
    let family = String(front.dropFirst("/families/".count))
    try await MoneyWorld.admit(
      world.ben, to: family, of: world.anna, role: "editor", in: "families")
    let own = #"{"family_id":"\#(try hash(hearth, family))""#
    #expect(try counted(hearth, .familyInviteMade) == [#"\#(own),"role":"editor"}"#])
    #expect(try counted(hearth, .familyJoined) == ["\(own)}"])
    for name in [UsageEvent.Name.inviteMade, .homeJoined, .homeLeft, .sharingStopped] {
      #expect(try counted(hearth, name) == [], "\(name)")
    }
  }

  @Test("groups that are made, expenses, payments and entries of one's own are counted once each")
  func money() async throws {
    let world = try await MoneyWorld()
    let (hearth, path) = (world.hearth, "/groups/\(world.group)")
    let id = #"{"group_id":"\#(try hash(hearth, world.group))""#
    #expect(try counted(hearth, .groupCreated) == [#"\#(id),"member_count":3}"#])
    #expect(try await world.add(world.anna, "Bread", "").status == 422)
    #expect(try await world.add(world.anna, "Bread", "3").status == 303)
    let expense = try #require(try await world.expenses().first).id
    #expect(
      try await world.add(world.anna, "Rye", "3", to: "\(path)/expenses/\(expense)/edit").status
        == 303)
    #expect(
      try counted(hearth, .expenseSaved)
        == [#"\#(id),"is_new":true}"#, #"\#(id),"is_new":false}"#])
    try await world.anna.get("\(path)/payments/new")
    let payment: KeyValuePairs<String, String> = [
      "from": world.member("Ben"), "to": world.member("Anna"), "amount": "1", "currency": "EUR",
      "day": "2026-06-02",
    ]
    #expect(try await world.anna.submit("\(path)/payments/new", payment).status == 303)
    #expect(try counted(hearth, .paymentRecorded) == [#"\#(id),"is_new":true}"#])
    try await world.anna.get("/personal/new")
    let entry: KeyValuePairs<String, String> = [
      "kind": "spending", "title": "Bus", "amount": "2", "currency": "EUR", "day": "2026-06-02",
    ]
    #expect(try await world.anna.submit("/personal/new", entry).status == 303)
    #expect(try counted(hearth, .ledgerEntrySaved) == [#"{"is_new":true}"#])
  }

  @Test("an import counts the group that it made, and how many expenses came")
  func imported() async throws {
    let world = try await MoneyWorld()
    let table =
      "Date,Description,Category,Cost,Currency,Ana,Ben\n"
      + "2026-06-01,Rent,General,30.00,EUR,15.00,-15.00\n"
    let sent = try await world.anna.upload(
      "/group-imports", ["group": ""],
      files: [Browser.Upload(field: "file", name: "flat.csv", bytes: Array(table.utf8))])
    let address = try world.anna.require(sent.location)
    try await world.anna.get(address)
    let fields: KeyValuePairs<String, String> = ["group": "", "newGroupName": "Trip", "own": "0"]
    _ = try await world.anna.submit(address + "/run", fields)
    try await world.anna.get(address)
    _ = try await world.anna.submit(address + "/run", fields)
    await world.hearth.app.finishImports()
    let came = try counted(world.hearth, .expensesImported)
    #expect(came.count == 1 && came.first?.hasPrefix(#"{"expense_count":1,"#) == true, "\(came)")
    #expect(try counted(world.hearth, .groupCreated).count == 2)
  }
}
