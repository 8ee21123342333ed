import Testing
import Usage

/// Figures from events that were made up, beside what one counts by hand.
@Suite struct UsageReportTests {
  private static let first = UsageActor("p1")
  private static let third = UsageActor("p3")

  /// Forty-two days of four people: the first has two homes and stays with them, the second has
  /// one, the third has three and looks in once more, the fourth has one of long ago.
  private func household() throws -> UsageFolder {
    let folder = try UsageFolder()
    let recorder = try folder.recorder(maxWaiting: 1000)
    func at(_ day: Int64) { folder.now = UsageFolder.start + day * UsageFolder.day }
    func create(_ actor: UsageActor, _ home: String, isPrimary: Bool = false) {
      recorder.record(.homeCreated(home: home, isPrimary: isPrimary, hasPhoto: false), by: actor)
    }
    let fourth = UsageActor("p4")
    recorder.see(Self.first, homeCount: 1)
    create(Self.first, "cabin")
    recorder.see(UsageActor("p2"), homeCount: 0)
    create(UsageActor("p2"), "flat", isPrimary: true)
    at(1)
    recorder.see(fourth, homeCount: 1)
    recorder.see(Self.first, homeCount: 2)
    for home in ["flat", "cabin", "flat", "cabin"] {
      recorder.record(.homeSelected(home: home, source: .sidebar), by: Self.first)
    }
    at(2)
    recorder.see(Self.third, homeCount: 0)
    for home in ["a", "b", "c"] { create(Self.third, home) }
    at(10)
    recorder.see(fourth, homeCount: 1)
    for _ in 0..<2 { recorder.record(.syncError(area: .sync, code: "stale"), by: fourth) }
    at(35)
    recorder.see(Self.third, homeCount: 3)
    at(40)
    recorder.see(Self.first, homeCount: 2)
    recorder.record(.allInventoryViewed(homes: 2, items: 30), by: Self.first)
    for home in ["flat", "cabin"] {
      recorder.record(.homeSelected(home: home, source: .settings), by: Self.first)
    }
    recorder.record(.syncError(area: .sharing, code: "expired"), by: Self.first)
    at(42)
    recorder.flush()
    return folder
  }

  private func figure(_ name: UsageFigure.Name, _ folder: UsageFolder) throws -> UsageFigure {
    try #require(try folder.report().figure(name))
  }

  @Test("S3-KPI-1 adoption counts who made a home and had two or more in the first thirty days")
  func adoption() throws {
    let folder = try household()
    let figure = try figure(.adoption, folder)
    #expect(figure.numerator == 2 && figure.denominator == 4)
    #expect(figure.value == 50 && figure.isMet == true && !figure.isProvisional)
    // From the second day on, only what happened then is looked at.
    let launch = UsageFolder.start + 2 * UsageFolder.day
    let later = try #require(try folder.report(launchAt: launch).figure(.adoption))
    #expect(later.numerator == 1 && later.denominator == 2)
    let late = try #require(try folder.report(launchAt: folder.now).figure(.adoption))
    #expect(late.isProvisional && late.value == nil && late.isMet == nil)
  }

  @Test("S3-KPI-2 retention counts who still uses several homes thirty days after the second")
  func retention() throws {
    let figure = try figure(.retention, household())
    #expect(figure.numerator == 1 && figure.denominator == 2)
    #expect(figure.value == 50 && figure.isMet == false)
  }

  @Test("S3-KPI-3 the rating is of each person's newest stars for several homes")
  func rating() throws {
    let folder = try household()
    #expect(try figure(.rating, folder).value == nil)
    let recorder = try folder.recorder()
    for (person, topic, stars) in [
      ("p1", Feedback.Topic.homes, 1), ("p1", .homes, 5), ("p3", .homes, 4), ("p3", .sharing, 2),
    ] {
      folder.now += 1
      try recorder.keep(Feedback(topic: topic, rating: stars, words: "so"), of: person)
    }
    let figure = try figure(.rating, folder)
    #expect(figure.value == 4.5 && figure.denominator == 2 && figure.isMet == true)
    #expect(figure.parts.map(\.numerator) == [9, 2])
  }

  @Test("S3-KPI-4 homes per user is of people with two or more who were seen in thirty days")
  func homesPerUser() throws {
    let figure = try figure(.homesPerUser, household())
    #expect(figure.numerator == 5 && figure.denominator == 2)
    #expect(figure.value == 2.5 && figure.isMet == true)
  }

  @Test("S3-KPI-5 switches are by visits of people with several homes")
  func switches() throws {
    let figure = try figure(.switches, household())
    #expect(figure.numerator == 2 && figure.denominator == 2)
    #expect(figure.value == 1 && figure.isMet == false)
    #expect(figure.parts.map(\.numerator) == [0])
  }

  @Test("S3-KPI-6 all inventory is counted week by week, of people with several homes")
  func allInventory() throws {
    let figure = try figure(.allInventoryWeekly, household())
    #expect(figure.parts.map(\.numerator) == [1, 0, 0, 0])
    #expect(figure.parts.map(\.denominator) == [1, 1, 0, 0])
    #expect(figure.value == 50 && figure.isMet == true)
  }

  @Test("S3-QM-2 S0-SM5 errors are told by area, beside the four weeks before")
  func errors() throws {
    let figure = try figure(.errors, household())
    #expect(figure.numerator == 1 && figure.denominator == 2)
    #expect(figure.parts.map(\.label).prefix(2) == ["sync", "sharing"])
    #expect(figure.parts.map(\.numerator) == [0, 1, 2, 0])
    #expect(figure.parts.map(\.denominator) == [2, 2, 6, 6])
  }

  @Test("a home that is deleted or left counts no more, and what is later than now is left out")
  func fewer() throws {
    let folder = try household()
    let recorder = try folder.recorder()
    recorder.record(.homeDeleted(home: "a", items: 1, locations: 2, labels: 3), by: Self.third)
    recorder.record(.left(.home("b")), by: Self.third)
    recorder.flush()
    #expect(try figure(.homesPerUser, folder).value == 2)
    folder.now -= 1
    #expect(try figure(.homesPerUser, folder).value == 2.5)
  }

  @Test("without any event there is no figure, and no zero in its place")
  func nothing() throws {
    let folder = try UsageFolder()
    _ = try folder.recorder()
    let report = try folder.report()
    #expect(report.firstEventAt == nil && report.eventCount == 0)
    for figure in report.figures { #expect(figure.value == nil && figure.isMet == nil) }
    #expect(report.figures.map(\.name) == UsageFigure.Name.allCases)
  }
}
