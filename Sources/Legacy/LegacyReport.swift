import SyncProtocol
import Things

/// A decision about one row of an older store.
///
/// Rows that are taken unchanged have none. Every other row has at least one, so that nothing is
/// dropped silently (D-MIG-4).
package struct LegacyDecision: Equatable, Sendable {
  package enum Action: String, CaseIterable, Sendable {
    /// Taken with a value that differs from the store's.
    case changed
    /// Taken with a value that the store does not have.
    case guessed
    /// The same as another row, which stands for both.
    case merged
    case leftOut
  }

  package enum Reason: Equatable, Sendable {
    // Names, texts and values
    case noName(given: String)
    case cut(column: String, maxCharacters: Int)
    /// The text is kept, in a field or a note.
    case unreadable(column: String, text: String)
    case unknownColor(String)
    case unknownIcon(String)
    case notAnEmoji(String)
    case newID(String)
    // Homes
    case homeMade(String)
    case secondPrimary
    case noHome(goesTo: String)
    case homeMissing(id: String, goesTo: String)
    case homeOfPlace(String)
    // Places, labels, policies
    case placeMissing(id: String)
    case placeElsewhere(name: String)
    case placeOfSameName(name: String)
    case severalHomes([String])
    case sameName(as: String)
    case sameRow
    case itemMissing(id: String)
    case labelMissing(id: String)
    case policyMissing(id: String)
    // Tables and columns
    case tableNotTaken
    case columnNotTaken(String)
    // Photos and papers
    case subjectMissing
    case fileMissing(String)
    case fileEmpty
    case fileUnreadable(String)
    case notAPicture
    case tooLarge(maxBytes: Int)
    case tooMany(max: Int)
    case foundByID(String)
    case unused
    /// Hearth could not decode the file, or does not keep its kind.
    case refused
  }

  /// The store's name for the table; empty for a file that no row names.
  package let table: String
  package let id: String
  package let name: String
  package let action: Action
  package let reason: Reason
}

/// The outcome of the rows in one table. `found` was counted by the database and the others row by
/// row, so they must add up.
package struct LegacyCount: Equatable, Sendable {
  package let table: String
  package var found: Int
  package var taken = 0
  package var merged = 0
  package var leftOut = 0

  package var isComplete: Bool { found == taken + merged + leftOut }
}

/// A photo or paper that a row of the store names or holds, or that lies beside the database.
package struct LegacyFileNote: Equatable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    /// Usable as far as can be seen; it is stored when the import is written.
    case ready
    /// Stored in Hearth under the SHA-256 of its bytes.
    case stored
    case missing
    /// Not a picture, truncated, too large, or of a kind that Hearth does not keep.
    case refused
    /// Beside the database, but named by no row.
    case unused
  }

  package let table: String
  /// The id of the row that names it; empty for ``State-swift.enum/unused``.
  package let rowID: String
  /// The file's name; empty for bytes in the database.
  package let file: String
  /// `nil` for a file that was not read.
  package let sha256: String?
  package internal(set) var state: State
}

/// Everything in an older store as records of Hearth, with the decisions about its rows.
package struct LegacyHousehold: Sendable {
  /// Restored like one of Hearth's own archives; its records keep their ids.
  package let archive: HouseholdArchive
  package internal(set) var decisions: [LegacyDecision]
  package let counts: [LegacyCount]
  package internal(set) var files: [LegacyFileNote]
  /// The number of rows in each of Hearth's tables; tables without any are absent.
  package let staged: [String: Int]

  /// Tables whose rows do not add up. Nothing may be written unless this is empty.
  package var miscounted: [LegacyCount] { counts.filter { !$0.isComplete } }

  /// The ids of all records; each is kept unless it is in use already.
  package func ids() throws -> [RecordID] {
    try ArchiveForm.homeTables.flatMap { table in
      try archive.staged.query("SELECT id FROM \(table.name)") { $0.text(0) }
    }
  }

  /// Records which files were stored and which were refused, once that is known.
  package mutating func note(refused hashes: Set<String>) {
    for index in files.indices where files[index].state == .ready {
      guard let hash = files[index].sha256 else { continue }
      guard hashes.contains(hash) else {
        files[index].state = .stored
        continue
      }
      files[index].state = .refused
      decisions.append(
        LegacyDecision(
          table: files[index].table, id: files[index].rowID, name: files[index].file,
          action: .leftOut, reason: .refused))
    }
  }
}
