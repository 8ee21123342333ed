import HTTPServer
import Hub
import SyncProtocol

/// What may be shared; clients may cache the answers for a while.
extension SyncAPI {
  func capabilities() async throws -> HTTPResponse {
    let isOpen = try await pools.reading.run { [hub] in try hub.isSharingOpen() }
    return .json(Capabilities(sharing: isOpen).wireBytes)
  }

  func flags(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await reading(request) { [hub] account, _ in
      let body = try hub.sharingNews(for: account.id).wireBytes
      let tag = SHA256.hexadecimal(of: String(decoding: body, as: UTF8.self)).prefix(32)
      var answer = HTTPResponse.json(body).conditional(on: request, tag: String(tag))
      answer.headers["Cache-Control"] = "private, max-age=\(SharingNews.lifeSeconds)"
      return answer
    }
  }
}
