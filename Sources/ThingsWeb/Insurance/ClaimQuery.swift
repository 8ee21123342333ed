import Web

/// The choices for a claim report: the part of an address after the `?`.
package struct ClaimQuery: Equatable, Hashable, Sendable {
  /// `nil` for none.
  package var policyID: String?
  /// Empty for all; with ``ItemQuery/noRoom`` for what is in no particular place. Sorted.
  package var roomIDs: [String] = []
  /// Empty for all. Sorted.
  package var labelIDs: [String] = []
  package var search = ""
  package var hasPhotos = true
  package var hasReceipts = true
  package var hasArchived = false
  package var hasSold = false
  /// `nil` for the usual paper of the person's region.
  package var paper: Paper?

  package enum Paper: String, CaseIterable, Hashable, Sendable { case a4, letter }

  package init() {}

  /// Stands in an address once the form has been sent: a box that is not ticked sends nothing.
  private static let chosen = "report"

  var fields: [(String, String)] {
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

extension ClaimQuery: RouteQuery {}
