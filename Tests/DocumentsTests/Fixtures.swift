import CTurboJPEG
import CZlib
import Documents
import Foundation

/// Files that tests make for themselves.
enum Fixture {
  /// A JPEG with a soft pattern that follows from the seed, so that no two are the same.
  static func jpeg(width: Int = 320, height: Int = 240, seed: Int = 1) throws -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let at = (y * width + x) * 3
        let isThing =
          (x - width / 2) * (x - width / 2) + (y - height / 2) * (y - height / 2)
          < height * height / 9
        pixels[at] = UInt8(
          truncatingIfNeeded: isThing ? 120 + seed * 37 % 120 : 200 + x * 40 / width)
        pixels[at + 1] = UInt8(
          truncatingIfNeeded: isThing ? 70 + seed * 53 % 90 : 196 + y * 30 / height)
        pixels[at + 2] = UInt8(truncatingIfNeeded: isThing ? 60 + seed * 71 % 90 : 188)
      }
    }
    guard let compressor = tjInitCompress() else {
      throw PrintedFile.ToolFailed(description: "JPEG")
    }
    defer { tjDestroy(compressor) }
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let result = tjCompress2(
      compressor, pixels, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &buffer, &size,
      Int32(TJSAMP_420.rawValue), 85, 0)
    defer { tjFree(buffer) }
    guard result == 0, let buffer else { throw PrintedFile.ToolFailed(description: "JPEG") }
    return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
  }

  /// A JPEG whose EXIF segment says how it is to be turned.
  static func jpeg(orientation: UInt8, width: Int, height: Int) throws -> [UInt8] {
    let plain = try jpeg(width: width, height: height)
    let tiff: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0,
      0,
    ]
    return Array(plain[..<2]) + [0xFF, 0xE1, 0, 34] + Array("Exif\0\0".utf8) + tiff + plain[2...]
  }

  /// A PDF with one line of text on each page; `extra` goes into every page's dictionary. With one
  /// page the appearances are objects 7 and following.
  static func pdf(
    _ lines: [String], box: String = "[0 0 400 600]", extra: String = "",
    splitContents: Bool = false, appearances: [String] = []
  ) -> [UInt8] {
    var objects: [String] = []
    let kids = lines.indices.map { "\(4 + $0 * 3) 0 R" }.joined(separator: " ")
    objects.append("<< /Type /Catalog /Pages 2 0 R >>")
    objects.append(
      "<< /Type /Pages /Kids [\(kids)] /Count \(lines.count) /MediaBox \(box)"
        + " /Resources << /Font << /F1 3 0 R >> >> >>")
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    for (index, line) in lines.enumerated() {
      let number = 4 + index * 3
      let contents = splitContents ? "[\(number + 1) 0 R \(number + 2) 0 R]" : "\(number + 1) 0 R"
      objects.append("<< /Type /Page /Parent 2 0 R /Contents \(contents) \(extra) >>")
      let first = "BT /F1 18 Tf 40 500 Td (\(line)) Tj ET 40 300 200 80 re S"
      let second = "BT /F1 12 Tf 40 320 Td (Total 1,899.00) Tj ET"
      objects.append(stream(splitContents ? first : first + " " + second))
      objects.append(stream(second))
    }
    for appearance in appearances {
      let dictionary = "/BBox [0 0 150 30] /Resources << /Font << /F1 3 0 R >> >>"
      objects.append(stream(appearance, dictionary))
    }
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets { text += String(format: "%010d 00000 n \n", offset) }
    text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return Array(text.utf8)
  }

  private static func stream(_ text: String, _ dictionary: String = "") -> String {
    "<< \(dictionary) /Length \(text.utf8.count) >>\nstream\n\(text)\nendstream"
  }

  static func deflated(_ bytes: [UInt8]) throws -> [UInt8] {
    var count = compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(count))
    guard compress2(&packed, &count, bytes, UInt(bytes.count), 1) == Z_OK else {
      throw PrintedFile.ToolFailed(description: "zlib")
    }
    return Array(packed[..<Int(count)])
  }

  /// The same PDF with a password needed to open it.
  static func encrypted(_ pdf: [UInt8]) throws -> [UInt8] {
    let file = try PrintedFile(pdf)
    let output = file.folder.appendingPathComponent("encrypted.pdf")
    _ = try file.run(
      "qpdf", ["--encrypt", "secret", "owner", "256", "--", file.path, output.path])
    return Array(try Data(contentsOf: output))
  }
}
