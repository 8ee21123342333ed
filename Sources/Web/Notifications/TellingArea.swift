/// What an area tells a person outside its own pages.
package protocol TellingArea: Sendable {
  /// The days of what is the area's, for the person's calendar in other programs.
  static func calendar(_ reader: CalendarReader) throws -> [CalendarEntry]

  /// What the person is told of what is the area's, of the last 30 days; at most
  /// ``NotificationReader/maxPerArea``.
  static func notifications(_ reader: NotificationReader) throws -> [NotificationEntry]
}

extension TellingArea {
  package static func calendar(_ reader: CalendarReader) throws -> [CalendarEntry] { [] }

  package static func notifications(
    _ reader: NotificationReader
  ) throws -> [NotificationEntry] { [] }
}
