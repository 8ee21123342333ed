import Web

// Labels to print.
extension Catalogue {
  var printLabels: String { say("Print labels") }
  var printLabel: String { say("Print label") }
  var printTheseLabels: String { say("Print labels for these items") }
  /// The name of the file, without its ending.
  func labelsFile(of home: String) -> String { say("\(home) labels") }
  func printedLabelCount(_ count: Int) -> String {
    plural(count, one: "1 label", other: "\(number(count)) labels")
  }
  func sheetCount(_ count: Int) -> String {
    plural(count, one: "1 page", other: "\(number(count)) pages")
  }
  var nothingToLabelTitle: String { say("Nothing to label") }
  var nothingToLabelText: String { say("No item is in this list. Choose other ones.") }
  func tooManyLabels(_ count: Int) -> String {
    say(
      """
      These are more than \(number(count)) labels, which is as many as one file holds. Print them \
      room by room, or narrow the list with a search.
      """)
  }
  var localCodes: String {
    say(
      """
      The codes lead to this very machine, so no phone can open them. Start Hearth with \
      --public-url, or open it at the address that your phones use, before you print.
      """)
  }
  var labelsOf: String { say("Labels for") }
  var labelsOfItems: String { say("The items in it") }
  var labelsOfPlace: String { say("The place itself") }
  var labelsOfPlaces: String { say("The place and the places inside it") }
  var labelPaper: String { say("Sheet or tape") }
  func paper(_ paper: LabelPaper) -> String {
    switch paper {
    case .avery5160: say("Avery 5160 · 30 labels on Letter")
    case .avery5260: say("Avery 5260 · 30 labels on Letter")
    case .averyL7160: say("Avery L7160 · 21 labels on A4")
    case .dk11209: say("Brother DK-11209 · 62 × 29 mm")
    case .dk11201: say("Brother DK-11201 · 90 × 29 mm")
    case .dk11204: say("Brother DK-11204 · 54 × 17 mm")
    case .dk22205: say("Brother DK-22205 · 62 mm tape, 40 mm each")
    case .dk22210: say("Brother DK-22210 · 29 mm tape, 60 mm each")
    case .tze12: say("Brother TZe · 12 mm tape, 50 mm each")
    case .tze18: say("Brother TZe · 18 mm tape, 60 mm each")
    case .tze24: say("Brother TZe · 24 mm tape, 70 mm each")
    case .single: say("One label of 70 × 36 mm")
    }
  }
  var firstLabel: String { say("First free label") }
  func firstLabelHint(_ count: Int) -> String {
    say("Counted row by row, from 1 to \(number(count)).")
  }
  var labelsOfRoll: String { say("Each label is a page of its own.") }
  var copies: String { say("Copies of each") }
  var labelShows: String { say("Printed beside the code and the name") }
  var testPrint: String { say("The border of each label, to try it on plain paper") }
  var updatePreview: String { say("Update preview") }
  package var downloadPDF: String { say("Download PDF") }
  var preview: String { say("Preview") }
  func previewOf(_ titles: [String], sheet: String) -> String {
    titles.isEmpty
      ? say("An empty sheet: \(sheet)") : say("\(sheet), with labels for \(list(titles))")
  }
  var previewHint: String {
    say("The first page. Print it at its actual size, not fitted to the page.")
  }
  var numbersTitle: String { say("Asset numbers") }
  func numbersText(_ count: Int) -> String {
    plural(
      count,
      one: "1 item of this home has no asset number. It would get the next free one.",
      other: """
        \(number(count)) items of this home have no asset number. They would get the next \
        free ones, such as 000-001, the oldest first.
        """)
  }
  func giveNumbers(_ count: Int) -> String {
    plural(count, one: "Number it", other: "Number them")
  }
}
