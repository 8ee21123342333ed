import Replica
import SyncProtocol
import Threads

/// The way to undo one change. Each feature makes its own.
package struct Undo: Sendable {
  /// How many items it holds, as a measure of its memory.
  package let itemCount: Int
  /// Undoes the change; returns the page to go to and the message to show there.
  package let takeBack: @Sendable (WriteTransaction) throws -> (Route, FlashMessage)

  package init(
    itemCount: Int = 1,
    takeBack: @escaping @Sendable (WriteTransaction) throws -> (Route, FlashMessage)
  ) {
    self.itemCount = itemCount
    self.takeBack = takeBack
  }

  /// - Parameter takeBack: undoes the change and returns the page to go to.
  package init(_ takeBack: @escaping @Sendable (WriteTransaction) throws -> Route) {
    self.init { (try takeBack($0), .undone) }
  }
}

extension WebApplication {
  /// Undoes the change with this id. The use case checks whether the person may still write there.
  package func undo(_ id: String) -> Endpoint {
    .member { member in
      guard let undo = member.app.notes.undo(id, of: member.accountID, now: member.guest.now)
      else { throw Abort.because(.gone) }
      let (route, message) = try await member.write { try undo.takeBack($0) }
      member.app.notes.forgetUndo(id)
      return member.goTo(route, saying: message)
    }
  }
}

/// Messages for the next page, and ways to undo recent changes, both kept for minutes.
///
/// In memory only: after a restart recent changes cannot be undone, but no data is lost.
package final class Notes: Sendable {
  /// How long a message waits to be shown.
  package static let flashMilliseconds: Int64 = 5 * 60_000
  package static let undoMilliseconds: Int64 = 30 * 60_000
  package static let maxFlashes = 4096
  package static let maxUndos = 1024
  package static let maxUndosPerAccount = 32
  /// The most items in all ways to undo together; each takes some ten kilobytes.
  package static let maxUndoItems = 20_000

  private struct Kept<Content> {
    package var content: Content
    package var accountID: AccountID
    package var expiresAt: Int64
  }

  private struct State {
    package var flashes: [String: Kept<Flash>] = [:]
    package var undos: [String: Kept<Undo>] = [:]
    /// Ids, oldest first.
    package var flashOrder: [String] = []
    package var undoOrder: [String] = []
  }

  private let state = Lock(State())

  /// Keeps a message for the next page; the id goes into a cookie.
  package func keep(_ flash: Flash, of account: AccountID, now: Int64) -> String {
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

  /// The message with this id, which stays until it expires: clearing the browser's cookie is what
  /// makes it show only once.
  package func flash(_ id: String, of account: AccountID, now: Int64) -> Flash? {
    state.withLock { state in
      guard let kept = state.flashes[id], kept.accountID == account, kept.expiresAt > now else {
        return nil
      }
      return kept.content
    }
  }

  /// Keeps the way to undo a change; returns its id.
  package func keep(_ undo: Undo, of account: AccountID, now: Int64) -> String {
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

  package func undo(_ id: String, of account: AccountID, now: Int64) -> Undo? {
    state.withLock { state in
      guard let kept = state.undos[id], kept.accountID == account, kept.expiresAt > now else {
        return nil
      }
      return kept.content
    }
  }

  package func forgetUndo(_ id: String) { state.withLock { Self.forget(id, &$0) } }

  private static func forget(_ id: String, _ state: inout State) {
    state.undos[id] = nil
    state.undoOrder.removeAll { $0 == id }
  }
}
