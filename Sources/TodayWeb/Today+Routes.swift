import HTTPServer
import Values
import Web

extension WebApplication {
  func todayPage(showsAll: Bool) -> Endpoint {
    .member { member in
      let visit = member.visit
      var readings: [AttentionReading] = []
      for area in try await member.shownAreas() {
        readings.append(try await area.attention(of: member, since: visit.since))
      }
      let limit = showsAll ? TodayPage.longCount : TodayPage.shortCount
      var response = try await member.page(
        { TodayPage.view($0, in: $1) },
        load: { [readings] reader in
          try TodayPage.Model(readings, limit: limit, showsAll: showsAll, reader)
        })
      member.keep(visit, in: &response)
      return response
    }
  }
}

extension TodayPage.Model {
  init(
    _ readings: [AttentionReading], limit: Int, showsAll: Bool, _ reader: PageReader
  ) throws {
    let found = try readings.flatMap { try $0(limit + 1, reader) }
    // What is weeks off does not push away what is for today.
    let soon = CalendarDay(daysSince1970: reader.today.daysSince1970 + TodayPage.soonDays)
    func isLater(_ row: Attention) -> Bool { row.day.map { soon < $0 } ?? false }
    // The sort is stable: rows of one kind and day stay in the order of their areas.
    let sorted = found.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      if isLater(first) != isLater(second) { return isLater(second) }
      if first.kind != second.kind { return first.kind < second.kind }
      if first.day != second.day {
        // What has no day goes last.
        guard let day = first.day else { return false }
        return second.day.map { day < $0 } ?? true
      }
      return left.offset < right.offset
    }.map(\.element)
    self.init(
      rows: Array(sorted.prefix(limit)), showsAll: showsAll, hasMore: sorted.count > limit)
  }
}

/// When the person looked at Today, as this browser remembers it. Only Today reads it, and for no
/// more than to tell what is new: it is not trusted.
struct Visit: Equatable {
  /// A visit ends when Today was not opened for so long.
  static let milliseconds: Int64 = 30 * 60_000

  /// The end of the visit before this one, in milliseconds since 1970; `nil` before the second.
  var since: Int64?
  /// When Today was opened last, milliseconds since 1970.
  var last: Int64

  /// The visit that goes on at `now`, or the next one.
  init(_ text: String?, now: Int64) {
    let parts = (text ?? "").split(separator: ".").map { Int64($0) }
    guard parts.count == 2, let before = parts[1], before <= now else {
      since = nil
      last = now
      return
    }
    since = now - before > Self.milliseconds ? before : parts[0].flatMap { $0 > 0 ? $0 : nil }
    last = now
  }

  var text: String { "\(since ?? 0).\(last)" }
}

extension Member {
  fileprivate var visit: Visit {
    Visit(guest.request.head.cookie(visitCookie), now: guest.now)
  }

  /// One for each account, as people may share a browser.
  private var visitCookie: String { guest.browser.lastUsedName(of: accountID) + "-today" }

  fileprivate func keep(_ visit: Visit, in response: inout HTTPResponse) {
    guard !guest.isHTMX else { return }
    response.headers.add(
      guest.browser.cookie(visitCookie, visit.text, maxAgeSeconds: LastUsed.seconds))
  }
}
