import Foundation
import Testing

@testable import ThingsWeb
@testable import Web

/// Photos one by one, and their order.
@Suite struct GalleryTests {
  /// What a page of photos is of, with its address and the field that names photos on it.
  enum Kind: CaseIterable { case item, home, place }

  private struct Setting {
    let hearth: Hearth
    let anna: Browser
    let home: String
    let owner: PhotoOwner

    init(_ kind: Kind) async throws {
      hearth = try Hearth(signUps: .open)
      (anna, home) = try await hearth.household("Flat")
      switch kind {
      case .item: owner = .item(try await hearth.addItem(anna, home, "Road bicycle"))
      case .home: owner = .home(home)
      case .place:
        let rooms = try await anna.get("/homes/\(home)/rooms")
        let room = try #require(rooms.main.firstMatch(of: /\/rooms\/([0-9a-f-]{36})"/))
        owner = .place(home: home, place: String(room.1))
      }
    }

    var base: String { "/" + owner.segments.joined(separator: "/") }
    func viewer(_ photo: String) -> String { "\(base)/photos/\(photo)" }

    func add(_ count: Int) async throws -> [String] {
      for _ in 0..<count {
        // The same picture sent with one form again would be a button pressed twice.
        try await anna.get("/account")
        let answer = try await anna.upload(
          base + "/photos", files: [("photos", "a.png", TestPictures.png)])
        try #require(answer.status == 303)
      }
      return try await photos()
    }

    func photos() async throws -> [String] {
      try await anna.get(owner.page.url).main.matches(of: /id="photo-([^"]+)"/)
        .map { String($0.1) }
    }
  }

  @Test(
    "S0-US000-AC8 each photo has an address of its own, with the way to its neighbours and back",
    arguments: Kind.allCases)
  func viewer(kind: Kind) async throws {
    let setting = try await Setting(kind)
    let photos = try await setting.add(3)
    try #require(photos.count == 3)
    let page = try await setting.anna.get(setting.viewer(photos[1]))
    #expect(page.status == 200)
    #expect(page.main.contains(catalogue.photoPosition(2, of: 3)))
    for (rel, photo) in [("prev", photos[0]), ("next", photos[2])] {
      let link = try #require(page.main.firstMatch(of: try Regex("<a[^>]* rel=\"\(rel)\"[^>]*>")))
      #expect(page.main[link.range].contains("href=\"\(setting.viewer(photo))\""))
    }
    for address in [
      "href=\"\(setting.owner.page.url)\"", "/photos/\(photos[1])/large",
      "href=\"/photos/\(photos[1])/original\" download",
    ] {
      #expect(page.main.contains(address), "\(address)")
    }
    #expect(page.main.contains("alt=\""))
    let first = try await setting.anna.get(setting.viewer(photos[0])).main
    #expect(!first.contains("rel=\"prev\"") && first.contains("rel=\"next\""))
    let last = try await setting.anna.get(setting.viewer(photos[2])).main
    #expect(last.contains("rel=\"prev\"") && !last.contains("rel=\"next\""))
    // The page of the owner leads here.
    let owner = try await setting.anna.get(setting.owner.page.url).main
    for photo in photos { #expect(owner.contains("href=\"\(setting.viewer(photo))\"")) }
  }

  @Test("a photo of another owner, of none, or of a place in another home is not there")
  func elsewhere() async throws {
    let setting = try await Setting(.item)
    let photos = try await setting.add(1)
    let other = try await setting.hearth.addItem(setting.anna, setting.home, "Kettle")
    let cabin = try await setting.anna.addHome("Cabin")
    for address in [
      "/items/\(other)/photos/\(photos[0])", "/homes/\(setting.home)/photos/\(photos[0])",
      "/homes/\(cabin)/rooms/\(other)/photos/\(photos[0])", setting.viewer("gone"),
      "/items/gone/photos/\(photos[0])",
    ] {
      #expect(try await setting.anna.get(address).status == 404, "\(address)")
    }
  }

  @Test(
    "D-PHO-5 photos are moved by steps, put first, and take an order in one request",
    arguments: Kind.allCases)
  func order(kind: Kind) async throws {
    let setting = try await Setting(kind)
    let (anna, address) = (setting.anna, setting.base + "/photo-order")
    let before = try await setting.add(3)
    try #require(before.count == 3)
    let (a, b, c) = (before[0], before[1], before[2])
    let stepped = try await anna.submit(address, ["photo": a, "step": "later"])
    #expect((stepped.status, stepped.location) == (303, setting.owner.page.url))
    #expect(try await setting.photos() == [b, a, c])
    try await anna.submit(address, ["photo": c, "step": "earlier"])
    #expect(try await setting.photos() == [b, c, a])
    // Beyond the ends there is nowhere to go.
    try await anna.submit(address, ["photo": b, "step": "earlier"])
    #expect(try await setting.photos() == [b, c, a])
    let first = try await anna.submit(address, ["photo": a, "step": "first", "view": "1"])
    #expect(first.location == setting.viewer(a))
    #expect(try await setting.photos() == [a, b, c])
    let quiet = try await anna.submit(address, ["order": "\(c),\(a),\(b)", "quiet": "1"])
    #expect((quiet.status, quiet.bytes.count) == (204, 0))
    #expect(try await setting.photos() == [c, a, b])
  }

  @Test(
    "an order with a photo that is gone, twice in it, or foreign is refused and changes nothing")
  func badOrders() async throws {
    let setting = try await Setting(.item)
    let anna = setting.anna
    let photos = try await setting.add(2)
    let address = setting.base + "/photo-order"
    let fields: [(KeyValuePairs<String, String>, Int)] = [
      (["order": "\(photos[1]),gone", "quiet": "1"], 410),
      (["order": "\(photos[1]),\(photos[1])", "quiet": "1"], 410),
      (["photo": "gone", "step": "first"], 410), (["photo": photos[1], "step": "sideways"], 400),
      (["photo": photos[1]], 400),
    ]
    for (field, status) in fields {
      #expect(try await anna.submit(address, field).status == status, "\(field)")
    }
    #expect(try await setting.photos() == photos)
    let viewer = try await setting.hearth.guest(of: anna, home: setting.home, role: "viewer")
    let answer = try await viewer.submit(address, ["photo": photos[1], "step": "first"])
    #expect(answer.status == 403)
    let seen = try await viewer.get(setting.viewer(photos[1]))
    #expect(seen.status == 200)
    #expect(!seen.main.contains("method=\"post\""))
    #expect(!(try await viewer.get(setting.base).main.contains("data-order")))
  }

  @Test(
    "a photo that is deleted in the viewer comes back with Undo, at its place",
    arguments: Kind.allCases)
  func takingBack(kind: Kind) async throws {
    let setting = try await Setting(kind)
    let photos = try await setting.add(3)
    let page = try await setting.anna.get(setting.viewer(photos[1]))
    let form = try #require(page.main.firstMatch(of: /action="([^"]+\/delete)"/)).1
    let deleted = try await setting.anna.submit(String(form))
    #expect(deleted.location == setting.owner.page.url)
    let shown = try await setting.anna.get(setting.owner.page.url)
    #expect(!shown.main.contains(photos[1]))
    let undo = try #require(shown.text.firstMatch(of: /action="(\/undo\/[^"]+)"/)).1
    #expect(try await setting.anna.submit(String(undo)).location == setting.owner.page.url)
    #expect(try await setting.photos() == photos)
  }

  @Test(
    "a caption is typed in the viewer, and shown there, with its owner, and for the picture",
    arguments: Kind.allCases)
  func captions(kind: Kind) async throws {
    let setting = try await Setting(kind)
    let (anna, photos) = (setting.anna, try await setting.add(2))
    let address = setting.viewer(photos[0])
    #expect(try await anna.get(address).main.contains(catalogue.addCaption))
    let answer = try await anna.submit(
      address, ["caption": " The <b>front</b>\tleft ", "base": ""])
    #expect((answer.status, answer.location) == (303, address))
    let page = try await anna.get(address)
    #expect(page.main.contains("<p>The &lt;b&gt;front&lt;/b&gt; left</p>"))
    #expect(page.main.contains("alt=\"The &lt;b&gt;front&lt;/b&gt; left ("))
    #expect(page.main.contains(catalogue.editCaption))
    let owner = try await anna.get(setting.owner.page.url).main
    #expect(owner.contains("The &lt;b&gt;front&lt;/b&gt; left"))
    // The other photo has none.
    #expect(try await anna.get(setting.viewer(photos[1])).main.contains(catalogue.addCaption))

    // What is too long comes back as typed, and the caption stays.
    let long = String(repeating: "x", count: 301)
    let refused = try await anna.submit(
      address, ["caption": long, "base": "The <b>front</b> left"])
    #expect(refused.status == 422)
    #expect(refused.main.contains("value=\"\(long)\""))
    #expect(refused.main.contains("300"))
    #expect(try await anna.get(address).main.contains("<p>The &lt;b&gt;front"))
    #expect(try await anna.submit(address, ["caption": ""]).status == 303)
    #expect(try await !anna.get(setting.owner.page.url).main.contains("front"))
  }

  @Test("only who may edit captions a photo, and only where the photo is")
  func whoseCaption() async throws {
    let setting = try await Setting(.item)
    let photo = try await setting.add(1)[0]
    let other = try await setting.hearth.addItem(setting.anna, setting.home, "Kettle")
    for address in [
      "/items/\(other)/photos/\(photo)", "/homes/\(setting.home)/photos/\(photo)",
      setting.viewer("gone"),
    ] {
      #expect(try await setting.anna.submit(address, ["caption": "Mine"]).status == 410)
    }
    let viewer = try await setting.hearth.guest(
      of: setting.anna, home: setting.home, role: "viewer")
    #expect(try await viewer.submit(setting.viewer(photo), ["caption": "Mine"]).status == 403)
    try await setting.anna.get(setting.viewer(photo))
    try await setting.anna.submit(setting.viewer(photo), ["caption": "The serial number"])
    let seen = try await viewer.get(setting.viewer(photo)).main
    #expect(seen.contains("<p>The serial number</p>") && !seen.contains("<form"))
  }

  @Test("a home's activity says what a caption was and is, and of what")
  func captionActivity() async throws {
    let setting = try await Setting(.item)
    let photo = try await setting.add(1)[0]
    for caption in ["The front", "The back"] {
      try await setting.anna.get(setting.viewer(photo))
      try await setting.anna.submit(setting.viewer(photo), ["caption": caption])
    }
    let page = try await setting.anna.get("/homes/\(setting.home)/activity").main
    #expect(page.contains("changed the caption of a photo of Road bicycle"))
    #expect(page.contains("Caption: The front → The back"))
    #expect(page.contains("Caption: nothing → The front"))
  }

  @Test("D-PHO-11 the bytes of photos are in no database: they go beside the rows")
  func bytesBesideRows() async throws {
    let setting = try await Setting(.item)
    _ = try await setting.add(1)
    func databaseBytes() throws -> Int {
      try Files.all(below: setting.hearth.folder).filter {
        $0.contains(".db") && !$0.hasPrefix("blobs/")
      }.reduce(0) { sum, path in
        let attributes = try FileManager.default.attributesOfItem(
          atPath: setting.hearth.folder + "/" + path)
        return sum + ((attributes[.size] as? NSNumber)?.intValue ?? 0)
      }
    }
    let before = try databaseBytes()
    let picture = TestPictures.noise(side: 1600)
    #expect(picture.count > 2 << 20)
    let sent = try await setting.anna.upload(
      setting.base + "/photos", files: [("photos", "noise.png", picture)])
    #expect(sent.status == 303)
    let photo = try #require(try await setting.photos().last)
    let kept = try await setting.anna.get(Route.photos(.photo(photo, .original)).url)
    #expect(kept.bytes.count > 2 << 20)
    #expect(try databaseBytes() - before < 512 << 10)
  }
}
