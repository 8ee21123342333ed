import Values
import ThingsWeb
import Web

// Insurance policies and what they cover.
extension Catalogue {
  var noPoliciesTitle: String { say("No policy yet") }
  var noPoliciesText: String {
    say("Note who insures this home and for how much, and see whether it is enough.")
  }
  var addFirstPolicy: String { say("Add your policy") }
  var addPolicy: String { say("Add policy") }
  var editPolicy: String { say("Edit policy") }
  var noAmounts: String { say("It does not say yet what it pays.") }
  func alsoCovers(_ homes: [String]) -> String { say("Also covers \(list(homes))") }

  /// On a policy's own card, beside its days.
  func term(_ term: PolicyTerm) -> String {
    switch term {
    case .running: say("In force")
    case .notBegun: say("Not in force yet")
    case .ending(0): say("Ends today")
    case .ending(let days):
      plural(days, one: "Ends in 1 day", other: "Ends in \(number(days)) days")
    case .ended: say("Ended")
    }
  }

  func hint(_ amount: PolicyAmount) -> String {
    switch amount {
    case .personalProperty: say("Personal property: everything that is listed here.")
    case .dwelling: say("The dwelling itself.")
    case .lossOfUse: say("Loss of use, while the home cannot be lived in.")
    case .liability: say("When others come to harm through you.")
    case .medicalPayments: say("When guests are hurt.")
    case .deductible: say("The deductible, which you pay of each claim.")
    }
  }

  // Documented value and limits
  var coverTitle: String { say("Your belongings") }
  var noCover: String {
    say("No policy in force says what it pays for belongings. Add that amount to compare.")
  }
  func documented(_ value: String, of limit: String) -> String {
    say("Documented \(value) of \(limit) covered")
  }
  func documentedHere(_ value: String, paid limit: String) -> String {
    say("Documented here: \(value). The policies pay at most \(limit).")
  }
  func sharedEvenly(_ homes: [String], here value: String) -> String {
    say("Counted together with \(list(homes)), which the same sum pays for. Here: \(value).")
  }
  func sharedUnevenly(_ homes: [String]) -> String {
    say("A policy here also covers \(list(homes)), where the policies are not the same.")
  }
  func standing(_ standing: InsurancePage.Cover.Standing) -> String {
    switch standing {
    case .nothingDocumented: say("Nothing here has a price yet, so there is nothing to compare.")
    case .under(let gap):
      say("Underinsured: \(money(gap, .whole)) of your things would not be paid for.")
    case .enough(let gap): say("Enough: \(money(gap, .whole)) are left up to the limit.")
    case .over(let gap):
      say(
        """
        \(money(gap, .whole)) more than documented. Either things are still missing here, or you \
        pay for more than you need.
        """)
    case .unknown: say("Whether it is enough cannot be told from these figures.")
    }
  }
  func addedUp(_ count: Int) -> String { say("\(number(count)) policies added up.") }
  func otherCurrencies(_ values: String) -> String {
    say("Documented in a currency that no policy pays in: \(values).")
  }

  // What a claim would lack
  var claimTitle: String { say("What would help a claim") }
  var claimText: String { say("An insurer asks what you owned, and how you can tell.") }
  var withoutSerial: String { say("Without a serial number") }
  var withoutReceipt: String { say("Without a receipt") }
  var addPapersOfPolicy: String { say("Add its papers") }
  var allItemsHaveOne: String { say("All items have one") }

  // The form
  var policyCoversTooHint: String {
    say("Each home you tick gets this policy on its own page of insurance.")
  }
  var changePolicyThereToo: String { say("Change it there too") }
  var changePolicyThereTooHint: String {
    say("These homes have the same policy. What you change here is changed in those you tick.")
  }
  var providerExample: String { say("Harbour Mutual") }
  var policyEndsOnHint: String { say("You are reminded 60 days before.") }
  var coverages: String { say("What it pays") }
  var coveragesHint: String { say("The most it pays for each. Leave empty what it does not say.") }

  // Deleting
  var deletePolicyText: String { say("You can undo it right after. Your items stay as they are.") }
  func staysWith(_ homes: [String]) -> String { say("It stays with \(list(homes))") }
  var deletePolicy: String { say("Delete policy") }
}
