import Web

// The form of an item.
extension Catalogue {
  var name: String { say("Name") }
  var itemNameExample: String { say("Road bicycle") }
  var place: String { say("Where is it?") }
  var noPlace: String { say("Somewhere in the home") }
  var priceOfOne: String { say("Price of one") }
  var purchaseAndWarranty: String { say("Purchase and warranty") }
  var lentAndSold: String { say("Lent, sold, archived") }
  var notesAndMore: String { say("Notes and own fields") }
  var saveAndAnother: String { say("Save and add another") }
  var manufacturer: String { say("Make") }
  var model: String { say("Model") }
  var purchasedOn: String { say("Bought on") }
  var purchasedFrom: String { say("Bought from") }
  var warrantyUntil: String { say("Warranty until") }
  var warrantyDetails: String { say("Warranty details") }
  var lifetimeWarranty: String { say("Warranty for life") }
  var lentToWhom: String { say("Lent to") }
  var lentUntil: String { say("Lent until") }
  var lastSeenOn: String { say("Last seen on") }
  var soldTo: String { say("Sold to") }
  var soldOn: String { say("Sold on") }
  var soldFor: String { say("Sold for") }
  var soldNotes: String { say("Notes about the sale") }
  var customFields: String { say("Own fields") }
  var customFieldsHint: String {
    say("Anything else worth knowing. An empty name removes the line.")
  }
  var fieldName: String { say("Name of the field") }
  var fieldValue: String { say("What it says") }
}
