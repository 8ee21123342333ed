import Glibc

/// Dates in headers (RFC 9110, IMF-fixdate), in whole seconds since 1970.
package enum HTTPDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Sun, 06 Nov 1994 08:49:37 GMT`.
  package static func format(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    let day = days[Int(parts.tm_wday)], month = months[Int(parts.tm_mon)]
    let date = "\(pad(parts.tm_mday)) \(month) \(parts.tm_year + 1900)"
    return "\(day), \(date) \(pad(parts.tm_hour)):\(pad(parts.tm_min)):\(pad(parts.tm_sec)) GMT"
  }

  /// Reads an IMF-fixdate; `nil` for anything else, including the two obsolete forms.
  package static func parse(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", words[0].last == ",",
      let day = number(words[1], 1...31), let month = months.firstIndex(of: String(words[2])),
      let year = number(words[3], 1970...9999)
    else { return nil }
    let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = number(clock[0], 0...23),
      let minute = number(clock[1], 0...59), let second = number(clock[2], 0...60)
    else { return nil }
    var parts = tm()
    parts.tm_year = Int32(year - 1900)
    parts.tm_mon = Int32(month)
    parts.tm_mday = Int32(day)
    parts.tm_hour = Int32(hour)
    parts.tm_min = Int32(minute)
    parts.tm_sec = Int32(second)
    return timegm(&parts)
  }

  private static func pad(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }

  private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let value = Int(text),
      range.contains(value)
    else { return nil }
    return value
  }
}
