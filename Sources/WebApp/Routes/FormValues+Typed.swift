import HTTPServer
import Household
import Values

/// What was typed into fields of several forms, read.
extension FormValues {
  /// The day as it is stored; one that cannot be read is a problem.
  mutating func day(_ field: Name) -> String? {
    let text = InputText.line(self[field].text)
    guard !text.isEmpty else { return nil }
    guard CalendarDay(text) != nil else {
      self[field].problem = .day(text)
      return nil
    }
    return text
  }

  /// An amount in minor units. What cannot be read is a problem, never zero.
  ///
  /// - Parameter unreadable: the problem with a text that is no amount at all.
  mutating func amount(
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
  /// A form as it began, from the hidden field that it was sent with; `nil` where there is none.
  init?(version: String) {
    guard !version.isEmpty else { return nil }
    self.init(urlEncoded: version.utf8)
  }
}
