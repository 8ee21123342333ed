import Foundation
import SharingWeb
import Values

@testable import MoneyWeb
@testable import Web

extension Samples {
  private var other: MemberName { MemberName(id: t("m2"), name: t("Jonas")) }
  private var you: MemberName { MemberName(id: t("m1"), name: t("Anna"), isYou: true) }

  private var differences: [GroupActivityPage.Difference] {
    let values: [GroupActivityPage.Value] = [
      .nothing, .text(t("Corner shop")), .number(3),
      .day(CalendarDay(year: 2026, month: 6, day: 11)), .yesNo(true), .yesNo(false),
      .text(t("Shares")), .gone,
    ]
    let registers = [
      "title", "day", "note", "place", "categoryID", "name", "currency", "emoji", "colorIndex",
      "simplifies", "isArchived", "payment", "weight", "splitMode",
    ]
    let fields = registers.enumerated().map { index, register in
      GroupActivityPage.Difference.field(
        register, before: values[index % values.count], after: values[(index + 1) % values.count])
    }
    let amounts: [GroupActivityPage.Difference] = [
      .amount(before: euro(1000), after: Money(900, "JPY")), .paymentDetails,
      .way(before: .equal, after: .itemised),
      .payers(
        before: [.init(you, euro(1000))], after: [.init(other, euro(400)), .init(you, euro(600))]),
      .part(you, before: euro(500), after: euro(0)),
      .part(other, before: euro(500), after: euro(1000)),
      .bill(before: 2, after: 2), .bill(before: 0, after: 1),
    ]
    return fields + amounts
  }

  private func row(
    _ sequence: Int64, _ lines: [GroupActivityPage.Line], isYou: Bool = false,
    canTakeBack: Bool = true
  ) -> GroupActivityPage.Row {
    GroupActivityPage.Row(
      sequence: sequence,
      person: isYou ? anna : PersonBadge(id: t("p2"), name: sequence == 3 ? "" : t("Ben")),
      isYou: isYou, at: now.addingTimeInterval(-600 * Double(20 - sequence)), lines: lines,
      canTakeBack: canTakeBack)
  }

  var moneyHistoryPages: [SamplePage] {
    let dinner = GroupActivityPage.Subject(
      .expense, t("Dinner"), amount: euro(4590),
      route: .expenses(.expense(group: flat.id, expense: t("e1"))))
    let things = GroupActivityPage.Thing.allCases
    var every: [GroupActivityPage.Line] = []
    for verb in [ActivityVerb.added, .changed, .removed] {
      every += things.map { .record(verb, .init($0, t("Ticket"), owner: t("Dinner"))) }
      every += things.map { .count(verb, $0, 12) }
      every += [.record(verb, .init(.receipt, "")), .count(verb, .expense, 1)]
    }
    let group = GroupActivityPage.Model(
      zone: flat,
      rows: [
        row(19, [.record(.changed, dinner, differences)], isYou: true), row(18, every),
        row(
          17,
          [
            .own(.claimed(t("Jonas"))), .own(.released(t("Jonas"))),
            .own(.combined(t("Jo"), into: t("Jonas"))),
            .sharing(.joined(t("Ben"))), .sharing(.wentAway),
          ], canTakeBack: false),
        row(3, [.record(.removed, dinner)]),
      ], older: 3)
    let one = GroupActivityPage.Model(
      zone: flat, scope: .record(id: t("e1"), name: t("Dinner")),
      rows: [row(19, [.record(.changed, dinner, Array(differences.prefix(2)))])], older: 2)
    let unreachable = GroupActivityPage.Model(zone: flat, isUnreachable: true)
    let deleted = DeletedExpensesPage.Model(
      group: flat,
      rows: [
        .init(
          expenseID: t("e1"), sequence: 7, subject: dinner,
          day: CalendarDay(year: 2026, month: 6, day: 11), person: anna, isYou: true,
          at: ago(minutes: 90)),
        .init(
          expenseID: t("e2"), sequence: 5, subject: .init(.expense, ""),
          person: PersonBadge(id: t("p2"), name: t("Ben")), at: ago(minutes: 9000), isKnown: false),
      ], older: 4, canWrite: true)
    let empty = DeletedExpensesPage.Model(group: flat, isCutOff: true, canWrite: false)
    func page(_ name: String, _ model: GroupActivityPage.Model, _ route: HistoryRoute) -> SamplePage
    {
      SamplePage(name, .history(route)) { GroupActivityPage.view(model, in: $0) }
    }
    return [
      page("group-activity", group, .groupActivity(group: flat.id)),
      page("expense-history", one, .expenseHistory(group: flat.id, expense: t("e1"))),
      page("group-activity-unreachable", unreachable, .groupActivity(group: flat.id)),
      SamplePage("deleted-expenses", .history(.deletedExpenses(group: flat.id))) {
        DeletedExpensesPage.view(deleted, in: $0)
      },
      SamplePage("deleted-expenses-none", .history(.deletedExpenses(group: flat.id))) {
        DeletedExpensesPage.view(empty, in: $0)
      },
    ]
      + HistoryProblem.allCases.map { problem in
        var model = one
        (model.scope, model.problem, model.older) = (.change, problem, nil)
        let shown = model
        return page(
          "group-change-\(problem.rawValue)", shown, .groupChange(group: flat.id, sequence: 19))
      } + [talkedAbout]
  }

  /// An expense with receipts and comments, and one of each that was refused.
  private var talkedAbout: SamplePage {
    var expense = ExpensePage.Model(
      group: flat, id: t("e1"),
      row: GroupPage.Row(
        id: t("e1"), emoji: "🛒", colour: .green, title: t("Dinner"), amount: euro(4590),
        day: CalendarDay(year: 2026, month: 6, day: 11),
        what: .expense(payers: [you], mode: .equal, sharerCount: 1), effect: .none),
      way: .equal, shares: [.init(member: you, paid: euro(4590), owed: euro(4590))],
      enteredBy: t("Anna"), enteredAt: ago(minutes: 90), canWrite: true)
    let day = CalendarDay(year: 2026, month: 6, day: 11)
    let kept: [Receipts.Row] = [
      .init(id: t("r1"), name: t("bill.jpg"), isPicture: true, byteCount: 120_000, addedOn: day),
      .init(id: t("r2"), name: t("bill.pdf"), isPicture: false, byteCount: 9_000, addedOn: day),
      .init(
        id: t("r3"), name: t("late.jpg"), isPicture: true, byteCount: 9_000, addedOn: day,
        state: .pending),
    ]
    expense.receipts = Receipts(rows: kept)
    expense.receipts.refused = RefusedFiles(
      problems: [
        .receipt(.neitherPictureNorPDF(t("list.txt"))), .receipt(.tooMany(t("more.pdf"), max: 50)),
      ], keptCount: 1)
    expense.comments = Comments(
      rows: [
        .init(
          id: t("k1"), author: PersonBadge(id: t("p2"), name: t("Ben")), text: t("Why?\nSo dear"),
          at: ago(minutes: 30), canDelete: true),
        .init(
          id: t("k2"), author: anna, isYou: true, text: t("Wine"), at: ago(minutes: 2),
          canDelete: true),
      ], typed: FieldValue(t("x"), problem: .tooLong(maxCharacters: 2000)))
    let model = expense
    return SamplePage("expense-talk", .expenses(.expense(group: flat.id, expense: t("e1")))) {
      ExpensePage.view(model, in: $0)
    }
  }
}
