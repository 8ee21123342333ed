import Foundation
import HTTPServer

@testable import ThingsWeb
@testable import TransferWeb
@testable import Web

extension Browser {
  /// A file of a form.
  struct Upload {
    var field: String
    var name: String
    var type = "application/octet-stream"
    var bytes: [UInt8]
  }

  /// Sends a form with files, read as the server reads it.
  @discardableResult
  func upload(
    _ target: String, _ fields: KeyValuePairs<String, String> = [:],
    repeated: [(String, String)] = [], files: [Upload]
  ) async throws -> Answer {
    if formToken.isEmpty { try await get("/") }
    var body: [UInt8] = []
    for (name, value) in [("csrf", formToken)] + fields.map({ ($0.key, $0.value) }) + repeated {
      body += Array(
        "--edge\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    }
    for file in files {
      let head = """
        --edge\r\nContent-Disposition: form-data; name="\(file.field)"; \
        filename="\(file.name)"\r\nContent-Type: \(file.type)\r\n\r\n
        """
      body += Array(head.utf8) + file.bytes + Array("\r\n".utf8)
    }
    body += Array("--edge--\r\n".utf8)
    var reader = try MultipartFormReader(
      contentType: "multipart/form-data; boundary=edge",
      limits: MultipartLimits(maxBytes: 64 << 20), directory: hearth.folder + "/spool")
    try reader.feed(body)
    return await send(
      .post, target, content: .multipart(try reader.finish()),
      headers: [
        ("Content-Type", "multipart/form-data; boundary=edge"), ("Sec-Fetch-Site", "same-origin"),
      ])
  }

  /// Uploads a file to import and shows its preview; returns the import's address and the page.
  func preview(
    _ name: String, _ bytes: [UInt8], home: String
  ) async throws -> (address: String, page: Answer) {
    let answer = try await upload(
      "/import", ["home": home], files: [Upload(field: "file", name: name, bytes: bytes)])
    let address = try require(answer.location)
    return (address, try await get(address))
  }

  /// Says yes to a preview and reads the result.
  func runImport(_ address: String, home: String) async throws -> Answer {
    let started = try await submit(
      address + "/run", home.isEmpty ? [:] : ["home": home, "newHomeName": ""])
    await hearth.app.finishImports()
    let progress = try await get(try require(started.location))
    return try await get(try require(progress.location))
  }
}
