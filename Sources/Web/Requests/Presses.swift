import HTTPServer
import SyncProtocol
import Threads

/// Forms that were sent a while ago and made something, so that a button that is pressed twice
/// makes one thing, also in a browser without script.
///
/// Each page has another form token. So only the very same form, sent again with the same content,
/// is a second press; whoever makes the same thing again opens the form anew. In memory only, like
/// ``Notes``.
package final class Presses: Sendable {
  /// A second press later than this after the answer is one of its own.
  package static let keptMilliseconds: Int64 = 10 * 60_000
  /// The most of one account; the oldest that are answered make room.
  package static let maxPerPerson = 16
  package static let maxPeople = 4096

  /// What was sent, and by whom.
  package struct Key: Hashable, Sendable {
    /// The account, or the visit of somebody who is not signed in.
    package var person: String
    package var formToken: String
    package var address: String
    /// A hash of the fields and files.
    package var content: Int

    package init(person: String, formToken: String, address: String, content: Int) {
      (self.person, self.formToken) = (person, formToken)
      (self.address, self.content) = (address, content)
    }
  }

  private struct Press {
    let key: Key
    let answer: Task<HTTPResponse, any Error>
    /// `nil` while it is under way, however long that takes.
    var answeredAt: Int64?

    func isOver(_ now: Int64) -> Bool {
      answeredAt.map { now < $0 || now - $0 >= Presses.keptMilliseconds } ?? false
    }
  }

  /// The presses of each person, oldest first.
  private let presses = Lock<[String: [Press]]>([:])

  package init() {}

  package var count: Int { presses.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// The answer to the press with this key. One that has made nothing is forgotten.
  package func once(
    _ key: Key, now: @Sendable () -> Int64,
    _ body: @escaping @Sendable () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let start = now()
    let answer = presses.withLock { presses in
      var own = (presses[key.person] ?? []).filter { !$0.isOver(start) }
      defer { presses[key.person] = own.isEmpty ? nil : own }
      if let press = own.first(where: { $0.key == key }) { return press.answer }
      let answer = Task(operation: body)
      if own.count >= Self.maxPerPerson, let old = own.firstIndex(where: { $0.answeredAt != nil }) {
        own.remove(at: old)
      }
      Self.makeRoom(for: key.person, &presses, start)
      let hasRoom = presses[key.person] != nil || presses.count < Self.maxPeople
      if own.count < Self.maxPerPerson, hasRoom { own.append(Press(key: key, answer: answer)) }
      return answer
    }
    do {
      let response = try await answer.value
      settle(key, response.isKept ? now() : nil)
      return response
    } catch {
      settle(key, nil)
      throw error
    }
  }

  /// Where too many people have sent something, those whose presses are all over are forgotten.
  private static func makeRoom(
    for person: String, _ presses: inout [String: [Press]], _ now: Int64
  ) {
    guard presses.count >= maxPeople, presses[person] == nil else { return }
    presses = presses.filter { !$0.value.allSatisfy { $0.isOver(now) } }
  }

  /// Notes when a press was answered; `nil` forgets it.
  private func settle(_ key: Key, _ time: Int64?) {
    presses.withLock { presses in
      guard let index = presses[key.person]?.firstIndex(where: { $0.key == key }) else { return }
      guard let time else {
        presses[key.person]?.remove(at: index)
        if presses[key.person]?.isEmpty == true { presses[key.person] = nil }
        return
      }
      if presses[key.person]?[index].answeredAt == nil {
        presses[key.person]?[index].answeredAt = time
      }
    }
  }
}

extension HTTPResponse {
  /// A longer page is not kept for a second press.
  private static let maxKeptBytes = 1 << 18

  /// Whether it tells of something that was made, and can be given again.
  fileprivate var isKept: Bool {
    guard (200..<400).contains(status.rawValue) else { return false }
    switch body {
    case .empty: return true
    case .bytes(let bytes): return bytes.count <= Self.maxKeptBytes
    case .asset, .file, .stream, .events: return false
    }
  }
}

extension WebApplication {
  /// Answers a form that makes something once, however often its button is pressed; all other
  /// requests each time.
  func once(
    _ guest: Guest, _ body: @escaping @Sendable () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard guest.request.method == .post, guest.route.has(.makesRecord),
      let person = guest.visitor?.accountID ?? guest.browser.visitToken,
      let token = guest.form.first("csrf")
    else { return try await body() }
    var content = Hasher()
    for pair in guest.form.pairs {
      content.combine(pair.name)
      content.combine(pair.value)
    }
    let files = guest.request.multipart?.files ?? []
    if !files.isEmpty { content.combine(try await pool.run { try Self.hash(of: files) }) }
    let key = Presses.Key(
      person: person, formToken: token, address: guest.route.url, content: content.finalize())
    return try await presses.once(key, now: now, body)
  }

  /// How much of a file is read at once.
  private static let pieceBytes = 1 << 18

  /// Two photos may have one name and one size, so the bytes count.
  private static func hash(of files: [MultipartForm.File]) throws -> Int {
    var hasher = Hasher()
    for file in files {
      hasher.combine(file.name)
      hasher.combine(file.filename)
      hasher.combine(file.content.size)
      var offset = 0
      while offset < file.content.size {
        let piece = try file.content.read(at: offset, count: pieceBytes)
        guard !piece.isEmpty else { break }
        piece.withUnsafeBytes { hasher.combine(bytes: $0) }
        offset += piece.count
      }
    }
    return hasher.finalize()
  }
}
