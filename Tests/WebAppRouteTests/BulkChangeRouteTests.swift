import Household
import SyncProtocol
import Testing
import Values

@testable import ThingsWeb
@testable import Web
@testable import WebApp

/// Doing one thing to many items from a list.
@Suite struct BulkChangeRouteTests {
  private struct Setting {
    let hearth: Hearth
    let owner: Browser
    let flat: String
    let cabin: String
    /// Kettle, Drill and Lamp in the flat.
    let items: [String]

    init() async throws {
      hearth = try Hearth(signUps: .open)
      (owner, flat) = try await hearth.household("Flat")
      cabin = try await owner.addHome("Cabin")
      var items: [String] = []
      for name in ["Kettle", "Drill", "Lamp"] {
        items.append(try await hearth.addItem(owner, flat, name))
      }
      self.items = items
    }

    var all: String { "/many?from=%2Fitems" }

    func send(
      _ fields: KeyValuePairs<String, String>, _ ids: [String] = [], by browser: Browser? = nil,
      from list: String = "/items"
    ) async throws -> Browser.Answer {
      try await (browser ?? owner).submit(
        Route.bulkChange(.changeItems).url(
          from: ItemOrigin(query: "from=" + URLCoding.encode(list), in: Areas.all.routes)),
        fields, repeated: ids.map { ("item", $0) })
    }

    func version(_ page: Browser.Answer) throws -> String {
      try owner.require(
        page.text.firstMatch(of: /name="confirmed" value="([^"]+)"/).map { String($0.1) })
    }

    func undo(_ page: Browser.Answer) throws -> String {
      try owner.require(page.text.firstMatch(of: /action="(\/undo\/[^"]+)"/).map { String($0.1) })
    }
  }

  @Test("three items are moved after a question that says what happens, and brought back")
  func move() async throws {
    let setting = try await Setting()
    let (owner, cabin) = (setting.owner, setting.cabin)
    let list = try await owner.get("/items")
    for id in setting.items { #expect(list.main.contains("name=\"item\" value=\"\(id)\"")) }
    let choose = try await setting.send(["do": "move"], setting.items)
    #expect(choose.status == 200)
    #expect(choose.main.contains("Where do 3 items go?"))
    #expect(choose.main.contains("<optgroup label=\"Cabin\">"))
    let question = try await setting.send(["do": "move", "to": cabin], setting.items)
    for text in ["Move 3 items?", "Cabin", "name=\"confirmed\""] {
      #expect(question.main.contains(text), "\(text)")
    }
    #expect(try await owner.get("/homes/\(cabin)/items").main.contains("Kettle") == false)
    let done = try await setting.send(
      [
        "do": "move", "to": cabin, "confirmed": try setting.version(question),
        "items": setting.items.joined(separator: " "),
      ])
    #expect(done.location == "/items")
    let after = try await owner.get("/items")
    #expect(after.text.contains("Moved 3 items"))
    let there = try await owner.get("/homes/\(cabin)/items")
    for name in ["Kettle", "Drill", "Lamp"] { #expect(there.main.contains(">\(name)<")) }
    #expect(try await owner.submit(setting.undo(after)).location == "/items")
    #expect(try await owner.get("/homes/\(cabin)/items").main.contains(">Kettle<") == false)
    #expect(try await owner.get("/homes/\(setting.flat)/items").main.contains(">Kettle<"))
    #expect(try await owner.submit(setting.undo(after)).status == 410)
  }

  @Test("a change is one change set at the hub, and none at all when one item is refused")
  func oneCommit() async throws {
    let setting = try await Setting()
    func head() throws -> Int64? {
      try setting.hearth.hub.store.read { try $0.zone(setting.flat)?.head }
    }
    let question = try await setting.send(["do": "archive"], setting.items)
    let before = try #require(try head())
    _ = try await setting.send(
      ["do": "archive", "confirmed": try setting.version(question)], setting.items)
    #expect(try head() == before + 1)
    #expect(try await setting.owner.get("/items?q=is:archived").main.contains(">Lamp<"))
    #expect(try await setting.owner.get("/items").main.contains(">Lamp<") == false)
  }

  @Test("all that match the visible filter are meant, over all pages, and no others")
  func everyPage() async throws {
    let setting = try await Setting()
    for index in 0..<60 {
      _ = try await setting.hearth.addItem(setting.owner, setting.flat, "Fork \(index)")
    }
    let list = "/homes/\(setting.flat)/items?q=fork"
    let question = try await setting.send(["do": "delete", "all": "yes"], from: list)
    #expect(question.main.contains(catalogue.deleteHomeTitle("60 items")))
    let version = try setting.version(question)
    // One more matches by the time the answer comes: it is asked again, and nothing is deleted.
    _ = try await setting.hearth.addItem(setting.owner, setting.flat, "Fork 61")
    let again = try await setting.send(
      ["do": "delete", "all": "yes", "confirmed": version], from: list)
    #expect(again.status == 409)
    #expect(again.main.contains(catalogue.selectionChanged))
    #expect(again.main.contains(catalogue.deleteHomeTitle("61 items")))
    #expect(try await setting.owner.get("/items?q=fork").main.contains("61 items found"))
    let done = try await setting.send(
      ["do": "delete", "all": "yes", "confirmed": try setting.version(again)], from: list)
    #expect(done.location == list)
    let after = try await setting.owner.get("/items")
    #expect(after.text.contains("Deleted 61 items"))
    #expect(after.main.contains(">Kettle<") && !after.main.contains("Fork"))
    // Back to the list that they were chosen from.
    #expect(try await setting.owner.submit(setting.undo(after)).location == list)
    #expect(try await setting.owner.get("/items?q=fork").main.contains("61 items found"))
  }

  @Test("D-PRM-3 a viewer sees no boxes and is refused; who does not have the home finds nothing")
  func roles() async throws {
    let setting = try await Setting()
    let viewer = try await setting.hearth.person("vera")
    try await setting.hearth.admit(viewer, to: setting.flat, of: setting.owner, role: "viewer")
    let list = "/homes/\(setting.flat)/items"
    for address in [list, "/items"] {
      let page = try await viewer.get(address)
      #expect(page.main.contains(">Kettle<"))
      #expect(!page.main.contains("name=\"item\"") && !page.main.contains("/many"))
    }
    let stranger = try await setting.hearth.person("stan")
    _ = try await stranger.addHome("Own")
    for action in BulkChangePage.Action.allCases {
      for from in [list, "/items"] {
        let answer = try await setting.send(
          ["do": action.rawValue, "to": setting.flat, "add": "x", "field": "condition"],
          setting.items, by: viewer, from: from)
        #expect(answer.status == 403, "\(action) \(from)")
        let all = try await setting.send(
          ["do": action.rawValue, "all": "yes"], by: viewer, from: from)
        #expect(all.status == 403, "\(action) \(from)")
      }
      let outside = try await setting.send(
        ["do": action.rawValue], setting.items, by: stranger)
      #expect(outside.status == 422 && !outside.text.contains("Kettle"), "\(action)")
      #expect(
        try await setting.send(
          ["do": action.rawValue], setting.items, by: stranger, from: list
        ).status == 404, "\(action)")
    }
    // Of all that match, what may only be viewed is left out, and that is said.
    _ = try await viewer.addHome("Shed")
    let shed = try await viewer.get("/items")
    #expect(!shed.main.contains("name=\"item\""))
    #expect(try await setting.owner.get("/items").main.contains("3 items"))
  }

  @Test("nothing chosen, gone items and ids that are none are told, and nothing is changed")
  func badInput() async throws {
    let setting = try await Setting()
    let empty = try await setting.send(["do": "delete"])
    #expect(empty.status == 422)
    #expect(empty.main.contains(catalogue.nothingTickedTitle))
    try await setting.owner.get("/items/\(setting.items[0])/delete")
    try await setting.owner.submit("/items/\(setting.items[0])/delete")
    let some = try await setting.send(["do": "delete"], setting.items + ["'; DROP TABLE items"])
    #expect(some.status == 200)
    #expect(some.main.contains(catalogue.deleteHomeTitle("2 items")))
    #expect(some.main.contains("1 item was deleted or moved elsewhere meanwhile"))
    let gone = try await setting.send(["do": "export"], [setting.items[0]])
    #expect(gone.status == 422)
    #expect(try await setting.send(["do": "explode"], setting.items).status == 400)
    #expect(try await setting.owner.submit("/many", ["do": "delete"]).status == 400)
    #expect(
      try await setting.send(["do": "move", "to": "\(setting.cabin) none"], setting.items).status
        == 422)
    let wrong = try await setting.send(
      ["do": "edit", "field": "purchasedOn", "value-purchasedOn": "last May"], setting.items)
    #expect(wrong.status == 422)
    #expect(wrong.main.contains("value=\"last May\""))
    let long = try await setting.send(
      ["do": "label", "new": String(repeating: "x", count: 300)], setting.items)
    #expect(long.status == 422)
    #expect(try await setting.owner.get("/items").main.contains("2 items"))
  }

  @Test("X01 a label is added in each home, with a note where it will be made")
  func labels() async throws {
    let setting = try await Setting()
    let axe = try await setting.hearth.addItem(setting.owner, setting.cabin, "Axe")
    try await setting.owner.get("/homes/\(setting.flat)/labels")
    try await setting.owner.submit(
      "/homes/\(setting.flat)/labels", ["name": "Sharp", "colour": "1"])
    let ids = [setting.items[1], axe]
    #expect(try await setting.send(["do": "label"], ids).main.contains("value=\"Sharp\""))
    let question = try await setting.send(["do": "label", "add": "Sharp"], ids)
    #expect(question.main.contains(catalogue.labelsMade(in: "Cabin")))
    _ = try await setting.send(
      ["do": "label", "add": "Sharp", "confirmed": try setting.version(question)], ids)
    #expect(try await setting.owner.get("/items?q=label:sharp").main.contains("2 items found"))
    let set = try await setting.send(
      ["do": "edit", "field": "condition", "value-condition": "Worn"], ids)
    #expect(set.main.contains("Worn"))
    _ = try await setting.send(
      [
        "do": "edit", "field": "condition", "value-condition": "Worn",
        "confirmed": try setting.version(set),
      ], ids)
    #expect(try await setting.owner.get("/items/\(axe)").main.contains("Worn"))
  }

  @Test("the chosen items are exported as a table, of all their homes")
  func export() async throws {
    let setting = try await Setting()
    let axe = try await setting.hearth.addItem(setting.owner, setting.cabin, "Axe")
    let file = try await setting.send(["do": "export"], [setting.items[0], axe])
    #expect(file.status == 200)
    #expect(file.headers["Content-Type"] == "text/csv; charset=utf-8")
    #expect(file.text.split(separator: "\r\n").count == 3)
    #expect(file.text.contains(",Axe,") && file.text.contains(",Kettle,"))
    #expect(!file.text.contains("Drill"))
  }
}
