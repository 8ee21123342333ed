import RESTAPI

/// What is wrong with a document: the field, such as `participants[1].weight`, and why.
struct CalcFailure: Error, Equatable {
  /// Empty for the document as a whole.
  let field: String
  let reason: String

  init(_ field: String, _ reason: String) {
    self.field = field
    self.reason = reason
  }

  var json: JSON { ["error": ["field": .string(field), "reason": .string(reason)]] }
}

/// A value of a document, with its place in it.
struct CalcInput {
  let value: JSON
  /// Such as `participants[1].weight`.
  let place: String

  private init(_ value: JSON, _ place: String) {
    self.value = value
    self.place = place
  }

  /// Reads a document, strictly.
  init(_ bytes: [UInt8], maxBytes: Int) throws(CalcFailure) {
    guard bytes.count <= maxBytes else {
      throw CalcFailure("", "the document is longer than \(maxBytes) bytes")
    }
    do throws(JSONReader.Failure) {
      self.init(try JSONReader.read(bytes, tellsFractions: true), "")
    } catch {
      throw CalcFailure(
        error.place, "cannot be read as JSON: \(error.reason) at byte \(error.offset)")
    }
  }

  func failure(_ reason: String) -> CalcFailure { CalcFailure(place, reason) }

  /// A member of this object; `nil` when it is missing or `null`.
  func optional(_ name: String) throws(CalcFailure) -> CalcInput? {
    try members().first { $0.name == name && $0.input.value != .null }?.input
  }

  /// A member that must be there.
  func member(_ name: String) throws(CalcFailure) -> CalcInput {
    guard let member = try optional(name) else { throw CalcFailure(inside(name), "is missing") }
    return member
  }

  /// The members of this object, in their order.
  func members() throws(CalcFailure) -> [(name: String, input: CalcInput)] {
    guard case .object(let members) = value else { throw failure("is not an object") }
    return members.map { ($0.name, CalcInput($0.value, inside($0.name))) }
  }

  private func inside(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

  /// The elements of this list.
  func elements() throws(CalcFailure) -> [CalcInput] {
    guard case .array(let elements) = value else { throw failure("is not a list") }
    return elements.enumerated().map { CalcInput($1, "\(place)[\($0)]") }
  }

  func integer() throws(CalcFailure) -> Int64 {
    switch value {
    case .integer(let number): return number
    case .real(let number) where number.magnitude >= 9e15:
      throw failure("is too large: it must be a whole number of at most 64 bits")
    case .real: throw failure("is not a whole number, without a point and without an exponent")
    default: throw failure("is not a whole number")
    }
  }

  /// A text that is not empty.
  func text() throws(CalcFailure) -> String {
    guard let text = value.text else { throw failure("is not a text in quotes") }
    guard !text.isEmpty else { throw failure("is empty") }
    return text
  }

  /// One of a few words; `else` says what they are.
  func word<Word: RawRepresentable & CaseIterable>(
    of type: Word.Type
  ) throws(CalcFailure) -> Word where Word.RawValue == String {
    let text = try text()
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw failure("is '\(text.prefix(40))' and none of: \(known)")
    }
    return word
  }
}
