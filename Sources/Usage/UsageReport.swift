import SQLite

/// The figures that spec 003 requires, from the events of one machine (S3-KPI-1 to S3-KPI-6).
package struct UsageReport: Encodable, Sendable {
  fileprivate static let day: Int64 = 86_400_000
  fileprivate static let week = 7 * day
  fileprivate static let month = 30 * day
  /// How many whole weeks the weekly figures cover.
  fileprivate static let weeks = 4

  /// What the events show of one person.
  fileprivate struct Person {
    var homeCount = 0
    /// When the person first had two homes.
    var severalSince: Int64?
    var hasStayed = false
    /// Whether the person was seen in the thirty days after the launch.
    var isEarly = false
    var hasEarlyHome = false
    var hadEarlySeveral = false
    var lastAt: Int64 = 0
    var weeksSeen: Set<Int> = []
    var weeksWithInventory: Set<Int> = []
  }

  fileprivate struct Session {
    var isOfSeveral = false
    var switches = 0
  }

  fileprivate struct Week {
    var sessions: Set<String> = []
    var errors: [UsageEvent.Area: Int] = [:]
  }

  /// The time of the first event, in milliseconds since 1970; `nil` when nothing is counted yet.
  package let firstEventAt: Int64?
  package let eventCount: Int
  /// Events that were dropped for lack of room and are in no figure.
  package let droppedCount: Int
  package private(set) var figures: [UsageFigure] = []

  private enum CodingKeys: CodingKey { case firstEventAt, eventCount, droppedCount, figures }

  /// Reads every event once, in chronological order. Blocks.
  ///
  /// - Parameters:
  ///   - launchAt: when several homes were first offered, in milliseconds since 1970; `nil` takes
  ///     the first event's time.
  ///   - now: milliseconds since 1970; later events are left out.
  package init(_ store: UsageStore, launchAt: Int64? = nil, now: Int64) throws {
    var reading = Reading(now: now)
    let (ratings, dropped) = try store.read { connection in
      let first =
        try connection.first(
          "SELECT min(at) FROM events WHERE at <= ?", .integer(now)
        ) { $0.optionalInteger(0) } ?? nil
      reading.launchAt = launchAt ?? first ?? now
      reading.firstAt = first
      try connection.forEach(
        """
        SELECT at, person, session, name, properties ->> '$.home_count', properties ->> '$.area'
          FROM events WHERE at <= ? ORDER BY at, rowid
        """, [.integer(now)]
      ) { row in
        // An event of a newer program belongs to no figure of this one.
        guard let name = UsageEvent.Name(rawValue: row.text(3)) else { return }
        reading.add(
          name, at: row.integer(0), person: row.text(1), session: row.text(2),
          homeCount: row.optionalInteger(4).map { Int($0) },
          area: row.optionalText(5).flatMap { UsageEvent.Area(rawValue: $0) })
      }
      return (try Self.ratings(connection, now: now), try Self.dropped(connection))
    }
    firstEventAt = reading.firstAt
    eventCount = reading.count
    droppedCount = dropped
    figures = [
      reading.adoption, reading.retention, Self.rating(ratings), reading.homesPerUser,
      reading.switches, reading.allInventoryWeekly, reading.errors,
    ]
  }

  package func figure(_ name: UsageFigure.Name) -> UsageFigure? {
    figures.first { $0.name == name }
  }

  private static func dropped(_ connection: Connection) throws -> Int {
    try connection.first("SELECT dropped FROM counts") { Int($0.integer(0)) } ?? 0
  }

  // MARK: What people say

  /// The sum and count, per topic, of each person's newest rating.
  private static func ratings(
    _ connection: Connection, now: Int64
  ) throws -> [(topic: Feedback.Topic, sum: Int, count: Int)] {
    let rows = try connection.query(
      """
      SELECT topic, sum(rating), count(*) FROM (
        SELECT topic, rating, row_number() OVER (
            PARTITION BY person, topic ORDER BY at DESC, id) AS place
          FROM feedback WHERE at <= ?) WHERE place = 1 GROUP BY topic
      """, .integer(now)
    ) { (topic: $0.text(0), sum: Int($0.integer(1)), count: Int($0.integer(2))) }
    return Feedback.Topic.allCases.compactMap { topic in
      rows.first { $0.topic == topic.rawValue }.map { (topic, $0.sum, $0.count) }
    }
  }

  private static func rating(
    _ ratings: [(topic: Feedback.Topic, sum: Int, count: Int)]
  ) -> UsageFigure {
    let homes = ratings.first { $0.topic == .homes }
    var figure = UsageFigure(
      name: .rating,
      definition: "stars for several homes, 1 to 5: each person's newest, by people who gave any",
      unit: .average, numerator: homes?.sum ?? 0, denominator: homes?.count ?? 0, target: 4)
    figure.parts = ratings.map {
      .init(label: $0.topic.rawValue, numerator: $0.sum, denominator: $0.count)
    }
    return figure
  }
}

// MARK: Reading events

extension UsageReport {
  /// The result of the events read so far.
  fileprivate struct Reading {
    let now: Int64
    var launchAt: Int64 = 0
    var firstAt: Int64?
    var count = 0
    fileprivate var people: [String: Person] = [:]
    fileprivate var sessions: [String: Session] = [:]
    /// The last weeks, newest first: those of the figures, and as many before them to compare.
    fileprivate var weeks = [Week](repeating: Week(), count: 2 * UsageReport.weeks)

    init(now: Int64) { self.now = now }

    mutating func add(
      _ name: UsageEvent.Name, at: Int64, person id: String, session: String, homeCount: Int?,
      area: UsageEvent.Area?
    ) {
      count += 1
      var person = people[id] ?? Person()
      if let homeCount { person.homeCount = homeCount }
      switch name {
      case .homeCreated, .homeJoined: person.homeCount += 1
      case .homeDeleted, .homeLeft: person.homeCount = max(0, person.homeCount - 1)
      default: break
      }
      if person.homeCount > 1, person.severalSince == nil { person.severalSince = at }
      if let since = person.severalSince, at >= since + UsageReport.month,
        Self.usesSeveral.contains(name)
      {
        person.hasStayed = true
      }
      person.lastAt = at
      if at >= launchAt, at < launchAt + UsageReport.month {
        person.isEarly = true
        if name == .homeCreated { person.hasEarlyHome = true }
        if person.homeCount > 1 { person.hadEarlySeveral = true }
      }
      addToWeek(name, at, session, area, &person)
      if at > now - UsageReport.month { addToSession(name, session, person) }
      people[id] = person
    }

    /// Actions that only people with several homes take.
    private static let usesSeveral: Set<UsageEvent.Name> = [
      .homeSelected, .homePrimaryChanged, .allInventoryViewed, .homeCreated,
    ]

    private mutating func addToSession(
      _ name: UsageEvent.Name, _ id: String, _ person: Person
    ) {
      var session = sessions[id] ?? Session()
      if person.homeCount > 1 { session.isOfSeveral = true }
      if name == .homeSelected { session.switches += 1 }
      sessions[id] = session
    }

    private mutating func addToWeek(
      _ name: UsageEvent.Name, _ at: Int64, _ session: String, _ area: UsageEvent.Area?,
      _ person: inout Person
    ) {
      let week = Int((now - at) / UsageReport.week)
      // Events before the compared weeks are in no weekly figure.
      guard weeks.indices.contains(week) else { return }
      weeks[week].sessions.insert(session)
      if name == .syncError, let area { weeks[week].errors[area, default: 0] += 1 }
      guard week < UsageReport.weeks, person.homeCount > 1 else { return }
      person.weeksSeen.insert(week)
      if name == .allInventoryViewed { person.weeksWithInventory.insert(week) }
    }
  }
}

// MARK: Figures

extension UsageReport.Reading {
  /// S3-KPI-1: how many people had several homes soon after the launch.
  fileprivate var adoption: UsageFigure {
    let early = people.values.filter(\.isEarly)
    var figure = UsageFigure(
      name: .adoption,
      definition: """
        people who made a home within 30 days of the launch and had two or more by then, by people \
        seen in those days
        """,
      unit: .percent, numerator: early.count { $0.hasEarlyHome && $0.hadEarlySeveral },
      denominator: early.count, target: 15)
    figure.isProvisional = now < launchAt + UsageReport.month
    return figure
  }

  /// S3-KPI-2: how many people with several homes went on using them.
  fileprivate var retention: UsageFigure {
    let cohort = people.values.filter { person in
      person.severalSince.map { $0 + UsageReport.month <= now } ?? false
    }
    return UsageFigure(
      name: .retention,
      definition: """
        people who switched homes, made one, changed the primary one or opened all inventory 30 \
        days or more after they first had two homes, by people who first had two so long ago
        """,
      unit: .percent, numerator: cohort.count(where: \.hasStayed), denominator: cohort.count,
      target: 80)
  }

  /// S3-KPI-4: how many homes people with several have on average.
  fileprivate var homesPerUser: UsageFigure {
    let several = people.values.filter {
      $0.homeCount > 1 && $0.lastAt > now - UsageReport.month
    }
    return UsageFigure(
      name: .homesPerUser,
      definition: "homes of people who have two or more, by those people; seen in the last 30 days",
      unit: .average, numerator: several.reduce(0) { $0 + $1.homeCount },
      denominator: several.count, target: 2.5)
  }

  /// S3-KPI-5: how often people with several homes switch between them in a visit.
  fileprivate var switches: UsageFigure {
    let several = sessions.values.filter(\.isOfSeveral)
    var figure = UsageFigure(
      name: .switches,
      definition: """
        switches from one home to another, by visits of people with two or more; in the last 30 days
        """,
      unit: .average, numerator: several.reduce(0) { $0 + $1.switches },
      denominator: several.count, target: 3)
    figure.parts = [
      .init(
        label: "visits with 3 or more", numerator: several.count { $0.switches >= 3 },
        denominator: several.count)
    ]
    return figure
  }

  /// S3-KPI-6: how many people with several homes open all inventory in a week.
  fileprivate var allInventoryWeekly: UsageFigure {
    let parts = (0..<UsageReport.weeks).map { week in
      UsageFigure.Part(
        label: Self.label(ofWeek: week),
        numerator: people.values.count { $0.weeksWithInventory.contains(week) },
        denominator: people.values.count { $0.weeksSeen.contains(week) })
    }
    var figure = UsageFigure(
      name: .allInventoryWeekly,
      definition: """
        people with two or more homes who opened all inventory in a week, by those who were seen \
        in it; of the last 4 weeks together
        """,
      unit: .percent, numerator: parts.reduce(0) { $0 + $1.numerator },
      denominator: parts.reduce(0) { $0 + $1.denominator }, target: 40)
    figure.parts = parts
    return figure
  }

  /// S3-QM-2, S0-SM5: errors per visit, which must not increase.
  fileprivate var errors: UsageFigure {
    func sum(_ weeks: Range<Int>, _ areas: [UsageEvent.Area]) -> Int {
      weeks.reduce(0) { total, week in
        total + areas.reduce(0) { $0 + (self.weeks[week].errors[$1] ?? 0) }
      }
    }
    func visits(_ weeks: Range<Int>) -> Int {
      weeks.reduce(0) { $0 + self.weeks[$1].sessions.count }
    }
    let all = UsageEvent.Area.allCases
    let recent = 0..<UsageReport.weeks
    let before = UsageReport.weeks..<weeks.count
    var figure = UsageFigure(
      name: .errors,
      definition: """
        times that something was not taken, in sync or in sharing, by visits; in the last 4 weeks, \
        beside the 4 before
        """,
      unit: .average, numerator: sum(recent, all), denominator: visits(recent), target: nil)
    figure.parts =
      all.map {
        .init(label: $0.rawValue, numerator: sum(recent, [$0]), denominator: visits(recent))
      }
      + all.map {
        .init(
          label: "\($0.rawValue), the 4 weeks before", numerator: sum(before, [$0]),
          denominator: visits(before))
      }
    return figure
  }

  private static func label(ofWeek week: Int) -> String {
    switch week {
    case 0: "the last 7 days"
    case 1: "the week before"
    default: "\(week) weeks before"
    }
  }
}
