import HearthDomain
import Foundation
import Household
import Hub
import HubSQLite
import SyncProtocol
import Testing
import hearth

/// An older `hub.db` in the place of a newer one.
@Suite struct HighWaterMarkTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent(UUID().uuidString)

  private var file: String { folder.appendingPathComponent("hub.db").path }
  private var mark: HighWaterMark {
    HighWaterMark(path: folder.appendingPathComponent(HighWaterMark.name).path)
  }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  /// Opens the hub, lets its clock go on, and closes it.
  private func run(to milliseconds: Int64) throws -> (isOlder: Bool, epoch: String) {
    let store = try HubSQLite(path: file)
    let isOlder = try mark.settle(store, schema: HearthDomain.schema, now: 1_000_000)
    let epoch = try store.write { writer in
      var state = try writer.state()
      state.clock = max(state.clock, HybridTime(milliseconds: milliseconds))
      try writer.setState(state)
      return state.epoch
    }
    try mark.raise(to: store)
    return (isOlder, epoch)
  }

  /// Signs somebody in; returns the hash of their session's token.
  private func signIn() throws -> String {
    try HubSQLite(path: file).write { writer in
      try writer.putAccount(
        Account(
          id: "a", name: "ana", nameKey: "ana", displayName: "Ana", passwordHash: "",
          isAdministrator: true, createdAt: 0, personalZone: "p"))
      try writer.putSession(
        Session(
          id: "s", account: "a", kind: .browser, tokenHash: "hash", label: "Firefox",
          createdAt: 0, lastUsedAt: 0, expiresAt: .max))
    }
    return "hash"
  }

  @Test("an older file begins a new epoch, and waits for what devices know; the same one does not")
  func older() throws {
    defer { try? FileManager.default.removeItem(at: folder) }  // Nothing depends on it.
    let (first, epoch) = try run(to: 1000)
    #expect(!first)
    let token = try signIn()
    let older = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(try run(to: 5000) == (false, epoch))
    #expect(try run(to: 5000) == (false, epoch))
    try older.write(to: URL(fileURLWithPath: file))
    let (isOlder, next) = try run(to: 2000)
    #expect(isOlder && next != epoch)
    let store = try HubSQLite(path: file)
    #expect(try store.read { try $0.state().recoveringUntil } > 1_000_000)
    // Whoever was signed in then may have been signed out since.
    #expect(try store.read { try $0.session(tokenHash: token) } == nil)
    #expect(try store.read { try $0.lastRestore()?.voided.sessions } == 1)
    #expect(try !mark.settle(store, schema: HearthDomain.schema, now: 1_000_000))
  }

  @Test("a mark that cannot be read, or of another hub, says nothing")
  func unreadable() throws {
    defer { try? FileManager.default.removeItem(at: folder) }  // Nothing depends on it.
    let epoch = try run(to: 1000).epoch
    for text in ["", "x", "\(epoch) many", "other 99999999999999", "\(epoch) 1 2"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: mark.path))
      #expect(try run(to: 1000) == (false, epoch))
    }
  }
}
