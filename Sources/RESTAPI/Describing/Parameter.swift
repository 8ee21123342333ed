import HTTPServer
import SyncProtocol

/// A parameter in an address, either in its path or in its query.
struct Parameter: Sendable {
  enum Kind: Sendable {
    /// The id of a record.
    case id
    case text(maxLength: Int)
    /// A cursor from an earlier response: letters, digits and dots.
    case cursor
    case integer(ClosedRange<Int64>)
    case choice([String])
    case flag
  }

  let name: String
  let kind: Kind
  let description: String
  var isRequired = false
  let example: JSON

  init(
    _ name: String, _ kind: Kind, isRequired: Bool = false, example: JSON, _ description: String
  ) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.example = example
    self.description = description
  }

  var schema: JSON {
    switch kind {
    case .id: ["type": "string", "minLength": 1, "maxLength": 64]
    case .text(let maxLength): ["type": "string", "maxLength": .integer(Int64(maxLength))]
    case .cursor: ["type": "string", "maxLength": 6000, "pattern": "^[A-Za-z0-9.]*$"]
    case .integer(let range):
      [
        "type": "integer", "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ]
    case .choice(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
    case .flag: ["type": "boolean"]
    }
  }

  /// The error of a value; `nil` if the value is valid.
  func fault(of text: String) -> Problem.Fault? {
    switch kind {
    case .id:
      return text.isEmpty ? Problem.Fault(name, "missing", "must not be empty") : nil
    case .text(let maxLength):
      guard text.unicodeScalars.count > maxLength else { return nil }
      return Problem.Fault(name, "too_long", "has more than \(maxLength) characters")
    // An invalid cursor is refused where it is read.
    case .cursor: return nil
    case .integer(let range):
      guard let number = Int64(text) else {
        return Problem.Fault(name, "wrong_type", "must be a whole number")
      }
      guard !range.contains(number) else { return nil }
      return Problem.Fault(
        name, "out_of_range", "must be from \(range.lowerBound) to \(range.upperBound)")
    case .choice(let words):
      guard !words.contains(text) else { return nil }
      return Problem.Fault(
        name, "unknown_choice", "must be one of \(words.joined(separator: ", "))")
    case .flag:
      guard text != "true", text != "false" else { return nil }
      return Problem.Fault(name, "wrong_type", "must be true or false")
    }
  }

  /// Checks a whole query: throws if a parameter is unknown, repeated, invalid or missing.
  static func check(_ query: HTTPParameters, against known: [Parameter]) throws(Problem) {
    var faults: [Problem.Fault] = []
    var seen: Set<String> = []
    for pair in query.pairs {
      guard let parameter = known.first(where: { $0.name == pair.name }) else {
        faults.append(Problem.Fault(pair.name, "unknown_parameter", "is no parameter here"))
        continue
      }
      if !seen.insert(pair.name).inserted {
        faults.append(Problem.Fault(pair.name, "repeated", "is there twice"))
      } else if let fault = parameter.fault(of: pair.value) {
        faults.append(fault)
      }
    }
    for parameter in known where parameter.isRequired && !seen.contains(parameter.name) {
      faults.append(Problem.Fault(parameter.name, "missing", "must be there"))
    }
    guard faults.isEmpty else { throw .badQuery(faults) }
  }
}

extension Parameter {
  static let limits: ClosedRange<Int64> = 1...200
  static let defaultLimit = 50

  /// The parameters that page through a list.
  static let paging = [
    Parameter(
      "limit", .integer(limits), example: 50, "How many at most; 50 when it is not said."),
    Parameter(
      "cursor", .cursor, example: "",
      "`next` of the page before; without it, or empty, the first page."),
  ]

  static func homeID(isRequired: Bool, _ description: String) -> Parameter {
    Parameter("homeID", .id, isRequired: isRequired, example: .string(Examples.home), description)
  }
}

/// Values shared by the document's examples.
enum Examples {
  static let home = "0198c0de-0000-7000-8000-000000000001"
  static let item = "0198c0de-0000-7000-8000-000000000002"
  static let location = "0198c0de-0000-7000-8000-000000000003"
  static let label = "0198c0de-0000-7000-8000-000000000004"
  static let policy = "0198c0de-0000-7000-8000-000000000005"
  static let photo = "0198c0de-0000-7000-8000-000000000006"
  static let attachment = "0198c0de-0000-7000-8000-000000000007"
  static let entry = "0198c0de-0000-7000-8000-000000000008"
  static let account = "0198c0de-0000-7000-8000-000000000009"
  static let invite = "0198c0de-0000-7000-8000-00000000000a"
  static let instant = "2026-06-14T08:00:00.000Z"
}
