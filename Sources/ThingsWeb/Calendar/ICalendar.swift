import CICal
import Glibc
import SyncProtocol
import Values
import Web

/// A calendar of whole-day events in the format of RFC 5545, written by libical. Each event keeps
/// its id.
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

  /// The content of the calendar's file.
  var bytes: [UInt8] {
    guard let calendar = icalcomponent_new(ICAL_VCALENDAR_COMPONENT) else { Self.outOfMemory() }
    // Its events go with it.
    defer { icalcomponent_free(calendar) }
    Self.add(icalproperty_new_version("2.0"), to: calendar)
    Self.add(icalproperty_new_prodid("-//Hearth//Household calendar//EN"), to: calendar)
    Self.add(icalproperty_new_calscale("GREGORIAN"), to: calendar)
    Self.add(icalproperty_new_name(Self.plain(name)), to: calendar)
    Self.add("X-WR-CALNAME", icalvalue_new_text(Self.plain(name)), to: calendar)
    let refresh = icaldurationtype_from_int(12 * 3600)
    Self.add(icalproperty_new_refreshinterval(refresh), to: calendar)
    Self.add("X-PUBLISHED-TTL", icalvalue_new_duration(refresh), to: calendar)
    let stamp = icaltime_from_string(Self.digits(today) + "T000000Z")
    for event in events { Self.add(event, stamp: stamp, to: calendar) }
    guard let text = icalcomponent_as_ical_string_r(calendar) else { Self.outOfMemory() }
    defer { icalmemory_free_buffer(text) }
    return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  private static func add(
    _ event: Event, stamp: icaltimetype, to calendar: OpaquePointer
  ) {
    guard let component = icalcomponent_new(ICAL_VEVENT_COMPONENT) else { outOfMemory() }
    icalcomponent_add_component(calendar, component)
    add(icalproperty_new_uid(plain(event.uid)), to: component)
    add(icalproperty_new_dtstamp(stamp), to: component)
    add(icalproperty_new_dtstart(icaltime_from_string(digits(event.day))), to: component)
    add(icalproperty_new_summary(plain(event.summary)), to: component)
    if !event.description.isEmpty {
      add(icalproperty_new_description(plain(event.description)), to: component)
    }
    if !event.location.isEmpty {
      add(icalproperty_new_location(plain(event.location)), to: component)
    }
    add(icalproperty_new_url(event.url), to: component)
    // Something due on a day does not make the person busy on that day.
    add(icalproperty_new_transp(ICAL_TRANSP_TRANSPARENT), to: component)
  }

  private static func add(_ property: OpaquePointer?, to component: OpaquePointer) {
    guard let property else { outOfMemory() }
    icalcomponent_add_property(component, property)
  }

  /// Adds a property that no standard names. Programs that know it expect its value alone, without
  /// the parameter that says of which type it is.
  private static func add(_ name: String, _ value: OpaquePointer?, to component: OpaquePointer) {
    guard let value, let escaped = icalvalue_as_ical_string_r(value),
      let property = icalproperty_new_x(escaped)
    else { outOfMemory() }
    icalproperty_set_x_name(property, name)
    icalcomponent_add_property(component, property)
    icalmemory_free_buffer(escaped)
    icalvalue_free(value)
  }

  private static func digits(_ day: String) -> String { day.replacing("-", with: "") }

  /// A text as the library takes it: every way to end a line is LF, and control characters that no
  /// value may hold are left out (RFC 5545, 3.3.11), and those that turn the rest of a line.
  private static func plain(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
      case "\t": result.append(scalar)
      default:
        if scalar.properties.generalCategory != .control, !scalar.turnsText {
          result.append(scalar)
        }
      }
      previous = scalar
    }
    return String(result)
  }

  private static func outOfMemory() -> Never {
    preconditionFailure("there is memory for a calendar")
  }
}
