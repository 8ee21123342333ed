import Foundation
import SyncProtocol
import Testing

@testable import ThingsWeb
@testable import Web
@testable import WebApp

/// Every place of the app, as its own table has it, against everybody who has no business in a
/// home.
@Suite struct RouteTableTests {
  /// Names that only who has the home may read.
  private static let secrets = [
    "Amber purse",
    "Zanzibar Flat", "Golden kettle", "Vault room", "Heirloom label", "Neptune Mutual",
    "topaz-receipt", "Descale sapphire",
  ]

  @Test("D-PRM-10 a place that is not in the matrix is noticed here")
  func complete() throws {
    let names = Set(Areas.all.routes.names)
    #expect(names.count > 60)
    #expect(names == Set(RouteMatrix(home: "h").all.map(\.name)))
  }

  /// A home with something of everything in it, and those around it.
  private struct Setting {
    let hearth: Hearth
    let owner: Browser
    let editor: Browser
    let viewer: Browser
    /// Signed in, and without the home.
    var outside: [(who: String, browser: Browser)] = []
    /// Not signed in.
    var signedOut: [(who: String, browser: Browser)] = []
    let home: String
    /// The same addresses with ids of a photo, a room, a label, a policy and a person in turn.
    let matrices: [RouteMatrix]

    init() async throws {
      hearth = try Hearth(signUps: .open)
      let administrator = try await hearth.household("Office").0
      let early = try await hearth.person("olga")
      home = try await early.addHome("Zanzibar Flat")
      // Its session ends of itself while the owner signs in anew.
      hearth.advance(milliseconds: 31 * 86_400_000)
      owner = hearth.browser()
      try await Self.signIn("olga", owner)
      let adminAgain = hearth.browser()
      try await Self.signIn("anna", adminAgain)
      try await owner.get("/homes/\(home)/rooms")
      try await owner.submit("/homes/\(home)/rooms", ["name": "Vault room"])
      try await owner.get("/homes/\(home)/labels")
      try await owner.submit("/homes/\(home)/labels", ["name": "Heirloom label", "colour": "1"])
      try await owner.submit(
        "/homes/\(home)/insurance/new", ["provider": "Neptune Mutual", "currency": "EUR"])
      let item = try await hearth.addItem(owner, home, "Golden kettle")
      try await owner.upload(
        "/items/\(item)/photos",
        files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: TestPictures.png)])
      try await owner.upload(
        "/items/\(item)/papers", ["kind": "receipt"],
        files: [.init(field: "papers", name: "topaz-receipt.pdf", bytes: PaperTests.pdf)])
      try await owner.submit(
        "/items/\(item)/maintenance", ["title": "Descale sapphire", "currency": "EUR"])
      (editor, viewer) = (try await hearth.person("emil"), try await hearth.person("vera"))
      try await hearth.admit(editor, to: home, of: owner)
      try await hearth.admit(viewer, to: home, of: owner, role: "viewer")
      let (stranger, invited) = (try await hearth.person("stan"), try await hearth.person("ivo"))
      let removed = try await hearth.person("rita")
      try await hearth.admit(removed, to: home, of: owner)
      let person = try #require(try hearth.accounts.account(named: "rita")).id
      try await owner.get("/homes/\(home)/settings")
      try await owner.submit("/homes/\(home)/settings/people/\(person)/remove")
      // The notice of it names the home to her, who knew it.
      let dismissal = try #require(
        try await removed.get("/people").main
          .firstMatch(of: /action="(\/notices\/[^"\/]+\/dismiss)"/))
      try await removed.submit(String(dismissal.1))
      for browser in [stranger, invited, removed] { _ = try await browser.addHome("Elsewhere") }
      try await invited.get("/i/\(try await hearth.invite(owner, home))")
      let left = hearth.browser()
      try await Self.signIn("olga", left)
      try await left.get("/account")
      try await left.submit("/signout")
      outside = [
        ("administrator", adminAgain), ("non-member", stranger), ("invited", invited),
        ("removed", removed),
      ]
      signedOut = [
        ("expired session", early), ("expired administrator", administrator), ("signed out", left),
        ("nobody", hearth.browser()),
      ]
      let page = try await owner.get("/items/\(item)").text
      let photo = try #require(page.firstMatch(of: /id="photo-([^"]+)"/)).1
      let paper = try #require(page.firstMatch(of: /id="paper-([^"]+)"/)).1
      let entry = try #require(page.firstMatch(of: /id="maintenance-([^"]+)"/)).1
      let rooms = try await owner.get("/homes/\(home)/rooms").main
      let room = try #require(rooms.firstMatch(of: /\/rooms\/([0-9a-f-]+)"/)).1
      let labels = try await owner.get("/homes/\(home)/labels")
      let label = try #require(labels.main.firstMatch(of: /\/labels\/([0-9a-f-]+)/)).1
      let insurance = try await owner.get("/homes/\(home)/insurance")
      let policy = try #require(insurance.main.firstMatch(of: /\/insurance\/([0-9a-f-]{36})/)).1
      let home = home
      let group = try await Self.group(hearth, owner, editor, viewer)
      matrices = [String(photo), String(room), String(label), String(policy), person].map {
        RouteMatrix(
          home: home, item: item, other: $0, paper: String(paper), entry: String(entry)
        ).with(group)
      }
    }

    static func group(
      _ hearth: Hearth, _ owner: Browser, _ editor: Browser, _ viewer: Browser
    ) async throws -> RouteMatrix {
      try await hearth.withGroup(
        RouteMatrix(home: "h"), of: owner, [(editor, "editor"), (viewer, "viewer")],
        named: "Amber purse")
    }

    static func signIn(_ name: String, _ browser: Browser) async throws {
      try await browser.get("/signin")
      let answer = try await browser.submit(
        "/signin", ["name": name, "password": "a long password of \(name)"])
      try #require(answer.status == 303)
    }

    /// What the hub has of the home.
    func head() throws -> Int64? { try hearth.hub.store.read { try $0.zone(home)?.head } }
  }

  /// What a place asks of whoever comes.
  private enum Need { case none, account, home, nothingThere }

  private func need(_ endpoint: Endpoint?) -> Need {
    switch endpoint {
    case .open: .none
    case .member: .account
    case .viewing, .editing, .managing, .owning: .home
    case nil: .nothingThere
    }
  }

  /// All places, and for the matrices after the first those that name what differs between them.
  private func routes(_ matrix: RouteMatrix, _ index: Int) -> [Route] {
    index == 0 ? matrix.all : matrix.all.filter { $0.url.contains(matrix.other) }
  }

  private func ask(_ browser: Browser, _ route: Route, posts: Bool) async throws -> Browser.Answer {
    posts ? try await browser.submit(route.url) : try await browser.get(route.url)
  }

  // S1-9.1-a S1-11-b
  @Test("D-PRM-10 who has no grant finds no page and no action of a home, and reads nothing of it")
  func outside() async throws {
    let setting = try await Setting()
    let app = setting.hearth.app
    let before = try setting.head()
    for (index, matrix) in setting.matrices.enumerated() {
      for route in routes(matrix, index) {
        for posts in [false, true] {
          let need = need(posts ? app.action(at: route) : app.page(at: route))
          // Getting in and out is about no home, and would end the sessions of this test.
          if posts, need == .none { continue }
          let people = setting.outside + (index == 0 ? setting.signedOut : [])
          for (who, browser) in people {
            let isIn = setting.outside.contains { $0.who == who }
            let what = "\(who): \(posts ? "POST" : "GET") \(route.url)"
            if !isIn { try await browser.get("/signin") }
            let answer = try await ask(browser, route, posts: posts)
            #expect(answer.status < 500, "\(what)")
            for secret in Self.secrets { #expect(!answer.text.contains(secret), "\(what)") }
            switch (need, isIn) {
            case (.home, true): #expect(answer.status == 404, "\(what)")
            case (.home, false), (.account, false):
              #expect(answer.status == 303, "\(what)")
              #expect(answer.location?.hasPrefix("/signin") == true, "\(what)")
            default: break
            }
            if isIn,
              [.photos(.photo(matrix.other, .thumbnail)), .photos(.fetchPhoto(matrix.other))]
                .contains(route)
            {
              #expect(answer.status == (posts == (route.name == "photo") ? 405 : 404), "\(what)")
            }
          }
        }
      }
    }
    #expect(try setting.head() == before)
    #expect(before != nil)
  }

  @Test("D-PRM-10 a viewer is refused every action that edits, an editor every one of the owner's")
  func inside() async throws {
    let setting = try await Setting()
    let app = setting.hearth.app
    let before = try setting.head()
    for (index, matrix) in setting.matrices.enumerated() {
      for route in routes(matrix, index) {
        for posts in [false, true] {
          let endpoint = posts ? app.action(at: route) : app.page(at: route)
          let refused: [Browser] =
            switch endpoint {
            case .editing: [setting.viewer]
            case .managing(let place, _) where place.kind == .family: [setting.viewer]
            case .managing, .owning: [setting.viewer, setting.editor]
            default: []
            }
          for browser in refused {
            let answer = try await ask(browser, route, posts: posts)
            // The viewer is a child in the owner's family.
            let isUnseen = route.isOfAmounts && browser === setting.viewer
            #expect(
              answer.status == (isUnseen ? 404 : 403), "\(posts ? "POST" : "GET") \(route.url)")
          }
          // The owner is refused nothing for want of rights, but he cannot leave his own home.
          if !posts, case .viewing = endpoint, route.name != "leave" {
            #expect(try await setting.owner.get(route.url).status != 403, "\(route.url)")
          }
        }
      }
    }
    #expect(try setting.head() == before)
  }
}
