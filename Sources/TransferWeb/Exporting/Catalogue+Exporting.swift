import Web

// Taking things along.
extension Catalogue {
  var exportIntro: String { say("What is yours stays yours: take it along whenever you like") }
  var exportEverything: String { say("Everything") }
  func exportContents(items: Int, files: Int, size: String) -> String {
    say("\(itemCount(items)) with \(exportedFiles(files)) (\(size)).")
  }
  private func exportedFiles(_ count: Int) -> String {
    plural(count, one: "1 photo or paper", other: "\(number(count)) photos and papers")
  }
  var exportArchiveHint: String {
    say(
      """
      One ZIP with every home you can see: all records, photos and papers as they are, and a table \
      for spreadsheets. Import it here or in any other Hearth, and nothing is lost.
      """)
  }
  func exportLarge(_ size: String) -> String {
    say("Archives above \(size) are imported on the server itself, with “hearth import”.")
  }
  var downloadArchive: String { say("Download everything") }
  var forMovingBox: String { say("For MovingBox") }
  var exportOneHome: String { say("One home") }
  var asTable: String { say("Table (CSV)") }
  var exportFormats: String {
    say(
      """
      The table is for spreadsheets and Homebox: it has all that is written down of each item, \
      with your own fields, and Hearth reads it again. Photos, papers and maintenance are not in \
      it, as no cell can hold them. MovingBox takes items, rooms, labels, photos and policies, \
      without papers, maintenance, loans and your own fields. What is sold or archived is left \
      out, as it would count it as yours; it keeps no currency.
      """)
  }
  func movingBoxLeavesOut(_ count: Int) -> String {
    plural(
      count, one: "For MovingBox, 1 sold or archived item is left out.",
      other: "For MovingBox, \(number(count)) sold or archived items are left out.")
  }
  func movingBoxCurrencies(items count: Int) -> String {
    plural(
      count,
      one: """
        MovingBox keeps no currency: 1 item has amounts in another one than its home, which is \
        written into its notes.
        """,
      other: """
        MovingBox keeps no currency: \(number(count)) items have amounts in another one than their \
        home, which is written into their notes.
        """)
  }
  func movingBoxCurrencies(policies count: Int) -> String {
    plural(
      count,
      one: """
        So has 1 policy; MovingBox shows its amounts without it, and only Hearth reads it in the \
        file.
        """,
      other: """
        So have \(number(count)) policies; MovingBox shows their amounts without it, and only \
        Hearth reads it in the file.
        """)
  }
  func movingBoxReadIn(_ currency: String) -> String {
    say(
      """
      MovingBox keeps no currency: amounts without one are read as \(currency). Nothing in the \
      file says what was sold or archived.
      """)
  }
  var restoreKeeps: String {
    say(
      """
      This is a Hearth archive. What is there already stays as it is now; only what is missing is \
      added, with its photos and papers.
      """)
  }
  func otherRecords(_ count: Int) -> String {
    plural(
      count, one: "1 other record", other: "\(number(count)) other records")
  }
  var otherRecordsDetail: String {
    say("Policies, maintenance, labels on items, own fields, templates and saved searches")
  }
  package func groupsInArchive(_ count: Int) -> String {
    plural(
      count, one: "1 group of Money is in it, too. Import it there.",
      other: "\(number(count)) groups of Money are in it, too. Import them there.")
  }
  func papersCome(_ count: Int) -> String {
    plural(count, one: "1 paper", other: "\(number(count)) papers")
  }
}
