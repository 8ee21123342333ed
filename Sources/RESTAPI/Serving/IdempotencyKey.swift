import Blobs
import HTTPServer
import Hub

/// The key by which a request is carried out only once, even if it arrives several times.
struct IdempotencyKey: Sendable {
  static let header = "Idempotency-Key"
  static let maxLength = 255

  /// The key with the token's id before it, so that each token has keys of its own.
  let text: String

  /// Reads the header; `nil` if the request has none.
  init?(_ headers: HTTPHeaders, of token: AccessToken) throws(Problem) {
    let values = headers.all(Self.header)
    guard let text = values.first else { return nil }
    guard values.count == 1, (1...Self.maxLength).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else {
      throw Problem(
        .badRequest, "bad_key",
        "\(Self.header) is one text of 1 to \(Self.maxLength) printable ASCII characters")
    }
    self.text = "\(token.id) \(text)"
  }

  /// Identifies a request by method, path, query and body. Blocks when the body is a file.
  static func fingerprint(of request: HTTPRequest) throws -> String {
    var hasher = BlobHash.Hasher()
    switch request.content {
    case .bytes(let bytes): hasher.update(bytes)
    case .file(let file):
      var offset = 0
      while offset < file.size {
        let piece = try file.read(at: offset, count: 256 << 10)
        if piece.isEmpty { break }
        hasher.update(piece)
        offset += piece.count
      }
    case .empty, .multipart: break
    }
    let query = request.head.rawQuery
    return [
      request.method.rawValue, request.rawPath, query, hasher.finish().description,
    ].joined(separator: "\n")
  }
}

extension RESTAPI {
  /// Carries a request out once: a repetition gets the first response again.
  func once(_ call: Call, _ work: () async throws -> HTTPResponse) async throws -> HTTPResponse {
    guard let key = try IdempotencyKey(call.request.headers, of: call.token) else {
      return try await work()
    }
    let (answers, account) = (means.answers, call.account.id)
    let request = call.request
    let verdict = try await means.hubPool.run {
      let fingerprint = try IdempotencyKey.fingerprint(of: request)
      return try answers.begin(key: key.text, request: fingerprint, of: account)
    }
    switch verdict {
    case .again(let content): return Self.response(again: content, of: call.operation)
    case .otherRequest:
      throw Problem(
        .unprocessableContent, "key_reused",
        "this \(IdempotencyKey.header) came with another request; use a new one")
    case .underWay:
      throw Problem(
        .conflict, "under_way", "the first request with this key is still being worked on"
      ).with("Retry-After", "1")
    case .unknown:
      var problem = Problem(
        .conflict, "interrupted",
        "the hub was stopped while it worked on this; look whether it was done, then use a new key")
      problem.kept = .unknown
      throw problem
    case .go: break
    }
    do {
      let response = try await work()
      try await keep(response, of: call.operation, key, account)
      return response
    } catch {
      if (Problem(error)?.kept ?? .unknown) == .nothingChanged {
        try await means.hubPool.run { try answers.forget(key: key.text, of: account) }
      }
      throw error
    }
  }

  /// Stores the response for repetitions. A failure is only logged, because the request has been
  /// carried out.
  private func keep(
    _ response: HTTPResponse, of operation: Operation, _ key: IdempotencyKey, _ account: String
  ) async throws {
    var body: [UInt8] = []
    if case .bytes(let bytes) = response.body {
      body = operation.shownOnce.isEmpty ? bytes : Self.withoutSecrets(bytes, operation)
    }
    let content = KeptAnswer.Content(
      status: response.status.rawValue, location: response.headers["Location"] ?? "", body: body)
    let answers = means.answers
    do {
      try await means.hubPool.run { try answers.finish(key: key.text, of: account, content) }
    } catch {
      means.log("error", ["error": .text("an answer was not kept: \(error)")])
    }
  }

  /// The JSON object with `null` for members shown only once; empty if the bytes are no JSON
  /// object.
  private static func withoutSecrets(_ bytes: [UInt8], _ operation: Operation) -> [UInt8] {
    // The API wrote these bytes itself, so they should be readable; if not, none of them are
    // stored.
    guard case .object(let members)? = try? JSONReader.read(bytes) else { return [] }
    return JSON.object(
      members.map { operation.shownOnce.contains($0.name) ? .init($0.name, .null) : $0 }
    ).bytes
  }

  private static func response(
    again content: KeptAnswer.Content, of operation: Operation
  ) -> HTTPResponse {
    var response = HTTPResponse(status: HTTPStatus(rawValue: content.status))
    if !content.body.isEmpty { response = .json(content.body, status: response.status) }
    if !content.location.isEmpty {
      response.headers["Location"] = content.location
    }
    // The version of the first response, even if the record has changed since.
    if operation.isVersioned, !content.body.isEmpty {
      response.headers["ETag"] = "\"\(JSON.tag(of: content.body))\""
    }
    response.headers["Idempotency-Replayed"] = "true"
    return response
  }
}
