import Foundation

@testable import AccountWeb
@testable import ThingsWeb
@testable import Web

extension Samples {
  var calendarPages: [SamplePage] {
    let feed = CalendarPage.Model.Feed(madeAt: ago(minutes: 90), lastUsedAt: ago(minutes: 3))
    let made = CalendarPage.Model(
      feed: .init(madeAt: now), made: t("https://home.example/calendar/0123456789abcdef.ics"))
    return [
      ("calendar", CalendarPage.Model()), ("calendar-made", made),
      ("calendar-read", CalendarPage.Model(feed: feed)),
      (
        "calendar-kinds",
        CalendarPage.Model(
          kinds: CalendarKind.allCases.map { .init(kind: $0, isOn: $0.isStandard) })
      ),
    ].map { name, model in
      SamplePage(name, .calendar(.calendarSettings)) { CalendarPage.view(model, in: $0) }
    }
  }

  var tokenPages: [SamplePage] {
    let homes = [ZoneLink(id: t("h1"), name: t("Harbour Street"))]
    let standard = FormValues<TokensPage.Field>([
      .access: FieldValue("read"), .days: FieldValue("90"),
    ])
    let empty = TokensPage.Model(rows: [], homes: homes, values: standard)
    let rows = [
      TokensPage.Row(
        id: t("t1"), name: t("Kitchen display"), access: .read, lastUsedAt: ago(minutes: 3),
        expiresAt: now.addingTimeInterval(86_400 * 80)),
      TokensPage.Row(
        id: t("t2"), name: t("Home automation"), access: .sharing, home: t("Harbour Street")),
    ]
    let made = TokensPage.Model(
      rows: rows, homes: homes, values: standard,
      made: .init(name: t("Home automation"), secret: t("hearth_0123456789")))
    var values = standard
    values[.name] = FieldValue("", problem: .missing)
    let wrong = TokensPage.Model(rows: rows, homes: homes, values: values)
    return [
      SamplePage("tokens", .tokens(.accessTokens)) { TokensPage.view(empty, in: $0) },
      SamplePage("token-made", .tokens(.accessTokens)) { TokensPage.view(made, in: $0) },
      SamplePage("token-wrong", .tokens(.accessTokens)) { TokensPage.view(wrong, in: $0) },
    ]
  }
}
