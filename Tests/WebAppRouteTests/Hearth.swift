import HearthDomain
import Blobs
import Documents
import Foundation
import HTTPServer
import Household
import Hub
import HubReplicas
import HubSQLite
import HubWeb
import Images
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import Threads
import Usage
import Values

@testable import Web
@testable import WebApp

/// What the pages say. A test names a sentence by its member: the tests also pass in the
/// pseudo-language (`HEARTH_LANGUAGE=en-XA`), so rewording one breaks none of them.
let catalogue = Catalogue()

/// A whole Hearth in a temporary folder: hub, accounts, replicas, web app; without a network.
final class Hearth: Sendable {
  static let start: Int64 = 1_781_258_400_000

  let folder: String
  let hub: Hub
  let accounts: Accounts
  let app: WebApplication
  let replicas: ReplicaPool
  /// Where browsers' replicas are written.
  let writers = ThreadPool(name: "writers", threads: Hearth.writerCount, maxWaiting: 4096)
  static let writerCount = 2
  /// Writes what was counted when it is told to.
  let usage: UsageRecorder
  let clock = Lock(Hearth.start)
  let log = Lock<[WebApplication.LogEntry]>([])

  init(
    signUps: SignUps = .inviteOnly, publicAddress: PublicAddress? = nil, maxOpenReplicas: Int = 8,
    maxOwnedHomes: Int = Household.defaultMaxOwnedHomes, isSharingOpen: Bool = true,
    documentLimits: DocumentLimits = DocumentLimits(), limits: AccountLimits = AccountLimits(),
    // However slow the machine is, a page shows what another browser has just written.
    maxPullWaitSeconds: Double = 600
  ) throws {
    folder = NSTemporaryDirectory() + "hearth-routes-" + UUID().uuidString
    for name in ["", "/replicas", "/spool", "/imports"] {
      try FileManager.default.createDirectory(
        atPath: folder + name, withIntermediateDirectories: true)
    }
    let now: @Sendable () -> Int64 = { [clock] in clock.withLock { $0 } }
    let store = try HubSQLite(path: folder + "/hub.sqlite")
    let hub = Hub(
      store: store, schema: HearthDomain.schema(maxOwnedHomes: maxOwnedHomes),
      isSharingOpen: isSharingOpen, limits: limits, now: now)
    self.hub = hub
    accounts = Accounts(
      store: store, signUps: signUps, hasher: PasswordHasher(cost: .least), now: now,
      createPersonalZone: { try hub.createPersonalZone(for: $0, writer: $1) })
    let invitations = Invitations(hub: hub, codeKey: [UInt8](repeating: 7, count: 32))
    let pool = ThreadPool(name: "test", threads: 4, maxWaiting: 4096)
    let readers = ThreadPool(name: "readers", threads: 2, maxWaiting: 4096)
    replicas = ReplicaPool(
      directory: folder + "/replicas", maxOpen: maxOpenReplicas,
      maxPullWaitSeconds: maxPullWaitSeconds,
      means: .init(
        hub: hub, pokes: Pokes(hub: hub, pool: pool), hubPool: pool, writers: writers,
        readers: readers, now: now))
    let backend = HubBackend(
      hub: hub, accounts: accounts, invitations: invitations, replicas: replicas, pool: pool,
      passwords: pool)
    let log = log
    usage = try UsageRecorder(
      path: folder + "/analytics.db", settingsPath: folder + "/analytics.settings",
      writesByItself: false, now: now, complain: { _ in })
    app = try WebApplication(
      areas: .all, backend: backend,
      configuration: .init(
        publicAddress: publicAddress, spoolDirectory: folder + "/spool",
        importDirectory: folder + "/imports", historyDirectory: folder + "/history"),
      photos: FileStore(
        blobs: BlobFolder(path: folder + "/blobs"), directory: folder + "/thumbnails",
        room: HubFileRoom(hub: hub)),
      images: ImageWorker(executablePath: Hearth.program),
      documents: DocumentWorker(
        executablePath: Hearth.program, folder: folder + "/spool", limits: documentLimits),
      pool: pool, usage: usage, now: now,
      log: { entry in log.withLock { $0.append(entry) } })
  }

  deinit {
    // Only a folder of this test; what cannot be removed is the system's to clean.
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The program whose `image-worker` command decodes pictures.
  static let program: String = {
    let products =
      Bundle.main.bundleURL.path.hasSuffix(".xctest")
      ? Bundle.main.bundleURL.deletingLastPathComponent().path
      : URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    return products + "/hearth"
  }()

  /// A browser that nobody has used yet.
  func browser() -> Browser { Browser(self) }

  /// A browser in which somebody has made the first account.
  func firstOwner(_ name: String = "anna", displayName: String = "Anna") async throws -> Browser {
    let browser = browser()
    try await browser.get("/setup")
    let answer = try await browser.submit(
      "/setup",
      ["name": name, "displayName": displayName, "password": "a long password of \(name)"])
    precondition(answer.status == 303, answer.text)
    return browser
  }

  /// The first account with one home; returns the home's id.
  func household(_ home: String = "Harbour Street") async throws -> (Browser, String) {
    let browser = try await firstOwner()
    try await browser.get("/start")
    let answer = try await browser.submit("/start", ["name": home, "rooms": "Kitchen"])
    let location = try browser.require(answer.location)
    return (browser, String(location.dropFirst("/homes/".count)))
  }

  /// Lets a second person in with an invite and into the home.
  func guest(
    of owner: Browser, home: String, name: String = "ben", role: String = "editor"
  ) async throws -> Browser {
    let link = try await invite(owner, home, role: role)
    let browser = browser()
    try await browser.get("/signup?invite=\(link)")
    try await browser.submit(
      "/signup?invite=\(link)",
      [
        "name": name, "displayName": name.capitalized, "password": "a long password of \(name)",
      ])
    try await browser.get("/i/\(link)")
    let joined = try await browser.submit("/i/\(link)")
    precondition(joined.location == "/homes/\(home)/joined", joined.text)
    try await browser.get("/homes/\(home)")
    return browser
  }

  /// Makes an invite and returns its token.
  func invite(
    _ owner: Browser, _ zone: String, role: String = "editor", hours: String = "24",
    uses: String = "1", isApart: Bool = false, in area: String = "homes"
  ) async throws -> String {
    try await owner.get("/\(area)/\(zone)/settings")
    let page = try await owner.submit(
      "/\(area)/\(zone)/settings/invites",
      ["role": role, "hours": hours, "uses": uses, "apart": isApart ? "1" : ""])
    let token = page.text.firstMatch(of: /http:\/\/[^"]*\/i\/([A-Za-z0-9_-]+)/)
    return String(try owner.require(token.map { String($0.1) }))
  }

  /// Adds an item and returns its id.
  func addItem(
    _ browser: Browser, _ home: String, _ name: String, price: String = ""
  ) async throws -> String {
    try await browser.get("/homes/\(home)/items/new")
    let answer = try await browser.submit(
      "/homes/\(home)/items/new",
      ["name": name, "quantity": "1", "price": price, "currency": "EUR"])
    let location = try browser.require(answer.location)
    return String(location.dropFirst("/items/".count))
  }

  func advance(milliseconds: Int64) { clock.withLock { $0 += milliseconds } }
}

/// A browser: keeps cookies, follows nothing by itself, sends forms with their token.
final class Browser: @unchecked Sendable {  // because a test uses one from one task at a time
  struct Answer {
    let status: Int
    let headers: HTTPHeaders
    let bytes: [UInt8]
    let body: HTTPResponse.Body
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var location: String? { headers["Location"] }
  }

  struct Missing: Error {}

  let hearth: Hearth
  let app: WebApplication
  var cookies: [String: String] = [:]
  var host = "localhost:8080"
  var extraHeaders: [(String, String)] = []
  /// The token in the forms of the page that was shown last.
  var formToken = ""
  /// The plan of a merge that was shown last.
  var shownPlan = ""

  /// - Parameter app: another app than the hub's own: a device's.
  init(_ hearth: Hearth, app: WebApplication? = nil) {
    self.hearth = hearth
    self.app = app ?? hearth.app
  }

  @discardableResult
  func get(_ target: String, head: Bool = false) async throws -> Answer {
    let answer = await send(head ? .head : .get, target)
    if let token = answer.text.firstMatch(of: /name="csrf" value="([^"]+)"/) {
      formToken = String(token.1)
    }
    keepPlan(of: answer)
    return answer
  }

  /// Sends a form as a page of ours would; fields of one name can be given with `repeated`.
  @discardableResult
  func submit(
    _ target: String, _ fields: KeyValuePairs<String, String> = [:],
    repeated: [(String, String)] = []
  ) async throws -> Answer {
    if formToken.isEmpty { try await get("/") }
    var pairs = [("csrf", formToken)] + fields.map { ($0.key, $0.value) } + repeated
    if fields.contains(where: { $0.key == "names" }) { pairs.append(("plan", shownPlan)) }
    let text = pairs.map { "\(Self.encode($0.0))=\(Self.encode($0.1))" }.joined(separator: "&")
    let answer = await send(
      .post, target, content: .bytes(Array(text.utf8)),
      headers: [
        ("Content-Type", "application/x-www-form-urlencoded"), ("Sec-Fetch-Site", "same-origin"),
      ])
    keepPlan(of: answer)
    return answer
  }

  private func keepPlan(of answer: Answer) {
    if let plan = answer.text.firstMatch(of: /name="plan" value="([^"]+)"/) {
      shownPlan = String(plan.1)
    }
  }

  /// Sends a form with files, read as the server would read it under the app's own limits.
  @discardableResult
  func upload(
    _ target: String, _ fields: KeyValuePairs<String, String> = [:],
    files: [(field: String, name: String, bytes: [UInt8])]
  ) async throws -> Answer {
    if formToken.isEmpty { try await get("/") }
    let boundary = "hearth-test-boundary"
    var body: [UInt8] = []
    for (name, value) in [("csrf", formToken)] + fields.map({ ($0.key, $0.value) }) {
      body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8
      body += "\(value)\r\n".utf8
    }
    for file in files {
      body +=
        """
        --\(boundary)\r\nContent-Disposition: form-data; name="\(file.field)"; \
        filename="\(file.name)"\r\nContent-Type: application/octet-stream\r\n\r\n
        """.replacing("\n", with: "").replacing("\r", with: "\r\n").utf8
      body += file.bytes
      body += "\r\n".utf8
    }
    body += "--\(boundary)--\r\n".utf8
    let type = "multipart/form-data; boundary=\(boundary)"
    let headers = [("Content-Type", type), ("Sec-Fetch-Site", "same-origin")]
    guard case .multipart(let limits, let directory) = policy(target, headers) else {
      return await send(.post, target, headers: headers)
    }
    var reader = try MultipartFormReader(contentType: type, limits: limits, directory: directory)
    try reader.feed(body)
    return await send(.post, target, content: .multipart(try reader.finish()), headers: headers)
  }

  func policy(_ target: String, _ headers: [(String, String)]) -> BodyPolicy {
    app.bodyPolicy(for: head(.post, target, headers))
  }

  private func head(
    _ method: HTTPMethod, _ target: String, _ headers: [(String, String)]
  ) -> HTTPRequestHead {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var head = HTTPRequestHead(method: method, path: String(parts[0]))
    head.rawQuery = parts.count > 1 ? String(parts[1]) : ""
    head.headers.add("Host", host)
    for (name, value) in headers + extraHeaders { head.headers.add(name, value) }
    if !cookies.isEmpty {
      let pairs = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      head.headers.add("Cookie", pairs.joined(separator: "; "))
    }
    return head
  }

  func send(
    _ method: HTTPMethod, _ target: String, content: HTTPRequest.Content = .empty,
    headers: [(String, String)] = []
  ) async -> Answer {
    let response = await app.handle(
      HTTPRequest(head: head(method, target, headers), content: content))
    for line in response.headers.all("Set-Cookie") { keep(line) }
    var bytes: [UInt8] = []
    switch response.body {
    case .bytes(let all): bytes = all
    case .file(let slice):
      // A file that the answer holds open can be read.
      bytes = (try? slice.file.read(at: slice.offset, count: slice.count)) ?? []
    default: break
    }
    return Answer(
      status: response.status.rawValue, headers: response.headers, bytes: bytes,
      body: response.body)
  }

  private func keep(_ line: String) {
    let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
    guard let name = pair.first else { return }
    let value = pair.count > 1 ? String(pair[1]) : ""
    cookies[String(name)] = line.contains("Max-Age=0") ? nil : value
  }

  func require(_ text: String?) throws -> String {
    guard let text else { throw Missing() }
    return text
  }

  static func encode(_ text: String) -> String { URLCoding.encode(text) }
}

extension Browser.Answer {
  /// What the page shows, to compare with another time: the token of its forms is masked anew on
  /// each page.
  var mainWithoutToken: String { main.replacing(/name="csrf" value="[^"]*"/, with: "") }
}
