import Blobs
import Glibc
import Replica
import SyncProtocol

/// Transfers blobs between a device's folder and the hub in pieces, resuming interrupted transfers.
public struct HTTPBlobClient: Sendable {
  public static let pieceBytes = 4 << 20
  private static let maxSmallReplyBytes = 64 << 10

  /// The owner under which unfinished downloads are kept in the device's own folder.
  private static let downloader = "download"

  private let connection: HubConnection

  /// Uses the connections of `transport`.
  public init(_ transport: HTTPTransport) { connection = transport.connection }

  /// Why a blob was not transferred.
  public enum Failure: Error, Equatable, Sendable {
    /// The hub does not have the blob, or the record does not name it or may not be read.
    case notFound
    /// The device does not have the blob.
    case notHere
    /// The account's files use all the room that the hub gives it: some must be removed first.
    case accountFull
    case blob(BlobError)
    case transport(TransportError)
  }

  /// Uploads a blob from the folder. Blocks the calling task's thread only while reading each
  /// piece.
  public func upload(_ hash: BlobHash, from folder: BlobFolder) async throws(Failure) {
    guard let total = folder.size(of: hash) else { throw .notHere }
    var offset = try await send(call("GET", "blobs/\(hash)/upload")).uploadOffset ?? 0
    if offset >= total { offset = 0 }
    while true {
      let piece = try Self.read(folder.path(of: hash), at: offset, count: Self.pieceBytes)
      guard !piece.isEmpty else { throw .notHere }
      var request = call("PUT", "blobs/\(hash)", body: piece)
      request.headers.append(
        "Content-Range: bytes \(offset)-\(offset + piece.count - 1)/\(total)")
      let reply = try await send(request)
      offset += piece.count
      if reply.status == 201 { return }
      guard reply.status == 202, offset < total else {
        throw .transport(.protocolError("an upload that does not end"))
      }
    }
  }

  /// Downloads a blob that `record` names into the folder.
  public func download(
    _ hash: BlobHash, namedBy record: RecordPlace, into folder: BlobFolder
  ) async throws(Failure) {
    var offset = folder.uploadedBytes(of: hash, by: Self.downloader)
    if offset > 0 {
      do throws(BlobError) {
        // All of it may be here from a download that ended before the file had its name.
        if try folder.finishUpload(of: hash, by: Self.downloader) { return }
      } catch {
        throw .blob(error)
      }
    }
    while folder.size(of: hash) == nil {
      var request = call("GET", "blobs/\(hash)?zone=\(record.zone)&record=\(record.id)")
      request.maxReplyBytes = Self.pieceBytes
      request.headers.append("Range: bytes=\(offset)-\(offset + Self.pieceBytes - 1)")
      let reply = try await send(request)
      guard reply.status == 206, let total = reply.rangeTotal, !reply.body.isEmpty else {
        throw .transport(.protocolError("a range without a total"))
      }
      do throws(BlobError) {
        _ = try folder.append(
          to: hash, by: Self.downloader, at: offset, total: total, count: reply.body.count
        ) { Array(reply.body[$0..<$0 + $1]) }
      } catch {
        throw .blob(error)
      }
      offset += reply.body.count
    }
  }

  private func call(_ method: String, _ path: String, body: [UInt8]? = nil) -> HubCall {
    HubCall(method: method, path: path, body: body, maxReplyBytes: Self.maxSmallReplyBytes)
  }

  private func send(_ call: HubCall) async throws(Failure) -> HubReply {
    let reply: HubReply
    do throws(TransportError) {
      reply = try await connection.send(call)
    } catch {
      throw .transport(error)
    }
    if reply.status == 404 { throw .notFound }
    // A body that is not a problem's comes from a proxy.
    if reply.status == 507, let problem = try? ProblemReply(wireBytes: reply.body),
      problem.error == ProblemReply.accountFull
    {
      throw .accountFull
    }
    guard (200..<300).contains(reply.status) else { throw .transport(TransportError(reply)) }
    return reply
  }

  private static func read(_ path: String, at offset: Int, count: Int) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .notHere }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
    }
  }
}
