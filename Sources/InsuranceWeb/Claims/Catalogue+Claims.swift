import Web

// The report for an insurance claim.
extension Catalogue {
  var claimReport: String { say("Claim report") }
  var makeClaimReport: String { say("Make a claim report") }
  var claimReportNote: String { say("A PDF for your insurer, with photos and receipts") }
  var noPolicyChosen: String { say("No policy") }
  var noPolicyToChoose: String { say("This home has no policy yet; the report will name none.") }
  var claimScope: String { say("What was lost or damaged") }
  var claimScopeText: String { say("Everything in this home, unless you choose.") }
  var claimSearch: String { say("Only items with these words") }
  var claimOptions: String { say("What the report holds") }
  var withPhotos: String { say("Photos") }
  var withReceipts: String { say("Receipts, at the end") }
  var withArchived: String { say("Archived items, too") }
  var withSold: String { say("Sold items, too") }
  var paperSize: String { say("Paper") }
  var paperA4: String { say("A4") }
  var paperLetter: String { say("US Letter") }
  var claimSummary: String { say("This report") }
  var claimEmpty: String { say("No item meets what you chose.") }
  func tooManyForReport(_ count: Int) -> String {
    say("One report holds \(number(count)) items. Choose rooms or labels.")
  }
  var updateSummary: String { say("Update") }
}
