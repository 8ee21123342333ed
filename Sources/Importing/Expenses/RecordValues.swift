import Values

/// Members of a JSON record.
extension JSON {
  /// The text of a member, on one line; empty if there is none.
  func line(_ name: String) -> String { self[name]?.text.map(GroupBuilder.line) ?? "" }

  /// The text of a member, with its lines; empty if there is none.
  func lines(_ name: String) -> String { self[name]?.text.map(GroupBuilder.lines) ?? "" }

  /// A whole number; `nil` if there is none.
  func integer(_ name: String) -> Int64? {
    if case .integer(let integer) = self[name] { integer } else { nil }
  }

  /// Whether a member is true: programs write `true`, 1 or `"1"`.
  func isTrue(_ name: String) -> Bool {
    switch self[name] {
    case .bool(let isTrue): isTrue
    case .integer(let integer): integer != 0
    case .string(let text): text == "1" || text == "true"
    default: false
    }
  }

  /// An id, which may be a text or a number; `nil` if there is none.
  func id(_ name: String) -> String? {
    switch self[name] {
    case .string(let text) where !text.isEmpty && text.utf8.count <= 200: text
    case .integer(let integer): "\(integer)"
    default: nil
    }
  }

  /// The text of a number, as it was written; `nil` if there is none.
  func number(_ name: String) -> String? {
    switch self[name] {
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .string(let text): CleanText.trimmed(text)
    default: nil
    }
  }
}
