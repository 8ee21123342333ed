import Web

// The fields that a home offers for its items.
extension Catalogue {
  var fieldPresets: String { say("Fields") }
  func fieldPresetCount(_ count: Int) -> String {
    plural(count, one: "1 field for all items", other: "\(number(count)) fields for all items")
  }
  var noFieldPresetsTitle: String { say("No fields of your own yet") }
  var noFieldPresetsText: String {
    say("Offer what you want to know of every item here: a size, a colour, when it was serviced.")
  }
  var newFieldPreset: String { say("New field") }
  var editFieldPreset: String { say("Edit field") }
  var addFieldPreset: String { say("Add field") }
  var fieldPresetExample: String { say("Frame size") }
  var fieldKindTitle: String { say("What it takes") }
  func fieldKind(_ kind: FieldKind) -> String {
    switch kind {
    case .text: say("Text")
    case .number: say("A number")
    case .date: say("A day")
    case .yesNo: say("Yes or no")
    case .link: say("A web address")
    case .choice: say("One of several")
    }
  }
  func fieldChoices(_ choices: [String]) -> String { say("One of: \(list(choices))") }
  var fieldChoicesTitle: String { say("What can be chosen") }
  var fieldChoicesHint: String { say("One on each line, for a field that takes one of several.") }
  var offerNoLonger: String { say("Offer it no longer") }
  var deleteFieldPresetHint: String { say("Items keep what they have in this field.") }

}
