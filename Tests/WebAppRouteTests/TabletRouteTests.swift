import Foundation
import SyncProtocol
import Testing

@testable import FamilyWeb
@testable import Web

/// The way back to the faces of a family's tablet.
@Suite struct TabletRouteTests {
  @Test("a parent at the tablet is done with one press on every page, and out after five minutes")
  func parentIsDone() async throws {
    let world = try await FamilyRouteTests.World()
    let (family, anna) = ("/families/\(world.family)", world.anna)
    let id = try #require(try world.hearth.accounts.account(named: "anna")).id
    try await anna.get("\(family)/pins/\(id)")
    #expect(
      try await anna.submit("\(family)/pins/\(id)", ["kind": "digits", "pin": "2468"]).status
        == 303)
    let home = try await anna.addHome("Flat")
    let tablet = world.hearth.browser()
    try await tablet.get("/signin")
    try await tablet.submit("/signin", ["name": "anna", "password": "a long password of anna"])
    try await tablet.get("\(family)/settings")
    #expect(try await tablet.submit("\(family)/kiosks").location == "/kiosk")
    for _ in 0..<2 {
      try await tablet.get("/kiosk/\(id)")
      #expect(try await tablet.submit("/kiosk/\(id)", ["pin": "2468"]).status == 303)
      for page in [family, "/today", "/homes/\(home)", "/account", "/menu", "\(family)/week"] {
        let shown = try await tablet.get(page)
        #expect(shown.status == 200, "\(page)")
        #expect(
          MoneyWorld.unescaped(Substring(shown.text)).contains(catalogue.iAmDone), "\(page)")
      }
      #expect(try await tablet.submit("/signout").location == "/kiosk")
    }
    // Elsewhere nobody is asked for it.
    let own = try await anna.get(family).text
    #expect(!MoneyWorld.unescaped(Substring(own)).contains(catalogue.iAmDone))
    try await tablet.get("/kiosk/\(id)")
    #expect(try await tablet.submit("/kiosk/\(id)", ["pin": "2468"]).status == 303)
    world.hearth.advance(milliseconds: 4 * 60_000)
    #expect(try await tablet.get(family).status == 200)
    world.hearth.advance(milliseconds: 5 * 60_000)
    #expect(try await tablet.get(family).status == 303)
  }

  @Test("at the tablet no whole home or group goes, and no file with everything is saved")
  func wholeHomes() async throws {
    let world = try await FamilyRouteTests.World()
    let (family, anna) = ("/families/\(world.family)", world.anna)
    let id = try #require(try world.hearth.accounts.account(named: "anna")).id
    try await anna.get("\(family)/pins/\(id)")
    try await anna.submit("\(family)/pins/\(id)", ["kind": "digits", "pin": "2468"])
    let home = try await anna.addHome("Flat")
    let tablet = world.hearth.browser()
    try await tablet.get("/signin")
    try await tablet.submit("/signin", ["name": "anna", "password": "a long password of anna"])
    try await tablet.get("\(family)/settings")
    try await tablet.submit("\(family)/kiosks")
    try await tablet.get("/kiosk/\(id)")
    #expect(try await tablet.submit("/kiosk/\(id)", ["pin": "2468"]).status == 303)
    try await tablet.get("/homes/\(home)/settings")
    func isRefused(_ answer: Browser.Answer) -> Bool {
      let text = MoneyWorld.unescaped(Substring(answer.text))
      return answer.status == 403 && text.contains(catalogue.errorText(.atTablet))
    }
    for path in [
      "/homes/\(home)/delete", "/homes/\(home)/merge", "/merges/x/undo", "/groups/x/delete",
      "/homes/deleted/\(home)/restore", "/groups/deleted/x/restore", "/notices/x/dismiss",
      "/notices/x/copy",
    ] {
      #expect(isRefused(try await tablet.submit(path, ["name": "Flat"])), "\(path)")
    }
    for path in [
      "/export/archive", "/export/movingbox", "/homes/\(home)/export/archive",
      "/homes/\(home)/export/movingbox",
    ] {
      #expect(isRefused(try await tablet.get(path)), "\(path)")
    }
    #expect(try await tablet.get("/homes/\(home)").status == 200)
    #expect(try await anna.get("/export/archive").status == 200)
  }

  @Test("tablets beyond what a family may have are refused in words that say so")
  func tooMany() async throws {
    let world = try await FamilyRouteTests.World()
    let family = "/families/\(world.family)"
    var last: Browser.Answer?
    for _ in 0...10 {
      let tablet = world.hearth.browser()
      try await tablet.get("/signin")
      try await tablet.submit("/signin", ["name": "anna", "password": "a long password of anna"])
      try await tablet.get("\(family)/settings")
      last = try await tablet.submit("\(family)/kiosks")
    }
    let answer = try #require(last)
    #expect(answer.status == 409)
    let text = MoneyWorld.unescaped(Substring(answer.text))
    #expect(text.contains(catalogue.errorText(.tooManyTabletsToday(max: 10))))
  }

  @Test("the face of somebody who is away says so")
  func away() async throws {
    let world = try await FamilyRouteTests.World()
    let (family, anna) = ("/families/\(world.family)", world.anna)
    try await anna.get("\(family)/children/new")
    let child = try await anna.submit(
      "\(family)/children/new", ["name": "Mia", "emoji": "🦊", "colorIndex": "3"])
    let mia = String(try anna.require(child.location).split(separator: "/")[3].prefix { $0 != "?" })
    try await anna.get("\(family)/away")
    let noted = try await anna.submit(
      "\(family)/away", ["person": mia, "startsOn": "2026-06-12", "endsOn": "2026-06-12"])
    #expect(noted.status == 303)
    try await anna.get("\(family)/settings")
    #expect(try await anna.submit("\(family)/kiosks").location == "/kiosk")
    #expect(try await anna.get("/kiosk").main.contains(catalogue.awayWithPicture))
  }
}
