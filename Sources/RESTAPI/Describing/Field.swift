import Household

/// One writable field: its name, its schema, and how it is read and shown.
///
/// A request's body is decoded into a `Draft`. Decoding, response JSON and schema all follow from
/// one list of fields, so that they cannot differ.
struct Field<Draft>: Sendable {
  let name: String
  let schema: JSON
  var isRequired = false
  /// Whether responses contain it too.
  var isShown = true
  /// Whether it is an amount, which depends on the record's `currency`.
  var isAmount = false
  let show: @Sendable (Draft) -> JSON
  let take: @Sendable (JSON, inout Draft) throws(Problem.Fault) -> Void
}

typealias Path<Root, Value> = WritableKeyPath<Root, Value> & Sendable

extension Field {
  /// Text that is empty by default; `null` empties it, unless the field is required.
  static func text(
    _ name: String, _ path: Path<Draft, String>, _ limit: TextLimit, isRequired: Bool = false,
    _ description: String, example: String
  ) -> Field {
    var field = Field(
      name: name,
      schema: [
        "type": isRequired ? "string" : ["string", "null"],
        "maxLength": .integer(Int64(limit.maxCharacters)), "description": .string(description),
        "examples": [.string(example)],
      ],
      show: { .string($0[keyPath: path]) },
      take: { (json: JSON, draft: inout Draft) throws(Problem.Fault) in
        draft[keyPath: path] = try Taken(json, name).text(orNull: isRequired ? nil : "")
      })
    field.isRequired = isRequired
    return field
  }

  /// Text or `null`, such as an id or a currency.
  static func optionalText(
    _ name: String, _ path: Path<Draft, String?>, _ description: String, example: String,
    maxLength: Int64 = 36, format: String? = nil
  ) -> Field {
    let schema: JSON = [
      "type": ["string", "null"], "maxLength": .integer(maxLength),
      "description": .string(description), "examples": [.string(example)],
    ]
    return Field(
      name: name, schema: schema.adding(["format": format.map { .string($0) }]),
      show: { JSON($0[keyPath: path]) },
      take: { (json: JSON, draft: inout Draft) throws(Problem.Fault) in
        draft[keyPath: path] = try Taken(json, name).optionalText()
      })
  }

  /// A day, `YYYY-MM-DD`, or `null`.
  static func day(
    _ name: String, _ path: Path<Draft, String?>, _ description: String, example: String
  ) -> Field {
    optionalText(name, path, description, example: example, maxLength: 10, format: "date")
  }

  /// A currency as an ISO 4217 code.
  static func currency(
    _ name: String, _ path: Path<Draft, String>, _ description: String
  ) -> Field {
    Field(
      name: name,
      schema: [
        "type": "string", "minLength": 3, "maxLength": 3, "description": .string(description),
        "examples": ["EUR"],
      ],
      show: { .string($0[keyPath: path]) },
      take: { (json: JSON, draft: inout Draft) throws(Problem.Fault) in
        draft[keyPath: path] = try Taken(json, name).text(orNull: nil)
      })
  }

  /// An amount in whole minor units (cents) of the record's currency, or `null` when unknown.
  static func money(
    _ name: String, _ path: Path<Draft, Int64?>, _ description: String
  ) -> Field {
    var field = Field(
      name: name,
      schema: [
        "type": ["integer", "null"], "minimum": .integer(MoneyLimit.minor.lowerBound),
        "maximum": .integer(MoneyLimit.minor.upperBound),
        "description": .string(description + " In whole minor units (cents) of `currency`."),
        "examples": [12_999],
      ],
      show: { JSON($0[keyPath: path]) },
      take: { (json: JSON, draft: inout Draft) throws(Problem.Fault) in
        draft[keyPath: path] =
          json == .null
          ? nil : try Taken(json, name).integer(unit: " of minor units, such as cents")
      })
    field.isAmount = true
    return field
  }

  static func integer(
    _ name: String, _ path: Path<Draft, Int64>, _ range: ClosedRange<Int64>,
    _ description: String, example: Int64
  ) -> Field {
    Field(
      name: name, schema: .range(range, description, example),
      show: { .integer($0[keyPath: path]) },
      take: { (json: JSON, draft: inout Draft) throws(Problem.Fault) in
        draft[keyPath: path] = try Taken(json, name).integer()
      })
  }

  /// A whole number, or `null` when unknown.
  static func optionalInteger(
    _ name: String, _ path: Path<Draft, Int64?>, _ range: ClosedRange<Int64>,
    _ description: String, example: Int64
  ) -> Field {
    Field(
      name: name,
      schema: [
        "type": ["integer", "null"], "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound), "description": .string(description),
        "examples": [.integer(example)],
      ],
      show: { JSON($0[keyPath: path]) },
      take: { (json: JSON, draft: inout Draft) throws(Problem.Fault) in
        draft[keyPath: path] = json == .null ? nil : try Taken(json, name).integer()
      })
  }

  static func flag(_ name: String, _ path: Path<Draft, Bool>, _ description: String) -> Field {
    Field(
      name: name, schema: ["type": "boolean", "description": .string(description)],
      show: { .bool($0[keyPath: path]) },
      take: { (json: JSON, draft: inout Draft) throws(Problem.Fault) in
        draft[keyPath: path] = try Taken(json, name).flag()
      })
  }

  /// One of a fixed list of words.
  static func choice(
    _ name: String, _ path: Path<Draft, String>, _ words: [String], _ description: String
  ) -> Field {
    Field(
      name: name,
      schema: [
        "type": "string", "enum": .array(words.map { .string($0) }),
        "description": .string(description),
      ],
      show: { .string($0[keyPath: path]) },
      take: { (json: JSON, draft: inout Draft) throws(Problem.Fault) in
        let text = try Taken(json, name).text(orNull: nil)
        guard words.contains(text) else {
          throw Problem.Fault(
            name, "unknown_choice", "must be one of \(words.joined(separator: ", "))")
        }
        draft[keyPath: path] = text
      })
  }
}

extension JSON {
  fileprivate static func range(
    _ range: ClosedRange<Int64>, _ description: String, _ example: Int64
  ) -> JSON {
    [
      "type": "integer", "minimum": .integer(range.lowerBound),
      "maximum": .integer(range.upperBound), "description": .string(description),
      "examples": [.integer(example)],
    ]
  }
}

/// A value of a request's body, to be read into a draft.
struct Taken {
  let json: JSON
  let name: String

  init(_ json: JSON, _ name: String) {
    self.json = json
    self.name = name
  }

  private func wrongType(_ wanted: String) -> Problem.Fault {
    Problem.Fault(name, "wrong_type", "must be \(wanted)")
  }

  /// - Parameter empty: the text that `null` stands for; `nil` where `null` is refused.
  func text(orNull empty: String?) throws(Problem.Fault) -> String {
    if let empty, json == .null { return empty }
    guard let text = json.text else { throw wrongType("a text") }
    return text
  }

  func optionalText() throws(Problem.Fault) -> String? {
    if json == .null { return nil }
    guard let text = json.text else { throw wrongType("a text or null") }
    // An empty text means no value, for which use cases expect `nil`.
    return text.isEmpty ? nil : text
  }

  func integer(unit: String = "") throws(Problem.Fault) -> Int64 {
    switch json {
    case .integer(let integer): return integer
    case .real: throw Problem.Fault(name, "not_whole", "must be a whole number\(unit)")
    default: throw wrongType("a whole number\(unit)")
    }
  }

  func flag() throws(Problem.Fault) -> Bool {
    guard case .bool(let flag) = json else { throw wrongType("true or false") }
    return flag
  }

  /// A list of at most `maxCount` texts.
  func texts(maxCount: Int) throws(Problem.Fault) -> [String] {
    guard let elements = json.elements else { throw wrongType("a list of texts") }
    guard elements.count <= maxCount else {
      throw Problem.Fault(
        name, "too_many", "there can be at most \(maxCount)",
        limits: [.init("max", .integer(Int64(maxCount)))])
    }
    var texts: [String] = []
    for element in elements {
      guard let text = element.text else { throw wrongType("a list of texts") }
      texts.append(text)
    }
    return texts
  }
}
