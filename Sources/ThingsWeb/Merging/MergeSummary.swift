import Web

/// What a merge moves and combines: planned before the merge, counted after it.
package struct MergeSummary: Equatable, Sendable {
  /// Archived ones are among them.
  package var items = 0
  package var archivedItems = 0
  package var movedPlaces = 0
  package var combinedPlaces = 0
  package var movedLabels = 0
  package var combinedLabels = 0
  package var movedPolicies = 0
  package var combinedPolicies = 0
  package var photos = 0
  package var papers = 0
  package var maintenance = 0
  package var templates = 0
  package var movedPresets = 0
  package var combinedPresets = 0
  /// Names of the places that are combined; like those of labels known only before a merge.
  package var placeNames: [String] = []
  package var labelNames: [String] = []
  /// Policies that stay beside one of the same name, because their numbers differ.
  package var keptPolicies: [String] = []

  package init() {}

  /// Most names in one line; the rest is counted.
  static let maxNames = 6

  /// - Parameters:
  ///   - owner: whose home it goes into; `nil` for one's own.
  ///   - isDone: after the merge.
  func rows(
    owner: String?, isDone: Bool, _ words: Catalogue
  ) -> [(icon: Icon, text: String, detail: String)] {
    var rows: [(icon: Icon, text: String, detail: String)] = [
      (.box, words.itemsMerge(items, archived: archivedItems, isDone: isDone), words.noneChanged)
    ]
    func add(
      _ icon: Icon, _ combined: Int, _ moved: Int, _ detail: String,
      _ text: (Int, Int) -> String
    ) {
      if combined + moved > 0 { rows.append((icon, text(combined, moved), detail)) }
    }
    add(.shelf, combinedPlaces, movedPlaces, words.some(placeNames)) {
      words.placesMerge($0, $1, isDone: isDone)
    }
    let colours = combinedLabels == 0 ? "" : words.coloursKept(owner: owner)
    add(.tag, combinedLabels, movedLabels, labelNames.isEmpty ? colours : words.some(labelNames)) {
      words.labelsMerge($0, $1, isDone: isDone)
    }
    if photos + papers > 0 {
      rows.append(
        (.photo, words.filesMerge(photos, papers, isDone: isDone), words.allOriginals))
    }
    add(.shield, combinedPolicies, movedPolicies, "") {
      words.policiesMerge($0, $1, isDone: isDone)
    }
    if !keptPolicies.isEmpty {
      rows.append(
        (.shield, words.policiesKept(keptPolicies.count, owner: owner), words.otherNumber))
    }
    add(.tools, 0, maintenance, "") { words.maintenanceMerges($1, isDone: isDone) }
    add(.copy, 0, templates, "") { words.templatesMerge($1, isDone: isDone) }
    add(.edit, combinedPresets, movedPresets, "") { words.presetsMerge($0, $1, isDone: isDone) }
    return rows
  }
}
