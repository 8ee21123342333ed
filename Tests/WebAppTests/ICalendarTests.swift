import Testing

@testable import ThingsWeb
@testable import Web

/// Calendars of whole days, read again by the rules of RFC 5545 and not by how they are made.
@Suite struct ICalendarTests {
  private func calendar(_ events: [ICalendar.Event]) -> String {
    String(
      decoding: ICalendar(name: "Hearth", today: "2026-06-12", events: events).bytes, as: UTF8.self)
  }

  private func event(_ summary: String, description: String = "") -> ICalendar.Event {
    ICalendar.Event(
      uid: "warranty-1@hearth", day: "2026-07-01", summary: summary, description: description,
      location: "Flat", url: "https://home.example/items/1")
  }

  @Test("a calendar is these lines and no others, each of them ending with CRLF")
  func lines() {
    #expect(
      calendar([event("Warranty ends: Kettle")])
        == [
          "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Hearth//Household calendar//EN",
          "CALSCALE:GREGORIAN", "NAME:Hearth", "X-WR-CALNAME:Hearth",
          "REFRESH-INTERVAL;VALUE=DURATION:PT12H", "X-PUBLISHED-TTL:PT12H", "BEGIN:VEVENT",
          "UID:warranty-1@hearth", "DTSTAMP:20260612T000000Z", "DTSTART;VALUE=DATE:20260701",
          "SUMMARY:Warranty ends: Kettle", "LOCATION:Flat", "URL:https://home.example/items/1",
          "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR", "",
        ].joined(separator: "\r\n"))
    #expect(calendar([]).hasSuffix("PT12H\r\nEND:VCALENDAR\r\n"))
  }

  @Test(
    "any text comes back from its line, which is at most 75 octets long and whole UTF-8",
    arguments: [
      "plain", "a;b,c\\d:\"e\"", "two\nlines\r\nand\rmore", "\\n is not a line end", ";;;,,,",
      String(repeating: "x", count: 500), String(repeating: "ü", count: 200),
      String(repeating: "竪琴", count: 90), String(repeating: "👩‍👩‍👧‍👦", count: 20),
      String(repeating: "\\", count: 80), "BEGIN:VEVENT\r\nSUMMARY:forged", "tab\there",
    ])
  func texts(text: String) throws {
    let file = calendar([event(text, description: text)])
    #expect(!file.replacing("\r\n", with: "").contains { $0 == "\r" || $0 == "\n" || $0 == "\r\n" })
    let physical = file.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(physical.last == "")
    #expect(physical.allSatisfy { $0.utf8.count <= 75 })
    #expect(!file.contains("\u{FFFD}"))
    let lines = try Self.unfolded(file)
    #expect(lines.count(where: { $0 == "BEGIN:VEVENT" }) == 1)
    let expected = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    for name in ["SUMMARY:", "DESCRIPTION:"] {
      let line = try #require(lines.first { $0.hasPrefix(name) })
      #expect(try Self.unescaped(String(line.dropFirst(name.count))) == expected)
    }
  }

  @Test("controls that no calendar text can have are left out")
  func controls() throws {
    let file = calendar([event("a\0b\u{7}c\u{1b}[31m")])
    #expect(file.contains("SUMMARY:abc[31m\r\n"))
    #expect(try calendar([event("a\u{202E}b\u{2066}c")]).contains("SUMMARY:abc\r\n"))
  }

  struct Malformed: Error {}

  /// RFC 5545, 3.1: CRLF and one blank or tab are taken out. By bytes, as it says.
  private static func unfolded(_ file: String) throws -> [String] {
    var lines: [[UInt8]] = [[]]
    let bytes = Array(file.utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index] == 13 {
        guard index + 1 < bytes.count, bytes[index + 1] == 10 else { throw Malformed() }
        if index + 2 < bytes.count, bytes[index + 2] == 32 || bytes[index + 2] == 9 {
          index += 3
          continue
        }
        lines.append([])
        index += 2
        continue
      }
      guard bytes[index] != 10 else { throw Malformed() }
      lines[lines.count - 1].append(bytes[index])
      index += 1
    }
    return try lines.map { line in
      guard let text = String(validating: line, as: UTF8.self) else { throw Malformed() }
      return text
    }
  }

  /// RFC 5545, 3.3.11.
  private static func unescaped(_ value: String) throws -> String {
    var result = String.UnicodeScalarView()
    var scalars = value.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar != ";", scalar != "," else { throw Malformed() }
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      switch scalars.next() {
      case "n", "N": result.append("\n")
      case let escaped? where "\\;,".unicodeScalars.contains(escaped): result.append(escaped)
      default: throw Malformed()
      }
    }
    return String(result)
  }
}
