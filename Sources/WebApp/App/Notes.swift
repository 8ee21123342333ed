import Replica
import SyncProtocol
import Threads

/// What was done and can be taken back at once. Each feature makes its own.
struct Undo: Sendable {
  /// How many items it holds, to tell how much memory it takes.
  let itemCount: Int
  /// Takes it back; returns where that shows, and what to say of it.
  let takeBack: @Sendable (WriteTransaction) throws -> (Route, FlashMessage)

  init(
    itemCount: Int = 1,
    takeBack: @escaping @Sendable (WriteTransaction) throws -> (Route, FlashMessage)
  ) {
    self.itemCount = itemCount
    self.takeBack = takeBack
  }

  /// - Parameter takeBack: returns where what has come back shows.
  init(_ takeBack: @escaping @Sendable (WriteTransaction) throws -> Route) {
    self.init { (try takeBack($0), .undone) }
  }
}

extension WebApplication {
  /// Takes back what was done last. Whether the person may still write there, the use case asks.
  func undo(_ id: String) -> Endpoint {
    .member { member in
      guard let undo = member.app.notes.undo(id, of: member.accountID, now: member.guest.now)
      else { throw Stop.because(.gone) }
      let (route, message) = try await member.write { try undo.takeBack($0) }
      member.app.notes.forgetUndo(id)
      return member.goTo(route, saying: message)
    }
  }
}

/// What is kept for a moment between two pages: what was just done, and how to take it back.
///
/// In memory only; a restart forgets it, which loses the way back and no data.
final class Notes: Sendable {
  /// A note that has not been shown by then is not shown at all.
  static let flashMilliseconds: Int64 = 5 * 60_000
  static let undoMilliseconds: Int64 = 30 * 60_000
  static let maxFlashes = 4096
  static let maxUndos = 1024
  static let maxUndosPerAccount = 32
  /// Items in all of them together: some ten kilobytes each.
  static let maxUndoItems = 20_000

  private struct Kept<Content> {
    var content: Content
    var accountID: AccountID
    var expiresAt: Int64
  }

  private struct State {
    var flashes: [String: Kept<Flash>] = [:]
    var undos: [String: Kept<Undo>] = [:]
    /// Ids in the order they were made.
    var flashOrder: [String] = []
    var undoOrder: [String] = []
  }

  private let state = Lock(State())

  /// Keeps a message for the next page; the id goes into a cookie.
  func keep(_ flash: Flash, of account: AccountID, now: Int64) -> String {
    let id = Secrets.token()
    state.withLock { state in
      state.flashes[id] = Kept(
        content: flash, accountID: account, expiresAt: now.addingSaturating(Self.flashMilliseconds))
      state.flashOrder.append(id)
      while state.flashOrder.count > Self.maxFlashes {
        state.flashes[state.flashOrder.removeFirst()] = nil
      }
    }
    return id
  }

  /// The message, which stays until it expires: the browser's cookie decides that it is shown once.
  func flash(_ id: String, of account: AccountID, now: Int64) -> Flash? {
    state.withLock { state in
      guard let kept = state.flashes[id], kept.accountID == account, kept.expiresAt > now else {
        return nil
      }
      return kept.content
    }
  }

  /// Keeps what takes back what was done.
  func keep(_ undo: Undo, of account: AccountID, now: Int64) -> String {
    let id = Secrets.token()
    state.withLock { state in
      let own = state.undoOrder.filter { state.undos[$0]?.accountID == account }
      if own.count >= Self.maxUndosPerAccount { Self.forget(own[0], &state) }
      if state.undoOrder.count >= Self.maxUndos { Self.forget(state.undoOrder[0], &state) }
      while !state.undoOrder.isEmpty,
        state.undos.values.reduce(undo.itemCount, { $0 + $1.content.itemCount }) > Self.maxUndoItems
      {
        Self.forget(state.undoOrder[0], &state)
      }
      state.undos[id] = Kept(
        content: undo, accountID: account, expiresAt: now.addingSaturating(Self.undoMilliseconds))
      state.undoOrder.append(id)
    }
    return id
  }

  func undo(_ id: String, of account: AccountID, now: Int64) -> Undo? {
    state.withLock { state in
      guard let kept = state.undos[id], kept.accountID == account, kept.expiresAt > now else {
        return nil
      }
      return kept.content
    }
  }

  func forgetUndo(_ id: String) { state.withLock { Self.forget(id, &$0) } }

  private static func forget(_ id: String, _ state: inout State) {
    state.undos[id] = nil
    state.undoOrder.removeAll { $0 == id }
  }
}
