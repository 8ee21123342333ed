import Foundation
import HTTPServer
import Hub
import HubHTTP
import LocalTransport
import RESTAPI
import SQLite
import SyncProtocol
import Testing
import Threads

@testable import Web
@testable import WebApp

/// Ben, a child with an account of his own in Anna's family, and Mia, whose account she keeps: with
/// the browser, the program and the device by which they were there before something happened.
struct AccountStateWorld {
  let hearth: Hearth
  let anna: Browser
  let annaID: AccountID
  let family: ZoneID
  let benID: AccountID
  let mia: AccountID
  let keeping: KeptAccounts
  private let api: RESTAPI
  private let sync: SyncAPI

  init() async throws {
    let hearth = try Hearth(signUps: .open)
    self.hearth = hearth
    anna = try await hearth.household().0
    try await anna.get("/families/new")
    let made = try await anna.submit("/families/new", ["name": "Lindqvist"])
    family = String(
      try anna.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
    annaID = try #require(try hearth.accounts.account(named: "anna")).id
    benID = try hearth.accounts.create(
      name: "ben", displayName: "Ben", password: "a long password of ben", inviteID: nil,
      address: nil
    ).id
    let invitations = Invitations(hub: hearth.hub, codeKey: [UInt8](repeating: 7, count: 32))
    let invite = try invitations.issue(
      InviteRequest(zone: family, role: .readOnly, maxUses: 2), by: annaID)
    try hearth.hub.redeem(inviteID: invite.id, by: benID, as: .family)
    keeping = KeptAccounts(hub: hearth.hub, accounts: hearth.accounts)
    mia = try keeping.create(displayName: "Mia", in: family, by: annaID).id
    let pool = ThreadPool(name: "states", threads: 4, maxWaiting: 256)
    let now: @Sendable () -> Int64 = { [clock = hearth.clock] in clock.withLock { $0 } }
    let log = Log(now: now) { _ in }
    api = RESTAPI(
      RESTAPI.Means(
        accounts: hearth.accounts, answers: KeptAnswers(store: hearth.hub.store, now: now),
        keeping: keeping, families: hearth.hub, telling: AreaTelling(.all), hubPool: pool,
        hub: { account, address in
          LocalHubClient(
            hub: hearth.hub, accounts: hearth.accounts, invitations: invitations,
            accountID: account, sessionID: nil, address: address, pool: pool)
        }, workspace: { try await hearth.replicas.replica(of: $0) }, photos: hearth.app.photos,
        images: hearth.app.images, filePool: pool,
        history: .init(directory: hearth.folder + "/history"),
        spoolDirectory: hearth.folder + "/spool", version: "1", now: now, log: log))
    sync = SyncAPI(
      hub: hearth.hub, accounts: hearth.accounts, invitations: invitations,
      pokes: Pokes(hub: hearth.hub, pool: pool), blobs: hearth.app.photos.blobs,
      pools: .init(writing: pool, reading: pool, passwords: pool),
      spoolDirectory: hearth.folder + "/spool", log: log)
  }

  /// A browser in which Ben is signed in.
  func ben() async throws -> Browser {
    let browser = hearth.browser()
    try await browser.get("/signin")
    let answer = try await browser.submit(
      "/signin", ["name": "ben", "password": "a long password of ben"])
    try #require(answer.status == 303, "\(answer.text)")
    return browser
  }

  /// A browser that Anna's code has let Mia in on.
  func child() async throws -> Browser {
    let code = try keeping.issueCode(for: mia, by: annaID).code.text
    let browser = hearth.browser()
    try await browser.get("/signin/code")
    let answer = try await browser.submit("/signin/code", ["code": code])
    try #require(answer.status == 303, "\(answer.text)")
    return browser
  }

  func token() throws -> String {
    try hearth.accounts.makeAccessToken(
      for: benID, name: "robot", scope: .sharing, lifeDays: 30
    ).secret.text
  }

  func device() throws -> String {
    try hearth.accounts.openSession(for: benID, kind: .device, label: "Laptop").token.text
  }

  /// What the API answers: its status, and the code of its problem.
  func api(
    _ path: String, _ token: String, _ method: HTTPMethod = .get, body: String? = nil
  ) async -> Answered {
    await Self.answered(
      await api.respond(to: Self.request(method, "/api/v1" + path, body, token)), "code")
  }

  /// What a device is answered.
  func sync(
    _ path: String, _ token: String?, _ method: HTTPMethod = .get, body: [UInt8]? = nil
  ) async -> Answered {
    let text = body.map { String(decoding: $0, as: UTF8.self) }
    return await Self.answered(
      await sync.respond(to: Self.request(method, "/sync/v1" + path, text, token)), "error")
  }

  struct Answered {
    let status: Int
    let code: String?
    let text: String
  }

  private static func request(
    _ method: HTTPMethod, _ path: String, _ body: String?, _ token: String?
  ) -> HTTPRequest {
    var head = HTTPRequestHead(method: method, path: path)
    if let token { head.headers["Authorization"] = "Bearer \(token)" }
    head.headers[ProtocolVersion.header] = String(ProtocolVersion.current)
    if body != nil { head.headers["Content-Type"] = "application/json" }
    return HTTPRequest(head: head, content: body.map { .bytes(Array($0.utf8)) } ?? .empty)
  }

  private static func answered(_ response: HTTPResponse, _ member: String) async -> Answered {
    var text = ""
    if case .bytes(let bytes) = response.body { text = String(decoding: bytes, as: UTF8.self) }
    // What is no JSON has no code.
    let json = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return Answered(
      status: response.status.rawValue, code: json?[member] as? String, text: text)
  }
}

extension AccountStateWorld {
  /// The pages from which somebody begins, and those of the family.
  func mainPages(_ family: ZoneID? = nil) -> [String] {
    let own = family ?? self.family
    return [
      "/", "/today", "/homes", "/groups", "/families", "/people", "/account", "/notifications",
      "/families/\(own)", "/families/\(own)/settings", "/families/\(own)/day/\(benID)",
    ]
  }

  /// Opens a page as a browser does, through what it is led on to. It comes to a page that says
  /// something and offers a way on, whatever state the account is in.
  @discardableResult
  func open(
    _ path: String, in browser: Browser
  ) async throws -> (path: String, status: Int, words: String) {
    var (path, seen) = (path, Set<String>())
    while true {
      let answer = try await browser.get(path)
      guard let next = answer.location else {
        let words = MoneyWorld.unescaped(Substring(answer.main))
        #expect([200, 404, 410, 503].contains(answer.status), "\(path): \(answer.status)")
        #expect(words.contains("<h1"), "\(path) says nothing: \(words)")
        let leadsOn = answer.text.contains("<a ") || answer.text.contains("<form")
        #expect(leadsOn, "\(path) leads nowhere")
        return (path, answer.status, words)
      }
      guard seen.insert(path).inserted else {
        Issue.record("\(path) leads to itself: \(seen.sorted())")
        return (path, answer.status, "")
      }
      path = next
    }
  }

  /// Every main page leads to signing in, where it is said what has happened.
  func expectSignedOut(
    _ browser: Browser, _ notice: String, _ detail: String, pages: [String]? = nil
  ) async throws {
    for page in pages ?? mainPages() {
      let found = try await open(page, in: browser)
      #expect(found.path.hasPrefix("/signin"), "\(page) leads to \(found.path)")
      #expect(found.status == 200 && found.words.contains(notice), "\(page): \(found.words)")
      #expect(found.words.contains(detail) && found.words.contains("/signin/code"), "\(page)")
    }
  }

  /// Changes the hub's file by hand, as damage would.
  func damage(_ sql: String, _ values: Value...) throws {
    let connection = try Connection(path: hearth.folder + "/hub.sqlite")
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.execute(sql, values)
  }
}
