import Replica
import SyncProtocol
import Synchronization
import Threads

/// Sends requests to one hub on a bounded number of threads, each with a connection kept open.
final class HubConnection: Sendable {
  /// How many requests may wait for a thread.
  private static let maxWaiting = 64
  /// How many requests run at once: a sync, and what the person asks for meanwhile.
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
    // A pool's own thread may be the last to release this object, and cannot wait for itself to
    // end.
    let pool = pool
    Thread.start { pool.stop() }
  }

  /// Sends a request and returns the response, whatever its status.
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
      // The only other error means that the pool is full or stopped.
      throw .busy(retryAfterSeconds: 1)
    }
  }

  /// Sends a request and returns the body of a 2xx response; any other status is thrown as an
  /// error.
  func ask(_ call: HubCall) async throws(TransportError) -> [UInt8] {
    let reply = try await send(call)
    guard (200..<300).contains(reply.status) else { throw TransportError(reply) }
    return reply.body
  }

  /// Sends a request and decodes the body of a 2xx response.
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
  /// The error that a response without success stands for.
  init(_ reply: HubReply) {
    switch reply.status {
    case 401: self = .unauthorised
    case 426: self = .outdated
    case 429, 503: self = .busy(retryAfterSeconds: reply.retryAfterSeconds ?? 5)
    // 507 means that the hub has no room. A person must act, so its message is passed on below.
    case 500... where reply.status != 507:
      self = .interrupted(reason: "the hub failed with status \(reply.status)")
    default:
      // A proxy in front of the hub may respond with a body of another form.
      let problem = try? ProblemReply(wireBytes: reply.body)
      self = .rejected(
        status: reply.status, message: problem?.message ?? "status \(reply.status)")
    }
  }
}
