import Foundation
import Testing

import Documents

/// A PDF in a folder of its own, which other programs read back.
///
/// With DOCUMENTS_KEPT_IN set to a folder the files stay there to be looked at.
final class PrintedFile {
  let folder: URL
  var path: String { folder.appendingPathComponent("printed.pdf").path }

  struct ToolFailed: Error, CustomStringConvertible {
    var description: String
  }

  init(_ bytes: [UInt8]) throws {
    let kept = ProcessInfo.processInfo.environment["DOCUMENTS_KEPT_IN"].map { URL(filePath: $0) }
    folder = (kept ?? FileManager.default.temporaryDirectory)
      .appendingPathComponent("documents-\(UUID().uuidString)")
    isKept = kept != nil
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: path))
  }
  private let isKept: Bool

  deinit {
    if !isKept { try? FileManager.default.removeItem(at: folder) }
  }

  /// What `pdftotext` finds, in reading order of the layout.
  func text(page: Int? = nil) throws -> String {
    let pages = page.map { ["-f", "\($0)", "-l", "\($0)"] } ?? []
    return try run("pdftotext", pages + ["-layout", path, "-"])
  }

  /// The text block by block without any white space, for words that were broken over lines.
  func solidText(page: Int? = nil) throws -> String {
    let pages = page.map { ["-f", "\($0)", "-l", "\($0)"] } ?? []
    return try run("pdftotext", pages + [path, "-"]).filter { !$0.isWhitespace }
  }

  func information() throws -> [String: String] {
    var fields: [String: String] = [:]
    for line in try run("pdfinfo", ["-isodates", path]).split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[String(line[..<colon])] = line[line.index(after: colon)...]
        .trimmingCharacters(in: .whitespaces)
    }
    return fields
  }

  func pageCount() throws -> Int { Int(try information()["Pages"] ?? "") ?? -1 }

  /// Throws for errors, and for warnings unless they are allowed.
  func check(allowsWarnings: Bool = false) throws {
    _ = try run("qpdf", ["--check", path], allowedStatus: allowsWarnings ? [0, 3] : [0])
  }

  /// The texts of all QR codes of a page.
  func codes(page: Int, dotsPerInch: Int = 400) throws -> [String] {
    let stem = folder.appendingPathComponent("page").path
    _ = try run(
      "pdftoppm",
      [
        "-r", "\(dotsPerInch)", "-f", "\(page)", "-l", "\(page)", "-gray", "-singlefile", path,
        stem,
      ])
    return try run("zbarimg", ["-q", "--raw", "-Sdisable", "-Sqrcode.enable", stem + ".pgm"])
      .split(separator: "\n").map(String.init)
  }

  /// The JPEG files in it, as `pdfimages` takes them out.
  func photos() throws -> [[UInt8]] {
    let stem = folder.appendingPathComponent("photo").path
    _ = try run("pdfimages", ["-all", path, stem])
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".jpg") }
      .map { Array(try Data(contentsOf: folder.appendingPathComponent($0))) }
  }

  /// What a program writes to standard output; its other words are part of the error when it fails.
  func run(_ tool: String, _ arguments: [String], allowedStatus: Set<Int32> = [0]) throws -> String
  {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/\(tool)")
    process.arguments = arguments
    let output = folder.appendingPathComponent("output")
    let complaints = folder.appendingPathComponent("complaints")
    for url in [output, complaints] { try Data().write(to: url) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: complaints)
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    guard allowedStatus.contains(process.terminationStatus) else {
      let words = String(decoding: try Data(contentsOf: complaints), as: UTF8.self)
      throw ToolFailed(
        description: "\(tool) \(arguments): \(text.prefix(500)) \(words.prefix(2000))")
    }
    return text
  }
}

extension DocumentInformation {
  static let test = DocumentInformation(
    title: "Harbour Street", author: "Ada Lind", created: "2026-11-21T09:00:00Z")
}
