import Values

@testable import ThingsWeb
@testable import TodayWeb
@testable import Web

extension Samples {
  var attention: [Attention] {
    [
      Attention(
        .overdue, day: CalendarDay(year: 2026, month: 6, day: 8), .warning, t("Descale"),
        detail: t("Espresso machine · 4 days overdue · Harbour Street"), .items(.item(t("i1")))),
      Attention(
        .toReturn, day: CalendarDay(year: 2026, month: 6, day: 15), .person, t("Lens"),
        detail: t("Lent to Jonas · due back in 3 days"), .items(.item(t("i2")))),
      Attention(
        .changes, .people, t("Jonas changed things in Lake Cabin"),
        .activity(.homeActivity(home: cabin.id))),
      Attention(.refused, .warning, t("2 changes are not saved"), .syncing(.sync)),
    ]
  }

  var todayPages: [SamplePage] {
    [
      SamplePage("today", .today(.today())) { [attention] in
        TodayPage.view(TodayPage.Model(rows: attention, hasMore: true), in: $0)
      },
      SamplePage("today-all", .today(.today(showsAll: true))) { [attention] in
        TodayPage.view(TodayPage.Model(rows: attention, showsAll: true), in: $0)
      },
      SamplePage("today-nothing", .today(.today())) {
        TodayPage.view(TodayPage.Model(rows: []), in: $0)
      },
    ]
  }
}
