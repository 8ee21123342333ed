import Web

// The form of an item.
extension Catalogue {
  var itemNameExample: String { say("Road bicycle") }
  var place: String { say("Where is it?") }
  var noPlace: String { say("Somewhere in the home") }
  var purchaseAndWarranty: String { say("Purchase and warranty") }
  var lentAndSold: String { say("Lent, sold, archived") }
  var notesAndMore: String { say("Notes and own fields") }
  var saveAndAnother: String { say("Save and add another") }
  var customFieldsHint: String {
    say("Anything else worth knowing. An empty name removes the line.")
  }
  var fieldName: String { say("Name of the field") }
  var fieldValue: String { say("What it says") }
}
