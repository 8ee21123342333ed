import Web

/// How labels are printed: the part of an address after the `?`. Numbers are kept as they were
/// typed, so that a wrong one is shown again.
package struct LabelQuery: Equatable, Hashable, Sendable {
  /// `nil` for what the person's part of the world uses.
  package var sheet: LabelPaper?
  /// The first label of the first sheet that is used, from 1.
  package var start = "1"
  /// The number of copies of each label.
  package var copies = "1"
  /// What a place's labels are for.
  package var contents = Contents.items
  package var showsID = true
  package var showsPlace = true
  package var showsHome = false
  /// Draws the border of each label, for a test on plain paper.
  package var hasOutlines = false

  /// Which things of a place get labels.
  package enum Contents: String, CaseIterable, Hashable, Sendable {
    /// The items in it and inside it.
    case items
    /// The place itself, and the places inside it.
    case places
  }

  package init() {}

  /// Stands in an address once the form has been sent: a box that is not ticked sends nothing.
  private static let chosen = "printing"

  var fields: [(String, String)] {
    guard self != LabelQuery() else { return [] }
    var fields = [(Self.chosen, "")]
    if let sheet { fields.append(("sheet", sheet.rawValue)) }
    if start != "1" { fields.append(("start", start)) }
    if copies != "1" { fields.append(("copies", copies)) }
    if contents != .items { fields.append(("of", contents.rawValue)) }
    if showsID { fields.append(("shows-id", "on")) }
    if showsPlace { fields.append(("shows-place", "on")) }
    if showsHome { fields.append(("shows-home", "on")) }
    if hasOutlines { fields.append(("outlines", "on")) }
    return fields
  }

  /// Reads what ``fields`` writes; what it does not know is left out.
  package init(_ fields: QueryFields) {
    sheet = fields["sheet"].flatMap { LabelPaper(rawValue: $0) }
    start = fields["start"].map { String($0.prefix(12)) } ?? "1"
    copies = fields["copies"].map { String($0.prefix(12)) } ?? "1"
    contents = fields["of"].flatMap { Contents(rawValue: $0) } ?? .items
    guard fields[Self.chosen] != nil else { return }
    showsID = fields["shows-id"] != nil
    showsPlace = fields["shows-place"] != nil
    showsHome = fields["shows-home"] != nil
    hasOutlines = fields["outlines"] != nil
  }
}

/// What labels are printed on.
package enum LabelPaper: String, CaseIterable, Hashable, Sendable {
  case avery5160, avery5260, averyL7160
  case dk11209, dk11201, dk11204, dk22205, dk22210
  case tze12, tze18, tze24
  case single

  /// The sheet that is sold where the region's paper is.
  init(in region: Region) {
    self = region.usesLetterPaper ? .avery5160 : .averyL7160
  }
}

extension LabelQuery: RouteQuery {}
