import Web

// The navigation of things, and what Today says about them.
extension Catalogue {
  var things: String { say("Things") }
  var tabItems: String { say("Items") }
  var tabCare: String { say("Care") }
  var allHomes: String { say("All homes") }
  var lent: String { say("Lent") }
  var item: String { say("Item") }
  var scanDetail: String { say("A label, a barcode or a photo of one") }
  package var importAndExport: String { say("Import and export") }
  func allRooms(_ count: Int) -> String { say("All \(number(count))") }
  func all(_ title: String) -> String { say("All: \(title)") }
  func inHome(_ name: String) -> String { say("In \(name)") }

  func changed(by people: [String], in home: String) -> String {
    people.isEmpty
      ? say("\(home) has changed") : say("\(list(people)) changed things in \(home)")
  }
  func changeCount(_ count: Int, isMore: Bool) -> String {
    isMore
      ? say("\(number(count)) changes or more since your last visit")
      : plural(
        count, one: "1 change since your last visit",
        other: "\(number(count)) changes since your last visit")
  }
}
