import Things
import Values
import Web

extension ThingsArea {
  /// Warranties that end within 30 days: told on the day on which that begins.
  package static func notifications(_ reader: NotificationReader) throws -> [NotificationEntry] {
    try EndingWarranty.all(
      on: reader.today, limit: NotificationReader.maxPerArea, in: reader.connection
    ).map { warranty in
      let since = warranty.endsOn.daysSince1970 - EndingWarranty.days
      return NotificationEntry(
        id: "warranty \(warranty.itemID) \(warranty.endsOn.text)", .warranty,
        // Never before what a person is told of at all.
        at: max(reader.since, Int64(since) * 86_400_000), .shield,
        reader.words.warrantyEnds(warranty.item, on: warranty.endsOn),
        .items(.item(warranty.itemID)))
    }
  }
}

extension Catalogue {
  func warrantyEnds(_ item: String, on day: CalendarDay) -> String {
    say("The warranty of \(item) ends on \(self.day(day))")
  }
}
