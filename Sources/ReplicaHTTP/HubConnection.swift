import Replica
import SyncProtocol
import Synchronization
import Threads

/// Requests to one hub: a bounded number of threads, each with a connection that is kept open.
final class HubConnection: Sendable {
  /// Requests that wait for a thread at most.
  private static let maxWaiting = 64
  /// Requests at once: a sync, and what the person asks for meanwhile.
  private static let threadCount = 2

  /// `@unchecked Sendable` because a handle is only used by the one request that took it.
  private final class Slot: @unchecked Sendable {
    let handle: CurlHandle
    init(_ handle: CurlHandle) { self.handle = handle }
  }

  private final class Cancellation: Sendable {
    let isCancelled = Atomic(false)
  }

  let options: CurlOptions
  private let idle = Lock<[Slot]>([])
  private let pool = ThreadPool(
    name: "hub connection", threads: threadCount, maxWaiting: maxWaiting)

  init(_ options: CurlOptions) { self.options = options }

  deinit {
    // The pool's own threads may be the last to let go of this; they cannot wait for themselves.
    let pool = pool
    Thread.start { pool.stop() }
  }

  /// Sends a request; the answer's status may be any.
  func send(_ call: HubCall) async throws(TransportError) -> HubReply {
    let cancellation = Cancellation()
    do {
      return try await withTaskCancellationHandler {
        try await pool.run { [self] in
          let slot = idle.withLock { $0.popLast() } ?? Slot(CurlHandle(options))
          defer { idle.withLock { $0.append(slot) } }
          return try slot.handle.perform(call) {
            cancellation.isCancelled.load(ordering: .relaxed)
          }
        }
      } onCancel: {
        cancellation.isCancelled.store(true, ordering: .relaxed)
      }
    } catch let error as TransportError {
      throw error
    } catch {
      // The only other error is that of a full or stopped pool.
      throw .busy(retryAfterSeconds: 1)
    }
  }

  /// Sends a request and takes the body of a success; other answers are errors.
  func ask(_ call: HubCall) async throws(TransportError) -> [UInt8] {
    let reply = try await send(call)
    guard (200..<300).contains(reply.status) else { throw TransportError(reply) }
    return reply.body
  }

  /// The same, and reads the body.
  func ask<Answer: WireCodable>(
    _ call: HubCall, for _: Answer.Type
  ) async throws(TransportError) -> Answer {
    let body = try await ask(call)
    do throws(WireError) {
      return try Answer(wireBytes: body)
    } catch {
      throw .protocolError(error.description)
    }
  }
}

extension TransportError {
  /// What an answer that is no success means.
  init(_ reply: HubReply) {
    switch reply.status {
    case 401: self = .unauthorised
    case 426: self = .outdated
    case 429, 503: self = .busy(retryAfterSeconds: reply.retryAfterSeconds ?? 5)
    // Without room at the hub somebody has to act: its words are for the person.
    case 500... where reply.status != 507:
      self = .interrupted(reason: "the hub failed with status \(reply.status)")
    default:
      // A proxy in front of the hub may answer with something else than our form.
      let problem = try? ProblemReply(wireBytes: reply.body)
      self = .rejected(
        status: reply.status, message: problem?.message ?? "status \(reply.status)")
    }
  }
}
