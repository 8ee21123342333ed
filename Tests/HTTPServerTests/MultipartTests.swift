import HTTPServer
import Testing

private let boundary = "----Boundary7MA4YWxk"

private func part(_ disposition: String, type: String? = nil, _ content: [UInt8]) -> [UInt8] {
  let typeLine = type.map { "Content-Type: \($0)\r\n" } ?? ""
  let head = "--\(boundary)\r\nContent-Disposition: form-data; \(disposition)\r\n\(typeLine)\r\n"
  return Array(head.utf8) + content + [0x0D, 0x0A]
}

private let closing = Array("--\(boundary)--\r\n".utf8)
private let contentType = "multipart/form-data; boundary=\(boundary)"
/// Content that looks like delimiters all over.
private let trap = Array("\r\n--\(boundary.dropLast())\r\r\n\r\n--\r\n----Boundary\r\n-".utf8)

private func parse(
  _ body: [UInt8], pieces size: Int, limits: MultipartLimits = MultipartLimits()
) throws -> MultipartForm {
  var reader = try MultipartFormReader(
    contentType: contentType, limits: limits, directory: "/tmp")
  var rest = body[...]
  while !rest.isEmpty {
    try reader.feed(Array(rest.prefix(size)))
    rest = rest.dropFirst(size)
  }
  return try reader.finish()
}

@Suite struct MultipartTests {
  private let body =
    part("name=\"title\"", Array("Küche".utf8))
    + part("name=\"empty\"", [])
    + part("name=\"photo\"; filename=\"C:\\pictures\\a%22b.jpg\"", type: "image/jpeg", trap)
    + part("name=\"none\"; filename=\"\"", type: "application/octet-stream", [])
    + part("name=title", Array("second".utf8)) + closing

  @Test(
    "a form reads the same however its bytes are cut", arguments: [1, 2, 3, 5, 7, 16, 61, 4096])
  func pieces(_ size: Int) throws {
    let form = try parse(body, pieces: size)
    #expect(form.fields.all("title") == ["Küche", "second"])
    #expect(form.fields.first("empty") == "")
    #expect(form.files.map(\.name) == ["photo"])
    let file = try #require(form.file("photo"))
    #expect(file.filename == "a\"b.jpg")
    #expect(file.contentType == "image/jpeg")
    #expect(try file.content.read(count: 1000) == trap)
  }

  @Test("text before the first boundary and after the last is ignored")
  func preamble() throws {
    let whole = Array("preamble\r\n".utf8) + body + Array("epilogue".utf8)
    #expect(try parse(whole, pieces: 4096).fields.pairs.count == 3)
  }

  @Test("a form that ends anywhere before its closing boundary is refused as truncated")
  func truncated() throws {
    let end = body.count - 4
    for count in stride(from: 0, through: end, by: 11) {
      #expect(throws: MultipartError.truncated) {
        try parse(Array(body.prefix(count)), pieces: 4096)
      }
    }
  }

  @Test("a form whose files are not kept has its fields, and none of them")
  func wordsOnly() throws {
    var limits = MultipartLimits()
    let whole = try parse(body, pieces: 9, limits: limits)
    limits.keepsFiles = false
    let form = try parse(body, pieces: 9, limits: limits)
    #expect(!whole.files.isEmpty && form.files.isEmpty)
    #expect(form.fields.pairs.map(\.value) == whole.fields.pairs.map(\.value))
    #expect(form.fields.first("title") != nil)
  }

  @Test("limits hold for parts, fields, files and the whole body")
  func limits() throws {
    var limits = MultipartLimits()
    limits.maxParts = 4
    #expect(throws: MultipartError.tooManyParts(max: 4)) {
      try parse(body, pieces: 9, limits: limits)
    }
    limits = MultipartLimits()
    limits.maxFieldBytes = 5
    #expect(throws: MultipartError.fieldTooLarge(name: "title", maxBytes: 5)) {
      try parse(body, pieces: 9, limits: limits)
    }
    limits = MultipartLimits()
    limits.maxFieldsBytes = 8
    #expect(throws: MultipartError.self) { try parse(body, pieces: 9, limits: limits) }
    limits = MultipartLimits()
    limits.maxFileBytes = trap.count - 1
    #expect(throws: MultipartError.fileTooLarge(name: "photo", maxBytes: trap.count - 1)) {
      try parse(body, pieces: 9, limits: limits)
    }
    limits = MultipartLimits()
    limits.maxBytes = 100
    #expect(throws: MultipartError.bodyTooLarge(maxBytes: 100)) {
      try parse(body, pieces: 9, limits: limits)
    }
  }

  @Test(
    "malformed parts are refused",
    arguments: [
      "--\(boundary)\r\n\r\nno headers\r\n", "--\(boundary)x\r\n",
      "--\(boundary)\r\nContent-Disposition: form-data\r\n\r\n",
      "--\(boundary)\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n",
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"; name=\"b\"\r\n\r\n",
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\r\n\r\n",
      "--\(boundary)\r\nno colon\r\n\r\n",
      "--\(boundary)\r\n\(String(repeating: "a", count: 9000))",
      "--\(boundary)\nContent-Disposition: form-data; name=\"a\"\n\n",
    ])
  func malformed(_ text: String) {
    #expect(throws: MultipartError.malformedPart) {
      try parse(Array(text.utf8) + closing, pieces: 4096)
    }
  }

  @Test("text that is not UTF-8 is refused")
  func notText() {
    #expect(throws: MultipartError.malformedPart) {
      try parse(part("name=\"a\"", [0xFF, 0xFE]) + closing, pieces: 4096)
    }
  }

  @Test("a type without a usable boundary is no form")
  func boundaries() {
    let long = String(repeating: "b", count: 71)
    for type in [
      "multipart/form-data", "text/plain", "multipart/mixed; boundary=a",
      "multipart/form-data; boundary=", "multipart/form-data; boundary=\(long)",
    ] {
      #expect(throws: MultipartError.noBoundary) {
        try MultipartFormReader(contentType: type, limits: .init(), directory: "/tmp")
      }
    }
    #expect(
      MultipartParser.boundary(ofContentType: "Multipart/Form-Data; x=1; boundary=\"a b\"") == "a b"
    )
  }

  @Test("random cuts of random content never change what is read")
  func randomCuts() throws {
    var random = SystemRandomNumberGenerator()
    let alphabet = Array("\r\n-B".utf8)
    for _ in 0..<200 {
      let content = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      let body = part("name=\"f\"; filename=\"f\"", content) + closing
      let form = try parse(body, pieces: Int.random(in: 1...40, using: &random))
      #expect(try form.file("f")?.content.read(count: 1000) == content)
    }
  }

  @Test("an uploaded form reaches the handler with its fields and files")
  func overHTTP() async throws {
    let photo = [UInt8](repeating: 0x0D, count: 3 << 20)
    let body =
      part("name=\"csrf\"", Array("token".utf8))
      + part("name=\"photo\"; filename=\"a.jpg\"", type: "image/jpeg", photo) + closing
    let configure: (inout HTTPServerConfiguration) -> Void = {
      $0.bodyPolicy = { _ in .multipart(MultipartLimits(maxFileBytes: 4 << 20), directory: "/tmp") }
    }
    let handler: HTTPServer.Handler = { request in
      let form = request.multipart
      let token = form?.fields.first("csrf") ?? "-"
      return .text("\(token) \(form?.file("photo")?.content.size ?? -1)")
    }
    try await withServer(configure, handler: handler) { server, port in
      let replies = try await blocking {
        let client = try RawClient(port: port)
        func post(_ body: [UInt8], _ type: String) throws -> String {
          client.send(
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\n"
              + "Content-Length: \(body.count)\r\n\r\n")
          client.send(body)
          let reply = try client.reply()
          return "\(reply.status) \(reply.text)"
        }
        return [
          try post(body, contentType), try post(Array(body.prefix(1000)), contentType),
          try post(Array("{}".utf8), "application/json"),
        ]
      }
      #expect(replies[0] == "200 token 3145728")
      #expect(replies[1].hasPrefix("400 "))
      #expect(replies[2].hasPrefix("415 "))
      #expect(server.bufferedBytes == 0)
    }
  }
}
