import Foundation
import SharingWeb
import Values

@testable import FamilyWeb
@testable import Web

/// What happened in a family, and what stands below its day.
extension Samples {
  var familyActivityPages: [SamplePage] {
    let family = ZoneLink(.family, id: t("f1"), name: t("Lindqvist"))
    let mia = PersonBadge(id: t("p1"), name: t("Mia"))
    var rows: [FamilyActivityPage.Row] = []
    func add(_ lines: [FamilyActivityPage.Line], isYou: Bool = false) {
      rows.append(
        FamilyActivityPage.Row(
          sequence: Int64(90 - rows.count), person: isYou ? anna : mia, isYou: isYou,
          at: ago(minutes: Double(rows.count * 7)), lines: lines))
    }
    add([.note(.done, [t("Teeth"), t("Dishes")]), .note(.skipped, [t("Bins")])])
    add(FamilyActivityPage.Note.allCases.map { .note($0, []) })
    add([.note(.approved, [t("a"), t("b"), t("c"), t("d")]), .note(.wished, [t("Film")])])
    for thing in FamilyActivityPage.Thing.allCases {
      add(
        [ActivityVerb.added, .changed, .removed].flatMap { verb -> [FamilyActivityPage.Line] in
          [
            .record(verb, .init(thing, t("Mia"), route: .family(.familySettings(family.id)))),
            .count(verb, thing, 12),
          ]
        }, isYou: true)
    }
    let fields = [
      "name", "title", "emoji", "note", "timeZone", "hidesStreaks", "hasStars", "isFirst",
      "asksApproval", "asksPhoto", "requiredFirst", "stars", "isArchived", "price", "colorIndex",
    ]
    add([
      .record(
        .changed, .init(.routine, t("Teeth")),
        fields.map { .field($0, before: .nothing, after: .text(t("new"))) } + [
          .field("partOfDay", before: .text(t("Morning")), after: .text(t("Evening"))),
          .field("startsOn", before: .number(1), after: .yesNo(true)),
          .field(
            "endsOn", before: .nothing, after: .day(CalendarDay(year: 2026, month: 6, day: 30))),
          .plan, .steps,
        ])
    ])
    add([
      .sharing(.cameIn), .sharing(.joined(t("Tom"))), .sharing(.roleChanged(t("Tom"), .viewer)),
      .sharing(.roleChanged(t("Tom"), nil)),
    ])
    add([.sharing(.wentAway), .sharing(.invited), .sharing(.inviteClosed)])
    var full = FamilyActivityPage.Model(zone: family, rows: rows)
    full.older = 41
    let fullModel = full
    var away = FamilyActivityPage.Model(zone: family)
    away.isUnreachable = true
    let awayModel = away
    let route = Route.familyActivity(.familyActivity(family: family.id))
    return [
      SamplePage("family-activity", route) { FamilyActivityPage.view(fullModel, in: $0) },
      SamplePage("family-activity-none", route) {
        FamilyActivityPage.view(.init(zone: family), in: $0)
      },
      SamplePage("family-activity-unreachable", route) {
        FamilyActivityPage.view(awayModel, in: $0)
      },
    ] + dashboards(of: family)
  }

  private func dashboards(of family: ZoneLink) -> [SamplePage] {
    let day = CalendarDay(year: 2026, month: 6, day: 30)
    var about = FamilyDayPage.About()
    about.shared = [
      ZoneLink(id: t("h1"), name: t("Flat")), ZoneLink(.group, id: t("g1"), name: t("Pot")),
    ]
    about.invites = [
      .init(
        id: t("i1"), role: .viewer, usedCount: 0, maxUses: 1, expiresAt: now + 86_400,
        madeAt: ago(minutes: 9)),
      .init(
        id: t("i2"), role: .editor, usedCount: 1, maxUses: 2, expiresAt: now + 3600,
        madeAt: ago(minutes: 9)),
    ]
    about.latest = [
      .init(id: t("r1"), title: t("Teeth"), name: t("Mia"), at: ago(minutes: 5)),
      .init(id: t("r2"), title: t("Dishes"), name: t("Tom"), at: ago(minutes: 90)),
    ]
    var parent = FamilyDayPage.Model(family: family, day: day, isParent: true)
    parent.about = about
    var child = FamilyDayPage.Model(family: family, day: day, isParent: false)
    child.about = FamilyDayPage.About()
    let (parentModel, childModel) = (parent, child)
    return [
      SamplePage("family-day-about", .days(.day(family: family.id))) {
        FamilyDayPage.view(parentModel, in: $0)
      },
      SamplePage("family-day-about-child", .days(.day(family: family.id))) {
        FamilyDayPage.view(childModel, in: $0)
      },
    ]
  }
}
