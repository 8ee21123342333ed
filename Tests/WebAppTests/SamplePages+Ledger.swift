import Foundation
import Values

@testable import MoneyWeb
@testable import Web

extension Samples {

  private var ledgerRows: [LedgerPage.Row] {
    let day = CalendarDay(year: 2026, month: 6, day: 11)
    func row(
      _ id: String, _ flow: LedgerPage.Flow, _ title: String, _ amount: Money,
      _ change: (inout LedgerPage.Row) -> Void = { _ in }
    ) -> LedgerPage.Row {
      var row = LedgerPage.Row(
        key: t(id), route: .ledger(.entry(t(id))), flow: flow, title: t(title), day: day,
        amount: amount)
      change(&row)
      return row
    }
    return [
      row("l1", .spending, "Bakery", euro(840)) {
        ($0.emoji, $0.colour, $0.category) = (t("🥐"), .orange, t("Groceries"))
        ($0.tags, $0.note) = ([t("holiday"), t("work")], t("For the office"))
      },
      row("l2", .income, "Salary", euro(310_000)),
      row("l3", .spending, "Sushi", Money(4200, "JPY")) {
        ($0.converted, $0.group) = (euro(2512), t("Lake weekend"))
      },
      row("l4", .sent, "Payment", euro(2000)) { $0.group = t("Flat") },
      row("l5", .received, "Payment", euro(900)) { $0.group = t("Flat") },
      row("l6", .spending, "Dates", Money(900, "INR")) { $0.isUnconverted = true },
    ]
  }

  private var ledgerMonth: LedgerPage.Month {
    LedgerPage.Month(
      year: 2026, number: 6, text: "2026-06", previous: "2026-05", next: "2026-07",
      spent: euro(84_000),
      shared: euro(12_000), income: euro(310_000), sent: euro(2000), received: euro(900),
      budget: euro(80_000), unconverted: 1)
  }

  private var ledger: LedgerPage.Model {
    var model = LedgerPage.Model(
      query: LedgerQuery(), month: ledgerMonth, rows: ledgerRows, next: "7",
      categories: [.init(t("c1"), t("Groceries"))], tags: [t("holiday")],
      sources: [.init("own", t("Only my own")), .init(t("g1"), t("Lake weekend"))])
    model.progress = LedgerPage.Progress(currency: "EUR", done: 40, all: 90)
    return model
  }

  var ledgerPages: [SamplePage] {
    let full = ledger
    var plain = full
    (plain.progress, plain.rows, plain.next) = (nil, [], nil)
    plain.month?.budget = nil
    plain.month?.sent = euro(0)
    plain.month?.unconverted = 0
    let quiet = plain
    var looked = full
    looked.month = nil
    looked.query.search = t("sushi")
    looked.query.category = t("c1")
    looked.query.after = "9"
    looked.rows = []
    looked.progress = LedgerPage.Progress(currency: "EUR", done: 40, all: 90, hasFailed: true)
    let lookedModel = looked
    var found = plain
    (found.query, found.month) = (.of(.spending, year: 2026), nil)
    (found.rows, found.period) = (ledgerRows, .init(year: 2026))
    found.totals = LedgerPage.Flow.allCases.map { .init(flow: $0, amount: euro(84_000)) }
    found.unconverted = 1
    (found.isWhole, found.foundCount) = (false, 2000)
    found.searches = [.init(id: t("s1"), name: t("Groceries of the month"))]
    found.saving = NewSearch(t("kind:spending date:2026"), zone: t("p1"))
    found.parts = SearchParts(
      chips: [.init(text: t("Tag: holiday"), without: "")],
      notices: [.init(text: t("tagg:x"), suggestion: .init(part: t("tag:x"), search: t("tag:x")))])
    found.rows[0].isTicked = true
    let foundModel = found
    let empty = LedgerPage.Model(month: ledgerMonth, rows: [], isEmpty: true)
    return [
      SamplePage("ledger", .ledger(.ledger())) { LedgerPage.view(full, in: $0) },
      SamplePage("ledger-quiet", .ledger(.ledger())) { LedgerPage.view(quiet, in: $0) },
      SamplePage("ledger-looked", .ledger(.ledger(lookedModel.query))) {
        LedgerPage.view(lookedModel, in: $0)
      },
      SamplePage("ledger-found", .ledger(.ledger(foundModel.query))) {
        LedgerPage.view(foundModel, in: $0)
      },
      SamplePage("ledger-empty", .ledger(.ledger())) { LedgerPage.view(empty, in: $0) },
    ] + ledgerSelections + entryPages + budgetPages + ledgerFiles
  }

  private var ledgerSelections: [SamplePage] {
    let totals = LedgerPage.Flow.allCases.map { LedgerPage.Total(flow: $0, amount: euro(84_000)) }
    let dollars = [LedgerPage.Total(flow: .spending, amount: Money(2000, "USD"))]
    let picked = LedgerSelectionPage.Model(
      query: .of(.spending, year: 2026), totals: totals, unconverted: 1, currency: "EUR",
      currencies: [totals, dollars], isWhole: false, count: 2000, rows: ledgerRows,
      kept: [.init(name: "entries", value: t("p1 e1"))])
    return [
      SamplePage("selection-ledger", .ledger(.ledgerSelection())) {
        LedgerSelectionPage.view(picked, in: $0)
      },
      SamplePage("selection-ledger-none", .ledger(.ledgerSelection())) {
        LedgerSelectionPage.view(.init(), in: $0)
      },
    ]
  }

  private var ledgerFiles: [SamplePage] {
    let problems: [LedgerFilesPage.Problem?] =
      [
        nil, .file(.missing), .file(.unreadableDocument(line: 3)), .notALedger, .newer,
        .spreadsheet,
      ]
      + LedgerFilesPage.Kind.allCases.map {
        .element(
          $0, number: 4,
          [
            .init(field: "amountMinor", problem: .missing),
            .init(field: t("other"), problem: .missing),
          ])
      }
    var preview = LedgerFilesPage.Preview(
      id: t("i1"), fileName: t("Personal.json"), entryCount: 60, presentCount: 3, budgetCount: 2,
      noteCount: 4)
    preview.newCategories = [t("Garden")]
    preview.rows = [
      .init(
        title: t("Bakery"), day: CalendarDay(year: 2026, month: 6, day: 11),
        amount: Money(470, "EUR"), isIncome: false),
      .init(title: t("Salary"), day: nil, amount: Money(247_000, "JPY"), isIncome: true),
    ]
    preview.isStale = true
    preview.leftOutCount = 1
    preview.hasColumns = true
    preview.notices = [.init(line: nil, text: "", reason: .currencyAssumed("EUR"))]
    preview.problems = [.init(line: 4, text: t("someday"), reason: .unreadableDate)]
    var one = LedgerFilesPage.Preview(
      id: t("i1"), fileName: t("Personal.json"), entryCount: 0, presentCount: 0, budgetCount: 1,
      noteCount: 1)
    let none = LedgerFilesPage.Preview(
      id: t("i1"), fileName: t("Personal.json"), entryCount: 0, presentCount: 3, budgetCount: 0,
      noteCount: 0)
    one.newCategories = [t("Garden"), t("Dogs")]
    one.leftOutCount = 2
    one.problems = [.init(line: nil, text: "", reason: .readAsWindows)]
    var columns = GroupImportPage.Columns(
      id: t("i1"), fileName: t("bank.csv"),
      columns: [
        .init(heading: t("Wann"), sample: t("2026-06-02"), role: "day"),
        .init(heading: t("Geld"), role: ""),
      ])
    (columns.missing, columns.isOwn) = ([.title, .amount, .twice(t("Geld"))], true)
    let columnsModel = columns
    let naming = SamplePage("ledger-columns", .ledgerFiles(.ledgerColumns(t("i1")))) {
      LedgerFilesPage.columns(columnsModel, in: $0)
    }
    let recent = [
      RecentImport(
        id: t("u1"), fileName: t("bank.csv"), importedAt: ago(minutes: 5), newCount: 60)
    ]
    return [naming] + undonePages
      + problems.enumerated().map { index, problem in
        SamplePage("ledger-files-\(index)", .ledgerFiles(.ledgerFiles)) {
          LedgerFilesPage.view(
            .init(problem: problem, maxBytes: 200_000_000, recent: recent), in: $0)
        }
      }
      + [("full", preview), ("one", one), ("none", none)].map { name, model in
        SamplePage("ledger-preview-\(name)", .ledgerFiles(.ledgerPreview(t("i1")))) {
          LedgerFilesPage.preview(model, in: $0)
        }
      }
  }

  private var undonePages: [SamplePage] {
    func undo(_ entries: Int, _ categories: Int, _ others: Int) -> LedgerFilesPage.Undo {
      LedgerFilesPage.Undo(
        id: t("u1"), fileName: t("bank.csv"), importedAt: ago(minutes: 5), entryCount: entries,
        categoryCount: categories, otherCount: others)
    }
    var full = undo(59, 2, 4)
    full.kept = [t("Bakery")]
    return [full, undo(1, 1, 1), undo(0, 0, 0)].enumerated().map { number, model in
      SamplePage("ledger-import-undo-\(number)", .ledgerFiles(.undoLedgerImport(t("u1")))) {
        LedgerFilesPage.undo(model, in: $0)
      }
    }
  }

  private var entryPages: [SamplePage] {
    var wrong = EntryFormPage.Model(
      entryID: t("l1"), categories: [.init(t("c1"), t("Groceries"))], tags: [t("holiday")],
      currencies: ["EUR"])
    wrong.values[.title] = FieldValue("", problem: .missing)
    wrong.values[.amount] = FieldValue("-3", problem: .money(.notAboveZero))
    wrong.values[.tags] = FieldValue(t("a, b"))
    wrong.isIncome = true
    let wrongModel = wrong
    let new = EntryFormPage.Model(currencies: ["EUR"])
    func share(_ index: Int) -> SharePage.Model {
      SharePage.Model(
        row: ledgerRows[index], expense: .expenses(.expense(group: t("g1"), expense: t("e1"))),
        target: .ledger(.share(group: t("g1"), expense: t("e1"))), place: t("Kyoto"),
        groupCategory: t("Eating out"),
        values: FormValues([.tags: FieldValue(t("holiday")), .isHidden: FieldValue("yes")]),
        categories: [.init(t("c1"), t("Groceries"))], tags: [t("holiday")])
    }
    let (shared, unconverted) = (share(2), share(5))
    let payments = [share(3), share(4)]
    var kept = share(2)
    kept.expense = nil
    kept.forget = .ledger(.forgetShare(t("n1")))
    let keptModel = kept
    return [
      SamplePage("ledger-entry", .ledger(.entry(t("l1")))) {
        EntryFormPage.view(wrongModel, in: $0)
      },
      SamplePage("ledger-new", .ledger(.newEntry)) { EntryFormPage.view(new, in: $0) },
      SamplePage("ledger-share", .ledger(.share(group: t("g1"), expense: t("e1")))) {
        SharePage.view(shared, in: $0)
      },
      SamplePage("ledger-share-unconverted", .ledger(.share(group: t("g1"), expense: t("e1")))) {
        SharePage.view(unconverted, in: $0)
      },
      SamplePage("ledger-share-sent", .ledger(.share(group: t("g1"), expense: t("e1")))) {
        SharePage.view(payments[0], in: $0)
      },
      SamplePage("ledger-share-received", .ledger(.share(group: t("g1"), expense: t("e1")))) {
        SharePage.view(payments[1], in: $0)
      },
      SamplePage("ledger-kept", .ledger(.keptShare(t("n1")))) {
        SharePage.view(keptModel, in: $0)
      },
    ]
  }

  private var budgetPages: [SamplePage] {
    var budgets = BudgetsPage.Model(
      month: "2026-06", year: 2026, number: 6, previous: "2026-05", next: "2026-07",
      rows: [
        .init(id: "", name: t("Everything"), spent: euro(84_000)),
        .init(
          id: t("c1"), name: t("Groceries"), emoji: t("🛒"), colour: .green, spent: euro(9000),
          budget: euro(40_000), isOnce: true),
        .init(id: t("c2"), name: t("Travel"), spent: euro(9000), budget: euro(4000)),
        .init(id: t("c3"), name: t("Trip"), spent: euro(9000), budget: Money(900_000, "VND")),
      ])
    budgets.values[.amount] = FieldValue("x", problem: .money(.unreadableSum("x")))
    budgets.unconverted = 2
    let budgetsModel = budgets
    func sum(_ name: String, _ spent: Int64, _ shared: Int64) -> LedgerSpendingPage.Sum {
      LedgerSpendingPage.Sum(
        name: t(name), colour: .green, spent: euro(spent), shared: euro(shared),
        query: LedgerQuery(month: "2026-06"))
    }
    let spending = LedgerSpendingPage.Model(
      year: 2026, years: [2026, 2025], spent: euro(84_000), shared: euro(12_000),
      income: euro(310_000), months: [sum("June", 84_000, 12_000)],
      categories: [sum("Groceries", 80_000, 0), sum("Travel", 4000, 4000)],
      groups: [sum("Lake weekend", 12_000, 12_000)], unconverted: 3)
    var none = spending
    (none.months, none.categories, none.groups, none.unconverted) = ([], [], [], 0)
    let noneModel = none
    var categories = CategoriesPage.Model(
      owner: .person,
      rows: [.init(id: t("c1"), name: t("Groceries"), emoji: t("🛒"), colour: .green)],
      canWrite: true)
    let listModel = categories
    categories.changed = t("c1")
    categories.values[.name] = FieldValue(t("Rent"), problem: .nameTaken(t("Rent")))
    let changedModel = categories
    let noCategories = CategoriesPage.Model(owner: .person, rows: [], canWrite: true)
    return [
      SamplePage("budgets", .ledger(.budgets(month: "2026-06"))) {
        BudgetsPage.view(budgetsModel, in: $0)
      },
      SamplePage("ledger-spending", .ledger(.ledgerSpending())) {
        LedgerSpendingPage.view(spending, in: $0)
      },
      SamplePage("ledger-spending-empty", .ledger(.ledgerSpending())) {
        LedgerSpendingPage.view(noneModel, in: $0)
      },
      SamplePage("ledger-categories", .ledger(.ledgerCategories)) {
        CategoriesPage.view(listModel, in: $0)
      },
      SamplePage("ledger-categories-empty", .ledger(.ledgerCategories)) {
        CategoriesPage.view(noCategories, in: $0)
      },
      SamplePage("ledger-category", .ledger(.ledgerCategory(t("c1")))) {
        CategoriesPage.view(changedModel, in: $0)
      },
    ]
  }
}
