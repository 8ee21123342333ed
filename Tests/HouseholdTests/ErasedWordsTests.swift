import Foundation
import Household
import Replica
import SQLite
import SeededNoise
import SyncProtocol
import Testing
import Things

/// Words of items that are gone are in no file after the upkeep of the index.
@Suite final class ErasedWordsTests {
  private static let week = WordIndex.eraseMilliseconds

  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent(UUID().uuidString)
  private let store: TestStore
  private var random = SeededGenerator(seed: 11)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    store = try TestStore(
      homes: ["flat"], path: folder.appendingPathComponent("replica.sqlite").path)
    try store.connection.transaction { try HouseholdIndex.settle(store.connection) }
  }

  deinit {
    // What is left lies in the system's folder for such files.
    try? FileManager.default.removeItem(at: folder)
  }

  /// One that nothing else begins with: the index keeps of a word only how it differs from the one
  /// before.
  private func word() -> String {
    String((0..<14).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random) ?? "a" })
  }

  /// Some of which are to go, written down in one commit each.
  private func addItems(_ count: Int) throws -> [(id: RecordID, word: String)] {
    try (0..<count).map { _ in
      let word = word()
      return (try store.addItem("\(word) \(self.word())", home: "flat").id, word)
    }
  }

  /// The words that are in some file.
  private func found(_ words: [String]) throws -> [String] {
    try store.connection.executeScript("PRAGMA wal_checkpoint(TRUNCATE)")
    let bytes = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
      try Data(contentsOf: folder.appendingPathComponent($0))
    }
    return words.filter { word in
      bytes.contains { $0.range(of: Data(word.dropFirst(4).utf8)) != nil }
    }
  }

  /// One step; whether there is more to do.
  private func eraseStep(at now: Int64) throws -> Bool {
    try store.connection.transaction {
      try HouseholdIndex.words.eraseRemoved(store.connection, now: now)
    }
  }

  /// Steps that it took.
  @discardableResult
  private func erase(at now: Int64? = nil) throws -> Int {
    var steps = 0
    while try eraseStep(at: now ?? store.now) { steps += 1 }
    return steps
  }

  @Test("words of deleted items, and former words of others, are nowhere after the next upkeep")
  func gone() throws {
    let gone = try addItems(60)
    let edited = try addItems(20)
    let kept = try addItems(40)
    for item in gone.shuffled(using: &random) {
      try store.write { try DeleteItem(itemID: item.id)($0) }
    }
    for item in edited {
      try store.write {
        try EditItem(itemID: item.id, details: ItemDetails(name: "Lamp", currency: "EUR"))($0)
      }
    }
    let words = (gone + edited).map(\.word)
    // Without upkeep they stay: in an index whose parts nobody merges.
    #expect(try !found(words).isEmpty)
    #expect(try erase() > 0)
    #expect(try found(words) == [])
    #expect(try found(kept.map(\.word)).count == kept.count)
    try store.connection.execute("INSERT INTO itemTerms(itemTerms) VALUES ('integrity-check')")
  }

  @Test("what goes is erased once a week, and nothing is done when nothing has gone")
  func weekly() throws {
    #expect(try erase() == 0)
    let items = try addItems(3)
    #expect(try erase() == 0)
    let start = store.now
    try store.write { try DeleteItem(itemID: items[0].id)($0) }
    #expect(try erase(at: start) > 0)
    try store.write { try DeleteItem(itemID: items[1].id)($0) }
    #expect(try erase(at: start + Self.week - 1) == 0)
    #expect(try !found([items[1].word]).isEmpty)
    #expect(try erase(at: start + Self.week) > 0)
    #expect(try found([items[1].word]) == [])
    #expect(try erase(at: start + 3 * Self.week) == 0)
    // A clock that was set back does not put it off for long.
    try store.write { try DeleteItem(itemID: items[2].id)($0) }
    #expect(try erase(at: start) > 0)
    #expect(try found([items[2].word]) == [])
  }

  @Test(
    "what goes while the index is being erased goes the next time, and the steps come to an end")
  func interleaved() throws {
    let items = try addItems(300)
    for item in items.prefix(100) { try store.write { try DeleteItem(itemID: item.id)($0) } }
    let start = store.now
    var rest = items.dropFirst(100).prefix(100)
    var steps = 0
    while try eraseStep(at: start) {
      steps += 1
      if let next = rest.popFirst() { try store.write { try DeleteItem(itemID: next.id)($0) } }
    }
    #expect(steps < 100)
    #expect(try found(items.prefix(100).map(\.word)) == [])
    try erase(at: start + Self.week)
    #expect(try found(items.prefix(200 - rest.count).map(\.word)) == [])
    try store.connection.execute("INSERT INTO itemTerms(itemTerms) VALUES ('integrity-check')")
  }

  @Test("an index that is made anew holds nothing of what went before")
  func rebuilt() throws {
    let items = try addItems(30)
    for item in items { try store.write { try DeleteItem(itemID: item.id)($0) } }
    #expect(try !found(items.map(\.word)).isEmpty)
    try store.connection.transaction { try HouseholdIndex.rebuild(store.connection) }
    #expect(try found(items.map(\.word)) == [])
    #expect(try erase() == 0)
  }
}
