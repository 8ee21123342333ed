/// The choices for a claim report.
package struct ClaimQuery: Equatable, Hashable, Sendable {
  /// `nil` for none.
  package var policyID: String?
  /// Empty for all; with ``noRoom`` for what is in no particular place. Sorted.
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

  /// Stands among ``roomIDs`` for what is in no particular place.
  package static let noRoom = "none"

  package init() {}

}
