import Testing
import Values

@Suite struct CalendarDayTests {
  @Test("days are counted from 1970 through all leap years, and back")
  func counting() throws {
    let known = [
      ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
      ("1900-03-01", -25_508), ("2024-02-29", 19_782), ("9999-12-31", 2_932_896),
      ("0001-01-01", -719_162),
    ]
    for (text, count) in known {
      let day = try #require(CalendarDay(text))
      #expect(day.daysSince1970 == count && day.text == text)
      #expect(CalendarDay(daysSince1970: count) == day)
    }
    for count in stride(from: -800_000, to: 3_000_000, by: 997) {
      let day = CalendarDay(daysSince1970: count)
      #expect(day.exists && day.daysSince1970 == count)
      #expect(day < CalendarDay(daysSince1970: count + 1))
    }
  }

  @Test(
    "what is no day is none",
    arguments: [
      "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-04-31", "2024-1-01", "24-01-01",
      "2024-01-32", "2024-01-00", "2024/01/01", "", "2024-01-01 ", "+024-01-01", "２０２４-01-01",
    ])
  func none(text: String) { #expect(CalendarDay(text) == nil) }
}
