import FoundationEssentials
import ThingsWeb
import Values
import Web

/// Importing from a file: choose, see what would happen, watch, read the result.
package enum ImportPage {
  /// Choosing the file.
  package struct Choose: Equatable, Sendable {
    /// Homes that can take items.
    package var homes: [ZoneLink]
    /// The one that is offered first.
    package var homeID: String?
    package var problem: ImportFileProblem?
    package var maxBytes: Int64
    /// What can still be taken back, the newest first.
    package var recent: [RecentImport] = []
  }

  /// One line of a bucket in the preview.
  package struct Row: Equatable, Sendable {
    package var name: String
    /// From the room down.
    package var place: [String] = []
    package var value: Money?
    /// Names of the fields that change; empty for new rows.
    package var changes: [String] = []
  }

  /// A column of somebody's own table.
  package struct Column: Equatable, Sendable {
    package var name: String
    /// The field that the column was read as; `nil` for a custom field.
    package var field: String?
  }

  /// Why an import could not be done, or not to its end.
  package enum Failure: Equatable, Sendable {
    /// The person owns as many homes as one may.
    case tooManyHomes
    /// The disk became full; what was written before stands.
    case stoppedWithoutRoom
    case other(ErrorReason)
  }

  /// What would happen; nothing has yet.
  package struct Preview: Equatable, Sendable {
    package var id: String
    package var fileName: String
    /// Such as “Homebox CSV”.
    package var format: String
    package var homes: [ZoneLink]
    /// The home it goes to; `nil`: a new one is made.
    package var homeID: String?
    /// The name for a new home, from the file.
    package var newHomeName: String
    package var newCount: Int
    package var updatedCount: Int
    package var unchangedCount: Int
    /// Rows that wait for a correction in the file.
    package var needsFixingCount: Int
    /// The first of each bucket; at most ``maxImportRows`` are shown.
    package var newRows: [Row]
    package var updatedRows: [Row]
    package var newRooms: [String]
    package var newLabels: [String]
    package var photoCount: Int
    /// Blocking problems; the rows stay out until the file is corrected.
    package var problems: [ImportProblemRow]
    /// Notices that do not block the import.
    package var notices: [ImportProblemRow]
    /// Homes that the file names; new ones are made.
    package var fileHomes: [String] = []
    /// Whether rows name no home, so that one is asked for.
    package var asksForHome = true
    /// The homes of an archive that will be created.
    package var newHomes: [String] = []
    /// Receipts and other papers, of an archive.
    package var paperCount = 0
    /// The number of records in an archive that no other line counts.
    package var otherCount = 0
    /// Documents of other areas in an archive, which come back by their own pages.
    package var groupCount = 0
    /// Whether it is an archive of Hearth's own.
    package var isArchive = false
    /// Whether the household changed since the person saw the preview before.
    package var isStale = false
    /// The currency of amounts that name none, for a file of MovingBox.
    package var readIn: String?
    /// What the columns of a table became; empty for a file of a program that is known.
    package var columns: [Column] = []
    /// Rows of those updated and unchanged whose items are in another home, where they stay.
    package var elsewhereCount = 0
    /// Whether another home was chosen than the one that was shown, and things there would change.
    package var isElsewhere = false
    /// Why it could not be done when it was tried; the rest of the page shows what is left to do.
    package var failure: Failure?

    package init(
      id: String, fileName: String, format: String, homes: [ZoneLink], homeID: String? = nil,
      newHomeName: String = "", newCount: Int, updatedCount: Int, unchangedCount: Int,
      needsFixingCount: Int, newRows: [Row], updatedRows: [Row], newRooms: [String] = [],
      newLabels: [String] = [], photoCount: Int = 0, problems: [ImportProblemRow] = [],
      notices: [ImportProblemRow] = []
    ) {
      self.id = id
      self.fileName = fileName
      self.format = format
      self.homes = homes
      self.homeID = homeID
      self.newHomeName = newHomeName
      self.newCount = newCount
      self.updatedCount = updatedCount
      self.unchangedCount = unchangedCount
      self.needsFixingCount = needsFixingCount
      self.newRows = newRows
      self.updatedRows = updatedRows
      self.newRooms = newRooms
      self.newLabels = newLabels
      self.photoCount = photoCount
      self.problems = problems
      self.notices = notices
    }
  }

  /// What was done.
  package struct Result: Equatable, Sendable {
    package var home: ZoneLink
    package var newCount: Int
    package var updatedCount: Int
    package var unchangedCount: Int
    package var skippedCount: Int
    package var photoCount: Int = 0
    package var problems: [ImportProblemRow] = []
    /// What of an archive was mended: the first of it, and how many there are.
    package var notices: [ImportProblemRow] = []
    package var noticeCount = 0
    /// The id with which the import can be undone; `nil` when there is nothing to undo.
    package var undoID: String?
  }

  /// What the page shows.
  package enum Model: Equatable, Sendable {
    case choose(Choose)
    case preview(Preview)
    case progress(ImportProgress)
    case result(Result)
  }
}
