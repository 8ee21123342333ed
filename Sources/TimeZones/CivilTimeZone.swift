import CGLib
import Glibc

/// A time zone of the system's database (package `tzdata`).
///
/// `@unchecked Sendable` because what it holds is never changed, and is counted atomically.
package final class CivilTimeZone: @unchecked Sendable, Equatable {
  /// Its IANA name, such as `Europe/Berlin`.
  package let identifier: String
  private let zone: OpaquePointer

  package static let utc = CivilTimeZone()

  private init() {
    identifier = "GMT"
    zone = g_time_zone_new_utc()
  }

  /// `nil` for a name that the database does not have.
  package init?(identifier: String) {
    let name = Self.names[identifier] ?? identifier
    guard Self.isName(name), Self.isThere(name), let zone = g_time_zone_new_identifier(name) else {
      return nil
    }
    self.identifier = identifier
    self.zone = zone
  }

  deinit { g_time_zone_unref(zone) }

  package static func == (left: CivilTimeZone, right: CivilTimeZone) -> Bool {
    left.identifier == right.identifier
  }

  /// How many seconds its clocks are before UTC.
  ///
  /// - Parameter seconds: since 1970.
  package func secondsFromUTC(at seconds: Int64) -> Int {
    // Which of several intervals it is cannot fail for universal time; -1 is before the first.
    let interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(seconds))
    return Int(g_time_zone_get_offset(zone, max(0, interval)))
  }

  /// The longest name that is looked for, in bytes.
  private static let maxBytes = 64

  /// Names become paths of files, so nothing else gets there; offsets are no places.
  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x41...0x5A).contains(first), text.utf8.count <= maxBytes
    else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2F, 0x5F: true
      default: false
      }
    }
  }

  private static let database = "/usr/share/zoneinfo"

  /// Whether the database has a file of the name; the library also takes rules such as `UTC+2`.
  private static func isThere(_ name: String) -> Bool {
    var found = stat()
    return stat("\(database)/\(name)", &found) == 0 && found.st_mode & S_IFMT == S_IFREG
  }

  /// What browsers call some places, by the name that the database gives them today; older names
  /// are in a package of their own on newer systems.
  private static let names = [
    "Africa/Asmera": "Africa/Asmara", "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
    "America/Catamarca": "America/Argentina/Catamarca",
    "America/Coral_Harbour": "America/Atikokan", "America/Cordoba": "America/Argentina/Cordoba",
    "America/Godthab": "America/Nuuk", "America/Indianapolis": "America/Indiana/Indianapolis",
    "America/Jujuy": "America/Argentina/Jujuy", "America/Louisville": "America/Kentucky/Louisville",
    "America/Mendoza": "America/Argentina/Mendoza", "Asia/Calcutta": "Asia/Kolkata",
    "Asia/Katmandu": "Asia/Kathmandu", "Asia/Rangoon": "Asia/Yangon",
    "Asia/Saigon": "Asia/Ho_Chi_Minh", "Atlantic/Faeroe": "Atlantic/Faroe",
    "Europe/Kiev": "Europe/Kyiv", "Pacific/Enderbury": "Pacific/Kanton",
    "Pacific/Ponape": "Pacific/Pohnpei", "Pacific/Truk": "Pacific/Chuuk",
  ]

  /// The names of all places of the database, in order; empty if it is not there.
  package static let ofPlaces: [String] = {
    guard let file = fopen(database + "/zone.tab", "re") else { return [] }
    defer { fclose(file) }
    var found: [String] = []
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(line) }
    while getline(&line, &room, file) > 0, let text = line.map({ String(cString: $0) }) {
      let parts = text.split(whereSeparator: { $0 == "\t" || $0 == "\n" })
      guard parts.count >= 3, !text.hasPrefix("#") else { continue }
      found.append(String(parts[2]))
    }
    return found.sorted()
  }()
}
