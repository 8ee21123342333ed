import Finances
import Testing
import Values

import Demo

@Suite("The made-up groups")
struct DemoGroupTests {
  private static let today = CalendarDay(year: 2027, month: 3, day: 17)

  private func expenses(
    _ group: DemoGroup, today: CalendarDay = today
  ) -> [(day: CalendarDay, expense: DemoExpense)] {
    (group.chapters(today) + [DemoGroup.chapter(group.joined, today: today)])
      .flatMap(\.expenses)
  }

  @Test("every expense of their lists adds up, has a category of its group, and no day to come")
  func lines() throws {
    for group in DemoGroup.all {
      let names = [group.owner.rawValue, group.partner.rawValue] + group.others.map(\.name)
      let setting = DemoExpense.Setting(
        members: names.map { ($0, "id of \($0)") }, currency: group.currency)
      let categories = ExpenseCategory.defaults.map(\.name) + group.categories.map(\.name)
      for (day, expense) in expenses(group) {
        #expect(try expense.money(in: setting).problem == nil, "\(expense.title)")
        #expect(day < Self.today || group.name == DemoGroup.couple.name, "\(expense.title)")
        #expect(day <= Self.today && day.exists, "\(expense.title)")
        let isPayment = expense.mode == nil
        #expect(isPayment || categories.contains(expense.category), "\(expense.title)")
      }
    }
  }

  @Test("together they show every mode of a split, refunds, several payers and three currencies")
  func modes() {
    let all = DemoGroup.all.flatMap { group in expenses(group).map { (group, $0.expense) } }
    #expect(Set(all.compactMap { $0.1.mode }) == Set(ExpenseMoney.Mode.allCases))
    #expect(all.contains { $0.1.mode == nil })
    #expect(all.contains { $0.1.amount.hasPrefix("-") })
    #expect(all.contains { $0.1.payers.count > 1 })
    let ofTrip = all.filter { $0.0.name == DemoGroup.trip.name }
    #expect(Set(ofTrip.map { $0.1.currency }) == ["", "CHF", "CZK"])
  }

  @Test(
    "a year of a couple has a rent in each month, whatever the day",
    arguments: [
      CalendarDay(year: 2027, month: 1, day: 1), CalendarDay(year: 2028, month: 2, day: 29),
      CalendarDay(year: 2026, month: 12, day: 31),
    ])
  func year(today: CalendarDay) {
    let chapters = DemoGroup.couple.chapters(today)
    #expect(chapters.count == 13)
    for chapter in chapters {
      #expect(chapter.expenses.count { $0.expense.title == "Rent" } == 1)
      #expect(chapter.expenses.allSatisfy { $0.day <= today && $0.day.exists })
      let months = Set(chapter.expenses.map { String($0.day.text.prefix(7)) })
      #expect(months.count == 1)
      if let settled = chapter.settledOn {
        #expect(settled.exists && settled < today && months == [String(settled.text.prefix(7))])
      }
    }
    #expect(chapters.last?.settledOn == nil)
  }

  @Test("a line of another form is none")
  func otherLines() {
    #expect(DemoExpense("-1|Tea|Groceries|12.00|Robin||") != nil)
    for line in [
      "", "-1|Tea|Groceries|12.00|Robin|", "now|Tea|Groceries|12.00|Robin||",
      "-1||Groceries|12.00|Robin||", "-1|Tea|Groceries|much|Robin||",
      "-1|Tea|Groceries|12.00 EURO|Robin||", "-1|Tea|Groceries|12.00|||",
      "-1|Tea|Groceries|12.00|Robin|shares|", "-1|Tea|Groceries|12.00|Robin|shares Alex=many|",
    ] {
      #expect(DemoExpense(line) == nil, "\(line)")
    }
  }
}

@Suite("The made-up ledgers")
struct DemoLedgerTests {
  @Test("each entry and budget has a usual category, and an amount above zero in every month")
  func entries() {
    let known = Set(ExpenseCategory.defaults.map(\.name) + ["Salary"])
    for ledger in [DemoLedger.robin, .alex] {
      #expect(ledger.monthly.contains { $0.kind == .income })
      #expect(ledger.monthly.contains { $0.kind == .spending })
      #expect(
        ledger.monthly.allSatisfy { known.contains($0.category) && (1...28).contains($0.day) })
      #expect(ledger.monthly.allSatisfy { $0.minor > $0.variation })
      #expect(ledger.budgets.allSatisfy { $0.category.isEmpty || known.contains($0.category) })
      #expect(ledger.budgets.contains { $0.category.isEmpty })
    }
  }
}
