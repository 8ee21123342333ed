import Foundation
import SharingWeb
import Values

@testable import MoneyWeb
@testable import Web

extension Samples {

  /// Every problem that a file of expenses can have.
  private var fileProblems: [GroupImportPage.Problem] {
    let euro = Money(1250, "EUR")
    let reasons: [ExpenseImportReason] = [
      .unreadableAmount, .ambiguousAmount, .amountTooLarge, .tooManyDecimals, .unknownCurrency,
      .unreadableDate, .ambiguousDate, .impossibleDate, .wrongWidth(expected: 9, found: 8),
      .strayQuote, .missingTitle, .zeroAmount, .partsDiffer, .ownOnly, .unknownPerson,
      .ambiguousNames, .unbalanced(euro), .nobodyPaid, .nobodyShares, .deletedThere, .incomplete,
      .unfit(.missing), .doesNotAddUp, .fileMissing, .fileDamaged,
      .fileTooLarge(maxBytes: 64_000_000),
    ]
    return reasons.enumerated().map { index, reason in
      var problem = GroupImportPage.Problem(
        line: index + 2, text: t("Groceries"), reason: reason)
      problem.isEntry = index % 2 == 1
      return problem
    }
  }

  private var fileNotices: [GroupImportPage.Problem] {
    let reasons: [ExpenseImportReason] = [
      .totalDiffers(said: Money(1250, "EUR"), found: Money(-1000, "EUR")),
      .currencyAssumed(t("EUR")), .sharedByAll, .weightUnknown, .repeats, .readAsWindows,
      .nameTwice,
    ]
    return reasons.map { GroupImportPage.Problem(line: nil, text: t("Anna"), reason: $0) }
      + [.init(line: nil, text: "", reason: .currencyAssumed(t("EUR")))]
  }

  private var expensePreview: GroupImportPage.Preview {
    var preview = GroupImportPage.Preview(
      id: t("i1"), fileName: t("flat.csv"), source: .splitwise, groups: [flat], groupID: flat.id,
      newGroupName: t("Flat"), newCount: 60, presentCount: 3, leftOutCount: 23, currency: "EUR")
    preview.people = [
      .init(name: t("Anna A."), memberID: t("m1")), .init(name: t("Jo"), memberID: nil),
    ]
    preview.members = [MemberName(id: t("m1"), name: t("Anna"), isYou: true)]
    preview.rows = [
      .init(
        title: t("Groceries"), day: CalendarDay(year: 2026, month: 6, day: 11),
        amount: Money(8410, "EUR"), payers: [t("Anna"), t("Jo")], isPayerUnknown: true),
      .init(
        title: t("Paid back"), day: CalendarDay(year: 2026, month: 6, day: 12),
        amount: Money(2000, "EUR"), payers: [t("Jo")], isPayment: true),
    ]
    preview.balances = [
      .init(name: t("Anna"), before: Money(100, "EUR"), after: Money(2500, "EUR")),
      .init(name: t("Jo"), before: Money(-100, "EUR"), after: Money(-2500, "EUR")),
    ]
    preview.newCategories = [t("Dining out")]
    preview.problems = fileProblems
    preview.notices = fileNotices
    (preview.unknownPayerCount, preview.roundedCount) = (2, 1)
    preview.files = .init(
      receiptCount: 12, missingCount: 3, surplusCount: 2, isPictureMissing: true)
    preview.isChanged = true
    return preview
  }

  var groupImports: [SamplePage] {
    var new = expensePreview
    (new.groupID, new.ownPerson, new.ownName) = (nil, 0, t("Anna"))
    (new.asksForCurrency, new.hasColumns, new.isStale) = (true, true, true)
    new.failure = .fields([.nameTaken(t("Anna"))])
    new.unknownPayerCount = 1
    var nothing = expensePreview
    (nothing.newCount, nothing.rows, nothing.problems, nothing.notices) = (0, [], [], [])
    nothing.obstacle = .nameTwice(t("Anna"))
    nothing.failure = .other(.conflict)
    nothing.files = .init(receiptCount: 1, missingCount: 1, surplusCount: 1)
    let (newModel, nothingModel) = (new, nothing)
    var columns = GroupImportPage.Columns(
      id: t("i1"), fileName: t("mine.csv"),
      columns: [
        .init(heading: t("When"), sample: t("2026-06-02"), role: "day"),
        .init(heading: t("By"), role: ""),
      ])
    columns.missing = [.day, .title, .amount, .payer, .twice(t("By"))]
    let columnsModel = columns
    var result = GroupImportPage.Result(
      group: flat, newCount: 60, presentCount: 3, leftOutCount: 2, memberCount: 2)
    result.balances = expensePreview.balances
    result.problems = Array(fileProblems.prefix(2))
    result.undoID = t("u1")
    result.files = .init(receiptCount: 12, missingCount: 1)
    let resultModel = result
    var undo = GroupImportPage.Undo(
      id: t("u1"), fileName: t("flat.csv"), importedAt: ago(minutes: 5))
    (undo.expenseCount, undo.memberCount, undo.categoryCount) = (59, 2, 1)
    (undo.group, undo.kept) = (t("Flat"), [t("Groceries")])
    let undoModel = undo
    let none = GroupImportPage.Undo(
      id: t("u1"), fileName: t("flat.csv"), importedAt: ago(minutes: 5))
    func page(
      _ name: String, _ route: GroupImportRoute, _ model: GroupImportPage.Model
    ) -> SamplePage {
      SamplePage(name, .groupImports(route)) { GroupImportPage.view(model, in: $0) }
    }
    return [
      page(
        "group-import", .choose(),
        .choose(
          .init(
            groups: [flat], problem: .unreadableDocument(line: 3), maxBytes: 20_000_000,
            recent: [
              .init(
                id: t("u1"), fileName: t("flat.csv"), importedAt: ago(minutes: 5),
                newCount: 60)
            ]))),
      page(
        "group-import-wrong", .choose(),
        .choose(.init(groups: [], problem: .unknownFormat, maxBytes: 20_000_000))),
      page("group-import-columns", .columns(t("i1")), .columns(columnsModel)),
      page("group-import-preview", .preview(t("i1")), .preview(expensePreview)),
      page("group-import-new", .preview(t("i1")), .preview(newModel)),
      page("group-import-nothing", .preview(t("i1")), .preview(nothingModel)),
      page(
        "group-import-progress", .progress(t("i1")),
        .progress(.init(fileName: t("flat.csv"), done: 2000, of: 20_000))),
      page(
        "group-import-files", .progress(t("i1")),
        .progress(.init(fileName: t("hearth.zip"), done: 2, of: 20, areFiles: true))),
      page("group-import-result", .result(t("i1")), .result(resultModel)),
      SamplePage("group-import-undo", .groupImports(.undo(t("u1")))) {
        GroupImportPage.undo(undoModel, in: $0)
      },
      SamplePage("group-import-undo-nothing", .groupImports(.undo(t("u1")))) {
        GroupImportPage.undo(none, in: $0)
      },
    ]
  }
}
