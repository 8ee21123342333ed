import Household
import SyncProtocol

/// The expense that an expense of a kept copy was copied from, in the group that was first copied.
///
/// A copy says it where an import says what it has brought, in `importSource` and `importRef`. A
/// person's ledger counts the share of an expense and of its copies once, see `LedgerIndex`.
struct CopyOrigin: Hashable {
  /// What `importSource` says of a copy.
  static let source = "copy"

  let group: ZoneID
  let expense: RecordID

  init(_ group: ZoneID, _ expense: RecordID) { (self.group, self.expense) = (group, expense) }

  /// `nil` for what is no copy.
  init?(source: String?, ref: String?) {
    guard source == Self.source, let ref else { return nil }
    self.init(ref: ref)
  }

  init?(ref: String) {
    let parts = ref.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    self.init(String(parts[0]), String(parts[1]))
  }

  var ref: String { "\(group) \(expense)" }

  /// Whether a copy can say it; ids of other programs may be long.
  var isStorable: Bool { ref.count <= TextLimit.importRef.maxCharacters }
}
