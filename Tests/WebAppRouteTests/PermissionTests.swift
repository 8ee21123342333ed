import SyncProtocol
import Testing

@testable import SharingWeb
@testable import Web

@Suite struct PermissionTests {
  /// Everything the hub holds, to compare before and after.
  private func state(of hearth: Hearth) throws -> [String] {
    try hearth.hub.store.read { reader in
      var lines: [String] = []
      for account in try reader.accounts(after: nil, limit: 100) {
        lines.append("\(account)")
        for membership in try reader.memberships(of: account.id) {
          lines.append("\(membership)")
          lines.append("\(try reader.invites(in: membership.zone.id))")
        }
        lines.append("\(try reader.sessions(of: account.id).map(\.id).sorted())")
      }
      return lines
    }
  }

  @Test("S0-SM1 invariant 16: showing any page, once or again, changes nothing")
  func readingChangesNothing() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let item = try await hearth.addItem(owner, home, "Kettle")
    let token = try await hearth.invite(owner, home)
    let viewer = try await hearth.guest(of: owner, home: home, role: "viewer")
    var routes = try await hearth.withGroup(RouteMatrix(home: home, item: item), of: owner).all
    routes.append(.joining(.invite(token)))
    let before = try state(of: hearth)
    for browser in [owner, viewer, hearth.browser()] {
      for route in routes {
        for isHead in [false, true] {
          let answer = try await browser.get(route.url, head: isHead)
          #expect(answer.status != 500, "\(route)")
          if case .events(let stream) = answer.body { stream.close() }
        }
      }
    }
    #expect(try state(of: hearth) == before)
  }

  @Test("every address has a page or an action, and says so when it is asked the other way")
  func everyRouteIsMounted() async throws {
    let hearth = try Hearth()
    for route in RouteMatrix(home: "h").all {
      switch route.place(of: SiteRoute.self) {
      case .asset, .offline, .manifest, .serviceWorker: continue
      default: break
      }
      let (page, action) = (hearth.app.page(at: route), hearth.app.action(at: route))
      #expect(page != nil || action != nil, "\(route)")
    }
    let (owner, home) = try await hearth.household()
    let answer = try await owner.submit("/homes/\(home)/joined")
    #expect(answer.status == 405)
    #expect(answer.headers["Allow"] == "GET, HEAD")
    #expect(try await owner.get("/sync/now").status == 405)
  }

  @Test("X12 S3-NG9 for somebody who does not have a home, there is none: the same 404 everywhere")
  func foreignHomes() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household()
    let item = try await hearth.addItem(owner, home, "Kettle")
    let stranger = hearth.browser()
    try await stranger.get("/signup")
    try await stranger.submit(
      "/signup", ["name": "eve", "displayName": "Eve", "password": "a long password of eve"])
    try await stranger.get("/start")
    try await stranger.submit("/start", ["name": "Elsewhere"])
    try await stranger.get("/")
    for route in try await hearth.withGroup(
      RouteMatrix(home: home, item: item), of: owner, named: "Harbour Street"
    ).all {
      switch hearth.app.page(at: route) {
      case .viewing, .editing, .managing, .owning:
        let answer = try await stranger.get(route.url)
        #expect(answer.status == 404, "GET \(route)")
        #expect(!answer.text.contains("Harbour Street"), "\(route)")
      default: break
      }
      switch hearth.app.action(at: route) {
      case .viewing, .editing, .managing, .owning:
        #expect(try await stranger.submit(route.url, ["name": "x"]).status == 404, "POST \(route)")
      default: break
      }
    }
  }

  // S1-5.3-a
  @Test("a viewer sees a home, gets no form in it, and is refused when he sends one all the same")
  func viewersOnlyLook() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let item = try await hearth.addItem(owner, home, "Kettle")
    let viewer = try await hearth.guest(of: owner, home: home, role: "viewer")
    try await owner.upload(
      "/items/\(item)/papers", ["kind": "receipt"],
      files: [.init(field: "papers", name: "bill.pdf", bytes: PaperTests.pdf)])
    try await owner.submit(
      "/items/\(item)/maintenance", ["title": "Descale", "currency": "EUR"])
    let page = try await viewer.get("/items/\(item)")
    #expect(page.status == 200)
    let paper = try #require(page.text.firstMatch(of: /id="paper-([^"]+)"/)).1
    let entry = try #require(page.text.firstMatch(of: /id="maintenance-([^"]+)"/)).1
    #expect(page.text.contains("Kettle"))
    #expect(!page.text.contains("?edit"))
    #expect(!page.text.contains("/items/\(item)/delete"))
    let matrix = try await hearth.withGroup(
      RouteMatrix(home: home, item: item, paper: String(paper), entry: String(entry)), of: owner,
      [(viewer, "viewer")])
    for route in matrix.all {
      // The viewer is a child in the owner's family, for whom pages of amounts are not there.
      let refused = route.isOfAmounts ? 404 : 403
      switch hearth.app.page(at: route) {
      case .editing, .managing, .owning:
        #expect(try await viewer.get(route.url).status == refused, "GET \(route)")
      default: break
      }
      switch hearth.app.action(at: route) {
      case .editing, .managing, .owning:
        let answer = try await viewer.submit(route.url, ["name": "Mine now"])
        #expect(answer.status == refused, "POST \(route)")
      default: break
      }
    }
    #expect(try await owner.get("/items/\(item)").text.contains("<h1>Kettle</h1>"))
  }

  @Test("an editor changes items and not who has the home")
  func editorsDoNotOwn() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let editor = try await hearth.guest(of: owner, home: home)
    _ = try await hearth.addItem(editor, home, "Teapot")
    let matrix = try await hearth.withGroup(
      RouteMatrix(home: home), of: owner, [(editor, "editor")])
    for route in matrix.all {
      switch hearth.app.action(at: route) {
      case .owning:
        #expect(try await editor.submit(route.url, ["name": "x"]).status == 403, "\(route)")
      // Of a family, every parent decides who is in it.
      case .managing(let place, _) where place.kind != .family:
        #expect(try await editor.submit(route.url, ["name": "x"]).status == 403, "\(route)")
      default: break
      }
    }
    #expect(try await owner.get("/homes/\(home)/items").text.contains("Teapot"))
  }

  @Test("what was typed is on the page that says it was not taken, and no password ever is")
  func typedIsKept() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household()
    let ben = try await hearth.guest(of: owner, home: home)
    try await ben.get("/homes/\(home)/items/new")
    let id = try #require(try hearth.accounts.account(named: "ben")).id
    try await owner.get("/homes/\(home)/settings")
    try await owner.submit("/homes/\(home)/settings/people/\(id)", ["role": "viewer"])
    let answer = try await ben.submit(
      "/homes/\(home)/items/new",
      ["name": "Cherry picker", "notes": "From <Tom>", "quantity": "1", "currency": "EUR"])
    #expect(answer.status == 403)
    #expect(answer.main.contains(catalogue.whatYouWrote) && answer.main.contains("Cherry picker"))
    #expect(answer.main.contains("From &lt;Tom&gt;") && !answer.main.contains("EUR"))
    let wrong = try await ben.submit(
      "/homes/none/settings", ["password": "a long password of ben", "newPassword": "another"])
    #expect(wrong.status == 404 && !wrong.text.contains("long password"))
  }
}
