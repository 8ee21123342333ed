import FoundationEssentials
import Values
import Web

/// Bringing a family back from a file: choose, see what would happen and say who is who, watch,
/// read the result.
package enum FamilyImportPage {
  /// Choosing the file.
  package struct Choose: Equatable, Sendable {
    /// What is wrong with the file that was sent, in words.
    package var problem: String?
    package var maxBytes: Int64
    /// What can still be taken back, the newest first.
    package var recent: [RecentImport] = []

    package init(problem: String? = nil, maxBytes: Int64, recent: [RecentImport] = []) {
      (self.problem, self.maxBytes, self.recent) = (problem, maxBytes, recent)
    }
  }

  /// How many there are of something.
  package struct Part: Equatable, Sendable {
    /// Such as “routines”.
    package var name: String
    package var newCount: Int
    package var presentCount: Int

    package init(_ name: String, new: Int, present: Int = 0) {
      (self.name, newCount, presentCount) = (name, new, present)
    }
  }

  /// Somebody of the file.
  package struct Person: Equatable, Sendable, Identifiable {
    package var id: String
    package var name: String
    /// Who they are in the family; `nil` if only the name stays.
    package var accountID: String?

    package init(id: String, name: String, accountID: String? = nil) {
      (self.id, self.name, self.accountID) = (id, name, accountID)
    }
  }

  /// What could not be read or stored, in words.
  package struct Problems: Equatable, Sendable {
    package var sentences: [String]
    /// All of them, also those that are not listed.
    package var count: Int

    package init(_ sentences: [String] = [], count: Int = 0) {
      (self.sentences, self.count) = (sentences, count)
    }
  }

  /// What would happen; nothing has yet.
  package struct Preview: Equatable, Sendable {
    package var id: String
    package var fileName: String
    /// What the family of the file is called.
    package var familyName: String
    /// The family that it comes to; `nil`: it becomes a new one.
    package var into: String?
    package var parts: [Part] = []
    package var people: [Person] = []
    /// Who is in the family now, whom somebody of the file can be.
    package var candidates: [Person] = []
    package var problems = Problems()
    /// Whether the family changed since the person saw the preview before.
    package var isStale = false
    /// Whether other choices were made than those that were shown.
    package var isChanged = false
    /// Why it failed when it was last tried, in words.
    package var failure: String?
    /// Why it can't be brought back like this, in words.
    package var obstacle: String?

    package init(id: String, fileName: String, familyName: String, into: String? = nil) {
      (self.id, self.fileName) = (id, fileName)
      (self.familyName, self.into) = (familyName, into)
    }

    package var newCount: Int { parts.reduce(0) { $0 + $1.newCount } }
  }

  /// What was done.
  package struct Result: Equatable, Sendable {
    package var family: ZoneLink
    package var parts: [Part]
    package var problems = Problems()
    /// The id with which it can be taken back; `nil` when nothing was written.
    package var undoID: String?

    package init(family: ZoneLink, parts: [Part], undoID: String? = nil) {
      (self.family, self.parts, self.undoID) = (family, parts, undoID)
    }
  }

  package enum Model: Equatable, Sendable {
    case choose(Choose)
    case preview(Preview)
    case progress(ImportProgress)
    case result(Result)
  }

  /// Asks before it is taken back.
  package struct Undo: Equatable, Sendable {
    package var id: String
    package var fileName: String
    package var importedAt: Date
    package var removedCount: Int
    package var keptCount: Int
    /// Whether the family goes as a whole.
    package var isWhole: Bool

    package init(
      id: String, fileName: String, importedAt: Date, removed: Int, kept: Int, isWhole: Bool
    ) {
      (self.id, self.fileName, self.importedAt) = (id, fileName, importedAt)
      (removedCount, keptCount, self.isWhole) = (removed, kept, isWhole)
    }

    var isEmpty: Bool { removedCount == 0 && !isWhole }
  }
}
