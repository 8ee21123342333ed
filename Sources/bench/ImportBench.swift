import Foundation
import Glibc

/// Imports a large table in the browser's way and takes it out again, and looks at the server's
/// memory and processor time meanwhile.
struct ImportBench {
  private static let pollMicroseconds: UInt32 = 50_000
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
    let connection = RawConnection(port: port)
    let start = monotonicSeconds()
    let address = try upload(table, on: connection)
    let uploaded = monotonicSeconds()
    let preview = try page(address, on: connection)
    let previewed = monotonicSeconds()
    try confirm(address, preview, on: connection)
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
    let connection = RawConnection(port: port)
    let server = ServerProcess(process)
    let home = try firstHome(on: connection)
    // Whatever a first page costs is paid before.
    _ = try page("/homes/\(home)", on: connection)
    try server.forgetPeak()
    let before = (try server.residentMegabytes(), try server.cost())
    let start = monotonicSeconds()
    let reply = try connection.drain(request("GET", "/homes/\(home)/export"))
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

  private func request(
    _ method: String, _ path: String, _ headers: [(String, String)] = [], _ body: [UInt8]? = nil
  ) -> [UInt8] {
    RawConnection.request(
      method, path, host: "127.0.0.1:\(port)",
      headers: [
        ("Cookie", "hearth-session=\(manifest.owner.browserToken)"),
        ("Sec-Fetch-Site", "same-origin"),
      ] + headers, body: body)
  }

  private func page(_ path: String, on connection: RawConnection) throws -> String {
    let reply = try connection.send(request("GET", path))
    guard reply.status == 200 else {
      throw BenchFailure("\(path) was answered with \(reply.status)")
    }
    return String(decoding: reply.body, as: UTF8.self)
  }

  private func upload(_ table: [UInt8], on connection: RawConnection) throws -> String {
    let form = try token(in: page("/import", on: connection))
    var body: [UInt8] = []
    for (name, value) in [("csrf", form), ("home", "")] {
      body += Array(
        "--edge\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    }
    let head = """
      --edge\r\nContent-Disposition: form-data; name="file"; filename="House.csv"\r\n\
      Content-Type: text/csv\r\n\r\n
      """
    body += Array(head.utf8) + table + Array("\r\n--edge--\r\n".utf8)
    let reply = try connection.send(
      request(
        "POST", "/import", [("Content-Type", "multipart/form-data; boundary=edge")], body))
    guard reply.status == 303, let address = reply.location else {
      throw BenchFailure("the upload was answered with \(reply.status)")
    }
    return address
  }

  /// Says yes and waits until the result is there.
  private func confirm(
    _ address: String, _ preview: String, on connection: RawConnection
  ) throws {
    let body = Array("csrf=\(try token(in: preview))".utf8)
    let reply = try connection.send(
      request(
        "POST", address + "/run", [("Content-Type", "application/x-www-form-urlencoded")], body))
    guard reply.status == 303 else {
      throw BenchFailure("the confirmation was answered with \(reply.status)")
    }
    let start = monotonicSeconds()
    while monotonicSeconds() - start < Self.maxSeconds {
      let progress = try connection.send(request("GET", address + "/progress"))
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

  private func firstHome(on connection: RawConnection) throws -> String {
    let text = try page("/homes", on: connection)
    guard let start = text.range(of: "href=\"/homes/")?.upperBound else {
      throw BenchFailure("there is no home")
    }
    return String(text[start...].prefix { $0.isHexDigit || $0 == "-" })
  }

  private func token(in page: String) throws -> String {
    guard let field = page.range(of: "name=\"csrf\" value=\"") else {
      throw BenchFailure("a form without its token")
    }
    return String(page[field.upperBound...].prefix { $0 != "\"" })
  }
}

extension RawConnection.Reply {
  /// Where a redirect leads.
  fileprivate var location: String? {
    headers.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("location:") }.map
    {
      $0.dropFirst("location:".count).trimmingCharacters(in: .whitespaces)
    }
  }
}

/// What the system says of a process.
struct ServerProcess {
  struct Cost {
    var processorSeconds: Double
    var writtenMegabytes: Double
  }

  let number: Int

  init(_ number: Int) { self.number = number }

  func cost() throws -> Cost {
    let stat = try String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    // The name in brackets may hold anything; the fields after it are numbers.
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    let ticks = [12, 13].compactMap { Double(fields[$0]) }.reduce(0, +)
    return Cost(
      processorSeconds: ticks / Double(sysconf(Int32(_SC_CLK_TCK))),
      writtenMegabytes: try value("wchar", of: "io") / 1e6)
  }

  func residentMegabytes() throws -> Double { try value("VmRSS", of: "status") / 1024 }

  func peakMegabytes() throws -> Double { try value("VmHWM", of: "status") / 1024 }

  /// Lets the peak begin at what is resident now.
  func forgetPeak() throws {
    try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(number)/clear_refs"))
  }

  private func value(_ name: String, of file: String) throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(number)/\(file)", encoding: .utf8)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(name):") }),
      let value = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({
        Double($0)
      })
    else { throw BenchFailure("\(name) of process \(number) cannot be read") }
    return value
  }
}
