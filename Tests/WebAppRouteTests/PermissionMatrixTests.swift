import SyncProtocol
import Testing

@testable import SharingWeb
@testable import ThingsWeb
@testable import Web

/// Who may do what, for everybody there is.
@Suite struct PermissionMatrixTests {
  /// Everybody a home can meet.
  private struct People {
    let hearth: Hearth
    /// An administrator who does not have the home.
    let administrator: Browser
    let owner: Browser
    let editor: Browser
    let viewer: Browser
    let stranger: Browser
    /// Has an invite and has not joined.
    let invited: Browser
    /// Was in the home.
    let removed: Browser
    /// Signed out meanwhile.
    let signedOut: Browser
    let home: String
    let item: String

    init() async throws {
      hearth = try Hearth(signUps: .open)
      administrator = try await hearth.household("Office").0
      owner = try await hearth.person("olga")
      home = try await owner.addHome("Flat")
      item = try await hearth.addItem(owner, home, "Kettle")
      (editor, viewer) = (try await hearth.person("emil"), try await hearth.person("vera"))
      try await hearth.admit(editor, to: home, of: owner)
      try await hearth.admit(viewer, to: home, of: owner, role: "viewer")
      stranger = try await hearth.person("stan")
      invited = try await hearth.person("ivo")
      let token = try await hearth.invite(owner, home)
      try await invited.get("/i/\(token)")
      removed = try await hearth.person("rita")
      try await hearth.admit(removed, to: home, of: owner)
      let id = try #require(try hearth.accounts.account(named: "rita")).id
      try await owner.get("/homes/\(home)/settings")
      try await owner.submit("/homes/\(home)/settings/people/\(id)/remove")
      for browser in [stranger, invited, removed] { _ = try await browser.addHome("Elsewhere") }
      signedOut = hearth.browser()
      try await signedOut.get("/signin")
      try await signedOut.submit(
        "/signin", ["name": "olga", "password": "a long password of olga"])
      try await signedOut.get("/account")
      try await signedOut.submit("/signout")
      try await signedOut.get("/signin")
    }

    /// Owner, editor, viewer, then those who have nothing to do with the home.
    var all: [Browser] {
      [owner, editor, viewer, administrator, stranger, invited, removed, signedOut]
    }
  }

  // S1-2-in-b S1-3.2-d S1-4.3-b S1-9.1-a S1-11-b
  @Test("owner, editor, viewer and everyone else each get what is theirs, and a refusal otherwise")
  func matrix() async throws {
    let people = try await People()
    let (home, item) = ("/homes/\(people.home)", "/items/\(people.item)")
    let fields: KeyValuePairs = ["name": "Pot", "quantity": "1", "currency": "EUR"]
    func check(
      _ what: String, _ expected: [Int], _ ask: (Browser) async throws -> Browser.Answer
    ) async throws {
      var statuses: [Int] = []
      for browser in people.all { statuses.append(try await ask(browser).status) }
      #expect(statuses == expected, "\(what)")
    }
    try await check("see the home", [200, 200, 200, 404, 404, 404, 404, 303]) {
      try await $0.get(home)
    }
    try await check("see an item", [200, 200, 200, 404, 404, 404, 404, 303]) {
      try await $0.get(item)
    }
    try await check("form of a new item", [200, 200, 403, 404, 404, 404, 404, 303]) {
      try await $0.get("\(home)/items/new")
    }
    // Who is signed out and has written something is shown it, and else led to signing in; who has
    // lost the home is told so, and what was written is kept (D-MRG-20).
    try await check("add an item", [303, 303, 403, 404, 404, 404, 409, 403]) {
      try await $0.submit("\(home)/items/new", fields)
    }
    try await check("change an item", [303, 303, 403, 404, 404, 404, 404, 403]) {
      try await $0.submit("\(item)?edit", fields)
    }
    try await check("add a room", [303, 422, 403, 404, 404, 404, 409, 403]) {
      try await $0.submit("\(home)/rooms", ["name": "Pantry"])
    }
    try await check("form of a new policy", [200, 200, 403, 404, 404, 404, 404, 303]) {
      try await $0.get("\(home)/insurance/new")
    }
    try await check("add a policy", [303, 303, 403, 404, 404, 404, 409, 403]) {
      try await $0.submit(
        "\(home)/insurance/new", ["provider": "Harbour Mutual", "currency": "EUR"])
    }
    try await check("rename the home", [303, 303, 403, 404, 404, 404, 409, 403]) {
      try await $0.submit("\(home)/settings", ["name": "Flat"])
    }
    try await check("invite", [200, 403, 403, 404, 404, 404, 409, 303]) {
      try await $0.submit(
        "\(home)/settings/invites", ["role": "viewer", "hours": "1", "uses": "1"])
    }
    try await check("question of deleting the home", [409, 403, 403, 404, 404, 404, 404, 303]) {
      try await $0.get("\(home)/delete")
    }
    // Who has the home is told whose it is to do, and not that they do not have it.
    for browser in [people.editor, people.viewer] {
      for address in ["\(home)/delete", "\(home)/merge", "\(home)/settings/stop-sharing"] {
        let page = try await browser.get(address)
        #expect(page.status == 403 && page.main.contains("Only the owner can do this"))
      }
      let invite = try await browser.submit(
        "\(home)/settings/invites", ["role": "viewer", "hours": "1", "uses": "1"])
      #expect(invite.main.contains("Only the owner can do this"))
    }
    let grants = try people.hearth.hub.store.read { try $0.grants(in: people.home) }
    #expect(grants.count == 3)
    #expect(try await people.owner.get("\(home)/items").main.contains("3 items"))
  }

  // S1-7.4-a D-PRM-3
  @Test("every action but these asks for a role in a home: one that is new is noticed here")
  func inventory() throws {
    let app = try Hearth().app
    var (open, own, viewing): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    for route in RouteMatrix(home: "h").all {
      switch app.action(at: route) {
      case .open: open.insert(route.name)
      case .member: own.insert(route.name)
      case .viewing: viewing.insert(route.name)
      case .editing, .managing, .owning, nil: break
      }
    }
    // Getting in: an account, a session, a home.
    #expect(
      open == [
        "signIn", "signUp", "setUp", "signOut", "invite", "join", "device",
        // A code of a parent's; a face on the family's tablet.
        "codeSignIn", "pick",
        // The secret in the address of a mail's link is what is asked for.
        "confirmMail", "stopMail",
      ])
    // One's own account, homes, uploads and refused changes; a file that any reader may see.
    #expect(
      own == [
        "start", "newHome", "fetchPhoto", "undo", "importing", "runImport", "cancelImport",
        "undoImport", "syncNow", "retryChange", "copyChange", "discardChange", "profile",
        "password", "region", "areas", "endSession", "endOtherSessions", "accessTokens",
        "revokeAccessToken", "calendarSettings", "removeCalendar", "calendarKinds",
        // What one is told oneself.
        "read", "settings", "mailAddress", "removeMailAddress", "dismissHint", "counting",
        "undoMerge", "decideJoin", "endJoin",
        "feedback", "newFamily", "switchFamily",
        // What the hub told the account; taking a home away is the owner's, which the hub checks.
        "dismissNotice", "removeNoticed", "acceptHome", "noticeCopy",
        // A wish of one's own on a device.
        "cancelJoin",
        // A home that nobody has any more; whose it was, the hub checks.
        "restoreZone", "purgeZone",
        // One's own searches.
        "savedSearches", "savedSearch", "deleteSearch",
        // One's own ledger.

        // A file of expenses: into which group is asked later, and that group is asked then.
        "cancel", "choose", "columns", "run",
        // A group of one's own.
        "newGroup",
        // One's own ledger.
        "newEntry", "entry", "deleteEntry", "share", "keptShare", "forgetShare", "budgets",
        "ledgerCategories", "usualCategories", "ledgerCategory", "deleteLedgerCategory",
        "convertAgain", "ledgerFiles", "ledgerPreview", "ledgerColumns", "ledgerSelection",
        "cancelLedgerImport",
        "undoLedgerImport",
        // Items of several homes: each home is asked for, see BulkChangeRouteTests.
        "changeItems",
        // Who may share at this hub: for its administrators, whom the handlers look for.
        "flags", "kill", "stopWaiting",
        // A code is read; what it leads to asks for itself.
        "scan", "scanPhoto",
      ])
    // One's own settings of a home; on a device, what its hub has forgotten.
    // “This is me” is for viewers, too (D-CLM-8); taking it back is one's own, or the owner's.
    #expect(
      viewing == [
        "setPrimaryHome", "leave", "removeForgotten", "claimMember", "releaseMember",
        // Nothing is changed: picked expenses are added up.
        "selection",
        // A child ticks, and leaves its turn; the hub lets it add that, and nothing else.
        // It shows by a photo what it has done, and asks for a reward for itself.
        "tick", "turn", "prove", "wish",
        // One's own PIN; whose else it may be, the hub decides.
        "pin",
      ])
  }

  // S1-5.3-b S1-5.3-c
  @Test("a viewer's pages have no form that would change the home, and search finds all of it")
  func viewersPages() async throws {
    let people = try await People()
    let (viewer, home) = (people.viewer, "/homes/\(people.home)")
    _ = try await people.hearth.addItem(people.owner, people.home, "Copper pan")
    let allowed = ["/signout", "\(home)/primary", "\(home)/settings/leave"]
    for address in [
      home, "\(home)/items", "\(home)/rooms", "\(home)/labels", "\(home)/insurance",
      "\(home)/settings", "\(home)/print", "\(home)/claim", "/items/\(people.item)/print",
      "/items/\(people.item)", "/items", "/", "/people", "/homes",
    ] {
      let page = try await viewer.get(address)
      #expect(page.status == 200, "\(address)")
      for match in page.text.matches(of: /<form([^>]*)>/) where match.1.contains("\"post\"") {
        let isAllowed = allowed.contains { match.1.contains("action=\"\($0)\"") }
        #expect(isAllowed, "\(match.1) on \(address)")
      }
      for match in page.main.matches(of: /<a[^>]* href="([^"]+)"/) {
        let target = String(match.1)
        let isAction =
          target.hasSuffix("?edit") || target.hasSuffix("/delete")
          || target.hasPrefix("\(home)/items/new") || target.hasPrefix("/import")
          || target.hasPrefix("\(home)/insurance/")
        #expect(!isAction, "\(target) on \(address)")
      }
    }
    for address in ["\(home)/items?q=copper", "/items?q=copper"] {
      #expect(try await viewer.get(address).main.contains(">Copper pan<"))
    }
  }

  @Test("D-INV-15 who is outside previews by the secret, and sees no list of invites")
  func invitesOfOthers() async throws {
    let people = try await People()
    let token = try await people.hearth.invite(people.owner, people.home)
    for browser in [people.stranger, people.removed, people.hearth.browser()] {
      let preview = try await browser.get("/i/\(token)")
      #expect(preview.status == 200)
      #expect(preview.text.contains("Flat"))
    }
    #expect(try await people.stranger.get("/homes/\(people.home)/settings").status == 404)
    #expect(
      try await !people.editor.get("/homes/\(people.home)/settings").main.contains(catalogue.revoke)
    )
    #expect(
      try await people.owner.get("/homes/\(people.home)/settings").main.contains(catalogue.revoke))
  }

  @Test("D-SYN-17 each account has a replica of its own; what is kept of pictures asks who looks")
  func replicasAreApart() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, flat) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, flat, "Kettle")
    _ = try await owner.upload(
      "/items/\(item)/photos",
      files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: TestPictures.png)])
    let page = try await owner.get("/items/\(item)")
    let photo = try owner.require(
      page.text.firstMatch(of: /id="photo-([^"]+)"/).map { String($0.1) })
    #expect(try await owner.get(Route.photos(.photo(photo, .thumbnail)).url).status == 200)
    let stan = try await hearth.person("stan")
    _ = try await stan.addHome("Elsewhere")
    #expect(!Files.all(below: hearth.folder + "/thumbnails").isEmpty)
    for size in PhotoSize.allCases {
      #expect(try await stan.get(Route.photos(.photo(photo, size)).url).status == 404)
    }
    let replicas = try Files.names(in: hearth.folder + "/replicas")
      .filter { $0.hasSuffix(".sqlite") }
    let accounts = try ["anna", "stan"].map { name in
      try #require(try hearth.accounts.account(named: name)).id + ".sqlite"
    }
    #expect(replicas.sorted() == accounts.sorted())
  }
}
