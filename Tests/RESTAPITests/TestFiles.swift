import Foundation
import HTTPServer
import Images
import Testing

/// Files that tests make themselves.
enum TestFiles {
  /// Two by two pixels, red, with nothing but the picture in it.
  static let png = png(
    width: 2, height: 2, rows: [0, 255, 0, 0, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0])

  /// A PNG that says it is so large; it has next to nothing in it.
  static func header(width: UInt32, height: UInt32) -> [UInt8] {
    png(width: width, height: height, rows: [0])
  }

  /// The words that stand where a phone writes the place.
  static let place = "GPS-48.1371N-11.5754E"

  /// A JPEG with a block of EXIF that tells where it was taken.
  static func jpegWithPlace() throws -> [UInt8] {
    let jpeg = try Thumbnail.make(png, edges: [2])[0].bytes
    let exif = Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0] + Array(place.utf8)
    let length = exif.count + 2
    return Array(jpeg[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + exif
      + Array(jpeg[2...])
  }

  static let pdf = Array("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n".utf8)

  private static func png(width: UInt32, height: UInt32, rows: [UInt8]) -> [UInt8] {
    let count = UInt8(rows.count)
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in rows {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    let stream = [0x78, 0x01, 0x01, count, 0, ~count, 0xFF] + rows + be32(b << 16 | a)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", be32(width) + be32(height) + [8, 2, 0, 0, 0]) + chunk("IDAT", stream)
      + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return be32(UInt32(data.count)) + body + be32(crc(body))
  }

  /// CRC-32 as PNG has it.
  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }

  private static func be32(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
  }
}

extension Client {
  /// Sends a file as the server hands it over.
  func upload(
    _ path: String, _ bytes: [UInt8], type: String, _ headers: [String: String] = [:],
    method: HTTPMethod = .post
  ) async throws -> Answer {
    let file = try OpenFile(unnamedIn: NSTemporaryDirectory())
    try file.append(bytes)
    return await send(
      method, path, headers: headers.merging(["Content-Type": type]) { own, _ in own },
      content: .file(SpooledFile(file: file, size: bytes.count)))
  }

  func addPhoto(_ bytes: [UInt8] = TestFiles.png, to path: String) async throws -> String {
    let type = bytes.starts(with: [0xFF]) ? "image/jpeg" : "image/png"
    let answer = try await upload("/api/v1/\(path)/photos", bytes, type: type)
    try #require(answer.status == 201, "\(answer.text)")
    return try answer.string("id")
  }

  func addPaper(_ name: String = "receipt.pdf", to path: String) async throws -> String {
    let answer = try await upload(
      "/api/v1/\(path)/attachments?name=\(name)&kind=receipt",
      TestFiles.pdf + Array("\(name)%%EOF".utf8), type: "application/pdf")
    try #require(answer.status == 201, "\(answer.text)")
    return try answer.string("id")
  }

  /// The ids on all pages of a list that is read so many at a time.
  func ids(_ path: String, limit: Int = 50) async throws -> [String] {
    var (ids, cursor): ([String], String) = ([], "")
    while true {
      let join = path.contains("?") ? "&" : "?"
      let answer = await get("/api/v1/\(path)\(join)limit=\(limit)&cursor=\(cursor)")
      try #require(answer.status == 200, "\(answer.text)")
      let items = try #require(try answer.json()["items"] as? [[String: Any]])
      ids += items.compactMap { $0["id"] as? String }
      guard let next = try answer.json()["next"] as? String else { return ids }
      cursor = next
    }
  }
}
