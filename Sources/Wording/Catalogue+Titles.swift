// What the fields of records are called, by their registers: in forms, in what has happened, and in
// what the hub has refused.
extension Catalogue {
  /// The name of a field; `nil` for a register that no person fills in.
  package func title(of register: String) -> String? {
    itemTitle(of: register) ?? otherTitle(of: register)
  }

  private func itemTitle(of register: String) -> String? {
    switch register {
    case "name": name
    case "description": description
    case "notes": notes
    case "locationID": say("Place")
    case "quantity": quantity
    case "currency": currency
    case "priceMinor": priceOfOne
    case "replacementMinor": replacement
    case "purchasedOn": purchasedOn
    case "usefulLifeYears": say("Useful life in years")
    case "residualMinor": say("Value of one at the end")
    case "purchasedFrom": purchasedFrom
    case "condition": condition
    case "serial": serial
    case "model": model
    case "manufacturer": manufacturer
    case "warrantyUntil": warrantyUntil
    case "isLifetimeWarranty": lifetimeWarranty
    case "warrantyDetails": warrantyDetails
    case "assetID": assetID
    case "url": webAddress
    case "isArchived": archived
    case "isInsured": insured
    case "soldOn": soldOn
    case "soldTo": soldTo
    case "soldMinor": soldFor
    case "soldNotes": soldNotes
    case "lentTo": lentToWhom
    case "lentUntil": lentUntil
    case "lastSeenOn": lastSeenOn
    default: nil
    }
  }

  private func otherTitle(of register: String) -> String? {
    switch register {
    case "title": say("Title")
    case "note": say("Note")
    case "value": say("Value")
    case "emoji": emoji
    case "caption": caption
    case "parentID": say("Inside of")
    case "checkedOn": say("Checked on")
    case "address1": say("Address")
    case "address2": say("Address, second line")
    case "city": city
    case "state": say("State")
    case "zip": postalCode
    case "country": country
    case "purchaseMinor": say("Bought for")
    case "provider": provider
    case "policyNumber": policyNumber
    case "deductibleMinor": say("Deductible")
    case "dwellingMinor": say("Dwelling")
    case "personalPropertyMinor": say("Personal property")
    case "lossOfUseMinor": say("Loss of use")
    case "liabilityMinor": say("Liability")
    case "medicalPaymentsMinor": say("Medical payments")
    case "startsOn": policyStartsOn
    case "endsOn": policyEndsOn
    case "dueOn": dueOn
    case "doneOn": doneOn
    case "costMinor": cost
    case "maintenanceID": say("Paper of")
    default: nil
    }
  }

  /// What stands below a field of the item's form, or beside a box to tick; `nil` for nothing.
  package func itemHint(of register: String) -> String? {
    switch register {
    case "assetID": say("A number of your own, such as on a sticker.")
    case "priceMinor": say("Leave it empty when you do not know it.")
    case "replacementMinor": say("What one would cost today.")
    case "residualMinor": say("Leave it empty for nothing.")
    case "usefulLifeYears":
      say(
        "Its value falls by the same each day. With the price and the day, it is shown for today.")
    case "isArchived": say("Archived: keep it, but out of the lists")
    default: nil
    }
  }
}
