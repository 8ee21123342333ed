/// The order of a list. Items that compare equal are ordered by id.
package enum SearchSort: String, CaseIterable, Sendable {
  case name
  /// Newest first.
  case newest
  /// By price times quantity, greatest first, one currency after the other; unpriced items last.
  case value
  /// By home and place in the order of their trees, then by name; items without a place last.
  case room
}
