import Household
import Importing
import SyncProtocol

// What a group has beside its expenses.
extension GroupImportWriter {
  /// The picture of a new group, if its file was kept.
  func writePicture(_ group: ZoneID) throws {
    guard let source = document.picture, let photo = photo(source.blobHash) else { return }
    var check = InputCheck()
    check.file(photo)
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    try GroupPicture(
      id: transaction.newID(), groupID: group, file: photo, createdAt: time(source.createdAt),
      createdBy: transaction.accountID
    ).insert(in: connection)
  }

  private func photo(_ hash: String) -> StoredPhoto? {
    if case .photo(let photo) = files[hash] { photo } else { plan.knownPicture }
  }

  /// The receipts whose files were kept or are known. What a file is, is not the document's to say.
  mutating func writeReceipts(_ source: ImportedExpense, below expense: Expense.Row) throws {
    var written: Set<String> = []
    for receipt in GroupImportPlan.receipts(of: source) {
      guard let file = files[receipt.blobHash]?.paper ?? plan.knownFiles[receipt.blobHash],
        ExpenseReceipt.medias.contains(file.media),
        ExpenseReceipt.byteCounts.contains(file.byteCount),
        written.insert(file.blobHash).inserted
      else { continue }
      var check = InputCheck()
      var name = check.fileName(receipt.name, of: file.media)
      // By another name than that of a file nothing is lost that anybody typed.
      if !check.problems.isEmpty { name = file.media.naming("receipt") }
      try ExpenseReceipt(
        id: transaction.newID(), groupID: expense.groupID, expenseID: expense.id, name: name,
        file: file, createdAt: time(receipt.createdAt), createdBy: transaction.accountID
      ).insert(in: connection)
      result.receiptCount += 1
    }
  }

  func writeComments(_ source: ImportedExpense, below expense: Expense.Row) throws {
    for comment in source.comments.prefix(ExpenseComment.maxPerExpense) {
      var check = InputCheck()
      let text = check.lines(
        String(comment.text.prefix(ExpenseComment.limit.maxCharacters)), .comment,
        ExpenseComment.limit)
      guard check.problems.isEmpty, !text.isEmpty else { continue }
      try ExpenseComment(
        id: transaction.newID(), groupID: expense.groupID, expenseID: expense.id, text: text,
        createdAt: time(comment.createdAt),
        createdBy: try author(of: comment, in: expense.groupID)
      ).insert(in: connection)
    }
  }

  /// Whoever wrote it, as the document says; the author of the import where it says nothing, and
  /// where it names somebody who is in the group: a file must not speak for those who are there.
  private func author(of comment: ImportedComment, in group: ZoneID) throws -> AccountID {
    guard let author = comment.createdBy, author == InputText.line(author),
      author.utf8.count <= TextLimit.id.maxBytes
    else { return transaction.accountID }
    let isHere = try connection.first(
      "SELECT 1 FROM participants WHERE zoneID = ? AND accountID = ? LIMIT 1", .text(group),
      .text(author)
    ) { _ in true }
    return isHere == nil ? author : transaction.accountID
  }

  mutating func writeRepeating(_ group: ZoneID) throws {
    for index in plan.newRepeating {
      let source = document.repeating[index]
      let id = plan.id(ofRepeating: source, in: group)
      guard try RepeatingExpense.Row.find(id, in: connection) == nil else { continue }
      let money = plan.money(of: source.expense, result.ids.members)
      if let problem = money.problem { throw FinanceFailure.unbalanced(problem) }
      var check = InputCheck()
      let details = check.clean(
        plan.details(
          of: source, category: source.expense.category.flatMap { result.ids.categories[$0] }),
        RepeatingDetails.fields)
      guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
      var row = RepeatingExpense.Row(
        id: id, groupID: group, details: details, money: money,
        createdAt: time(source.expense.createdAt), createdBy: transaction.accountID)
      row.nextOn = source.nextOn
      try row.insert(in: connection)
      for part in money.parts(transaction.newID) {
        try part.insert(into: id, of: group, below: .repeating, connection)
      }
      result.repeatingCount += 1
      result.trace.repeating.append(.init(id: id, mark: row.mark))
    }
  }

  mutating func writeRates(_ group: ZoneID) throws {
    for index in plan.newRates {
      let rate = document.rates[index]
      let id = ManualRate.id(rate.from, rate.to, on: rate.day, in: group)
      guard try ManualRate.find(id, in: connection) == nil else { continue }
      let stored = ManualRate(
        id: id, groupID: group,
        details: ManualRateDetails(
          from: rate.from, to: rate.to, day: rate.day, rate: rate.rate),
        enteredBy: transaction.accountID)
      try stored.insert(in: connection)
      result.trace.rates.append(.init(id: id, mark: stored.mark))
    }
  }

  private func time(_ milliseconds: Int64?) -> Int64 {
    (milliseconds ?? transaction.nowMilliseconds).clamped(to: TimeLimit.milliseconds)
  }
}
