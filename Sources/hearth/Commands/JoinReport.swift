import SyncProtocol
import Things

/// The report of `hearth join`, or of its dry run.
struct JoinReport: Encodable, Sendable {
  let account: String
  let sharedHome: String
  let sharedHomeID: ZoneID
  let owner: String
  /// `editor` or `viewer`.
  let role: String
  /// Whether the invite allows merging a home of the account's own into the shared one.
  let allowsMerge: Bool
  let isDryRun: Bool
  /// `nil` when nothing has been chosen.
  var choice: JoinCommand.Choice?
  /// `false` if the account was in the home before, and after a dry run.
  var didJoin = false
  /// Whether the account could only view the home before, and is an editor now.
  var didUpgrade = false
  /// Whether it would be an editor with `--upgrade`.
  let canUpgrade: Bool
  /// The account's own home that is merged into the shared one.
  var home: String?
  /// The id of the merge's record.
  var mergeID: RecordID?
  /// How many records move and how many are combined.
  var counts: MergeCounts?
  /// The homes that a fresh start removes.
  var removedHomes: [String]?
  var removedItemCount: Int?
  /// The account's own homes that stay because other people have access too.
  var keptHomes: [String]?

  init(_ offer: InviteOffer, account: String, isDryRun: Bool) {
    self.account = account
    sharedHome = offer.title
    sharedHomeID = offer.zone
    owner = offer.ownerName
    role = (offer.ownRole ?? offer.role).canWrite ? "editor" : "viewer"
    allowsMerge = offer.allowsMerge
    canUpgrade = offer.isUpgrade
    self.isDryRun = isDryRun
  }

  mutating func add(_ merge: HomeMerge) throws {
    home = merge.sourceName
    mergeID = merge.id
    counts = merge.counts
  }

  mutating func add(_ plan: StartFresh.Plan) {
    removedHomes = plan.removed.map(\.name)
    removedItemCount = plan.items
    keptHomes = plan.sharedOut.map(\.name)
  }

  var text: String {
    var lines = ["\(sharedHome), shared by \(owner); \(account) joins as \(role)."]
    if !isDryRun {
      lines = [
        didJoin
          ? "\(account) has joined \(sharedHome) as \(role)."
          : "\(account) has \(sharedHome) already, as \(role)."
      ]
    }
    if didUpgrade { lines = ["\(account) is an editor of \(sharedHome) now."] }
    if canUpgrade {
      lines.append("The invite makes \(account) an editor: say with --upgrade that it is meant.")
    }
    switch choice {
    case nil where canUpgrade || didUpgrade: break
    case nil:
      lines.append(
        "Own homes: choose with --choice alongside\(allowsMerge ? ", merge" : "") or fresh.")
    case .alongside: lines.append("The account's own homes stay as they are.")
    case .merge: if let counts { lines.append(sentence(counts)) }
    case .fresh:
      let names = (removedHomes ?? []).joined(separator: ", ")
      lines.append(
        "\(isDryRun ? "Would remove" : "Removed"): \(names.isEmpty ? "nothing" : names), "
          + "\(removedItemCount ?? 0) items. They can be restored for 30 days.")
    }
    if isDryRun, !allowsMerge {
      lines.append("The invite lets \(account) not move a home of theirs into it.")
    }
    if isDryRun { lines.append("Nothing was joined or changed.") }
    return lines.joined(separator: "\n")
  }

  private func sentence(_ counts: MergeCounts) -> String {
    let combined = counts.combinedPlaces + counts.combinedLabels + counts.combinedPolicies
    let kept = counts.movedPlaces + counts.movedLabels + counts.movedPolicies
    return "\(home ?? "") \(isDryRun ? "would go" : "went") into \(sharedHome): "
      + "\(counts.items) items and \(counts.photos) photos; of places, labels and policies "
      + "\(combined) became one with their like, \(kept) came along."
  }
}
