import HTTPServer
import SyncProtocol
import Threads

/// Forms that were sent a moment ago, so that a button that is pressed twice adds one thing, also
/// in a browser without script.
///
/// Each page has another form token. So only the very same form, sent again with the same content
/// within seconds, is a second press; whoever adds the same thing again opens the form anew. In
/// memory only, like ``Notes``.
package final class Presses: Sendable {
  /// A second press later than this is one of its own.
  static let quietMilliseconds: Int64 = 5000
  private static let maxPresses = 1024

  private struct Press {
    let answer: Task<HTTPResponse, any Error>
    let at: Int64
  }

  private let presses = Lock<[String: Press]>([:])

  /// The answer to the press with this key. One that has changed nothing is forgotten.
  fileprivate func once(
    _ key: String, now: Int64, _ body: @escaping @Sendable () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let answer = presses.withLock { presses in
      presses = presses.filter { $0.value.at <= now && now - $0.value.at < Self.quietMilliseconds }
      if let press = presses[key] { return press.answer }
      let answer = Task(operation: body)
      if presses.count < Self.maxPresses { presses[key] = Press(answer: answer, at: now) }
      return answer
    }
    do {
      let response = try await answer.value
      if response.status != .seeOther { forget(key) }
      return response
    } catch {
      forget(key)
      throw error
    }
  }

  private func forget(_ key: String) { presses.withLock { $0[key] = nil } }
}

extension Member {
  /// Answers a form that adds something once, however often its button is pressed.
  package func once(
    _ body: @escaping @Sendable () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard let token = form.first("csrf") else { return try await body() }
    var content = Hasher()
    for pair in form.pairs {
      content.combine(pair.name)
      content.combine(pair.value)
    }
    let key = "\(accountID) \(token) \(guest.route.url) \(content.finalize())"
    return try await app.presses.once(key, now: guest.now, body)
  }
}
