import Documents
import HTTPServer
import Household
import SyncProtocol

/// Documents to print: drawn by a process of their own, and sent as they are made.
extension WebApplication {
  /// Draws a document. Whoever goes away ends it; what goes wrong before its first bytes is thrown.
  ///
  /// - Parameters:
  ///   - name: what the file is called, without its ending.
  ///   - supply: opens the file of a photo or receipt, or says that it is not here.
  func drawn(
    _ script: DocumentScript.Finished, name: String,
    supply: @escaping @Sendable (RequestedFile) async -> Int32?
  ) async throws -> HTTPResponse {
    let document = try await documents.draw(script, supply: supply)
    var response = HTTPResponse(headers: [
      "Content-Type": "application/pdf",
      "Content-Disposition": DownloadName(name, ending: "pdf").attachment,
      "Content-Security-Policy": SecurityHeaders.uploadPolicy,
      "Cache-Control": "no-store",
    ])
    response.body = .stream(ByteStream { try await document.next() })
    return response
  }
}

extension Guest {
  /// Where phones reach the app, for codes: on a device, its hub.
  var codeOrigin: String {
    guard let device = app.door.device else { return origin }
    return device.hub.hasSuffix("/") ? String(device.hub.dropLast()) : device.hub
  }
}

extension Member {
  /// What the person is called in documents.
  func displayName() async throws -> String {
    let visitor = visitor
    return try await read { connection in
      let name = try Profile.own(in: connection)?.displayName ?? ""
      return name.isEmpty ? visitor.displayName : name
    }
  }
}

extension PublicAddress {
  /// Whether an origin is this machine alone: no phone can open it.
  static func isLocal(origin: String) -> Bool {
    guard let address = PublicAddress(origin) else { return false }
    let name =
      address.host.hasPrefix("[")
      ? String(address.host.prefix { $0 != "]" }) + "]"
      : String(address.host.prefix { $0 != ":" })
    return name == "localhost" || name == "[::1]" || name.hasPrefix("127.")
  }
}
