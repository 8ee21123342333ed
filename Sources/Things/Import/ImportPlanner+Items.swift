import Household
import Importing
import Replica
import SQLite
import SyncProtocol

extension ImportPlanner {
  mutating func planItem(_ index: Int, _ item: ImportedItem) throws {
    let (source, reference) = identity(of: item)
    let home = try homeIndex(item.homeIndex)
    var check = InputCheck()
    if item.currencies.count > 1 { check.fail(.currency, .severalCurrencies) }
    if item.locationPath.count > Location.maxDepth {
      check.fail(.locationID, .tooDeep(max: Location.maxDepth))
    }
    let existing = try home.flatMap { try existingItem(source, reference, home: $0) }
    let base =
      existing?.details ?? ItemDetails(name: item.name, currency: plan.choices.currency)
    let details = check.clean(item.details(over: base), ItemDetails.fields)
    if item.values["residualMinor"] != nil { check.residual(details) }
    let lastSeenOn = check.date(item.lastSeenOn, .lastSeenOn) ?? existing?.lastSeenOn
    let fields = check.fields(
      item.fields(parentName: item.parentReference.flatMap { parentNames[$0] }))
    let blocking = item.problems.filter(\.isBlocking)
    func row(
      _ bucket: PlannedItem.Bucket, location: Int? = nil, labels: [Int] = [],
      photos: [ImportedPhoto] = [], before: PlannedItem.Before? = nil
    ) -> PlannedItem {
      PlannedItem(
        index: index, bucket: bucket, home: home, location: location, labels: labels,
        fields: fields, photos: photos, details: details, lastSeenOn: lastSeenOn, source: source,
        reference: reference,
        before: before)
    }
    if plan.choices.skipped.contains(index) {
      plan.items.append(row(.skipped))
      return
    }
    if home == nil { check.fail(.homeID, .missing) }
    if let id = home.flatMap({ plan.homes[$0].existingID }),
      try AmountVeil.hides(id, in: connection)
    {
      check.keepAmounts(details, shown: base, ItemDetails.fields)
    }
    // An item that somebody has moved to another home keeps its place and labels there.
    let planned = home.flatMap { plan.homes[$0].existingID }
    let isElsewhere = existing.map { $0.homeID != planned } ?? false
    var (location, labels): (Int?, [Int]) = (nil, [])
    if let home, !isElsewhere, blocking.isEmpty, check.problems.isEmpty {
      (location, labels) = try links(of: item, home: home, &check)
    }
    guard let home, blocking.isEmpty, check.problems.isEmpty, plan.homes[home].problems.isEmpty
    else {
      let problems = check.problems + (home.map { plan.homes[$0].problems } ?? [])
      plan.items.append(row(.needsFixing(blocking, problems)))
      return
    }
    guard let existing else {
      plan.items.append(row(.new, location: location, labels: labels, photos: item.photos))
      return
    }
    let photos = try missingPhotos(item.photos, of: .item(existing.id), home: existing.homeID)
    var changes = try changes(
      existing, to: details, location: location, labels: labels, fields: fields, photos: photos)
    if existing.lastSeenOn != lastSeenOn {
      changes.append(
        ImportChange(
          field: .lastSeenOn, old: existing.lastSeenOn ?? "", new: lastSeenOn ?? ""))
    }
    plan.items.append(
      row(
        changes.isEmpty ? .unchanged(existing.id) : .updated(existing.id, changes),
        location: location, labels: labels, photos: photos,
        before: changes.isEmpty ? nil : PlannedItem.Before(existing)))
    plan.items[plan.items.count - 1].isElsewhere = isElsewhere
  }

  /// The planned place and labels of an item.
  private mutating func links(
    of item: ImportedItem, home: Int, _ check: inout InputCheck
  ) throws -> (location: Int?, labels: [Int]) {
    let tooLong = InputProblem.Reason.tooLong(maxCharacters: TextLimit.name.maxCharacters)
    let location = try locationIndex(item.locationPath, home: home)
    if location == nil, !item.locationPath.isEmpty { check.fail(.locationID, tooLong) }
    var labels: [Int] = []
    for name in item.labelNames where !NameKey.make(name).isEmpty {
      guard let label = try labelIndex(name, home: home) else {
        check.fail(.labels, tooLong)
        continue
      }
      if !labels.contains(label) { labels.append(label) }
    }
    return (location, labels)
  }

  /// The import source of rows that have no id of their own.
  private var rowSource: String { "\(document.format.rawValue)-row" }

  /// The source and reference by which a later import of the same file recognises the row.
  ///
  /// A row without an id is identified by its name and place, and by the number of identical rows
  /// before it.
  private mutating func identity(of item: ImportedItem) -> (source: String, reference: String) {
    if let reference = item.reference { return (reference.system.rawValue, reference.key) }
    let path = ([item.name] + item.locationPath).map(NameKey.make).joined(separator: "\u{1f}")
    let text = "\(item.homeIndex ?? -1)\u{1f}\(path)"
    let number = occurrences[text, default: 0]
    occurrences[text] = number + 1
    return (rowSource, UUIDs.v5("import", "\(path)\u{1f}\(number)"))
  }

  /// The item imported earlier: in the home its row goes to, or wherever somebody has moved it.
  ///
  /// A row from one of Hearth's own tables is also recognised by the item's id. There is none if
  /// the rows go to a new home that the person asked for, since existing items were passed over on
  /// purpose. A row without an id never matches an item in another home: there is a kettle in every
  /// kitchen.
  private func existingItem(_ source: String, _ reference: String, home: Int) throws -> Item? {
    let planned = plan.homes[home].existingID
    if planned == nil, plan.homes[home].index == nil { return nil }
    if source == rowSource {
      // The `+` avoids the index by id, which would be searched through the whole home; this sorts
      // instead.
      return try Item.all(
        where: "homeID = ? AND importSource = ? AND importRef = ? ORDER BY +id LIMIT 1",
        [Value(planned), .text(source), .text(reference)], in: connection
      ).first
    }
    let imported = try importedItem(source, reference, planned)
    guard Self.isKnownByID(source), imported == nil || imported?.homeID != planned,
      let own = try Item.find(reference, in: connection)
    else { return imported }
    return own.homeID == planned ? own : imported ?? own
  }

  /// Exports that Hearth writes in the formats of these programs use Hearth's own ids.
  private static func isKnownByID(_ source: String) -> Bool {
    [SourceReference.System.homeboxReference, .movingBox].contains { $0.rawValue == source }
  }

  private func importedItem(
    _ source: String, _ reference: String, _ planned: ZoneID?
  ) throws -> Item? {
    try Item.all(
      where: """
        id = (SELECT i.id FROM homes AS h CROSS JOIN items AS i
          ON i.homeID = h.id AND i.importSource = ? AND i.importRef = ?
          ORDER BY i.homeID IS NOT ?, i.id LIMIT 1)
        """, [.text(source), .text(reference), Value(planned)], in: connection
    ).first
  }

  private func changes(
    _ item: Item, to details: ItemDetails, location: Int?, labels: [Int], fields: [CustomField],
    photos: [ImportedPhoto]
  ) throws -> [ImportChange] {
    var changes: [ImportChange] = []
    for field in ItemDetails.fields where field.name != "locationID" {
      let (old, new) = (field.value(of: item.details), field.value(of: details))
      guard old != new else { continue }
      changes.append(
        ImportChange(field: InputField(field.name), old: old.shown, new: new.shown))
    }
    if let location,
      plan.locations[location].existingID != item.details.locationID
        || plan.locations[location].existingID == nil
    {
      let old = try item.details.locationID.flatMap { try Location.find($0, in: connection)?.name }
      changes.append(
        ImportChange(
          field: .locationID, old: old ?? "",
          new: plan.locations[location].path.joined(separator: " / ")))
    }
    let borne = Set(
      try ItemLabel.of(item, in: connection).compactMap {
        try Label.find($0.labelID, in: connection)?.nameKey
      })
    let added = labels.map { plan.labels[$0].name }.filter { !borne.contains(NameKey.make($0)) }
    if !added.isEmpty {
      changes.append(ImportChange(field: .labels, old: "", new: added.joined(separator: ", ")))
    }
    let present = try ItemField.of(item, in: connection)
    for (field, known) in zip(fields, ItemField.known(fields, among: present)) {
      let old = known?.value
      if old != field.value {
        changes.append(
          ImportChange(field: .fields, old: old ?? "", new: "\(field.name): \(field.value)"))
      }
    }
    if !photos.isEmpty {
      changes.append(ImportChange(field: .photos, old: "", new: String(photos.count)))
    }
    return changes
  }
}

extension ItemField {
  /// The existing field for each field of a file; `nil` where there is none.
  ///
  /// Fields with the same name are matched in order: the first in the file to the first in
  /// `present`, and so on. `present` is in order.
  static func known(_ fields: [CustomField], among present: [ItemField]) -> [ItemField?] {
    var rest = Dictionary(grouping: present) { NameKey.make($0.name) }
    return fields.map { field in
      let key = NameKey.make(field.name)
      guard let known = rest[key]?.first else { return nil }
      rest[key]?.removeFirst()
      return known
    }
  }
}

extension FieldValue {
  fileprivate var shown: String {
    switch self {
    case .text(let text): text
    case .integer(let integer): String(integer)
    default: ""
    }
  }
}
