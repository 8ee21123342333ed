import Blobs
import Household
import Replica
import ReplicaHTTP
import SyncProtocol

/// The way to the hub that sends files before the rows that name them, so that nobody is told of a
/// photo or a paper that cannot be had.
struct FilesFirst: Transport {
  let transport: HTTPTransport
  let blobs: BlobFolder

  func push(_ request: PushRequest) async throws(TransportError) -> PushResponse {
    let client = HTTPBlobClient(transport)
    for hash in Self.files(in: request) {
      do throws(HTTPBlobClient.Failure) {
        try await client.upload(hash, from: blobs)
      } catch {
        switch error {
        case .transport(let problem): throw problem
        // The row goes without its file rather than hold up everything behind it.
        case .notFound, .notHere, .blob: continue
        }
      }
    }
    return try await transport.push(request)
  }

  func pull(_ request: PullRequest) async throws(TransportError) -> PullResponse {
    try await transport.pull(request)
  }

  func hold(_ zones: [ZoneID], replica: String) async throws(TransportError) -> Bool {
    try await transport.hold(zones, replica: replica)
  }

  func pokes() -> AsyncStream<Poke> { transport.pokes() }

  /// The files that the request's change sets name for the first time.
  static func files(in request: PushRequest) -> [BlobHash] {
    request.changeSets.flatMap(\.mutations).compactMap { mutation in
      guard mutation.kind == .insert, Household.fileTables.contains(mutation.table) else {
        return nil
      }
      return mutation.registers[Household.fileRegister]?.text.flatMap { BlobHash($0) }
    }
  }
}
