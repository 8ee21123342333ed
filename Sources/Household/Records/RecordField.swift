import SQLite
import SyncProtocol

/// A field of a record that people fill in.
///
/// A table's details list their fields once. Columns, registers, checks, forms, JSON and the names
/// in the history of a home follow from that list (decision 0041).
package struct RecordField<Details>: Sendable {
  /// The name of its register, of its column, and of its member in JSON.
  package let name: String
  package let kind: Kind
  /// What it holds, for people who write programs; empty where the API does not have it.
  package let about: String
  /// A value to show them; null where the kind says enough.
  package let example: FieldValue

  package typealias Path<Stored> = WritableKeyPath<Details, Stored> & Sendable

  package enum Kind: Sendable {
    case line(Path<String>, TextLimit, isRequired: Bool)
    case lines(Path<String>, TextLimit)
    /// One emoji, or empty text.
    case emoji(Path<String>)
    /// An `http` or `https` address, or empty text.
    case url(Path<String>)
    /// `YYYY-MM-DD`; `nil` for none.
    case day(Path<String?>)
    case flag(Path<Bool>)
    case number(Path<Int64>, ClosedRange<Int64>, standard: Int64)
    /// `nil` if unknown.
    case optionalNumber(Path<Int64?>, ClosedRange<Int64>)
    /// In minor units of the record's currency; `nil` if unknown.
    case amount(Path<Int64?>)
    /// The ISO 4217 code for all amounts of the record.
    case currency(Path<String>)
    case optionalCurrency(Path<String?>)
    /// The id of another record of the home; `nil` for none. Use cases check that it is there.
    case reference(Path<String?>)
    /// One of a fixed list of words. A word that is not in the list cannot be set.
    case choice(Path<String>, [String])
  }

  private init(_ name: String, _ kind: Kind, _ about: String, _ example: FieldValue = .null) {
    (self.name, self.kind, self.about, self.example) = (name, kind, about, example)
  }

  /// A line of text that must not be empty.
  package static func name(
    _ name: String, _ path: Path<String>, _ about: String = "", limit: TextLimit = .name,
    example: FieldValue = .null
  ) -> RecordField {
    RecordField(name, .line(path, limit, isRequired: true), about, example)
  }

  package static func line(
    _ name: String, _ path: Path<String>, _ about: String = "", limit: TextLimit = .line,
    example: FieldValue = .null
  ) -> RecordField {
    RecordField(name, .line(path, limit, isRequired: false), about, example)
  }

  package static func lines(
    _ name: String, _ path: Path<String>, _ about: String = "", example: FieldValue = .null
  ) -> RecordField {
    RecordField(name, .lines(path, .notes), about, example)
  }

  package static func emoji(
    _ name: String, _ path: Path<String>, _ about: String = "", example: FieldValue = .null
  ) -> RecordField {
    RecordField(name, .emoji(path), about, example)
  }

  package static func url(
    _ name: String, _ path: Path<String>, _ about: String = "", example: FieldValue = .null
  ) -> RecordField {
    RecordField(name, .url(path), about, example)
  }

  package static func day(
    _ name: String, _ path: Path<String?>, _ about: String = "", example: FieldValue = .null
  ) -> RecordField {
    RecordField(name, .day(path), about, example)
  }

  package static func flag(_ name: String, _ path: Path<Bool>, _ about: String = "") -> RecordField
  {
    RecordField(name, .flag(path), about)
  }

  package static func number(
    _ name: String, _ path: Path<Int64>, _ range: ClosedRange<Int64>, standard: Int64,
    _ about: String = "", example: FieldValue = .null
  ) -> RecordField {
    RecordField(name, .number(path, range, standard: standard), about, example)
  }

  package static func optionalNumber(
    _ name: String, _ path: Path<Int64?>, _ range: ClosedRange<Int64>, _ about: String = "",
    example: FieldValue = .null
  ) -> RecordField {
    RecordField(name, .optionalNumber(path, range), about, example)
  }

  package static func amount(_ name: String, _ path: Path<Int64?>, _ about: String = "")
    -> RecordField
  {
    RecordField(name, .amount(path), about)
  }

  package static func currency(_ path: Path<String>, _ about: String = "") -> RecordField {
    RecordField("currency", .currency(path), about, "EUR")
  }

  package static func optionalCurrency(
    _ path: Path<String?>, _ about: String = "", example: FieldValue = .null
  ) -> RecordField {
    RecordField("currency", .optionalCurrency(path), about, example)
  }

  package static func reference(_ name: String, _ path: Path<String?>, _ about: String = "")
    -> RecordField
  {
    RecordField(name, .reference(path), about)
  }

  package static func choice(
    _ name: String, _ path: Path<String>, _ words: [String], _ about: String = ""
  ) -> RecordField {
    RecordField(name, .choice(path, words), about)
  }
}

// MARK: - What is stored

extension RecordField {
  /// The content of its register.
  package func value(of details: Details) -> FieldValue {
    switch kind {
    case .line(let path, _, _), .lines(let path, _), .emoji(let path), .url(let path),
      .currency(let path), .choice(let path, _):
      .text(details[keyPath: path])
    case .day(let path), .optionalCurrency(let path), .reference(let path):
      details[keyPath: path].map(FieldValue.text) ?? .null
    case .flag(let path): .integer(details[keyPath: path] ? 1 : 0)
    case .number(let path, _, _): .integer(details[keyPath: path])
    case .optionalNumber(let path, _), .amount(let path):
      details[keyPath: path].map(FieldValue.integer) ?? .null
    }
  }

  /// Sets it to the content of its register. Content of another kind means none.
  package func take(_ value: FieldValue, into details: inout Details) {
    switch kind {
    case .line(let path, _, _), .lines(let path, _), .emoji(let path), .url(let path):
      details[keyPath: path] = value.text ?? ""
    case .currency(let path), .choice(let path, _):
      if let text = value.text { details[keyPath: path] = text }
    case .day(let path), .optionalCurrency(let path), .reference(let path):
      details[keyPath: path] = value.text
    case .flag(let path): details[keyPath: path] = value.integer == 1
    case .number(let path, _, let standard): details[keyPath: path] = value.integer ?? standard
    case .optionalNumber(let path, _), .amount(let path): details[keyPath: path] = value.integer
    }
  }

  package var register: RegisterSchema {
    switch kind {
    case .line(_, let limit, isRequired: true): .text(name, limit)
    case .line(_, let limit, isRequired: false), .lines(_, let limit): .plain(name, limit)
    case .emoji: .plain(name, .emoji)
    case .url: .plain(name, .url)
    case .day: .day(name)
    case .flag: .flag(name)
    case .number(_, let range, let standard):
      .integer(name, range, defaultValue: .integer(standard))
    case .optionalNumber(_, let range): .integer(name, range, isNullable: true)
    case .amount: .money(name)
    case .currency: .currency(name)
    case .optionalCurrency: .currency(name, isNullable: true)
    case .reference: .optionalText(name, .id)
    case .choice(_, let words): .text(name, .choice, choices: Set(words))
    }
  }
}

extension Array {
  /// The columns of a list of fields, in its order.
  package func columns<Details>() -> [String] where Element == RecordField<Details> { map(\.name) }

  package func registers<Details>() -> [RegisterSchema] where Element == RecordField<Details> {
    map(\.register)
  }

  /// What is stored in the columns, in the list's order.
  package func values<Details>(of details: Details) -> [Value]
  where Element == RecordField<Details> {
    map { field in
      switch field.value(of: details) {
      case .text(let text): .text(text)
      case .integer(let integer): .integer(integer)
      default: .null
      }
    }
  }
}

// MARK: - Amounts that somebody does not see

extension RecordField {
  /// Whether it holds an amount of money.
  package var isAmount: Bool {
    if case .amount = kind { true } else { false }
  }

  /// Whether it says in which currency amounts are.
  fileprivate var isCurrency: Bool {
    switch kind {
    case .currency, .optionalCurrency: true
    default: false
    }
  }
}

extension Array {
  /// The details with none of their amounts.
  package func withoutAmounts<Details>(_ details: Details) -> Details
  where Element == RecordField<Details> {
    var rest = details
    for field in self where field.isAmount { field.take(.null, into: &rest) }
    return rest
  }
}

extension InputCheck {
  /// Adds a problem for each amount, and for a currency, that somebody sets who does not see it.
  ///
  /// - Parameter shown: what they were shown, which has no amounts; `nil` for a new record, whose
  ///   currency they choose.
  package mutating func keepAmounts<Details>(
    _ details: Details, shown: Details?, _ fields: [RecordField<Details>]
  ) {
    for field in fields {
      if field.isAmount {
        if field.value(of: details) != .null { fail(InputField(field.name), .amountUnseen) }
      } else if field.isCurrency, let shown, field.value(of: details) != field.value(of: shown) {
        fail(InputField(field.name), .amountUnseen)
      }
    }
  }
}

// MARK: - What may be stored

extension InputCheck {
  /// Returns the cleaned details; problems are added to `problems`.
  package mutating func clean<Details>(
    _ details: Details, _ fields: [RecordField<Details>]
  ) -> Details {
    var clean = details
    for field in fields { self.clean(&clean, field) }
    return clean
  }

  private mutating func clean<Details>(_ details: inout Details, _ field: RecordField<Details>) {
    let name = InputField(field.name)
    switch field.kind {
    case .line(let path, let limit, let isRequired):
      details[keyPath: path] = line(details[keyPath: path], name, limit, isRequired: isRequired)
    case .lines(let path, let limit):
      details[keyPath: path] = lines(details[keyPath: path], name, limit)
    case .emoji(let path): details[keyPath: path] = emoji(details[keyPath: path])
    case .url(let path): details[keyPath: path] = url(details[keyPath: path])
    case .day(let path): details[keyPath: path] = date(details[keyPath: path], name)
    case .number(let path, let range, _): self.range(details[keyPath: path], name, range)
    case .optionalNumber(let path, let range): self.range(details[keyPath: path], name, range)
    case .amount(let path): amount(details[keyPath: path], name)
    case .currency(let path): details[keyPath: path] = currency(details[keyPath: path])
    case .optionalCurrency(let path):
      let code = details[keyPath: path] ?? ""
      details[keyPath: path] = code.isEmpty ? nil : currency(code)
    case .flag, .reference, .choice: break
    }
  }
}

// MARK: - Properties of other types

extension Int {
  /// The number as fields hold it.
  package var asField: Int64 {
    get { Int64(self) }
    set { self = Int(clamping: newValue) }
  }
}

extension RawRepresentable where RawValue == String {
  /// The word as fields hold it. Setting one that is unknown changes nothing.
  package var asField: String {
    get { rawValue }
    set { self = Self(rawValue: newValue) ?? self }
  }
}
