import Web

// Importing from a file.
extension Catalogue {
  var familyFromFile: String { say("Bring a family back") }
  var importIntro: String { say("Bring your things from another program or a spreadsheet") }
  func fileKinds(_ size: String) -> String {
    say("A table as CSV or TSV, or a ZIP of Hearth or MovingBox · up to \(size)")
  }
  var importInto: String { say("Into") }
  var aNewHome: String { say("A new home") }
  var newHomeName: String { say("Name of a new home") }
  var newHomeNameHint: String { say("Only when a new home is chosen.") }
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
