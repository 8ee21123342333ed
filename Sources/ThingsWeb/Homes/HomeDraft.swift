import HTTPServer
import Household
import Things
import Values
import Web

/// The form of a home's settings, as it was typed.
struct HomeDraft: Sendable {
  typealias Field = HomeSettingsPage.Field

  /// The price cannot be read as an amount; nothing is saved.
  struct UnreadablePrice: Error {}

  private var texts: [Field: String] = [:]
  private let typedColour: String
  private let region: Region
  private var hasUnreadablePrice = false
  private let version: String

  init(_ form: HTTPParameters, words: Catalogue) {
    for field in Field.allCases { texts[field] = form.first(field.rawValue) }
    typedColour = form.first("colour") ?? ""
    version = form.first("version") ?? ""
    region = words.region
    if let text = texts[.purchase], !InputText.line(text).isEmpty {
      hasUnreadablePrice = minor(text, currency: currency(or: nil)) == nil
    }
  }

  init(_ details: HomeDetails, words: Catalogue) {
    texts = [
      .name: details.name, .emoji: details.emoji, .address1: details.address.address1,
      .address2: details.address.address2, .city: details.address.city,
      .state: details.address.state, .zip: details.address.zip,
      .country: details.address.country, .currency: details.currency ?? "", .note: details.note,
      .purchasedOn: details.purchasedOn ?? "", .purchase: "",
    ]
    if let minor = details.purchaseMinor, let currency = details.currency {
      texts[.purchase] = words.moneyInput(Money(minor, currency))
    }
    typedColour = String(details.colorIndex)
    let texts = texts
    let fields = Field.allCases.compactMap { field in texts[field].map { (field.rawValue, $0) } }
    version = URLCoding.encode(fields + [("colour", typedColour)])
    region = words.region
  }

  /// The home as the opened form showed it; fields that the form did not show are taken from `old`.
  /// `nil` if that cannot be read.
  func base(over old: HomeDetails, words: Catalogue) -> HomeDetails? {
    guard let form = HTTPParameters(version: version) else { return nil }
    return try? HomeDraft(form, words: words).details(over: old)
  }

  var colour: PaletteColour { Int(typedColour).flatMap { PaletteColour(rawValue: $0) } ?? .green }

  /// The home with the typed values; fields that the form did not send keep their values from
  /// `old`.
  ///
  /// Throws ``UnreadablePrice`` rather than storing a price of zero.
  func details(over old: HomeDetails) throws -> HomeDetails {
    var details = old
    func take(_ field: Field, _ path: WritableKeyPath<HomeDetails, String>) {
      if let text = texts[field] { details[keyPath: path] = text }
    }
    take(.name, \.name)
    take(.emoji, \.emoji)
    take(.address1, \.address.address1)
    take(.address2, \.address.address2)
    take(.city, \.address.city)
    take(.state, \.address.state)
    take(.zip, \.address.zip)
    take(.country, \.address.country)
    take(.note, \.note)
    if let code = texts[.currency] { details.currency = code.isEmpty ? nil : code }
    if let text = texts[.purchasedOn] {
      let day = InputText.line(text)
      details.purchasedOn = day.isEmpty ? nil : day
    }
    if let text = texts[.purchase] {
      if InputText.line(text).isEmpty {
        details.purchaseMinor = nil
      } else {
        guard let amount = minor(text, currency: currency(or: old.currency)) else {
          throw UnreadablePrice()
        }
        details.purchaseMinor = amount
      }
    }
    if !typedColour.isEmpty { details.colorIndex = colour.rawValue }
    return details
  }

  private func currency(or old: String?) -> String {
    InputText.line(texts[.currency] ?? old ?? "").uppercased()
  }

  private func minor(_ text: String, currency: String) -> Int64? {
    TypedAmount.minor(InputText.line(text), currency: currency, region: region)
  }

  func values(_ problems: [InputProblem]) -> FormValues<Field> {
    var values = FormValues<Field>()
    values.version = version
    for (field, text) in texts { values[field] = FieldValue(text) }
    if hasUnreadablePrice {
      let text = InputText.line(texts[.purchase] ?? "")
      values[.purchase].problem =
        TypedAmount.problem(text, currency: currency(or: nil), region: region)
        ?? .unreadablePrice(text)
    }
    for problem in problems {
      let field =
        problem.field == .purchaseMinor
        ? .purchase : Field(rawValue: problem.field.rawValue) ?? .name
      values[field].problem = FieldProblem(problem, text: values[field].text)
    }
    return values
  }
}
