import Documents
import Wording

// The words of a claim report.
extension Catalogue {
  func reportOf(_ home: String) -> String { say("Claim report · \(home)") }
  var reportKind: String { say("Insurance claim report") }
  var reportOwner: String { say("Prepared by") }
  var reportDay: String { say("Date of this report") }
  var totalValue: String { say("Total value") }
  var insuredFor: String { say("Belongings insured for") }
  var withoutPolicy: String { say("No policy was chosen for this report.") }
  var policyPeriod: String { say("Valid") }
  var totalsByRoom: String { say("Totals by room") }
  var allRooms: String { say("Together") }
  var coverageTitle: String { say("Coverage") }
  /// Beside the sum of what is listed in the policy's currency alone.
  var listedHere: String { say("Listed here") }
  func notCovered(_ amount: String) -> String { say("\(amount) are not covered") }
  var notCoveredText: String {
    say("What is listed here is worth more than the policy pays for belongings.")
  }
  func covered(_ value: String, of limit: String) -> String {
    say("\(value) are listed here, of \(limit) that are insured.")
  }
  func sharedInReport(_ homes: [String]) -> String {
    say("The same policy also covers \(list(homes)). What is there is not listed here.")
  }
  func notPaidIn(_ values: String) -> String {
    say("Listed here in a currency that this policy does not pay in: \(values).")
  }
  var noLimit: String { say("The policy does not say what it pays for belongings.") }
  func unpricedInReport(_ count: Int) -> String {
    plural(
      count, one: "1 item has no price and is in no sum.",
      other: "\(number(count)) items have no price and are in no sum.")
  }
  var photoNotInReport: String { say("This photo is not here.") }
  func continuedItem(_ name: String) -> String { say("\(name) (continued)") }
  func receiptPage(_ page: String, of count: String) -> String { say("Page \(page) of \(count)") }
  var receiptMissing: String { say("This receipt is not here.") }
  var receiptEncrypted: String {
    say("This receipt is protected with a password and cannot be shown.")
  }
  var receiptDamaged: String { say("This receipt is damaged and cannot be shown.") }
  var receiptTooLarge: String { say("This receipt is too large to be part of the report.") }
  var receiptTooLong: String {
    say("This receipt has too many pages to be part of the report.")
  }
  var receiptsFull: String { say("The receipts before this one fill the report.") }
  var receiptUnknown: String { say("This receipt is neither a PDF nor a picture nor a text.") }
  var receiptGoesOn: String {
    say("This text goes on. It is too long for all of it to be part of the report.")
  }
}

extension Catalogue {
  /// The text in place of a receipt that a report could not include.
  func text(_ problem: ClaimReport.ReceiptProblem) -> String {
    switch problem {
    case .missing: receiptMissing
    case .encrypted: receiptEncrypted
    case .damaged: receiptDamaged
    case .tooLarge: receiptTooLarge
    case .tooManyPages: receiptTooLong
    case .reportFull: receiptsFull
    case .unknownKind: receiptUnknown
    case .restOfText: receiptGoesOn
    }
  }
}
