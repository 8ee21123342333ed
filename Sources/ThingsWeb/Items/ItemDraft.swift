import HTTPServer
import Household
import Replica
import SyncProtocol
import Things
import Values
import Web

/// The form of an item: the texts as typed, and the values read from them.
struct ItemDraft: Sendable {
  typealias Field = ItemFormPage.Field

  var values = FormValues<Field>()
  private(set) var details: ItemDetails
  private(set) var labelIDs: Set<RecordID>
  private(set) var customFields: [CustomField]
  /// The form's original content as one text, see ``beginning(_:words:)``.
  let version: String
  /// The template that the form of a new item was filled in from.
  let templateID: String?

  init(_ form: HTTPParameters, words: Catalogue) {
    values = FormValues(form, ItemDetails.fields)
    labelIDs = Set(form.all("labels"))
    version = form.first("version") ?? ""
    templateID = form.first("template").flatMap { $0.isEmpty ? nil : $0 }
    // A field that the home offers and that was left empty is not stored.
    let offered = Set(form.all("offered").map { NameKey.make($0) })
    customFields = zip(form.all("fieldName"), form.all("fieldValue")).compactMap { name, value in
      value.isEmpty && (name.isEmpty || offered.contains(NameKey.make(name)))
        ? nil : CustomField(name: name, value: value)
    }
    details = ItemDetails(name: "", currency: "")
    values.read(ItemDetails.fields, into: &details, words: words)
    // If anything cannot be read, all other problems are shown with it at once.
    if values.hasProblems { take(details.problems(with: customFields)) }
  }

  /// Shows each of the household's problems beside its field.
  mutating func take(_ problems: [InputProblem]) {
    let problems = problems.map {
      $0.field == .value ? InputProblem(field: .fields, reason: $0.reason) : $0
    }
    values.show(
      problems, among: ItemDetails.fields.map(\.formName) + [.photos, .labels, .fields],
      other: .name)
  }

  /// Writes only what the person changed in the form, so that it undoes nobody else's change.
  ///
  /// - Returns: the item's name.
  func save(item id: RecordID, words: Catalogue, _ transaction: WriteTransaction) throws -> String {
    let base = HTTPParameters(version: version)
      .map { ItemDraft($0, words: words) }
      .flatMap { $0.values.hasProblems ? nil : $0 }
    let stored = try Item.find(id, in: transaction.connection)?.details
    let edited = try EditItem(
      itemID: id, details: details.settled(since: stored), base: base?.details)(transaction)
    let page = try StoredItemPage(item: id, in: transaction.connection)
    var labels = labelIDs
    if let base {
      labels = Set(page?.labels.map(\.id) ?? [])
        .subtracting(base.labelIDs.subtracting(labelIDs))
        .union(labelIDs.subtracting(base.labelIDs))
    }
    try SetItemLabels(itemID: id, labelIDs: labels)(transaction)
    // The form lists the offered fields first, so a different order alone is no change.
    let before = base?.customFields.map { [$0.name, $0.value] }
    let isSame = before.map { Set($0) == Set(customFields.map { [$0.name, $0.value] }) } ?? false
    guard !isSame else { return edited.details.name }
    // The form carries no IDs. Fields are matched by name, so that unchanged ones are not
    // rewritten.
    var free = page?.fields ?? []
    let fields = customFields.map { field in
      let index = free.firstIndex { NameKey.make($0.name) == NameKey.make(field.name) }
      return CustomField(
        id: index.map { free.remove(at: $0).id }, name: field.name, value: field.value)
    }
    try SetItemFields(itemID: id, fields: fields)(transaction)
    return edited.details.name
  }

  /// The original content of an item's form, for ``version``.
  static func beginning(_ page: StoredItemPage, words: Catalogue) -> String {
    let values = FormValues(page.item.details, ItemDetails.fields, words: words)
    var pairs = values.pairs(ItemDetails.fields)
    pairs += page.labels.map { ("labels", $0.id) }
    for field in page.fields { pairs += [("fieldName", field.name), ("fieldValue", field.value)] }
    return URLCoding.encode(pairs)
  }
}
