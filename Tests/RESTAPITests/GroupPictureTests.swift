import Foundation
import HTTPServer
import SyncProtocol
import Testing

/// A group's picture, as programs set it.
@Suite struct GroupPictureTests {
  private func put(
    _ client: Client, _ group: String, _ bytes: [UInt8], _ type: String = "image/png"
  ) async throws -> Client.Answer {
    try await client.upload("/api/v1/groups/\(group)/picture", bytes, type: type, method: .put)
  }

  @Test("a group's picture is set, read in each size, replaced by another one, and taken away")
  func life() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    for path in ["picture", "picture/file"] { #expect(await group.get(path).status == 404) }
    #expect(await ana.delete("\(group.path)/picture").status == 404)
    let made = try await put(ana, group.id, TestFiles.png)
    #expect(made.status == 200, "\(made.text)")
    #expect(try made.json()["width"] as? Int == 2 && made.string("mediaType") == "image/png")
    #expect(try made.string("createdBy") == ana.account)
    #expect(await group.get("picture").text == made.text)
    // The picture that is there stays as it is.
    #expect(try await put(ana, group.id, TestFiles.png).text == made.text)
    for size in ["thumbnail", "medium", "large", "original"] {
      let file = await group.get("picture/file?size=\(size)")
      #expect(file.status == 200, "\(file.text)")
      #expect(file.headers["Content-Type"] == (size == "original" ? "image/png" : "image/jpeg"))
      #expect(file.bytes.starts(with: size == "original" ? [0x89, 0x50] : [0xFF, 0xD8]))
    }
    let file = await group.get("picture/file")
    // The next picture has the same address, so nobody may keep this one without asking.
    #expect(file.headers["Cache-Control"] == "private, no-cache")
    #expect(file.headers["Content-Security-Policy"]?.contains("sandbox") == true)
    let tag = try #require(file.headers["ETag"])
    #expect(await group.get("picture/file", ["If-None-Match": tag]).status == 304)
    let other = try await put(ana, group.id, TestFiles.jpegWithPlace(), "image/jpeg")
    #expect(try other.string("id") != made.string("id"), "\(other.text)")
    let next = await group.get("picture/file", ["If-None-Match": tag])
    #expect(next.status == 200 && next.bytes.starts(with: [0xFF, 0xD8]))
    #expect(!String(decoding: next.bytes, as: UTF8.self).contains(TestFiles.place))
    let old = try #require(made.headers["ETag"])
    #expect(await ana.delete("\(group.path)/picture", ["If-Match": old]).status == 412)
    #expect(await ana.delete("\(group.path)/picture").status == 204)
    #expect(await group.get("picture").status == 404)
    try hub.removeFolder()
  }

  @Test("what is no picture, or set by somebody who may not, is refused and the picture stays")
  func refused() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    let made = try await put(ana, group.id, TestFiles.png)
    for (bytes, type, status, code) in [
      ([], "image/png", 422, "empty_file"), (TestFiles.pdf, "image/jpeg", 422, "not_a_picture"),
      (TestFiles.png, "image/jpeg", 422, "mislabelled"),
      (Array(TestFiles.png.prefix(45)), "image/png", 422, "cut_off"),
      (TestFiles.header(width: 10_001, height: 10_000), "image/png", 422, "too_many_pixels"),
      (TestFiles.png, "image/gif", 415, "unsupported_type"),
      (TestFiles.pdf, "application/pdf", 415, "unsupported_type"),
    ] {
      let answer = try await put(ana, group.id, bytes, type)
      #expect(answer.status == status && answer.code == code, "\(code): \(answer.text)")
    }
    #expect(await group.get("picture/file?size=huge").faults == ["size: unknown_choice"])
    let (eve, stranger) = (try hub.person("eve"), try hub.person("stan"))
    try hub.admit(eve, to: group.id, of: ana, role: .readOnly)
    for (client, status) in [(eve, 403), (stranger, 404)] {
      #expect(
        try await put(client, group.id, TestFiles.jpegWithPlace(), "image/jpeg").status == status)
      #expect(await client.delete("\(group.path)/picture").status == status)
    }
    #expect(await eve.get("\(group.path)/picture").text == made.text)
    #expect(await stranger.get("\(group.path)/picture/file").status == 404)
    #expect(await group.get("picture").text == made.text)
    try hub.removeFolder()
  }
}
