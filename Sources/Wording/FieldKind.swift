/// What can be typed into a field that a home offers.
package enum FieldKind: String, CaseIterable, Equatable, Sendable {
  case text, number, date, yesNo, link, choice
}
