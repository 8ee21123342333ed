// Why a whole file cannot be imported, and what to do.
extension Catalogue {
  package func problem(_ problem: ImportFileProblem) -> String {
    switch problem {
    case .missing: say("Choose a file first.")
    case .empty: say("This file is empty. Choose another one.")
    case .tooLarge(let bytes): say("This file is too large. It may have up to \(fileSize(bytes)).")
    case .tooManyRows(let count):
      say("This file has more than \(number(count)) rows. Split it and import the parts.")
    case .unknownFormat:
      say(
        """
        This is not a file Hearth knows. Export it from Homebox as CSV, from MovingBox as ZIP, or \
        save a spreadsheet as CSV.
        """)
    case .noNameColumn([]):
      say("This table has no headings. Begin it with a row that names its columns, such as “Name”.")
    case .noNameColumn(let columns):
      say(
        """
        No column has the names of the things. These are there: \(list(columns)). Begin the table \
        with a row of headings, one of them “Name” or “Item”.
        """)
    case .spreadsheetFile:
      say("This is a file of a spreadsheet program. Save it there as “CSV UTF-8”, and choose that.")
    case .database:
      say(
        """
        This is a database. Export it from MovingBox as ZIP, or have it brought over where this hub \
        runs, with: hearth import legacy
        """)
    case .unreadableText:
      say("This file is not text in UTF-8. Save it as “CSV UTF-8” and try again.")
    case .damagedArchive: say("This archive is damaged. Export it again and try once more.")
    case .archiveTooLarge(let bytes):
      say("This archive unpacks to more than \(fileSize(bytes)). Import fewer photos at once.")
    case .encryptedArchive: say("This archive has a password. Export it again without one.")
    case .missingColumns(let names): say("These columns are missing: \(list(names)). Add them.")
    case .nothingInIt: say("There are no items in this file. Check that it is the right one.")
    default: problemAtLine(problem)
    }
  }

  private func problemAtLine(_ problem: ImportFileProblem) -> String {
    switch problem {
    case .unreadableTextAt(let line, let column):
      say(
        """
        Line \(number(line)), column \(number(column)) is not text in UTF-8. Save the file as “CSV \
        UTF-8” and try again.
        """)
    case .unreadableDocument(let line):
      say("This JSON cannot be read from line \(number(line)) on. Export it again.")
    case .spliitTable:
      say("Spliit's table doesn't tell who paid. Export the group there as JSON, and choose that.")
    case .openQuote(let line):
      say("A quotation mark opens in line \(number(line)) and never closes. Correct it there.")
    case .tooManyColumns(let line, let max):
      say("Line \(number(line)) has more than \(number(max)) columns. Check how it is separated.")
    case .cellTooLong(let line, let column, let bytes):
      say(
        """
        Line \(number(line)), column \(number(column)) is longer than \(fileSize(bytes)). Shorten it, \
        or check the quotation marks before it.
        """)
    case .rowTooLong(let line, let bytes):
      say("Line \(number(line)) is longer than \(fileSize(bytes)). Check its quotation marks.")
    case .columnTwice(let name):
      say("The column “\(name)” is there twice. Remove or rename one of the two.")
    case .tooManyProblems(let count, let line):
      if let line {
        say(
          """
          More than \(number(count)) cells could not be read, the first in line \(number(line)). Check \
          that it is the right file.
          """)
      } else {
        say("More than \(number(count)) cells could not be read. Check that it is the right file.")
      }
    case .archive(let problem): problemInArchive(problem)
    case .tooManyWaiting:
      say("You have several files waiting already. Finish or cancel one of them first.")
    default: ""
    }
  }

  /// What is wrong with an archive of Hearth's own.
  func problemInArchive(_ problem: ImportFileProblem.Archive) -> String {
    switch problem {
    case .newer:
      say("A newer Hearth has made this archive. Update this one, then import it.")
    case .missingEntry(let entry):
      say("“\(entry)” is missing in this archive. Export it again; nothing was imported.")
    case .wrongSum(let entry):
      say("“\(entry)” was changed or damaged. Export the archive again; nothing was imported.")
    case .unreadableManifest:
      say("The list of contents of this archive was changed or damaged. Export it again.")
    case .unreadableRecord(let entry, let line):
      say("Line \(number(line)) of “\(entry)” cannot be read. Export the archive again.")
    case .tooLarge(let entry, let bytes):
      say("“\(entry)” has a line of more than \(fileSize(bytes)). Export the archive again.")
    case .unsafeName(let entry):
      say("“\(entry)” leads out of this archive. Do not trust it; nothing was imported.")
    }
  }

  package var hearthArchive: String { say("Hearth archive") }
}
