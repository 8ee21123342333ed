import Testing

@testable import AccountWeb
@testable import FamilyWeb
@testable import ThingsWeb
@testable import Web
@testable import WebApp

/// No request answers success unless what it asked for holds afterwards: every action of the app is
/// asked for, about things that were deleted meanwhile and in a home that is gone.
@Suite struct NothingThereTests {
  /// Fields with which each form would be in order.
  private static let fields: KeyValuePairs = [
    "name": "Pot", "title": "Descale", "itemName": "Pot", "provider": "Harbour Mutual",
    "quantity": "1", "currency": "EUR", "doneOn": "2026-06-12", "lentTo": "Mia",
    "soldOn": "2026-06-12", "role": "viewer", "hours": "1", "uses": "1", "caption": "Above",
    "emoji": "", "colour": "1", "kind": "receipt", "do": "seen", "register": "name",
    "table": "items", "answer": "yes", "steps": "1",
  ]

  /// A home, and what was in it.
  private struct World {
    let hearth: Hearth
    let owner: Browser
    let home: String
    let matrices: [RouteMatrix]

    init() async throws {
      hearth = try Hearth(signUps: .open)
      (owner, home) = try await hearth.household("Flat")
      let item = try await hearth.addItem(owner, home, "Kettle")
      let room = try await owner.addPlace("Pantry", home)
      try await owner.get("/homes/\(home)/labels")
      try await owner.submit("/homes/\(home)/labels", ["name": "Fragile", "colour": "1"])
      try await owner.submit(
        "/homes/\(home)/insurance/new", ["provider": "Mutual", "currency": "EUR"])
      try await owner.get("/items/\(item)")
      try await owner.upload(
        "/items/\(item)/photos",
        files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: TestPictures.png)])
      try await owner.upload(
        "/items/\(item)/papers", ["kind": "receipt"],
        files: [.init(field: "papers", name: "bill.pdf", bytes: PaperTests.pdf)])
      try await owner.submit(
        "/items/\(item)/maintenance", ["title": "Descale", "currency": "EUR"])
      let browser = owner
      func first(_ page: String, _ pattern: Regex<(Substring, Substring)>) async throws -> String {
        String(try #require(try await browser.get(page).text.firstMatch(of: pattern)).1)
      }
      let (things, own) = ("/items/\(item)", "/homes/\(home)")
      let photo = try await first(things, /id="photo-([^"]+)"/)
      let paper = try await first(things, /id="paper-([^"]+)"/)
      let entry = try await first(things, /id="maintenance-([^"]+)"/)
      let label = try await first("\(own)/labels", /\/labels\/([0-9a-f-]{36})/)
      let policy = try await first("\(own)/insurance", /\/insurance\/([0-9a-f-]{36})/)
      for address in [
        "\(own)/labels/\(label)/delete", "\(own)/insurance/\(policy)/delete",
        "\(own)/rooms/\(room)/delete", "\(things)/delete",
      ] {
        try await owner.get(address)
        #expect(try await owner.submit(address).status == 303, "\(address)")
      }
      let home = home
      let money = try await Self.emptied(hearth, owner, home)
      matrices = [photo, room, label, policy].map {
        RouteMatrix(home: home, item: item, other: $0, paper: paper, entry: entry).with(money)
      }
    }

    /// A group whose expense was deleted, and whose member was removed.
    private static func emptied(
      _ hearth: Hearth, _ owner: Browser, _ home: String
    ) async throws -> RouteMatrix {
      let matrix = try await hearth.withGroup(
        RouteMatrix(home: home), of: owner, named: "Purse")
      let group = "/groups/\(matrix.group)"
      for address in [
        "\(group)/expenses/\(matrix.expense)/delete",
        "\(group)/rates/\(matrix.rate)/remove",
        "\(group)/repeating/\(matrix.repeating)/end", "\(group)/members/\(matrix.member)/remove",
        "/families/\(matrix.family)/routines/\(matrix.routine)/delete",
        "/families/\(matrix.family)/away/\(matrix.absence)/remove",
      ] {
        try await owner.get(group)
        #expect(try await owner.submit(address).status == 303, "\(address)")
      }
      return matrix
    }
  }

  /// Actions of a group that succeed: they make something new in it, save nothing, or are about the
  /// group, which has the name of the form by then.
  private static let ofMoney: Set<String> = [
    "members", "categories", "groupSettings", "previewExpense", "deleteGroup",
    // One's own ledger, whatever is there.
    "ledgerCategories", "usualCategories", "convertAgain",
  ]

  /// Actions of a family that succeed: they are about the family, which has the name of the form by
  /// then, and whoever is in one is led to it instead of founding another.
  private static let ofFamily: Set<String> = [
    "familySettings", "deleteFamily", "newFamily",
    // A new reward, whatever else is gone.
    "rewards",
  ]

  /// Actions that succeed though everything that could be deleted is gone: they are about the account
  /// or the home itself, or make something new in it.
  private static let acts: Set<String> = [
    "start", "newHome", "rooms", "labels", "newPolicy", "fieldPresets", "newItem", "newTemplate",
    "homeSettings", "savedSearches", "calendarSettings", "counting", "kill", "syncNow",
    "endOtherSessions", "dismissHint", "areas",
    // Of notifications: their switches, those of the calendar, and that all are read.
    "settings", "calendarKinds", "read",
    // Takes back the home's first change, which can be taken back.
    "change",
  ]
  /// Actions whose wish holds already: what is to be away is away, what is to be there is there.
  private static let holds: Set<String> = [
    "removeCalendar", "removeMailAddress", "revokeAccessToken", "dismissNotice", "endSession", "endKiosk", "endJoin",
    "stopSharing", "restoreZone", "setPrimaryHome",
    // There is no item without a number, and no photo came.
    "numberItems", "homePhotos", "setPicture",
  ]

  /// The actions that answered success, by their names.
  private func successes(
    _ world: World, _ isAsked: (Route, RouteMatrix) -> Bool
  ) async throws -> Set<String> {
    var found: Set<String> = []
    for (index, matrix) in world.matrices.enumerated() {
      for route in matrix.all where index == 0 || route.url.contains(matrix.other) {
        guard world.hearth.app.action(at: route) != nil,
          // Getting in and out is about no home, and would end the session of this test.
          route.place(of: SessionRoute.self) == nil,
          route.place(of: KioskRoute.self) != .newKiosk(family: matrix.family),
          isAsked(route, matrix)
        else { continue }
        let answer = try await world.owner.submit(route.url, Self.fields)
        if answer.status < 400 { found.insert(route.name) }
      }
    }
    return found
  }

  @Test("D-MRG-20 no action succeeds on what was deleted meanwhile")
  func gone() async throws {
    let world = try await World()
    let found = try await successes(world) { _, _ in true }
    let known = Self.acts.union(Self.holds).union(Self.ofMoney).union(Self.ofFamily)
    #expect(found.subtracting(known).sorted() == [])
    #expect(known.subtracting(found).sorted() == [])
    #expect(Self.acts.isDisjoint(with: Self.holds))
  }

  @Test(
    "D-MRG-20 no action in a home or group that was deleted succeeds, but bringing it back or purging it"
  )
  func homeGone() async throws {
    let world = try await World()
    let spare = try await world.owner.addHome("Spare")
    try await world.owner.get("/homes/\(spare)/settings")
    try await world.owner.submit("/homes/\(spare)/primary")
    try await world.owner.get("/homes/\(world.home)/delete")
    #expect(
      try await world.owner.submit("/homes/\(world.home)/delete", ["name": "Flat"]).status == 303)
    let group = "/groups/\(world.matrices[0].group)/delete"
    try await world.owner.get(group)
    #expect(try await world.owner.submit(group, ["name": "Purse"]).status == 303)
    let found = try await successes(world) { route, matrix in
      (route.url.contains(matrix.home) || route.url.contains(matrix.group))
        && !["restoreZone", "purgeZone"].contains(route.name)
    }
    #expect(found.sorted() == [])
  }
}
