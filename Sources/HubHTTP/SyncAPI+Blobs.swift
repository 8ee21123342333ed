import Blobs
import HTTPServer
import Hub
import SyncProtocol

/// Photos and attachments: content-addressed, uploaded in pieces, and read through a record.
extension SyncAPI {
  static let offsetHeader = "Upload-Offset"

  /// `GET blobs/HASH?zone=…&record=…`: sends a blob to an account that may read the record naming
  /// it.
  ///
  /// Any problem is answered with the same 404, which reveals nothing about what the hub has.
  func getBlob(_ name: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await reading(request) { [self] account, _ in
      guard let hash = BlobHash(name), let zone = request.query.first("zone"),
        let record = request.query.first("record"),
        try hub.mayRead(
          blob: name, of: RecordPlace(zone: zone, id: record), as: account.id),
        let size = blobs.size(of: hash)
      else { throw Problem.notFound }
      let file = try OpenFile(path: blobs.path(of: hash))
      var response = HTTPResponse(body: .file(FileSlice(file: file, count: size)))
      response.headers["Content-Type"] = "application/octet-stream"
      response.headers["X-Content-Type-Options"] = "nosniff"
      response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
      return response.conditional(on: request, tag: name)
    }
  }

  /// `GET blobs/HASH/upload`: the offset at which the account's own unfinished upload continues.
  func uploadOffset(_ name: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await reading(request) { [self] account, _ in
      guard let hash = BlobHash(name) else { throw Problem.notFound }
      return progress(.noContent, blobs.uploadedBytes(of: hash, by: account.id))
    }
  }

  /// `PUT blobs/HASH`: stores a whole blob, or a piece with `Content-Range: bytes
  /// 0-4194303/9000000`.
  ///
  /// After the last piece the account's records may name the blob: the upload has proved that the
  /// account has its bytes.
  func putBlob(_ name: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      guard let hash = BlobHash(name) else { throw Problem.notFound }
      guard let body = request.bodyFile else { throw BlobError.wrongSize }
      let (offset, total) = try Self.range(request.headers["Content-Range"], size: body.size)
      try hub.checkRoom(forBlob: hash.description, byteCount: total, of: account.id)
      let isCounted =
        offset + body.size == total
        ? try hub.countBlob(hash.description, byteCount: total, of: account.id) : false
      do {
        let isComplete = try blobs.append(
          to: hash, by: account.id, at: offset, total: total, count: body.size
        ) { try body.read(at: $0, count: $1) }
        guard isComplete else { return progress(.accepted, offset + body.size) }
      } catch {
        if isCounted { try hub.uncountBlob(hash.description, of: account.id) }
        throw error
      }
      try hub.noteUpload(of: name, by: account.id)
      log("blob", ["account": .text(account.id), "bytes": .integer(Int64(total))])
      return HTTPResponse(status: .created)
    }
  }

  private func progress(_ status: HTTPStatus, _ offset: Int) -> HTTPResponse {
    HTTPResponse(status: status, headers: [Self.offsetHeader: String(offset)])
  }

  /// The first byte of a piece, and the blob's total size.
  private static func range(_ header: String?, size: Int) throws -> (offset: Int, total: Int) {
    guard let header else { return (0, size) }
    let malformed = Problem(.badRequest, "malformed", "Content-Range: bytes FIRST-LAST/TOTAL")
    guard header.hasPrefix("bytes ") else { throw malformed }
    let numbers = header.dropFirst("bytes ".count)
      .split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }.map { Int($0) }
    guard numbers.count == 3, let first = numbers[0], let last = numbers[1],
      let total = numbers[2], first >= 0, last >= first, last < total, last - first == size - 1
    else { throw malformed }
    return (first, total)
  }
}

extension Problem {
  init(_ error: BlobError) {
    switch error {
    case .wrongSize: self.init(.contentTooLarge, "tooLarge", "1…\(BlobFolder.maxBytes) bytes")
    case .wrongOffset(let expected):
      self.init(.conflict, "wrongOffset", "go on at byte \(expected)")
    case .wrongHash:
      self.init(.unprocessableContent, "wrongHash", "the bytes are not those of the name")
    case .busy: self = .tooMany("a piece of this blob is being written", retryAfterSeconds: 1)
    case .tooManyUploads:
      self = .tooMany("too many unfinished uploads", retryAfterSeconds: 60)
    case .storage: self = .storage
    }
  }
}
