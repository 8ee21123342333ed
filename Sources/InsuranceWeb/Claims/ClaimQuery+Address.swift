import ClaimReports
import Web

// The choices for a claim report as a part of its address.
extension ClaimQuery: RouteQuery {
  /// Stands in an address once the form has been sent: a box that is not ticked sends nothing.
  private static let chosen = "report"

  package var fields: [(String, String)] {
    guard self != ClaimQuery() else { return [] }
    var fields = [(Self.chosen, "")]
    if let policyID { fields.append(("policy", policyID)) }
    if !search.isEmpty { fields.append(("q", search)) }
    if hasPhotos { fields.append(("photos", "on")) }
    if hasReceipts { fields.append(("receipts", "on")) }
    if hasArchived { fields.append(("archived", "on")) }
    if hasSold { fields.append(("sold", "on")) }
    if let paper { fields.append(("paper", paper.rawValue)) }
    fields += roomIDs.map { ("room-\($0)", "on") }
    fields += labelIDs.map { ("label-\($0)", "on") }
    return fields
  }

  /// Reads what ``fields`` writes; what it does not know is left out.
  package init(_ fields: QueryFields) {
    self.init()
    policyID = fields.nonEmpty("policy")
    search = fields["q"] ?? ""
    paper = fields["paper"].flatMap { Paper(rawValue: $0) }
    roomIDs = fields.endings(of: "room-")
    labelIDs = fields.endings(of: "label-")
    hasArchived = fields["archived"] != nil
    hasSold = fields["sold"] != nil
    guard fields[Self.chosen] != nil else { return }
    hasPhotos = fields["photos"] != nil
    hasReceipts = fields["receipts"] != nil
  }
}
