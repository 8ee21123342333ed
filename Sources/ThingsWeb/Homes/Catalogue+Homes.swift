import Web

// Homes and their settings.
extension Catalogue {
  var primary: String { say("Primary") }
  var primarySuffix: String { say("(Primary)") }
  func ownedBy(_ name: String, _ role: Role) -> String {
    role == .viewer
      ? say("Shared by \(name) · you can view") : say("Shared by \(name) · you can edit")
  }
  func labelCount(_ count: Int) -> String {
    plural(count, one: "1 label", other: "\(number(count)) labels")
  }
  package func photoCount(_ count: Int) -> String {
    plural(count, one: "1 photo", other: "\(number(count)) photos")
  }
  var details: String { say("Details") }
  var viewersCannotChange: String { say("You can view this home. Its owner can let you edit.") }
  var addressAndCurrency: String { say("Address, currency, purchase, notes") }
  var homePrice: String { say("Price of the home") }
  var homePhoto: String { say("Photos of the home") }
  var homePhotoHint: String { say("The first one is shown above the dashboard.") }
  var isShownFirst: String { say("Shown") }
  var street: String { say("Street") }
  var streetMore: String { say("Floor, door, building") }
  var stateOrProvince: String { say("State or province") }
  var asInAccount: String { say("As in my account") }
  var homeCurrencyHint: String { say("For new items here.") }
  var organization: String { say("Organization") }
  var importHint: String { say("From a file of another program") }
  var primaryHome: String { say("Primary home") }
  var setPrimary: String { say("Set as primary") }
  var setPrimaryText: String { say("Hearth opens with your primary home.") }
  var isPrimaryText: String { say("Hearth opens with this home.") }
  var deleteHome: String { say("Delete home") }
  var deleteHomeStep: String { say("Delete this home") }
  var onlyHomeText: String { say("This is your only home. Add another one before you delete it.") }
  var primaryHomeStays: String {
    say("This is your primary home. Set another one as primary before you delete it.")
  }
  func deleteHomeText(_ contents: HomeSettingsPage.Contents) -> String {
    say(
      """
      Takes \(itemCount(contents.items)) and \(photoCount(contents.photos)) with it, for \
      everyone who has it.
      """)
  }
  func deleteHomeTitle(_ name: String) -> String { say("Delete \(name)?") }
  var allOfItGoes: String {
    say("All of this goes, for everyone. You can restore it under Homes for 30 days.")
  }
  func typeNameToDelete(_ name: String) -> String { say("Type \(name) to go on") }
}
