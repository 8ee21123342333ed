import SyncProtocol
import Web

/// A calendar of whole-day events in the format of RFC 5545: lines end with CRLF and are folded at
/// 75 octets, texts are escaped, and each event keeps its id.
struct ICalendar {
  /// One event, which lasts a whole day.
  struct Event: Equatable {
    /// The event's id: the same each time and for each reader.
    var uid: String
    /// `YYYY-MM-DD`.
    var day: String
    var summary: String
    var description = ""
    var location = ""
    /// The address of the page that shows it.
    var url: String
  }

  /// The calendar's name.
  var name: String
  /// The day on which the calendar is made, `YYYY-MM-DD`.
  var today: String
  var events: [Event]

  /// The longest line in octets, without its end.
  static let maxLineBytes = 75

  /// The content of the calendar's file.
  var bytes: [UInt8] {
    var file = Lines()
    file.add("BEGIN:VCALENDAR")
    file.add("VERSION:2.0")
    file.add("PRODID:-//Hearth//Household calendar//EN")
    file.add("CALSCALE:GREGORIAN")
    file.add("NAME:" + Self.escaped(name))
    file.add("X-WR-CALNAME:" + Self.escaped(name))
    file.add("REFRESH-INTERVAL;VALUE=DURATION:PT12H")
    file.add("X-PUBLISHED-TTL:PT12H")
    for event in events { add(event, to: &file) }
    file.add("END:VCALENDAR")
    return file.bytes
  }

  private func add(_ event: Event, to file: inout Lines) {
    func digits(_ day: String) -> String { day.replacing("-", with: "") }
    file.add("BEGIN:VEVENT")
    file.add("UID:" + Self.escaped(event.uid))
    file.add("DTSTAMP:\(digits(today))T000000Z")
    file.add("DTSTART;VALUE=DATE:" + digits(event.day))
    file.add("SUMMARY:" + Self.escaped(event.summary))
    if !event.description.isEmpty { file.add("DESCRIPTION:" + Self.escaped(event.description)) }
    if !event.location.isEmpty { file.add("LOCATION:" + Self.escaped(event.location)) }
    file.add("URL:" + event.url)
    // Something due on a day does not make the person busy on that day.
    file.add("TRANSP:TRANSPARENT")
    file.add("END:VEVENT")
  }

  /// Escapes a value of type TEXT (RFC 5545, 3.3.11). Control characters that it may not hold are
  /// left out.
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",": result += ["\\", scalar]
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result += ["\\", "n"]
      case "\t": result.append(scalar)
      default:
        if scalar.properties.generalCategory != .control { result.append(scalar) }
      }
      previous = scalar
    }
    return String(result)
  }

  /// Folds lines (RFC 5545, 3.1), never inside a code point.
  private struct Lines {
    var bytes: [UInt8] = []

    mutating func add(_ line: String) {
      var length = 0
      for scalar in line.unicodeScalars {
        let part = UTF8.encode(scalar)
        let count = part?.count ?? 0
        if length + count > ICalendar.maxLineBytes {
          bytes += [0x0D, 0x0A, 0x20]
          length = 1
        }
        if let part { bytes += part }
        length += count
      }
      bytes += [0x0D, 0x0A]
    }
  }
}
