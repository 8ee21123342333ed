import Documents
import HTTPServer
import Household
import SyncProtocol

/// Documents to print, which another process draws and which are sent while they are drawn.
extension WebApplication {
  /// Draws a document. Drawing ends when the client goes away. Throws an error that occurs before
  /// the first bytes.
  ///
  /// - Parameters:
  ///   - name: the file's name, without its ending.
  ///   - supply: opens the file of a photo or receipt; returns `nil` when it is not here.
  package func drawn(
    _ script: DocumentScript.Finished, name: String,
    supply: @escaping @Sendable (RequestedFile) async -> Int32?
  ) async throws -> HTTPResponse {
    let document = try await documents.draw(script, supply: supply)
    var response = HTTPResponse(headers: [
      "Content-Type": "application/pdf",
      "Content-Disposition": DownloadName(name, ending: "pdf").attachment,
      "Content-Security-Policy": HTTPHeaders.uploadPolicy,
      "Cache-Control": "no-store",
    ])
    response.body = .stream(ByteStream { try await document.next() })
    return response
  }
}

extension Guest {
  /// The origin at which phones reach the app, for codes; on a device, that of its hub.
  package var codeOrigin: String {
    guard let device = app.backend.device else { return origin }
    return device.hub.hasSuffix("/") ? String(device.hub.dropLast()) : device.hub
  }
}

extension Member {
  /// The person's name in documents.
  package func displayName() async throws -> String {
    let visitor = visitor
    return try await read { connection in
      let name = try Profile.own(in: connection)?.displayName ?? ""
      return name.isEmpty ? visitor.displayName : name
    }
  }
}

extension PublicAddress {
  /// Whether an origin means this machine alone, so that no phone can open it.
  package static func isLocal(origin: String) -> Bool {
    guard let address = PublicAddress(origin) else { return false }
    let name =
      address.host.hasPrefix("[")
      ? String(address.host.prefix { $0 != "]" }) + "]"
      : String(address.host.prefix { $0 != ":" })
    return name == "localhost" || name == "[::1]" || name.hasPrefix("127.")
  }
}
