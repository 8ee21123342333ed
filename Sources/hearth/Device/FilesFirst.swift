import Blobs
import HearthDomain
import Replica
import ReplicaHTTP
import SyncProtocol
import Threads

/// A transport that uploads files before the rows that name them, so that nobody is told of a photo
/// or an attachment that is not available.
struct FilesFirst: Transport {
  let transport: HTTPTransport
  let blobs: BlobFolder
  /// The files already uploaded in the hub's current epoch, because a waiting push is retried many
  /// times.
  private let sent = Lock<(epoch: String, files: Set<BlobHash>)>(("", []))
  /// Files whose rows were sent without them because the account was full; sent when there is room.
  let unsent: UnsentFiles

  init(transport: HTTPTransport, blobs: BlobFolder, unsent: UnsentFiles) {
    self.transport = transport
    self.blobs = blobs
    self.unsent = unsent
  }

  func push(_ request: PushRequest) async throws(TransportError) -> PushResponse {
    let client = HTTPBlobClient(transport)
    await sendWhatWasLeft(by: client)
    let known = sent.withLock { sent in
      if sent.epoch != request.epoch { sent = (request.epoch, []) }
      return sent.files
    }
    for hash in Self.files(in: request) where !known.contains(hash) {
      do throws(HTTPBlobClient.Failure) {
        try await client.upload(hash, from: blobs)
        sent.withLock { if $0.epoch == request.epoch { _ = $0.files.insert(hash) } }
      } catch {
        switch error {
        case .transport(let problem): throw problem
        // The row goes without its file, so that it does not hold up the changes behind it: a
        // deletion that makes room may be among them.
        case .accountFull: unsent.insert(hash)
        case .notFound, .notHere, .blob: continue
        }
      }
    }
    let response = try await transport.push(request)
    forgetRefused(in: response, to: request)
    return response
  }

  /// Makes files of changes refused as unknown be uploaded again, when their person retries the
  /// change.
  private func forgetRefused(in response: PushResponse, to request: PushRequest) {
    guard case .answers(let answers, _) = response else { return }
    for (changeSet, answer) in zip(request.changeSets, answers)
    where answer.refusalReason == .unknown {
      let files = Self.files(in: changeSet)
      sent.withLock { if $0.epoch == request.epoch { $0.files.subtract(files) } }
    }
  }

  /// Uploads unsent files one after the other, until there is no more room.
  private func sendWhatWasLeft(by client: HTTPBlobClient) async {
    while let hash = unsent.first {
      do throws(HTTPBlobClient.Failure) {
        try await client.upload(hash, from: blobs)
      } catch {
        switch error {
        case .accountFull, .transport: return
        // The file is no longer here, or the hub will never accept it.
        case .notFound, .notHere, .blob: break
        }
      }
      unsent.remove(hash)
    }
  }

  func pull(_ request: PullRequest) async throws(TransportError) -> PullResponse {
    try await transport.pull(request)
  }

  func handBack(
    _ request: HandBackRequest
  ) async throws(TransportError) -> HandBackResponse {
    // A restored hub may have lost the files too, and their authors may never return.
    let client = HTTPBlobClient(transport)
    for hash in Self.files(in: request) {
      do throws(HTTPBlobClient.Failure) {
        try await client.upload(hash, from: blobs)
      } catch {
        if case .transport(let problem) = error { throw problem }
        // A missing file, or one without room at the hub, may come from another device.
      }
    }
    return try await transport.handBack(request)
  }

  /// The files that the handed-back records refer to, each once.
  static func files(in request: HandBackRequest) -> Set<BlobHash> {
    let effects = request.runs.flatMap(\.entries).flatMap(\.effects)
    return Set(
      effects.compactMap { effect in
        guard effect.kind == .put, HearthDomain.fileTables.contains(effect.table) else {
          return nil
        }
        return effect.registers[HearthDomain.fileRegister]?.text.flatMap { BlobHash($0) }
      })
  }

  func hold(_ zones: [ZoneID], replica: String) async throws(TransportError) -> Bool {
    try await transport.hold(zones, replica: replica)
  }

  func pokes() -> AsyncStream<Poke> { transport.pokes() }

  /// The files that the request's change sets refer to for the first time.
  static func files(in request: PushRequest) -> [BlobHash] {
    request.changeSets.flatMap { files(in: $0) }
  }

  private static func files(in changeSet: ChangeSet) -> [BlobHash] {
    changeSet.mutations.compactMap { mutation in
      guard mutation.kind == .insert, HearthDomain.fileTables.contains(mutation.table) else {
        return nil
      }
      return mutation.registers[HearthDomain.fileRegister]?.text.flatMap { BlobHash($0) }
    }
  }
}
