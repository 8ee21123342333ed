import Web

// Importing from a file.
extension Catalogue {
  var importTitle: String { say("Import") }
  var importIntro: String { say("Bring your things from another program or a spreadsheet") }
  var chooseFile: String { say("Choose a file") }
  func fileKinds(_ size: String) -> String {
    say("A table as CSV or TSV, or a ZIP of Hearth or MovingBox · up to \(size)")
  }
  var importInto: String { say("Into") }
  var aNewHome: String { say("A new home") }
  var newHomeName: String { say("Name of a new home") }
  var newHomeNameHint: String { say("Only when a new home is chosen.") }
  var showPreview: String { say("Show what would happen") }
  var previewFirst: String { say("Nothing is imported until you have seen it and said yes.") }
  var importPreview: String { say("What will happen") }
  func fileAndFormat(_ file: String, _ format: String) -> String { say("\(file) · \(format)") }
  var bucketNew: String { say("New") }
  var bucketUpdated: String { say("Updated") }
  var bucketUnchanged: String { say("Unchanged") }
  var bucketNeedsFixing: String { say("Needs fixing") }
  var willBeAdded: String { say("will be added") }
  var wereAdded: String { say("were added") }
  var willChange: String { say("will change") }
  var wereChanged: String { say("were changed") }
  var alreadyThere: String { say("already there") }
  var stayOut: String { say("stay out for now") }
  var wereLeftOut: String { say("were left out") }
  var newItems: String { say("New items") }
  var updatedItems: String { say("Updated items") }
  var needsFixing: String { say("Needs fixing in the file") }
  var goodToKnow: String { say("Good to know") }
  var notImported: String { say("Not imported") }
  func changes(_ names: String) -> String { say("changes: \(names)") }
  func newRooms(_ count: Int) -> String {
    plural(count, one: "1 new room", other: "\(number(count)) new rooms")
  }
  func newLabels(_ count: Int) -> String {
    plural(count, one: "1 new label", other: "\(number(count)) new labels")
  }
  /// The first names of a list, and how many more there are.
  func someOf(_ names: [String]) -> String {
    guard names.count > 6 else { return list(names) }
    return list(names.prefix(6) + [say("\(number(names.count - 6)) more")])
  }
  func andMore(_ count: Int) -> String { say("and \(number(count)) more") }
  func runImport(_ count: Int) -> String {
    plural(count, one: "Import 1 item", other: "Import \(number(count)) items")
  }
  var importing: String { say("Importing") }
  func progress(_ done: Int, of total: Int) -> String {
    say("\(number(done)) of \(number(total)) items")
  }
  func photoProgress(_ done: Int, of total: Int) -> String {
    say("\(number(done)) of \(number(total)) photos")
  }
  var changedSincePreview: String {
    say("Something has changed since you looked. Nothing was imported; here is how it is now.")
  }
  var otherHomeChosen: String {
    say(
      """
      Nothing was imported yet: you chose another home, and things that are there would change. \
      Here is how; import it if that is right.
      """)
  }
  func areElsewhere(_ count: Int) -> String {
    plural(
      count,
      one: """
        1 of these is in another home already, and stays there. Move it from there, or choose a \
        new home.
        """,
      other: """
        \(number(count)) of these are in another home already, and stay there. Move them from \
        there, or choose a new home.
        """)
  }
  var nothingNew: String { say("Everything in this file is there already.") }
  /// When every row that is not there yet needs fixing.
  func nothingReadable(unchanged: Int) -> String {
    unchanged == 0
      ? say(
        """
        No row of this file can be imported as it is. Correct it as told above, save it, and \
        choose it again.
        """)
      : say(
        """
        The other rows of this file are there already, and these cannot be imported as they are. \
        Correct them as told above, save the file, and choose it again.
        """)
  }
  var columnsTitle: String { say("What the columns became") }
  var keptAsOwnField: String { say("a field of its own") }
  var chooseAnotherFile: String { say("Choose the file again") }
  var showThere: String { say("Show for this home") }
  var runImport: String { say("Import") }
  func fileHomes(_ count: Int) -> String {
    plural(count, one: "1 home in the file", other: "\(number(count)) homes in the file")
  }
  var mayLeave: String { say("You may leave this page. It goes on by itself.") }
  var imported: String { say("Imported") }
  func photosCame(_ count: Int) -> String {
    plural(count, one: "1 photo came with them.", other: "\(number(count)) photos came with them.")
  }
  var seeItems: String { say("See the items") }

  func whereInFile(_ row: ImportProblemRow) -> String {
    switch (row.line, row.column) {
    case (nil, _): row.file
    case (let line?, nil): say("line \(number(line))")
    case (let line?, let column?): say("line \(number(line)), \(column)")
    }
  }

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

  /// Why an import was not done, or not to its end.
  func importFailed(_ failure: ImportPage.Failure) -> String {
    switch failure {
    case .tooManyHomes: problem(.tooManyHomes)
    case .stoppedWithoutRoom:
      say(
        """
        The disk is full. What was written before stays: when there is room again, import the file \
        once more to go on.
        """)
    case .other(let reason): say("\(errorTitle(reason)): \(errorText(reason))")
    }
  }
}
