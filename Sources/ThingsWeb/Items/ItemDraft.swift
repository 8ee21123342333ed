import HTTPServer
import Household
import Replica
import SyncProtocol
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
    func typed(_ field: Field) -> String { form.first(field.rawValue) ?? "" }
    for field in Field.texts { values[field] = FieldValue(typed(field)) }
    labelIDs = Set(form.all("labels"))
    version = form.first("version") ?? ""
    templateID = form.first("template").flatMap { $0.isEmpty ? nil : $0 }
    // A field that the home offers and that was left empty is not stored.
    let offered = Set(form.all("offered").map { NameKey.make($0) })
    customFields = zip(form.all("fieldName"), form.all("fieldValue")).compactMap { name, value in
      value.isEmpty && (name.isEmpty || offered.contains(NameKey.make(name)))
        ? nil : CustomField(name: name, value: value)
    }
    let currency = InputText.line(typed(.currency)).uppercased()
    details = ItemDetails(name: typed(.name), currency: currency)
    let place = typed(.locationID)
    details.locationID = place.isEmpty ? nil : place
    details.manufacturer = typed(.manufacturer)
    details.model = typed(.model)
    details.serial = typed(.serial)
    details.assetID = typed(.assetID)
    details.condition = typed(.condition)
    details.url = typed(.url)
    details.purchasedFrom = typed(.purchasedFrom)
    details.warrantyDetails = typed(.warrantyDetails)
    details.lentTo = typed(.lentTo)
    details.soldTo = typed(.soldTo)
    details.soldNotes = typed(.soldNotes)
    details.description = typed(.description)
    details.notes = typed(.notes)
    details.isLifetimeWarranty = typed(.isLifetimeWarranty) == "yes"
    details.isInsured = typed(.isInsured) == "yes"
    details.isArchived = typed(.isArchived) == "yes"
    readNumbers(currency, words)
    details.purchasedOn = values.day(.purchasedOn)
    details.warrantyUntil = values.day(.warrantyUntil)
    details.lentUntil = values.day(.lentUntil)
    details.soldOn = values.day(.soldOn)
    // If anything cannot be read, all other problems are shown with it at once.
    if values.hasProblems { take(details.problems(with: customFields)) }
  }

  private mutating func readNumbers(_ currency: String, _ words: Catalogue) {
    details.priceMinor = price(.price, currency, words)
    details.replacementMinor = price(.replacement, currency, words)
    details.soldMinor = price(.sold, currency, words)
    details.residualMinor = price(.residual, currency, words)
    let years = InputText.line(values[.usefulLife].text)
    details.usefulLifeYears = Int64(years)
    if !years.isEmpty, details.usefulLifeYears == nil {
      values[.usefulLife].problem = .outOfRange(
        min: Depreciation.lives.lowerBound, max: Depreciation.lives.upperBound)
    }
    let quantity = InputText.line(values[.quantity].text)
    if let number = Int64(quantity.isEmpty ? "1" : quantity), number >= 0 {
      details.quantity = number
    } else {
      values[.quantity].problem = .unreadableQuantity(quantity)
    }
  }

  private mutating func price(_ field: Field, _ currency: String, _ words: Catalogue) -> Int64? {
    values.amount(field, currency, words) { .unreadablePrice($0) }
  }

  /// Shows each of the household's problems beside its field.
  mutating func take(_ problems: [InputProblem]) {
    for problem in problems {
      let field = Self.field(problem.field)
      if values[field].problem == nil {
        values[field].problem = FieldProblem(problem, text: values[field].text)
      }
    }
  }

  private static func field(_ input: InputField) -> Field {
    switch input {
    case .priceMinor: .price
    case .replacementMinor: .replacement
    case .soldMinor: .sold
    case .usefulLifeYears: .usefulLife
    case .residualMinor: .residual
    case .photos: .photos
    case .value: .fields
    default: Field(rawValue: input.rawValue) ?? .name
    }
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
    let values = values(of: page.item.details, words: words)
    var pairs = Field.texts.map { ($0.rawValue, values[$0].text) }
    pairs += page.labels.map { ("labels", $0.id) }
    for field in page.fields { pairs += [("fieldName", field.name), ("fieldValue", field.value)] }
    return URLCoding.encode(pairs)
  }

  /// The texts of the form for stored details.
  static func values(of details: ItemDetails, words: Catalogue) -> FormValues<Field> {
    var values = FormValues<Field>()
    func set(_ field: Field, _ text: String?) { values[field] = FieldValue(text ?? "") }
    func money(_ minor: Int64?) -> String? {
      minor.map { words.moneyInput(Money($0, details.currency)) }
    }
    func flag(_ isOn: Bool) -> String { isOn ? "yes" : "" }
    set(.name, details.name)
    set(.locationID, details.locationID)
    set(.quantity, String(details.quantity))
    set(.price, money(details.priceMinor))
    set(.currency, details.currency)
    set(.replacement, money(details.replacementMinor))
    set(.manufacturer, details.manufacturer)
    set(.model, details.model)
    set(.serial, details.serial)
    set(.assetID, details.assetID)
    set(.condition, details.condition)
    set(.url, details.url)
    set(.purchasedOn, details.purchasedOn)
    set(.purchasedFrom, details.purchasedFrom)
    set(.usefulLife, details.usefulLifeYears.map { String($0) })
    set(.residual, money(details.residualMinor))
    set(.warrantyUntil, details.warrantyUntil)
    set(.isLifetimeWarranty, flag(details.isLifetimeWarranty))
    set(.warrantyDetails, details.warrantyDetails)
    set(.isInsured, flag(details.isInsured))
    set(.isArchived, flag(details.isArchived))
    set(.lentTo, details.lentTo)
    set(.lentUntil, details.lentUntil)
    set(.soldOn, details.soldOn)
    set(.soldTo, details.soldTo)
    set(.sold, money(details.soldMinor))
    set(.soldNotes, details.soldNotes)
    set(.description, details.description)
    set(.notes, details.notes)
    return values
  }
}
