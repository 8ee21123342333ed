import Household

extension Field {
  /// The fields of a record, as the domain lists them.
  ///
  /// - Parameter path: where the record's details are in a draft.
  static func all<Details>(
    _ fields: [RecordField<Details>], at path: Path<Draft, Details>
  ) -> [Field] {
    fields.map { Field<Details>($0).moved(to: path) }
  }

  /// The same field of a draft that has these details at `path`.
  func moved<Whole>(to path: Path<Whole, Draft>) -> Field<Whole> {
    var field = Field<Whole>(
      name: name, schema: schema, show: { [show] in show($0[keyPath: path]) },
      take: { [take] (json: JSON, whole: inout Whole) throws(Problem.Fault) in
        try take(json, &whole[keyPath: path])
      })
    field.isRequired = isRequired
    field.isShown = isShown
    field.isAmount = isAmount
    return field
  }

  private init(_ field: RecordField<Draft>) {
    let (name, about, text) = (field.name, field.about, field.example.text ?? "")
    let number = field.example.integer ?? 0
    self =
      switch field.kind {
      case .line(let path, let limit, let isRequired):
        .text(name, path, limit, isRequired: isRequired, about, example: text)
      case .lines(let path, let limit): .text(name, path, limit, about, example: text)
      case .emoji(let path): .text(name, path, .emoji, about, example: text)
      case .url(let path): .text(name, path, .url, about, example: text)
      case .day(let path): .day(name, path, about, example: text)
      case .flag(let path): .flag(name, path, about)
      case .number(let path, let range, _): .integer(name, path, range, about, example: number)
      case .optionalNumber(let path, let range):
        .optionalInteger(name, path, range, about, example: number)
      case .amount(let path): .money(name, path, about)
      case .currency(let path): .currency(name, path, about)
      case .optionalCurrency(let path):
        .optionalText(name, path, about, example: text, maxLength: 3)
      case .reference(let path): .optionalText(name, path, about, example: Examples.location)
      case .choice(let path, let words): .choice(name, path, words, about)
      }
  }
}
