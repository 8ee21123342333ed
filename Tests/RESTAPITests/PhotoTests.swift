import Foundation
import HTTPServer
import SeededNoise
import Hub
import Testing

/// Photos of items, places and homes.
@Suite struct PhotoTests {
  private static let owners = ["items", "locations", "homes"]

  /// A home, and the address of what photos are of.
  private func subject(_ owner: String, _ ana: Client) async throws -> String {
    let home = try await ana.addHome()
    switch owner {
    case "items": return "items/\(try await ana.addItem("Kettle", in: home))"
    case "locations":
      return "locations/"
        + (try await ana.add("locations", #"{"homeID": "\#(home)", "name": "X"}"#))
    default: return "homes/\(home)"
    }
  }

  @Test("a photo or paper for which the account has no room is refused, and nothing is kept")
  func noRoom() async throws {
    let hub = try APIHub(limits: AccountLimits(maxBlobBytes: 1))
    let ana = try hub.person("ana")
    let path = try await subject("items", ana)
    let photo = try await ana.upload("/api/v1/\(path)/photos", TestFiles.png, type: "image/png")
    let paper = try await ana.upload(
      "/api/v1/\(path)/attachments?name=a.txt", Array("Paid".utf8), type: "text/plain")
    for answer in [photo, paper] {
      #expect(answer.status == 507, "\(answer.text)")
      #expect(answer.code == "account_full")
    }
    #expect(try await ana.ids("\(path)/photos") == [])
  }

  @Test("a photo is added, listed, read in each size, ordered and deleted", arguments: owners)
  func life(_ owner: String) async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let path = try await subject(owner, ana)
    let made = try await ana.upload("/api/v1/\(path)/photos", TestFiles.png, type: "image/png")
    #expect(made.status == 201, "\(made.text)")
    let first = try made.string("id")
    #expect(made.headers["Location"] == "/api/v1/photos/\(first)")
    #expect(try made.json()["width"] as? Int == 2)
    #expect(try made.string("mediaType") == "image/png")
    #expect(await ana.get("/api/v1/photos/\(first)").text == made.text)
    let second = try await ana.addPhoto(TestFiles.jpegWithPlace(), to: path)
    #expect(try await ana.ids("\(path)/photos", limit: 1) == [first, second])
    for size in ["thumbnail", "medium", "large", "original"] {
      let file = await ana.get("/api/v1/photos/\(first)/file?size=\(size)")
      #expect(file.status == 200, "\(file.text)")
      #expect(file.headers["Content-Type"] == (size == "original" ? "image/png" : "image/jpeg"))
      #expect(file.bytes.starts(with: size == "original" ? [0x89, 0x50] : [0xFF, 0xD8]))
    }
    let order = await ana.patch("/api/v1/\(path)/photos", #"{"photoIDs": ["\#(second)"]}"#)
    #expect(order.status == 200, "\(order.text)")
    #expect(try await ana.ids("\(path)/photos") == [second, first])
    #expect(await ana.delete("/api/v1/photos/\(second)").status == 204)
    #expect(try await ana.ids("\(path)/photos") == [first])
    #expect(await ana.get("/api/v1/photos/\(second)/file").status == 404)
    try hub.removeFolder()
  }

  @Test("D-PHO the bytes are private to who may see them, never change, and tell no place")
  func bytes() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let path = try await subject("items", ana)
    let sent = try TestFiles.jpegWithPlace()
    #expect(String(decoding: sent, as: UTF8.self).contains(TestFiles.place))
    let photo = try await ana.addPhoto(sent, to: path)
    let file = await ana.get("/api/v1/photos/\(photo)/file")
    #expect(!String(decoding: file.bytes, as: UTF8.self).contains(TestFiles.place))
    #expect(file.headers["Cache-Control"] == "private, max-age=31536000, immutable")
    #expect(file.headers["X-Content-Type-Options"] == "nosniff")
    #expect(file.headers["Content-Security-Policy"]?.contains("sandbox") == true)
    let tag = try #require(file.headers["ETag"])
    let again = await ana.get("/api/v1/photos/\(photo)/file", ["If-None-Match": tag])
    #expect(again.status == 304)
    #expect(again.bytes.isEmpty)
    let small = await ana.get("/api/v1/photos/\(photo)/file?size=medium", ["If-None-Match": tag])
    #expect(small.status == 200)
    #expect(await ana.get("/api/v1/photos/\(photo)/file?size=huge").status == 400)
    try hub.removeFolder()
  }

  private static let bad: [(name: String, bytes: [UInt8], type: String, code: String)] = [
    ("nothing", [], "image/png", "empty_file"),
    ("a PDF", TestFiles.pdf, "image/jpeg", "not_a_picture"),
    ("a page", Array("<html><script>alert(1)</script>".utf8), "image/png", "not_a_picture"),
    ("a GIF", Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0], "image/png", "not_a_picture"),
    ("a PNG called JPEG", TestFiles.png, "image/jpeg", "mislabelled"),
    ("half a PNG", Array(TestFiles.png.prefix(45)), "image/png", "cut_off"),
    ("a wide PNG", TestFiles.header(width: 10_001, height: 10_000), "image/png", "too_many_pixels"),
    ("a long PNG", TestFiles.header(width: 30_001, height: 2), "image/png", "side_too_long"),
  ]

  @Test("D-PHO a file that is no picture is refused with the reason and what was kept: nothing")
  func refused() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let path = try await subject("items", ana)
    for file in Self.bad {
      let answer = try await ana.upload("/api/v1/\(path)/photos", file.bytes, type: file.type)
      #expect(answer.status == 422, "\(file.name): \(answer.text)")
      #expect(answer.code == file.code, "\(file.name): \(answer.text)")
      #expect(try answer.string("kept") == "Nothing was changed.")
      #expect(try !answer.string("detail").isEmpty)
    }
    for type in ["text/plain", "image/gif", ""] {
      let answer = try await ana.upload("/api/v1/\(path)/photos", TestFiles.png, type: type)
      #expect(answer.status == 415, "\(type)")
    }
    #expect(try await ana.ids("\(path)/photos") == [])
    let left = FileManager.default.enumerator(atPath: hub.folder + "/blobs")?.allObjects ?? []
    #expect(!left.contains { ($0 as? String)?.split(separator: "/").last?.count == 64 })
    try hub.removeFolder()
  }

  @Test("D-TST-2 spoiled pictures are taken clean or refused with a reason; nothing falls over")
  func spoiled() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let path = try await subject("items", ana)
    let pictures = [TestFiles.png, try TestFiles.jpegWithPlace()]
    var noise = SeededNoise(seed: 7)
    var statuses: Set<Int> = []
    for round in 0..<60 {
      let bytes = noise.spoil(pictures[round % 2])
      let answer = try await ana.upload(
        "/api/v1/\(path)/photos", bytes, type: round % 2 == 0 ? "image/png" : "image/jpeg")
      statuses.insert(answer.status)
      #expect(answer.status == 201 || answer.status == 422, "round \(round): \(answer.text)")
      guard answer.status == 201 else { continue }
      let id = try answer.string("id")
      #expect(await ana.get("/api/v1/photos/\(id)/file?size=thumbnail").status == 200)
      #expect(await ana.delete("/api/v1/photos/\(id)").status == 204)
    }
    #expect(statuses == [201, 422])
    #expect(hub.lines.withLock { $0.allSatisfy { !$0.contains("\"failure\"") } })
    try hub.removeFolder()
  }

  @Test("nobody fills the disk without a token that may write, or with what is not taken")
  func bodies() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let reader = try hub.client(of: ana.account, scope: .read)
    let path = try await subject("items", ana)
    func policy(_ client: Client?, _ type: String) -> BodyPolicy {
      var head = HTTPRequestHead(method: .post, path: "/api/v1/\(path)/photos")
      head.headers["Authorization"] = client.map { "Bearer \($0.secret)" }
      head.headers["Content-Type"] = type
      return hub.api.bodyPolicy(for: head)
    }
    func status(_ policy: BodyPolicy) -> Int? {
      if case .reject(let response) = policy { response.status.rawValue } else { nil }
    }
    #expect(status(policy(nil, "image/png")) == 401)
    #expect(status(policy(reader, "image/png")) == 403)
    #expect(status(policy(ana, "text/html")) == 415)
    guard case .spool(let maxBytes, _) = policy(ana, "image/png") else {
      Issue.record("an upload is not written to a file")
      return
    }
    #expect(maxBytes == 32 << 20)
    try hub.removeFolder()
  }

  @Test("an upload with a key is kept once; an order is checked and takes If-Match")
  func onceAndOrder() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let path = try await subject("items", ana)
    let key = ["Idempotency-Key": "front"]
    var ids: Set<String> = []
    for _ in 0..<3 {
      let answer = try await ana.upload(
        "/api/v1/\(path)/photos", TestFiles.png, type: "image/png", key)
      ids.insert(try answer.string("id"))
    }
    #expect(try await ana.ids("\(path)/photos") == Array(ids))
    let first = try #require(ids.first)
    let second = try await ana.addPhoto(to: path)
    let address = "/api/v1/\(path)/photos"
    let tag = try #require(await ana.get(address).headers["ETag"])
    for (body, fault) in [
      (#"{"photoIDs": ["none"]}"#, "photoIDs: unknown"),
      (#"{"photoIDs": ["\#(first)", "\#(first)"]}"#, "photoIDs: unknown"),
      (#"{"photoIDs": "all"}"#, "photoIDs: wrong_type"), (#"{}"#, "photoIDs: missing"),
      (#"{"photoIDs": [], "sort": 1}"#, "sort: unknown_field"),
    ] {
      let answer = await ana.patch(address, body)
      #expect(answer.status == 422)
      #expect(answer.faults == [fault])
    }
    let order = #"{"photoIDs": ["\#(second)", "\#(first)"]}"#
    #expect(await ana.patch(address, order, ["If-Match": tag]).status == 200)
    #expect(await ana.patch(address, order, ["If-Match": tag]).status == 412)
    for cursor in ["x", "zz", "00", "2"] {
      #expect(await ana.get("\(address)?cursor=\(cursor)").faults == ["cursor: unknown_cursor"])
    }
    try hub.removeFolder()
  }
}
