import Values

// What the fields of records are called, one by one. Forms, lists, reports and imports use them.
extension Catalogue {
  package var currency: String { say("Currency") }
  package var postalCode: String { say("Postal code") }
  package var city: String { say("City") }
  package var country: String { say("Country") }
  package var provider: String { say("Insurer") }
  package var policyNumber: String { say("Policy number") }
  package var policyStartsOn: String { say("Starts on") }
  package var policyEndsOn: String { say("Ends on") }
  package var name: String { say("Name") }
  package var priceOfOne: String { say("Price of one") }
  package var manufacturer: String { say("Make") }
  package var model: String { say("Model") }
  package var purchasedOn: String { say("Bought on") }
  package var purchasedFrom: String { say("Bought from") }
  package var warrantyUntil: String { say("Warranty until") }
  package var warrantyDetails: String { say("Warranty details") }
  package var lifetimeWarranty: String { say("Warranty for life") }
  package var lentToWhom: String { say("Lent to") }
  package var lentUntil: String { say("Lent until") }
  package var lastSeenOn: String { say("Last seen on") }
  package var soldTo: String { say("Sold to") }
  package var soldOn: String { say("Sold on") }
  package var soldFor: String { say("Sold for") }
  package var soldNotes: String { say("Notes about the sale") }
  package var customFields: String { say("Own fields") }
  package var room: String { say("Room") }
  package var caption: String { say("Caption") }
  package var archived: String { say("Archived") }
  package var insured: String { say("Insured") }
  package var quantity: String { say("Quantity") }
  package var replacement: String { say("Replacement") }
  package var serial: String { say("Serial number") }
  package var assetID: String { say("Asset number") }
  package var condition: String { say("Condition") }
  package var webAddress: String { say("Web address") }
  package var description: String { say("Description") }
  package var notes: String { say("Notes") }
  package var cost: String { say("Cost") }
  package var doneOn: String { say("Done on") }
  package var emoji: String { say("Emoji") }
  package var labels: String { say("Labels") }
}

// What is told of an item or a policy in lists, on pages and in reports.
extension Catalogue {
  package func policyNumbered(_ number: String) -> String { say("No. \(number)") }
  package func period(from start: CalendarDay?, to end: CalendarDay?) -> String? {
    switch (start, end) {
    case (nil, nil): nil
    case (let start?, nil): say("From \(day(start))")
    case (nil, let end?): say("Until \(day(end))")
    case (let start?, let end?): say("\(day(start)) to \(day(end))")
    }
  }
  package var policyCoversToo: String { say("Also covers") }
  package var items: String { say("Items") }
  package var noRoom: String { say("No room") }
  package func pieces(_ count: Int, each price: String) -> String {
    say("\(number(count)) × \(price)")
  }
  package var value: String { say("Value") }
  package var makeAndModel: String { say("Make and model") }
  package var bought: String { say("Bought") }
  package var warranty: String { say("Warranty") }
  package var sold: String { say("Sold") }
  package func bought(_ day: CalendarDay?, from shop: String) -> String {
    switch (day.map { self.day($0) }, shop.isEmpty) {
    case (nil, true): ""
    case (nil, false): shop
    case (let day?, true): day
    case (let day?, false): say("\(day) at \(shop)")
    }
  }
  package var policyOfClaim: String { say("Policy") }
  package var receipts: String { say("Receipts") }
  package func photosNotHereYet(_ count: Int) -> String {
    plural(
      count, one: "1 photo is not here yet. The report shows an empty frame for it.",
      other: "\(number(count)) photos are not here yet. The report shows empty frames for them.")
  }

  /// How long there is a warranty, and what is said of it.
  package func warranty(isForLife: Bool, until end: CalendarDay?, details: String) -> String {
    var parts: [String] = []
    if isForLife {
      parts.append(forLife)
    } else if let end {
      parts.append(until(day(end)))
    }
    if !details.isEmpty { parts.append(details) }
    return parts.joined(separator: " · ")
  }

  package var forLife: String { say("For life") }
  package func until(_ day: String) -> String { say("Until \(day)") }

  package func soldSummary(
    on soldOn: CalendarDay?, to buyer: String, for amount: Money?, notes: String
  ) -> String {
    var parts: [String] = []
    if let soldOn { parts.append(day(soldOn)) }
    if !buyer.isEmpty { parts.append(say("to \(buyer)")) }
    if let amount { parts.append(say("for \(money(amount))")) }
    if !notes.isEmpty { parts.append(notes) }
    return parts.joined(separator: " · ")
  }
}
