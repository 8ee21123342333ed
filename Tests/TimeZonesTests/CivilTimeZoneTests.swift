import Foundation
import Testing
import TimeZones

/// The time zones of the system's database, beside those of another library.
@Suite struct CivilTimeZoneTests {
  @Test("every place of the database has a zone, and there are some hundred")
  func places() {
    #expect(CivilTimeZone.ofPlaces.count > 300)
    #expect(CivilTimeZone.ofPlaces.allSatisfy { CivilTimeZone(identifier: $0) != nil })
    #expect(CivilTimeZone.ofPlaces == CivilTimeZone.ofPlaces.sorted())
  }

  /// They are built from databases of different years, so only what is long settled is compared.
  @Test("clocks are where another library has them, through forty years of summer time")
  func offsets() throws {
    var compared = 0
    for name in [
      "Europe/Berlin", "Europe/London", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata",
      "Asia/Kathmandu", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Apia", "America/St_Johns",
      "Africa/Casablanca", "Europe/Lisbon", "Asia/Tehran", "Pacific/Auckland",
    ] {
      let zone = try #require(CivilTimeZone(identifier: name))
      let other = try #require(TimeZone(identifier: name))
      // Every three days and a bit, from 1980 to 2020.
      for seconds in stride(from: Int64(315_532_800), to: 1_577_836_800, by: 270_001) {
        let wanted = other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        guard zone.secondsFromUTC(at: seconds) != wanted else {
          compared += 1
          continue
        }
        Issue.record("\(name) at \(seconds): \(zone.secondsFromUTC(at: seconds)), not \(wanted)")
        break
      }
    }
    #expect(compared > 60_000)
  }

  @Test("summer time goes on after the last change that the database lists")
  func future() throws {
    let zone = try #require(CivilTimeZone(identifier: "Europe/Berlin"))
    // 1 July and 1 January 2090.
    #expect(zone.secondsFromUTC(at: 3_802_550_400) == 7200)
    #expect(zone.secondsFromUTC(at: 3_786_912_000) == 3600)
    #expect(zone.secondsFromUTC(at: Int64.max / 2) != Int.max)
    #expect(CivilTimeZone.utc.secondsFromUTC(at: 0) == 0)
    #expect(zone.secondsFromUTC(at: -Int64.max / 2) < 7200)
  }

  @Test(
    "what is no name of a place is no zone, above all no path",
    arguments: [
      "", "Mars/Olympus", "../etc/passwd", "/etc/localtime", "Europe/../Europe/Berlin",
      "europe/berlin", "+02:00", "UTC+2", "Europe", "CET-1CEST", "Europe/Berlin\u{0}",
      String(repeating: "A", count: 65),
    ])
  func refused(name: String) {
    #expect(CivilTimeZone(identifier: name) == nil)
  }

  @Test("names that browsers still use are places", arguments: ["Asia/Calcutta", "Europe/Kiev"])
  func aliases(name: String) throws {
    let zone = try #require(CivilTimeZone(identifier: name))
    #expect(zone.identifier == name)
    #expect(zone.secondsFromUTC(at: 1_750_000_000) != 0)
  }
}
