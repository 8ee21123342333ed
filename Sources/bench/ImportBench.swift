import Foundation
import Glibc

/// Imports a large table in the browser's way and takes it out again, and looks at the server's
/// memory and processor time meanwhile.
struct ImportBench {
  private static let pollMicroseconds: UInt32 = 250_000
  private static let maxSeconds = 600.0
  /// After large work the server gives memory back once it is quiet.
  private static let restSeconds: UInt32 = 30

  var manifest: Manifest
  var port: UInt16
  /// The server's process.
  var process: Int
  var rowCount: Int

  func run() throws {
    let table = InventoryTable(rowCount: rowCount).bytes
    let before = try ServerProcess(process).cost()
    let browser = Browser(manifest: manifest, port: port)
    let start = monotonicSeconds()
    let address = try upload(table, in: browser)
    let uploaded = monotonicSeconds()
    let preview = try browser.page(address)
    let previewed = monotonicSeconds()
    try confirm(address, preview, in: browser)
    let done = monotonicSeconds()
    let server = ServerProcess(process)
    let (after, peak) = (try server.cost(), try server.peakMegabytes())
    sleep(Self.restSeconds)
    try Measurement(
      "import", done - previewed, "s",
      [
        "rows": Double(rowCount), "bytes": Double(table.count), "uploadSeconds": uploaded - start,
        "previewSeconds": previewed - uploaded, "peakMB": peak,
        "restMB": try server.residentMegabytes(),
        "processorSeconds": after.processorSeconds - before.processorSeconds,
        "writtenMB": after.writtenMegabytes - before.writtenMegabytes,
      ]
    ).report()
  }

  /// Takes the first home out as a table, no more than the server keeps of it at a time.
  func export() throws {
    let browser = Browser(manifest: manifest, port: port)
    let server = ServerProcess(process)
    let home = try firstHome(in: browser)
    // Whatever a first page costs is paid before.
    _ = try browser.page("/homes/\(home)")
    try server.forgetPeak()
    let before = (try server.residentMegabytes(), try server.cost())
    let start = monotonicSeconds()
    let reply = try browser.connection.drain(browser.request("GET", "/homes/\(home)/export"))
    let seconds = monotonicSeconds() - start
    guard reply.status == 200 else {
      throw BenchFailure("the export was answered with \(reply.status)")
    }
    guard reply.lineCount > rowCount else {
      throw BenchFailure("the export has \(reply.lineCount) lines")
    }
    let after = try server.cost()
    try Measurement(
      "export", max(0, try server.peakMegabytes() - before.0), "MB",
      [
        "seconds": seconds, "bytes": Double(reply.byteCount), "lines": Double(reply.lineCount),
        "beforeMB": before.0,
        "processorSeconds": after.processorSeconds - before.1.processorSeconds,
      ]
    ).report()
  }

  // MARK: The browser's way

  private func upload(_ table: [UInt8], in browser: Browser) throws -> String {
    let token = try browser.token(in: browser.page("/import"))
    let reply = try browser.connection.send(
      browser.form(
        "/import", [("csrf", token), ("home", "")],
        .init(field: "file", name: "House.csv", type: "text/csv", bytes: table)))
    guard reply.status == 303, let address = reply.location else {
      throw BenchFailure("the upload was answered with \(reply.status)")
    }
    return address
  }

  /// Says yes and waits until the result is there.
  private func confirm(_ address: String, _ preview: String, in browser: Browser) throws {
    let body = Array("csrf=\(try browser.token(in: preview))".utf8)
    let reply = try browser.connection.send(
      browser.request(
        "POST", address + "/run", [("Content-Type", "application/x-www-form-urlencoded")], body))
    guard reply.status == 303 else {
      throw BenchFailure("the confirmation was answered with \(reply.status)")
    }
    let start = monotonicSeconds()
    while monotonicSeconds() - start < Self.maxSeconds {
      let progress = try browser.connection.send(browser.request("GET", address + "/progress"))
      if progress.status == 303, progress.location?.hasSuffix("/result") == true { return }
      guard progress.status == 200 else {
        throw BenchFailure(
          "the import has ended with \(progress.status): "
            + String(decoding: progress.body.suffix(2000), as: UTF8.self))
      }
      usleep(Self.pollMicroseconds)
    }
    throw BenchFailure("the import is not done after \(Self.maxSeconds) s")
  }

  private func firstHome(in browser: Browser) throws -> String {
    let text = try browser.page("/homes")
    guard let start = text.range(of: "href=\"/homes/")?.upperBound else {
      throw BenchFailure("there is no home")
    }
    return String(text[start...].prefix { $0.isHexDigit || $0 == "-" })
  }
}
