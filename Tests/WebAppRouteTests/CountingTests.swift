import Foundation
import SQLite
import Testing
import Things
import Usage

@testable import AccountWeb
@testable import ThingsWeb
@testable import TransferWeb
@testable import Web

/// What is counted after somebody has used the pages.
@Suite struct CountingTests {
  private struct Counted {
    let name: String
    /// As JSON, its keys in their order.
    let properties: String
  }

  private func counted(_ hearth: Hearth) throws -> [Counted] {
    #expect(hearth.usage.flush())
    return try Connection(path: hearth.folder + "/analytics.db", mode: .readOnly).query(
      "SELECT name, properties FROM events ORDER BY at, rowid"
    ) { Counted(name: $0.text(0), properties: $0.text(1)) }
  }

  private func hash(_ hearth: Hearth, _ home: String) throws -> String {
    try #require(try UsageSettings(path: hearth.folder + "/analytics.settings")).hash(.home, home)
  }

  /// Two homes, made on pages.
  private func twoHomes() async throws -> (Hearth, Browser, flat: String, cabin: String) {
    let hearth = try Hearth()
    let (anna, flat) = try await hearth.household("Flat")
    try await anna.get("/homes/\(flat)")
    let cabin = try await anna.addHome("Cabin")
    try await anna.get("/homes/\(cabin)")
    return (hearth, anna, flat, cabin)
  }

  @Test(
    "S3-US1-6 S3-EV-home_created a new home is counted once, with whether it is the primary one")
  func created() async throws {
    let (hearth, _, flat, cabin) = try await twoHomes()
    let events = try counted(hearth).filter { $0.name == "home_created" }.map(\.properties)
    #expect(
      try events == [
        #"{"has_photo":false,"home_id":"\#(hash(hearth, flat))","is_primary":true}"#,
        #"{"has_photo":false,"home_id":"\#(hash(hearth, cabin))","is_primary":false}"#,
      ])
  }

  @Test("S3-EV-home_selected each switch is counted once, with the way that was taken")
  func selected() async throws {
    let (hearth, anna, flat, cabin) = try await twoHomes()
    let item = try await hearth.addItem(anna, flat, "Kettle")
    // Where Hearth itself leads to after that.
    try await anna.get("/items/\(item)")
    try await anna.get("/homes/\(cabin)/settings")
    for _ in 0..<2 { try await anna.get("/homes/\(flat)") }
    try await anna.get("/homes/\(cabin)")
    try await anna.get("/items/\(item)")
    // An open page that follows changes, and a part of a page, are nobody's choice.
    anna.extraHeaders = [("Sec-Fetch-Mode", "cors")]
    try await anna.get("/homes/\(cabin)")
    anna.extraHeaders = [("HX-Request", "true")]
    try await anna.get("/homes/\(cabin)")
    let events = try counted(hearth).filter { $0.name == "home_selected" }.map(\.properties)
    let (first, second) = (try hash(hearth, flat), try hash(hearth, cabin))
    // Opening the form for a new item of the flat was the first.
    let expected = [
      (first, "link"), (second, "settings"), (first, "sidebar"), (second, "sidebar"),
      (first, "link"),
    ]
    #expect(events == expected.map { #"{"home_id":"\#($0)","source":"\#($1)"}"# })
  }

  @Test("S3-EV-home_primary_changed the old and the new home are named; the same again is nothing")
  func primary() async throws {
    let (hearth, anna, flat, cabin) = try await twoHomes()
    for _ in 0..<2 { try await anna.submit("/homes/\(cabin)/primary") }
    let events = try counted(hearth).filter { $0.name == "home_primary_changed" }
    #expect(
      try events.map(\.properties)
        == [
          #"{"new_home_id":"\#(hash(hearth, cabin))","old_home_id":"\#(hash(hearth, flat))"}"#
        ])
  }

  @Test("S3-US4-6 S3-EV-home_deleted what went with a home is counted as it was before")
  func deleted() async throws {
    let (hearth, anna, _, cabin) = try await twoHomes()
    for name in ["Rope", "Lamp"] { _ = try await hearth.addItem(anna, cabin, name) }
    try await anna.get("/homes/\(cabin)/delete")
    let wrong = try await anna.submit("/homes/\(cabin)/delete", ["name": "Flat"])
    #expect(wrong.status == 422)
    #expect(try counted(hearth).allSatisfy { $0.name != "home_deleted" })
    let visitor = try #require(
      try hearth.app.backend.visitor(token: try anna.require(anna.cookies["hearth-session"])))
    let workspace = try await hearth.app.backend.workspace(of: visitor)
    let before = try await workspace.read { try HomeContents(of: cabin, in: $0) }
    #expect(before.items == 2 && before.labels > 0)
    let gone = try await anna.submit("/homes/\(cabin)/delete", ["name": "Cabin"])
    #expect(gone.status == 303)
    let events = try counted(hearth).filter { $0.name == "home_deleted" }.map(\.properties)
    #expect(
      try events == [
        #"{"home_id":"\#(hash(hearth, cabin))","items_deleted_count":2,"#
          + #""labels_deleted_count":\#(before.labels),"#
          + #""locations_deleted_count":\#(before.locations)}"#
      ])
  }

  @Test("S3-EV-all_inventory_viewed homes and items are those of the page; a search is not counted")
  func allInventory() async throws {
    let (hearth, anna, flat, cabin) = try await twoHomes()
    for home in [flat, cabin] { _ = try await hearth.addItem(anna, home, "Kettle") }
    try await anna.get("/items")
    try await anna.get("/items?home=\(flat)")
    try await anna.get("/homes/\(flat)/items")
    anna.extraHeaders = [("HX-Request", "true")]
    try await anna.get("/items?q=ket")
    let events = try counted(hearth).filter { $0.name == "all_inventory_viewed" }
    #expect(events.map(\.properties) == [#"{"home_count":2,"total_items":2}"#])
  }

  @Test("S3-EV-migration_complete the first import of several homes is counted once")
  func migration() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household("Flat")
    func table(_ name: String, _ number: String) -> [UInt8] {
      Array(
        """
        Title,Location,Label,Home,QuantityInt,Price,ItemID,HomeID
        Kettle,Kitchen,Red,Cabin,1,12.50,0190A000-0000-7000-8000-\(number)C001,\
        0190A000-0000-7000-8000-0000000000A1
        \(name),Kitchen,Red,Shed,2,3,0190A000-0000-7000-8000-\(number)C002,\
        0190A000-0000-7000-8000-0000000000A2

        """.utf8)
    }
    for (name, number) in [("Pan", "00000000"), ("Pot", "00000001")] {
      try await anna.get("/import")
      let (address, _) = try await anna.preview(
        "inventory.csv", table(name, number), home: home)
      let result = try await anna.runImport(address, home: home)
      #expect(result.text.contains(catalogue.imported), "\(result.main)")
    }
    let events = try counted(hearth)
    let done = events.filter { $0.name == "multi_home_migration_complete" }.map(\.properties)
    #expect(done == [#"{"duration_ms":0,"homes_count":2,"items_count":2}"#])
    #expect(events.count { $0.name == "home_created" } == 3)
  }

  @Test("D-ANA-2 invites, joining, leaving, ended sharing, reports and refusals are counted")
  func others() async throws {
    let (hearth, anna, flat, cabin) = try await twoHomes()
    let ben = try await hearth.guest(of: anna, home: flat)
    try await ben.submit("/homes/\(flat)/settings/leave")
    let token = try await hearth.invite(anna, cabin, role: "viewer")
    try await anna.get("/homes/\(cabin)/settings")
    try await anna.submit("/homes/\(cabin)/settings/stop-sharing")
    try await ben.get("/i/\(token)")
    _ = try await hearth.addItem(anna, cabin, "Rope")
    let report = try await anna.get("/homes/\(cabin)/claim/report.pdf")
    #expect(report.status == 200, "\(report.text)")
    let names = try counted(hearth).map(\.name)
    for name in [
      "session_start", "invite_made", "home_joined", "home_left", "sharing_stopped",
      "claim_report_made", "sync_error",
    ] {
      #expect(names.contains(name), "\(name)")
    }
    let error = try #require(try counted(hearth).last { $0.name == "sync_error" })
    #expect(error.properties.hasPrefix(#"{"area":"sharing","code":""#))
  }

  @Test("D-ANA-3 without the tick nothing is counted any more, and nothing of before is left")
  func optOut() async throws {
    let (hearth, anna, flat, cabin) = try await twoHomes()
    #expect(try await anna.get("/account").main.contains(catalogue.counting))
    #expect(try counted(hearth).count > 2)
    let saved = try await anna.submit("/account/counting")
    #expect(saved.location == "/account")
    try await anna.get("/homes/\(flat)")
    try await anna.get("/items")
    try await anna.submit("/homes/\(cabin)/primary")
    #expect(try counted(hearth).isEmpty)
    #expect(try await !anna.get("/account").main.contains(#"name="count" value="on" checked"#))
    try await anna.submit("/account/counting", ["count": "on"])
    try await anna.get("/items")
    #expect(try counted(hearth).map(\.name) == ["session_start", "all_inventory_viewed"])
  }

  @Test("S3-KPI-3 what somebody says is kept here; what is wrong is said, and the words stay")
  func feedback() async throws {
    let (hearth, anna, _, _) = try await twoHomes()
    #expect(try await anna.get("/account/feedback").status == 200)
    for rating in ["", "0", "6", "five"] {
      let again = try await anna.submit(
        "/account/feedback", ["topic": "homes", "rating": rating, "text": "I like the rooms"])
      #expect(again.status == 422 && again.main.contains("I like the rooms"))
    }
    let long = try await anna.submit(
      "/account/feedback",
      ["topic": "homes", "rating": "4", "text": String(repeating: "a", count: 2001)])
    #expect(long.status == 422)
    let kept = try await anna.submit(
      "/account/feedback", ["topic": "homes", "rating": "4", "text": " I like the rooms "])
    #expect(kept.location == "/account")
    #expect(try await anna.get("/account").text.contains(catalogue.feedbackKept))
    let store = try UsageStore(path: hearth.folder + "/analytics.db")
    #expect(
      try store.feedback(limit: 9) == [
        .init(
          at: hearth.clock.withLock { $0 }, topic: "homes", rating: 4, words: "I like the rooms")
      ])
  }
}
