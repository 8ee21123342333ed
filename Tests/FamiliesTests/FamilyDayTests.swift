import Families
import Foundation
import Testing
import Values

/// Which day a family has at a moment.
@Suite struct FamilyDayTests {
  private static let day = CalendarDay(year: 2026, month: 3, day: 29)

  private func family(in timeZone: String) -> Family {
    var details = FamilyDetails(name: "Lindqvist")
    details.timeZone = timeZone
    return Family(id: "f", details: details, createdAt: 0)
  }

  /// Milliseconds since 1970 of a time in UTC.
  private func moment(_ day: CalendarDay, _ hour: Int, _ minute: Int = 0) -> Int64 {
    (Int64(day.daysSince1970) * 1440 + Int64(hour * 60 + minute)) * 60_000
  }

  private func day(_ month: Int, _ day: Int) -> CalendarDay {
    CalendarDay(year: 2026, month: month, day: day)
  }

  @Test("its days are those of its time zone: shorter when summer time begins, longer when it ends")
  func summerTime() {
    let berlin = family(in: "Europe/Berlin")
    func today(_ moment: Int64) -> CalendarDay { berlin.today(at: moment, or: { _ in Self.day }) }
    // 29 March has 23 hours.
    #expect(today(moment(day(3, 28), 22, 59)) == day(3, 28))
    #expect(today(moment(day(3, 28), 23)) == day(3, 29))
    #expect(today(moment(day(3, 29), 21, 59)) == day(3, 29))
    #expect(today(moment(day(3, 29), 22)) == day(3, 30))
    // 25 October has 25.
    #expect(today(moment(day(10, 24), 21, 59)) == day(10, 24))
    #expect(today(moment(day(10, 24), 22)) == day(10, 25))
    #expect(today(moment(day(10, 25), 22, 59)) == day(10, 25))
    #expect(today(moment(day(10, 25), 23)) == day(10, 26))
  }

  @Test("a child who travels has the family's day, wherever their device is")
  func travelling() {
    let now = moment(day(6, 12), 10)
    for (zone, expected) in [
      ("Europe/Berlin", day(6, 12)), ("Pacific/Kiritimati", day(6, 13)),
      ("Pacific/Pago_Pago", day(6, 11)),
    ] {
      for own in [day(6, 11), day(6, 12), day(6, 13)] {
        #expect(family(in: zone).today(at: now, or: { _ in own }) == expected)
      }
    }
  }

  @Test("without a time zone, or with one that nobody knows here, it is the day of whoever looks")
  func own() {
    let now = moment(day(6, 12), 10)
    for zone in ["", "Mars/Base"] {
      var asked: [Date] = []
      let today = family(in: zone).today(at: now) { date in
        asked.append(date)
        return Self.day
      }
      #expect(today == Self.day)
      #expect(asked == [Date(timeIntervalSince1970: Double(now) / 1000)])
    }
  }
}
