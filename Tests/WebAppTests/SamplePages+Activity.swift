import Foundation
import Values

@testable import ThingsWeb
@testable import Web

extension Samples {
  private func row(
    _ sequence: Int64, _ lines: [ActivityPage.Line], isYou: Bool = false, canTakeBack: Bool = true
  ) -> ActivityPage.Row {
    ActivityPage.Row(
      sequence: sequence, person: isYou ? anna : PersonBadge(id: t("p2"), name: t("Ben")),
      isYou: isYou,
      at: now.addingTimeInterval(-600 * Double(20 - sequence)), lines: lines,
      canTakeBack: canTakeBack)
  }

  /// Each field with values of its kind.
  private var allFields: [ActivityPage.FieldChange] {
    let values: [ActivityPage.Value] = [
      .nothing, .text(t("Gaggia")), .number(3), .money(Money(44900, "EUR")),
      .day(CalendarDay("2026-05-04")!), .yesNo(true), .gone,
    ]
    let fields = [
      "name", "title", "description", "note", "emoji", "quantity", "priceMinor", "currency",
      "purchasedOn", "usefulLifeYears", "warrantyUntil", "isArchived", "soldTo", "lentUntil",
      "locationID", "parentID", "address1", "zip", "provider", "deductibleMinor", "dueOn",
      "costMinor", "caption", "maintenanceID",
    ].compactMap { ActivityField(register: $0) }
    return fields.enumerated().map { index, field in
      ActivityPage.FieldChange(
        field, before: values[index % values.count], after: values[(index + 1) % values.count],
        restore: index % 2 == 0 ? .init(table: "items", id: t("i1"), register: "name") : nil)
    }
  }

  var activityPages: [SamplePage] {
    let machine = ActivityPage.Subject(.item, t("Espresso machine"), route: .items(.item(t("i1"))))
    let every = ActivityPage.Verb.allCases.enumerated().map { index, verb in
      row(
        15 - Int64(index),
        ActivityPage.Thing.allCases.map { thing in
          .record(verb, .init(thing, t("Gasket"), owner: t("Espresso machine")))
        } + ActivityPage.Thing.allCases.map { .count(verb, $0, 12) })
    }
    let home = ActivityPage.Model(
      zone: home,
      rows: [
        row(19, [.record(.changed, machine, Array(allFields.prefix(3)))], isYou: true),
        row(18, [.count(.added, .item, 240), .count(.added, .place, 12)]),
        row(17, [.record(.moved, machine)], canTakeBack: false),
        row(
          16,
          [
            .joined(t("Ben")), .roleChanged(t("Ben"), .viewer), .roleChanged(t("Ben"), nil),
            .roleChanged("", .editor),
            .left(t("Ben")), .cameIn, .wentAway, .became(.editor), .tookOver(from: t("Ben")),
            .invited, .inviteClosed,
          ].map { .sharing($0) }, canTakeBack: false),
      ] + every, older: 4)
    let item = ActivityPage.Model(
      zone: self.home, scope: .record(id: t("i1"), name: t("Espresso machine")),
      rows: [row(19, [.record(.changed, machine, allFields)])], isCutOff: true)
    let change = ActivityPage.Model(
      zone: self.home, scope: .change, rows: [row(19, [.record(.removed, machine)])])
    func page(_ name: String, _ model: ActivityPage.Model, _ route: ActivityRoute) -> SamplePage {
      SamplePage(name, .activity(route)) { ActivityPage.view(model, in: $0) }
    }
    return [
      page("activity", home, .homeActivity(home: self.home.id)),
      page("activity-item", item, .itemActivity(item: t("i1"))),
      page("activity-change", change, .change(home: self.home.id, sequence: 19)),
      page("activity-none", .init(zone: self.home), .homeActivity(home: self.home.id)),
      page(
        "activity-offline", .init(zone: self.home, isUnreachable: true),
        .homeActivity(home: self.home.id)),
    ]
      + ActivityProblem.allCases.map { problem in
        var model = change
        model.problem = problem
        return page(
          "activity-\(problem.rawValue)", model, .change(home: self.home.id, sequence: 19))
      }
  }
}
