import HTTPServer
import Household
import Values

/// Reads the text typed into fields that several forms share.
extension FormValues {
  /// The day as it is stored, `YYYY-MM-DD`; `nil` if empty, and if unreadable, which sets a
  /// problem.
  package mutating func day(_ field: Name) -> String? {
    let text = InputText.line(self[field].text)
    guard !text.isEmpty else { return nil }
    guard CalendarDay(text) != nil else {
      self[field].problem = .day(text)
      return nil
    }
    return text
  }

  /// An amount in minor units; `nil` if empty. Unreadable text sets a problem and is never zero.
  ///
  /// - Parameter unreadable: makes the problem for text that is not an amount at all.
  package mutating func amount(
    _ field: Name, _ currency: String, _ words: Catalogue,
    unreadable: (String) -> FieldProblem = { .unreadableAmount($0) }
  ) -> Int64? {
    let text = InputText.line(self[field].text)
    guard !text.isEmpty else { return nil }
    guard let amount = TypedAmount.minor(text, currency: currency, region: words.region) else {
      self[field].problem =
        TypedAmount.problem(text, currency: currency, region: words.region)
        ?? unreadable(text)
      return nil
    }
    return amount
  }
}

extension HTTPParameters {
  /// The form's original values, from the hidden field that it was sent with; `nil` if that is
  /// empty.
  package init?(version: String) {
    guard !version.isEmpty else { return nil }
    self.init(urlEncoded: version.utf8)
  }
}
