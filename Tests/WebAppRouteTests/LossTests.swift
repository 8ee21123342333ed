import Foundation
import Hub
import SyncProtocol
import Testing

@testable import WebApp
@testable import hearth

/// What those see who lose a home: a notice, and a table of what was in it.
@Suite("Who loses a home") struct LossTests {
  /// The address of the copy on a page with notices.
  private func copy(_ browser: Browser, _ path: String = "/people") async throws -> String? {
    try await browser.get(path).main.firstMatch(of: /href="(\/notices\/[^"\/]+\/copy)"/)
      .map { String($0.1) }
  }

  @Test("D-HOM-12 deleting a shared home names who loses it; they are told and get what was in it")
  func deletedHome() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, _) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    _ = try await hearth.addItem(owner, cabin, "Kettle", price: "30")
    _ = try await hearth.addItem(owner, cabin, "Tea, \"green\"")
    let (ben, cara) = (try await hearth.person("ben"), try await hearth.person("cara"))
    for guest in [ben, cara] {
      _ = try await guest.addHome("Den")
      try await hearth.admit(guest, to: cabin, of: owner)
    }
    let warning = try await owner.get("/homes/\(cabin)/delete").main
    #expect(warning.contains("Ben") && warning.contains("Cara") && warning.contains("2 items"))
    #expect(warning.contains("get a copy of its items for 30 days"))
    #expect(try await ben.get("/homes/\(cabin)/delete").status == 403)
    try await owner.get("/homes/\(cabin)/delete")
    #expect(try await owner.submit("/homes/\(cabin)/delete", ["name": "Cabin"]).status == 303)
    for guest in [ben, cara] {
      #expect(try await guest.get("/homes/\(cabin)").status == 404)
      for path in ["/people", "/"] {
        #expect(try await guest.get(path).main.contains("Anna deleted Cabin"), "\(path)")
      }
      let table = try await guest.get(try #require(try await copy(guest)))
      #expect(table.status == 200)
      #expect(table.headers["Content-Type"] == "text/csv; charset=utf-8")
      #expect(table.headers["Content-Disposition"] == "attachment; filename=\"Cabin.csv\"")
      #expect(table.text.contains("Kettle") && table.text.contains("30.00"))
      #expect(table.text.contains("\"Tea, \"\"green\"\"\""))
    }
    // Nobody else can fetch it, and for 30 days only.
    let path = try #require(try await copy(ben))
    #expect(try await cara.get(path).status == 404)
    #expect(try await owner.get(path).status == 404)
    hearth.advance(milliseconds: Hub.copyMilliseconds - 1000)
    try await ben.get("/signin")
    try await ben.submit("/signin", ["name": "ben", "password": "a long password of ben"])
    #expect(try await ben.get(path).status == 200)
    hearth.advance(milliseconds: 1000)
    #expect(try await ben.get(path).status == 410)
    #expect(try await ben.get("/people").main.contains("there is no copy"))
  }

  @Test("S0-NG5 whoever leaves is offered a copy before and after, and imports it as their own")
  func leaving() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    _ = try await hearth.addItem(owner, home, "Kettle", price: "30")
    let ben = try await hearth.person("ben")
    let own = try await ben.addHome("Den")
    try await hearth.admit(ben, to: home, of: owner, role: "viewer")
    let question = try await ben.get("/homes/\(home)/settings/leave").main
    #expect(question.contains("href=\"/homes/\(home)/export\""))
    let before = try await ben.get("/homes/\(home)/export")
    #expect(before.status == 200)
    try await ben.get("/homes/\(home)/settings/leave")
    #expect(try await ben.submit("/homes/\(home)/settings/leave").status == 303)
    #expect(try await ben.get("/homes/\(home)/export").status == 404)
    #expect(try await ben.get("/people").main.contains("You left Flat"))
    let after = try await ben.get(try #require(try await copy(ben)))
    #expect(after.text == before.text)
    #expect(try await owner.get("/homes/\(home)/items").main.contains("Kettle"))
    let (_, preview) = try await ben.preview("Flat.csv", after.bytes, home: own)
    #expect(preview.main.contains("Kettle") && preview.main.contains("Import 1 item"))
  }

  @Test("D-SHR-3 when sharing stops, what was not sent stays on the device, the rest in a copy")
  func stoppedSharing() async throws {
    let setting = try await DeviceSetting()
    let ben = try await setting.hearth.guest(of: setting.owner, home: setting.home)
    _ = try await setting.hearth.addItem(setting.owner, setting.home, "Kettle")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths, as: "ben")
    #expect(try await browser.get("/homes/\(setting.home)").status == 200)
    await setting.server.stop()
    _ = try await setting.hearth.addItem(browser, setting.home, "Desk lamp")
    let target = "/homes/\(setting.home)/settings/stop-sharing"
    #expect(try await setting.owner.get(target).main.contains("get a copy of its items"))
    #expect(try await setting.owner.submit(target).status == 303)
    try setting.server.start()
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    let parked = try await browser.get("/sync").main
    #expect(parked.contains("Desk lamp") && parked.firstMatch(of: /\/sync\/[0-9]+\/copy/) != nil)
    for each in [ben, browser] {
      let people = try await each.get("/people").main
      #expect(people.contains("Anna no longer shares Harbour Street with you"))
      let table = try await each.get(try #require(try await copy(each)))
      #expect(table.text.contains("Kettle") && !table.text.contains("Desk lamp"))
    }
    await app.stop()
    await setting.server.stop()
  }
}
