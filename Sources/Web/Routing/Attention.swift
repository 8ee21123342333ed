import Values

/// Something that wants the person's attention, as a row of Today.
package struct Attention: Equatable, Sendable {
  /// What it is about, the most urgent first.
  package enum Kind: Int, Comparable, Sendable {
    case overdue, toReturn, ending, owed, upcoming, changes, invite, refused

    package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  package var kind: Kind
  /// The day that it is about; among rows of one kind the earliest goes first.
  package var day: CalendarDay?
  package var icon: Icon
  package var title: String
  package var detail: String
  package var route: Route

  package init(
    _ kind: Kind, day: CalendarDay? = nil, _ icon: Icon, _ title: String, detail: String = "",
    _ route: Route
  ) {
    self.kind = kind
    self.day = day
    self.icon = icon
    self.title = title
    self.detail = detail
    self.route = route
  }
}

/// What an area has asked for before the page is read, and reads with it.
package typealias AttentionReading = @Sendable (_ limit: Int, PageReader) throws -> [Attention]
