import Web

extension HomeSettingsPage.Contents {
  /// What a deleted home had.
  ///
  /// - Parameter counts: the number of records by table.
  init(_ counts: [String: Int]) {
    func count(_ table: String) -> Int { counts[table] ?? 0 }
    self.init(
      items: count("items"), rooms: count("locations"), labels: count("labels"),
      photos: count("photos"), papers: count("attachments"), policies: count("policies"))
  }
}

// What is in a home, in numbers.
extension Catalogue {
  func summary(_ contents: HomeSettingsPage.Contents) -> String {
    let others: [(count: Int, words: (Int) -> String)] = [
      (contents.rooms, placeCount), (contents.labels, labelCount),
      (contents.photos, photoCount), (contents.policies, policyCount),
    ]
    return ([itemCount(contents.items)] + others.filter { $0.count > 0 }.map { $1($0) })
      .joined(separator: " · ")
  }
  /// Rooms with the shelves and boxes in them.
  func placeCount(_ count: Int) -> String {
    plural(count, one: "1 room or place", other: "\(number(count)) rooms and places")
  }
  /// The photos of a home, and its papers where it has any.
  func files(_ contents: HomeSettingsPage.Contents) -> String {
    let papers = contents.papers > 0 ? [paperCount(contents.papers)] : []
    return list([photoCount(contents.photos)] + papers)
  }
  func plan(
    of contents: HomeSettingsPage.Contents
  ) -> [(icon: Icon, text: String, detail: String)] {
    var rows: [(icon: Icon, text: String, detail: String)] = [
      (.box, itemCount(contents.items), files(contents)),
      (.door, placeCount(contents.rooms), labelCount(contents.labels)),
    ]
    if contents.policies > 0 { rows.append((.shield, policyCount(contents.policies), "")) }
    return rows
  }
}
