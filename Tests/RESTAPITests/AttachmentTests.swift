import Foundation
import HTTPServer
import Testing

/// Papers of items and policies.
@Suite struct AttachmentTests {
  private func subject(_ owner: String, _ ana: Client) async throws -> String {
    let home = try await ana.addHome()
    if owner == "items" { return "items/\(try await ana.addItem("Kettle", in: home))" }
    return "policies/"
      + (try await ana.add("policies", #"{"homeID": "\#(home)", "provider": "Mutual"}"#))
  }

  @Test(
    "a paper is added, listed, saved, renamed and deleted", arguments: ["items", "policies"])
  func life(_ owner: String) async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let path = try await subject(owner, ana)
    let made = try await ana.upload(
      "/api/v1/\(path)/attachments?name=receipt&kind=receipt", TestFiles.pdf,
      type: "application/pdf")
    #expect(made.status == 201, "\(made.text)")
    let id = try made.string("id")
    #expect(try made.string("name") == "receipt.pdf")
    #expect(try made.string("kind") == "receipt")
    #expect(made.headers["Location"] == "/api/v1/attachments/\(id)")
    #expect(await ana.get("/api/v1/attachments/\(id)").text == made.text)
    hub.advance(milliseconds: 1000)
    let note = try await ana.upload(
      "/api/v1/\(path)/attachments?name=note.txt", Array("Serial: 17\n".utf8), type: "text/plain")
    #expect(try note.string("kind") == "other")
    #expect(try await ana.ids("\(path)/attachments", limit: 1) == [id, try note.string("id")])
    let file = await ana.get("/api/v1/attachments/\(id)/file")
    #expect(file.bytes == TestFiles.pdf)
    #expect(file.headers["Content-Type"] == "application/pdf")
    #expect(file.headers["Cache-Control"] == "private, max-age=31536000, immutable")
    let tag = try #require(file.headers["ETag"])
    #expect(
      await ana.get("/api/v1/attachments/\(id)/file", ["If-None-Match": tag]).status == 304)
    let changed = await ana.patch(
      "/api/v1/attachments/\(id)", #"{"name": "Guarantee", "kind": "warranty"}"#)
    #expect(try changed.string("name") == "Guarantee.pdf")
    #expect(try changed.string("kind") == "warranty")
    #expect(await ana.delete("/api/v1/attachments/\(id)").status == 204)
    #expect(await ana.get("/api/v1/attachments/\(id)/file").status == 404)
    try hub.removeFolder()
  }

  @Test("D-PHO-8 whatever a paper is called, its copy is saved and never shown as a page")
  func disposition() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let path = try await subject("items", ana)
    let id = try await ana.addPaper("a%22%3B%20b%C3%A9%25.pdf", to: path)
    #expect(try await ana.get("/api/v1/attachments/\(id)").string("name") == "a\"; bé%.pdf")
    let file = await ana.get("/api/v1/attachments/\(id)/file")
    #expect(
      file.headers["Content-Disposition"]
        == "attachment; filename=\"a_; b__.pdf\"; filename*=UTF-8''a%22%3B%20b%C3%A9%25.pdf")
    #expect(file.headers["X-Content-Type-Options"] == "nosniff")
    #expect(file.headers["Content-Security-Policy"]?.contains("sandbox") == true)
    try hub.removeFolder()
  }

  private static let bad: [(bytes: [UInt8], type: String, query: String, code: String)] = [
    ([], "application/pdf", "name=a.pdf", "empty_file"),
    (Array("%PDF-1.7\n1 0 obj".utf8), "application/pdf", "name=a.pdf", "cut_off"),
    (TestFiles.pdf, "text/plain", "name=a.txt", "mislabelled"),
    (TestFiles.png, "application/pdf", "name=a.pdf", "mislabelled"),
    (TestFiles.pdf, "application/pdf", "name=a.exe", "mislabelled"),
    (Array("PK\u{3}\u{4}".utf8), "application/pdf", "name=a", "not_a_paper"),
    (Array("a\u{1}b".utf8), "text/plain", "name=a.txt", "not_plain_text"),
    (Array(TestFiles.png.prefix(45)), "image/png", "name=a.png", "cut_off"),
    (
      TestFiles.header(width: 10_001, height: 10_000), "image/png", "name=a.png",
      "too_many_pixels"
    ),
    (TestFiles.pdf, "application/pdf", "name=..%2Fa.pdf", "invalid"),
    (TestFiles.pdf, "application/pdf", "name=a%E2%80%AEfdp.pdf", "invalid"),
  ]

  @Test("a file that is no paper, or not what it says, is refused with the reason; nothing is kept")
  func refused() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let path = try await subject("items", ana)
    for file in Self.bad {
      let answer = try await ana.upload(
        "/api/v1/\(path)/attachments?\(file.query)", file.bytes, type: file.type)
      #expect(answer.status == 422, "\(file.query) \(file.type): \(answer.text)")
      #expect(answer.code == file.code, "\(file.query) \(file.type): \(answer.text)")
      #expect(try answer.string("kept") == "Nothing was changed.")
    }
    let nameless = try await ana.upload(
      "/api/v1/\(path)/attachments", TestFiles.pdf, type: "application/pdf")
    #expect(nameless.faults == ["name: missing"])
    let type = try await ana.upload(
      "/api/v1/\(path)/attachments?name=a.pdf", TestFiles.pdf, type: "application/zip")
    #expect(type.status == 415)
    #expect(try await ana.ids("\(path)/attachments") == [])
    try hub.removeFolder()
  }
}
