import Foundation

/// A signed-in browser of the owner, on one connection that is kept open.
struct Browser {
  /// A part of a form with a file.
  struct File {
    var field: String
    var name: String
    var type: String
    var bytes: [UInt8]
  }

  let manifest: Manifest
  let port: UInt16
  let connection: RawConnection

  init(manifest: Manifest, port: UInt16) {
    (self.manifest, self.port) = (manifest, port)
    connection = RawConnection(port: port)
  }

  /// The bytes of a request, to be made before the clock runs.
  func request(
    _ method: String, _ path: String, _ headers: [(String, String)] = [], _ body: [UInt8]? = nil
  ) -> [UInt8] {
    RawConnection.request(
      method, path, host: "127.0.0.1:\(port)",
      headers: [
        ("Cookie", "hearth-session=\(manifest.owner.browserToken)"),
        ("Sec-Fetch-Site", "same-origin"),
      ] + headers, body: body)
  }

  /// A form with some fields and a file.
  func form(_ path: String, _ fields: [(String, String)], _ file: File) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(file.bytes.count + 1024)
    for (name, value) in fields {
      body += Array(
        "--edge\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    }
    let head = """
      --edge\r\nContent-Disposition: form-data; name="\(file.field)"; filename="\(file.name)"\r\n\
      Content-Type: \(file.type)\r\n\r\n
      """
    body += Array(head.utf8) + file.bytes + Array("\r\n--edge--\r\n".utf8)
    return request(
      "POST", path, [("Content-Type", "multipart/form-data; boundary=edge")], body)
  }

  func page(_ path: String) throws -> String {
    let reply = try connection.send(request("GET", path))
    guard reply.status == 200 else {
      throw BenchFailure("\(path) was answered with \(reply.status)")
    }
    return String(decoding: reply.body, as: UTF8.self)
  }

  /// What the forms of a page must bring along.
  func token(in page: String) throws -> String {
    guard let field = page.range(of: "name=\"csrf\" value=\"") else {
      throw BenchFailure("a form without its token")
    }
    return String(page[field.upperBound...].prefix { $0 != "\"" })
  }
}

extension RawConnection.Reply {
  /// Where a redirect leads.
  var location: String? {
    headers.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("location:") }.map
    {
      $0.dropFirst("location:".count).trimmingCharacters(in: .whitespaces)
    }
  }
}
