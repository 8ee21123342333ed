import FoundationEssentials
import Glibc
import SQLite

/// The file that stores counted events. It belongs to one machine: none of it is synced or sent.
package final class UsageStore: Sendable {
  /// Events and feedback older than this are removed.
  package static let lifeMilliseconds: Int64 = 400 * 86_400_000
  /// How many events are kept, at about 250 bytes each; beyond that the oldest are removed.
  package static let maxEvents: Int64 = 2_000_000

  /// The schema. Its scripts are frozen: a change is a new script at the end.
  package static let migrations = Migrations([
    """
    CREATE TABLE events (
      -- Made where the event is; whoever writes it again changes nothing.
      id TEXT PRIMARY KEY NOT NULL,
      -- Milliseconds since 1970.
      at INTEGER NOT NULL,
      version INTEGER NOT NULL CHECK (version >= 1),
      -- Keyed hashes of ids: the key is in another file.
      person TEXT NOT NULL CHECK (length(person) = 32),
      device TEXT NOT NULL CHECK (length(device) = 32),
      session TEXT NOT NULL,
      name TEXT NOT NULL,
      properties TEXT NOT NULL CHECK (properties LIKE '{%}')
    ) STRICT;
    -- Reports go through time, and so does trimming.
    CREATE INDEX eventsByTime ON events (at);
    -- For somebody who does not want to be counted any more.
    CREATE INDEX eventsByPerson ON events (person);
    CREATE TABLE feedback (
      id TEXT PRIMARY KEY NOT NULL,
      at INTEGER NOT NULL,
      person TEXT NOT NULL CHECK (length(person) = 32),
      topic TEXT NOT NULL,
      rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
      words TEXT NOT NULL
    ) STRICT;
    CREATE INDEX feedbackByPerson ON feedback (person, topic, at);
    CREATE TABLE counts (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- Events that found no room and are in no report.
      dropped INTEGER NOT NULL
    ) STRICT;
    INSERT INTO counts VALUES (1, 0);
    """
  ])

  /// A stored event with its envelope (D-ANA-1).
  struct Row: Sendable {
    static let version: Int64 = 1

    let id: String
    let at: Int64
    let person: String
    let device: String
    let session: String
    let name: UsageEvent.Name
    let properties: [String: UsageValue]
  }

  package let path: String
  private let database: Database

  /// Opens the file, or creates it. Throws `SQLiteError` and `Migrations.NewerVersion`.
  package init(path: String) throws {
    self.path = path
    database = try Database(path: path, migrations: Self.migrations, maxIdleReaders: 1)
    chmod(path, 0o600)
  }

  /// Opens the file. A damaged one is moved aside whole, and a new one begun.
  ///
  /// - Parameter stamp: the end of the damaged file's new name, which tells several apart.
  /// - Returns: the store, and the damaged file's new path if there was one.
  package static func opening(
    path: String, stamp: String
  ) throws -> (store: UsageStore, damaged: String?) {
    do {
      // A write-ahead log means that the file was not closed properly; then all of it is checked.
      var log = stat()
      let wasClosed = stat(path + "-wal", &log) != 0 || log.st_size == 0
      let store = try UsageStore(path: path)
      guard try wasClosed || store.isWhole() else {
        throw SQLiteError(code: 11, message: "the file is damaged", sql: "PRAGMA quick_check")
      }
      return (store, nil)
    } catch let error as SQLiteError where error.isCorrupt {
      let aside = "\(path).damaged-\(stamp)"
      for suffix in ["", "-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
        guard rename(path + suffix, aside + suffix) == 0 else { throw error }
      }
      return (try UsageStore(path: path), aside)
    }
  }

  private func isWhole() throws -> Bool {
    try database.read { connection in
      try connection.first("PRAGMA quick_check(1)") { $0.text(0) } == "ok"
    }
  }

  // MARK: Writing

  /// Writes a batch in one commit. Events already stored are skipped.
  func write(_ rows: [Row], dropped: Int) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let texts = try rows.map { String(decoding: try encoder.encode($0.properties), as: UTF8.self) }
    try database.write { connection in
      for (row, properties) in zip(rows, texts) {
        try connection.execute(
          """
          INSERT INTO events (id, at, version, person, device, session, name, properties)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
          """, .text(row.id), .integer(row.at), .integer(Row.version), .text(row.person),
          .text(row.device), .text(row.session), .text(row.name.rawValue), .text(properties))
      }
      if dropped > 0 {
        try connection.execute("UPDATE counts SET dropped = dropped + ?", .integer(Int64(dropped)))
      }
    }
  }

  func write(_ feedback: Feedback, id: String, at: Int64, person: String) throws {
    try database.write { connection in
      _ = try connection.execute(
        """
        INSERT INTO feedback (id, at, person, topic, rating, words) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (id) DO NOTHING
        """, .text(id), .integer(at), .text(person), .text(feedback.topic.rawValue),
        .integer(Int64(feedback.rating)), .text(feedback.words))
    }
  }

  /// Removes a person's events.
  ///
  /// - Parameter feedback: whether to remove the person's feedback too.
  /// - Returns: the number of removed events and feedback entries.
  @discardableResult
  func forget(person: String, feedback: Bool) throws -> Int {
    try database.write { connection in
      var count = try connection.execute("DELETE FROM events WHERE person = ?", .text(person))
      if feedback {
        count += try connection.execute("DELETE FROM feedback WHERE person = ?", .text(person))
      }
      return count
    }
  }

  /// Removes what is too old, and the oldest events beyond `maxEvents`.
  func trim(now: Int64) throws {
    try database.write { connection in
      let end = Value.integer(now - Self.lifeMilliseconds)
      try connection.execute("DELETE FROM events WHERE at < ?", end)
      try connection.execute("DELETE FROM feedback WHERE at < ?", end)
      let count = try connection.first("SELECT count(*) FROM events") { $0.integer(0) } ?? 0
      guard count > Self.maxEvents else { return }
      try connection.execute(
        "DELETE FROM events WHERE id IN (SELECT id FROM events ORDER BY at LIMIT ?)",
        .integer(count - Self.maxEvents))
    }
  }

  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try database.read(body)
  }
}

extension UsageStore {
  /// Removes a person's events and feedback, for the command that does this.
  ///
  /// - Returns: the number of removed rows.
  package func forget(accountID: String, settings: UsageSettings) throws -> Int {
    try forget(person: settings.hash(.person, accountID), feedback: true)
  }

  /// 128 random bits as 32 hexadecimal digits.
  static func randomID() -> String {
    var random = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: (0..<32).map { _ in digits[Int(random.next(upperBound: 16 as UInt8))] },
      as: UTF8.self)
  }
}

extension UsageStore {
  /// Feedback without its author.
  package struct KeptFeedback: Encodable, Equatable, Sendable {
    /// Milliseconds since 1970.
    package let at: Int64
    package let topic: String
    package let rating: Int
    package let words: String

    package init(at: Int64, topic: String, rating: Int, words: String) {
      self.at = at
      self.topic = topic
      self.rating = rating
      self.words = words
    }
  }

  /// The stored feedback, newest first.
  package func feedback(limit: Int) throws -> [KeptFeedback] {
    try read { connection in
      try connection.query(
        "SELECT at, topic, rating, words FROM feedback ORDER BY at DESC, id LIMIT ?",
        .integer(Int64(limit))
      ) {
        KeptFeedback(
          at: $0.integer(0), topic: $0.text(1), rating: Int($0.integer(2)), words: $0.text(3))
      }
    }
  }
}
