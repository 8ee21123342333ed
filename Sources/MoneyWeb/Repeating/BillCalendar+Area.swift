import Finances
import SyncProtocol
import Web

extension MoneyArea {
  /// Repeating expenses of the person's groups, without amounts.
  package static func calendar(_ reader: CalendarReader) throws -> [CalendarEntry] {
    guard reader.kinds.contains(.bill) else { return [] }
    return try BillCalendar(
      for: reader.accountID, from: reader.today, in: reader.connection
    ).entries.map { entry in
      CalendarEntry(
        .bill, id: "bill-\(entry.repeatingID)-\(entry.day.text)", day: entry.day.text,
        summary: entry.title, location: entry.group, .groups(.group(entry.groupID)))
    }
  }
}
