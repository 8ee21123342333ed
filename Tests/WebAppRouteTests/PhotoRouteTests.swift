import Foundation
import HTTPServer
import Testing

@testable import ThingsWeb
@testable import Web

@Suite struct PhotoRouteTests {
  /// The owner's browser, an item of theirs, and the address of its page.
  private func item(_ hearth: Hearth) async throws -> (Browser, String) {
    let (anna, home) = try await hearth.household()
    let address = "/items/\(try await hearth.addItem(anna, home, "Road bicycle"))"
    try await anna.get(address)
    return (anna, address)
  }

  private func photoIDs(_ page: Browser.Answer) -> [String] {
    page.text.matches(of: /id="photo-([^"]+)"/).map { String($0.1) }
  }

  private func upload(
    _ bytes: [UInt8], _ name: String, _ anna: Browser, _ item: String
  ) async throws -> Browser.Answer {
    try await anna.upload(
      item + "/photos",
      files: [.init(field: "photos", name: name, type: "image/jpeg", bytes: bytes)])
  }

  /// What a page says of an upload that lacked some files.
  private func refusal(_ count: Int, kept: Int) -> String {
    let problems = [FieldProblem](repeating: .emptyFile(fileName: "a.jpg"), count: count)
    return catalogue.filesRefused(RefusedFiles(problems: problems, keptCount: kept))
  }

  @Test("D-PHO-10: an uploaded photo is kept without the place where it was taken")
  func placeIsGone() async throws {
    let hearth = try Hearth()
    let (anna, item) = try await item(hearth)
    let picture = try TestPictures.jpegWithPlace()
    #expect(String(decoding: picture, as: UTF8.self).contains(TestPictures.place))
    #expect(try await upload(picture, "IMG_1.jpg", anna, item).status == 303)
    let id = try #require(photoIDs(try await anna.get(item)).first)
    let original = try await anna.get(Route.photos(.photo(id, .original)).url)
    #expect(original.status == 200)
    #expect(original.headers["Content-Type"] == "image/jpeg")
    #expect(original.headers["X-Content-Type-Options"] == "nosniff")
    #expect(original.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(!original.text.contains(TestPictures.place))
    #expect(!original.text.contains("Exif"))
    for path in Files.all(below: hearth.folder + "/blobs") {
      let bytes = try #require(
        FileManager.default.contents(atPath: "\(hearth.folder)/blobs/\(path)"))
      #expect(!String(decoding: bytes, as: UTF8.self).contains(TestPictures.place))
    }
  }

  @Test("a photo is sent once: its tag answers 304, and a range of the original can be asked for")
  func caching() async throws {
    let hearth = try Hearth()
    let (anna, item) = try await item(hearth)
    _ = try await upload(TestPictures.png, "a.png", anna, item)
    let id = try #require(photoIDs(try await anna.get(item)).first)
    let address = Route.photos(.photo(id, .original)).url
    let first = try await anna.get(address)
    #expect(first.headers["Cache-Control"] == "private, max-age=31536000, immutable")
    let tag = try #require(first.headers["ETag"])
    let second = await anna.send(.get, address, headers: [("If-None-Match", tag)])
    #expect(second.status == 304)
    let part = await anna.send(.get, address, headers: [("Range", "bytes=1-3")])
    #expect(part.status == 206)
    #expect(part.bytes == Array("PNG".utf8))
  }

  @Test("D-PHO-8: somebody else's photo is not there, neither by its id nor for a visitor")
  func foreign() async throws {
    let hearth = try Hearth(signUps: .open)
    let (anna, item) = try await item(hearth)
    _ = try await upload(TestPictures.png, "a.png", anna, item)
    let id = try #require(photoIDs(try await anna.get(item)).first)
    let ben = hearth.browser()
    try await ben.get("/signup")
    let answer = try await ben.submit(
      "/signup", ["name": "ben", "displayName": "Ben", "password": "another long password"])
    #expect(answer.status == 303)
    for size in PhotoSize.allCases {
      #expect(try await ben.get(Route.photos(.photo(id, size)).url).status == 404)
    }
    let nobody = try await hearth.browser().get(Route.photos(.photo(id, .original)).url)
    #expect(nobody.status == 303)
    #expect(try await ben.get(item).status == 404)
    try await ben.get("/start")
    #expect(try await upload(TestPictures.png, "b.png", ben, item).status == 404)
  }

  @Test("D-WEB-3: an SVG, a PDF and a cut-off picture are refused with words, and nothing is kept")
  func refused() async throws {
    let hearth = try Hearth()
    let (anna, item) = try await item(hearth)
    let jpeg = try TestPictures.jpegWithPlace()
    let files: [(String, [UInt8])] = [
      ("picture.svg", TestPictures.svg), ("scan.jpg", Array("%PDF-1.4 ...".utf8)),
      ("cut.jpg", Array(jpeg.prefix(jpeg.count / 2))), ("empty.jpg", []),
    ]
    for (name, bytes) in files {
      let answer = try await upload(bytes, name, anna, item)
      #expect(answer.status == 415 || answer.status == 422, "\(name): \(answer.status)")
    }
    #expect(photoIDs(try await anna.get(item)).isEmpty)
    #expect(Files.all(below: hearth.folder + "/blobs").isEmpty)
  }

  @Test("bad files among photos of an item, a home or a place are named; the good ones are kept")
  func someRefused() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let item = "/items/\(try await hearth.addItem(anna, home, "Road bicycle"))"
    try await anna.get("/homes/\(home)/rooms")
    try await anna.submit("/homes/\(home)/rooms", ["name": "Garage", "emoji": ""])
    let rooms = try await anna.get("/homes/\(home)/rooms").main
    let room = try #require(rooms.firstMatch(of: /\/rooms\/([0-9a-f-]{36})/)).1
    let pages = [
      (item, item), ("/homes/\(home)", "/homes/\(home)/settings"),
      ("/homes/\(home)/rooms/\(room)", "/homes/\(home)/rooms/\(room)"),
    ]
    let gif = FieldProblem.otherPicture(fileName: "a.gif", kind: "a GIF picture")
    for (address, page) in pages {
      try await anna.get(page)
      let answer = try await anna.upload(
        address + "/photos",
        files: [
          .init(field: "photos", name: "good.png", bytes: TestPictures.png),
          .init(field: "photos", name: "a.gif", bytes: Array("GIF89a".utf8)),
          .init(field: "photos", name: "empty.jpg", bytes: []),
        ])
      #expect(answer.status == 422, "\(address)")
      #expect(photoIDs(answer).count == 1, "\(address)")
      #expect(answer.main.contains(refusal(2, kept: 1)))
      #expect(answer.main.contains(catalogue.problem(gif)))
      #expect(answer.main.contains(catalogue.problem(.emptyFile(fileName: "empty.jpg"))))
      #expect(answer.main.contains("name=\"photos\""), "\(address)")
      // Nothing that happens meanwhile takes the message away; loading it again leads to the page.
      #expect(!answer.text.contains("data-live=\"true\""), "\(address)")
      #expect(try await anna.get(address + "/photos").location == page)
      #expect(photoIDs(try await anna.get(page)).count == 1)
    }
    try await anna.get(item)
    let many = try await anna.upload(
      item + "/photos",
      files: Array(
        repeating: .init(field: "photos", name: "good.png", bytes: TestPictures.png), count: 60))
    let tooMany = FieldProblem.tooManyFiles(max: 10)
    #expect(
      many.main.contains(
        catalogue.filesRefused(RefusedFiles(problems: [tooMany], keptCount: 0))))
    #expect(many.main.contains(catalogue.problem(tooMany)))
    let alone = try await upload(TestPictures.svg, "drawing.svg", anna, item)
    #expect(alone.main.contains(refusal(1, kept: 0)))
    #expect(!alone.main.contains(refusal(1, kept: 1)))
  }

  @Test("small pictures are made once and kept beside the photo; a missing one is made again")
  func thumbnails() async throws {
    let hearth = try Hearth()
    let (anna, item) = try await item(hearth)
    _ = try await upload(try TestPictures.jpegWithPlace(), "a.jpg", anna, item)
    let id = try #require(photoIDs(try await anna.get(item)).first)
    let small = Route.photos(.photo(id, .thumbnail)).url
    #expect(try await anna.get(small).headers["Content-Type"] == "image/jpeg")
    let folder = hearth.folder + "/thumbnails"
    func marks() throws -> [UInt64] {
      try Files.all(below: folder).map { path in
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + path)
        return (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
      }
    }
    let before = try marks()
    #expect(!before.isEmpty)
    _ = try await anna.get(small)
    #expect(try marks() == before)
    for path in Files.all(below: folder) {
      try FileManager.default.removeItem(atPath: folder + "/" + path)
    }
    #expect(try await anna.get(small).status == 200)
  }

  @Test("photos are put first and deleted by who may edit")
  func order() async throws {
    let hearth = try Hearth()
    let (anna, item) = try await item(hearth)
    _ = try await upload(TestPictures.png, "a.png", anna, item)
    _ = try await upload(try TestPictures.jpegWithPlace(), "b.jpg", anna, item)
    let ids = photoIDs(try await anna.get(item))
    #expect(ids.count == 2)
    let itemID = String(item.split(separator: "/").last ?? "")
    try await anna.submit(Route.photos(.makePhotoFirst(item: itemID, photo: ids[1])).url)
    #expect(photoIDs(try await anna.get(item)) == [ids[1], ids[0]])
    try await anna.submit(Route.photos(.deletePhoto(item: itemID, photo: ids[1])).url)
    #expect(photoIDs(try await anna.get(item)) == [ids[0]])
    #expect(try await anna.get(Route.photos(.photo(ids[1], .original)).url).status == 404)
  }
}
