import Blobs
import Foundation
import HTTPServer
import SyncProtocol
import Testing
import Threads

@testable import hearth
@testable import Web

/// A row that came without its photo's file, on a device and beside the hub.
@Suite("Photos that are on their way")
struct PhotoArrivalTests {
  private func photoID(_ page: Browser.Answer) throws -> String {
    let match = try #require(page.text.firstMatch(of: /id="photo-([^"]+)"/))
    return String(match.1)
  }

  private func add(
    _ picture: [UInt8], to subject: String, _ browser: Browser
  ) async throws {
    try await browser.get(subject)
    let answer = try await browser.upload(
      "\(subject)/photos",
      files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: picture)])
    #expect(answer.status == 303)
  }

  /// Counts what observers were told, and lets a test wait for the next time.
  private func news(of app: WebApplication) -> (AsyncStream<Void>.Iterator, Any) {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let observation = app.arrivals.observe { continuation.yield() }
    return (stream.makeAsyncIterator(), observation)
  }

  @Test(
    "S1-10-c D-PHO-12 a transfer cut midway is pending, then failed, then retried where it ended")
  func cutMidway() async throws {
    let setting = try await DeviceSetting()
    let item = try await setting.hearth.addItem(setting.owner, setting.home, "Kettle")
    try await add(TestPictures.png, to: "/items/\(item)", setting.owner)
    let offsets = Lock<[String]>([])
    let isCut = Lock(true)
    setting.server.network.withLock {
      $0 = { request, answer in
        guard request.method == .get, request.rawPath.contains("/blobs/"),
          let range = request.headers["Range"], case .file(var slice) = answer.body
        else { return answer }
        offsets.withLock { $0.append(String(range.prefix { $0 != "-" })) }
        guard isCut.withLock({ $0 }) else { return answer }
        guard range.hasPrefix("bytes=0-") else { return .text("gone", status: 503) }
        slice.count /= 2
        var half = answer
        half.body = .file(slice)
        return half
      }
    }
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    var (news, observation) = news(of: app.app)
    let address = "/items/\(item)"

    // The first look asks for the file and shows that it is on its way, in the photo's own frame.
    let pending = try await browser.get(address)
    let photo = try photoID(pending)
    #expect(pending.text.contains("This photo has not arrived yet"))
    #expect(pending.text.contains("id=\"photo-\(photo)\"><div class=\"photo\">"))
    #expect(!pending.text.contains("src=\"/photos/\(photo)/medium\""))
    await news.next()

    // It was cut: every page that shows the photo says so, the item's page offers to ask again.
    let failed = try await browser.get(address)
    #expect(failed.text.contains("This photo could not be fetched"))
    #expect(failed.text.contains("action=\"/photos/\(photo)/fetch\""))
    for list in ["/homes/\(setting.home)/items", "/items", "/homes/\(setting.home)", "/"] {
      let page = try await browser.get(list)
      #expect(page.text.contains("aria-label=\"This photo could not be fetched\""), "\(list)")
      #expect(!page.text.contains("src=\"/photos/\(photo)/thumbnail\""), "\(list)")
    }
    let asked = offsets.withLock { $0 }
    #expect(asked.count == 2 && asked[0] == "bytes=0" && asked[1] != "bytes=0")

    // Asked again it goes on where it ended; pages are told and show the photo.
    isCut.withLock { $0 = false }
    let retried = try await browser.submit("/photos/\(photo)/fetch")
    #expect(retried.location == address)
    await news.next()
    #expect(offsets.withLock { $0 } == asked + [asked[1]])
    let there = try await browser.get(address)
    #expect(there.text.contains("src=\"/photos/\(photo)/medium\""))
    #expect(!there.text.contains("This photo"))
    let list = try await browser.get("/items")
    #expect(list.text.contains("src=\"/photos/\(photo)/thumbnail\""))
    let original = try await browser.get("/photos/\(photo)/original")
    #expect(original.bytes == (try await setting.owner.get("/photos/\(photo)/original")).bytes)
    withExtendedLifetime(observation) {}
    await app.stop()
    await setting.server.stop()
  }

  @Test("S1-10-c on the hub a photo without its file has a placeholder until a device sends it")
  func missingOnTheHub() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let item = try await hearth.addItem(owner, home, "Kettle")
    try await add(TestPictures.png, to: "/items/\(item)", owner)
    let photo = try photoID(try await owner.get("/items/\(item)"))
    let file =
      hearth.folder + "/blobs/" + (try #require(Files.all(below: hearth.folder + "/blobs").first))
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    try FileManager.default.removeItem(atPath: file)
    for address in ["/items/\(item)", "/items", "/homes/\(home)"] {
      let page = try await owner.get(address)
      #expect(page.text.contains("This photo has not arrived yet"), "\(address)")
      #expect(!page.text.contains("src=\"/photos/\(photo)"), "\(address)")
    }
    // Somebody else's file is no news for those who wait for this one.
    var (news, observation) = news(of: hearth.app)
    try hearth.app.photos.blobs.store([1, 2, 3], by: "device")
    try hearth.app.photos.blobs.store(bytes, by: "device")
    await news.next()
    #expect(try await owner.get("/items/\(item)").text.contains("src=\"/photos/\(photo)/medium"))
    withExtendedLifetime(observation) {}
  }

  @Test("only who may read a photo can ask for its file")
  func askedFor() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household()
    let item = try await hearth.addItem(owner, home, "Kettle")
    try await add(TestPictures.png, to: "/items/\(item)", owner)
    let photo = try photoID(try await owner.get("/items/\(item)"))
    let stranger = try await hearth.person("stan")
    _ = try await stranger.addHome("Elsewhere")
    #expect(try await stranger.submit("/photos/\(photo)/fetch").status == 404)
    #expect(try await owner.submit("/photos/\(photo)/fetch").location == "/items/\(item)")
    #expect(try await owner.submit("/photos/none/fetch").status == 404)
  }
}
