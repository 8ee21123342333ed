import SyncProtocol

/// What was decided about one row of an older store. Rows that are brought just as they are have
/// none; every other row has at least one, so that nothing is dropped without a word (D-MIG-4).
package struct LegacyDecision: Equatable, Sendable {
  package enum Action: String, CaseIterable, Sendable {
    /// Brought with a value that is not quite what stood there.
    case changed
    /// Brought with something that the store does not say.
    case guessed
    /// The same as another row, which stands for it.
    case merged
    case leftOut
  }

  package enum Reason: Equatable, Sendable {
    // Names, texts and values
    case noName(given: String)
    case cut(column: String, maxCharacters: Int)
    /// Kept as text, in a field or a note.
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
    /// Hearth could not decode it, or keeps no such file.
    case refused
  }

  /// As the store calls it.
  package let table: String
  package let id: String
  package let name: String
  package let action: Action
  package let reason: Reason
}

/// How the rows of one table have fared. `found` was counted by the database and the others row by
/// row: they must agree.
package struct LegacyCount: Equatable, Sendable {
  package let table: String
  package var found: Int
  package var taken = 0
  package var merged = 0
  package var leftOut = 0

  package var isComplete: Bool { found == taken + merged + leftOut }
}

/// A photo or paper that a row of the store names or holds.
package struct LegacyFileNote: Equatable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    /// Sound as far as can be seen; it is stored when the import is written.
    case ready
    /// Stored in Hearth, its bytes compared by their SHA-256.
    case stored
    case missing
    /// Not a picture, cut off, too large, or nothing that Hearth keeps.
    case refused
    /// Beside the database, and named by no row.
    case unused
  }

  package let table: String
  /// Of the row that names it; empty for ``State-swift.enum/unused``.
  package let rowID: String
  /// The file's name; empty for bytes that stand in the database.
  package let file: String
  /// `nil` for a file that could not be read.
  package let sha256: String?
  package internal(set) var state: State
}

/// Everything an older store holds, as Hearth keeps it, with what was decided about its rows.
package struct LegacyHousehold: Sendable {
  /// To be restored like an archive of Hearth's own; its records keep the ids they have.
  package let archive: HouseholdArchive
  package internal(set) var decisions: [LegacyDecision]
  package let counts: [LegacyCount]
  package internal(set) var files: [LegacyFileNote]
  /// Rows of each of Hearth's tables that the store makes.
  package let staged: [String: Int]

  /// Tables whose rows are not all accounted for: none, or nothing is written.
  package var miscounted: [LegacyCount] { counts.filter { !$0.isComplete } }

  /// The ids that the records will keep where nobody has them yet.
  package func ids() throws -> [RecordID] {
    try ArchiveForm.homeTables.flatMap { table in
      try archive.staged.query("SELECT id FROM \(table.name)") { $0.text(0) }
    }
  }

  /// Takes over what only storing the files could tell.
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
