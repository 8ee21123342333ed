import AccountWeb
import Finances
import HTTPServer
import Household
import Replica
import SQLite
import SyncProtocol
import Values
import Web

/// Adding, changing and deleting expenses.
extension WebApplication {
  func newExpensePage(_ group: ZoneID, like: RecordID?, split: RecordID?) -> Endpoint {
    .editing(.group(group)) { at in
      let zone = at.zone
      return try await at.member.page(
        { ExpenseFormPage.view($0, in: $1) },
        load: { reader in
          let names = try MemberNames(of: group, reader)
          guard let stored = try Group.find(group, in: reader.connection) else { return nil }
          var form = ExpenseForm(new: stored, names, today: reader.today)
          form.beginSplit(like: stored, names, words: reader.words)
          // A form that is to be like an expense that is gone is an empty one.
          if let id = like ?? split,
            let model = try StoredExpense.find(id, in: reader.connection),
            model.groupID == group, model.money.kind == .expense
          {
            form = ExpenseForm(model.details, model.money, names, words: reader.words)
            form.becomeNew(today: reader.today, keepsAmount: like != nil)
          }
          var page = try ExpenseFormPage.Model(form, nil, in: zone, names, reader)
          page.isCopy = like != nil || split != nil
          if !page.isCopy {
            page.last = try reader.lastSplit(in: group, unless: form, names)
          }
          return page
        })
    }
  }

  func addExpense(_ group: ZoneID) -> Endpoint {
    .editing(.group(group)) { at in try await at.addExpense() }
  }

  /// The form again with everybody's part, also without script. Nothing is saved.
  func previewExpense(_ group: ZoneID) -> Endpoint {
    .editing(.group(group)) { at in
      var form = try await at.expenseForm()
      if at.field("do") == "lines" {
        let count = min(form.lines.count + 3, ExpenseForm.maxLines)
        form.lines += Array(repeating: ExpenseForm.Line(), count: count - form.lines.count)
      }
      let id = at.field("expense")
      return try await at.formPage(form, id.isEmpty ? nil : id, status: .ok)
    }
  }

  func editExpensePage(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let zone = at.zone
      let isPayment = try await at.member.read { connection in
        try StoredExpense.find(id, in: connection)?.money.kind == .transfer
      }
      if isPayment { return try await at.editPaymentPage(id) }
      return try await at.member.page(
        { ExpenseFormPage.view($0, in: $1) },
        load: { reader in
          guard let expense = try StoredExpense.find(id, in: reader.connection),
            expense.groupID == group
          else { return nil }
          let names = try MemberNames(of: group, reader)
          var form = ExpenseForm(expense.details, expense.money, names, words: reader.words)
          form.offersRepeating = expense.row.repeatingID == nil
          return try ExpenseFormPage.Model(form, id, in: zone, names, reader)
        })
    }
  }

  /// - Parameter change: the refused change that the form began with; it is forgotten then.
  func editExpense(_ group: ZoneID, _ id: RecordID, change: String? = nil) -> Endpoint {
    .editing(.group(group)) { at in
      if !at.field("payment").isEmpty { return try await at.editPayment(id, change: change) }
      let words = try await at.member.words()
      var form = try await at.expenseForm()
      let base = ExpenseVersion(text: form.version)
      let isSame = try await at.isSameMoney(form, base, words)
      // Amounts that nobody touched stay, whoever has gone from the group.
      if isSame { form.goneRows = [] }
      let details = form.details(words)
      let draft = form.draft(words)
      let repeating = form.repeating(of: details)
      let isUnreadable = form.values.hasRepeatingProblem
      do {
        let expense = try await at.writeOver { transaction in
          let stored = try transaction.requireExpense(id, of: group)
          guard let draft, !isUnreadable else {
            try AddExpense.check(details, in: group, transaction.connection)
            throw FinanceFailure.invalid([])
          }
          // Amounts that nobody touched stay to the cent, however they came about.
          let money = isSame ? base?.money ?? stored.money : try draft.money()
          let changed = try EditExpense(
            expenseID: id, details: details, money: money,
            base: base.map { ($0.details, $0.money) })(transaction)
          if let repeating, stored.row.repeatingID == nil {
            try AddRepeating(groupID: group, repeating, money, first: id)(transaction)
          }
          return changed
        }
        at.count(.expenseSaved(group: group, isNew: false))
        if let change {
          try await at.member.work(change).discard(try at.member.number(change))
        }
        return at.member.goTo(
          .expenses(.expense(group: group, expense: id)),
          saying: .money(.saved(expense.details.title)))
      } catch FinanceFailure.changedMeanwhile {
        return try await at.conflictPage(form, id, change: change)
      } catch let failure as FinanceFailure {
        guard form.show(failure, draft) else { throw failure }
        return try await at.formPage(form, id, change: change)
      }
    }
  }

  /// A change that the hub refused, because somebody else had changed the expense, too.
  func refusedExpensePage(_ group: ZoneID, _ id: RecordID, change: String) -> Endpoint {
    .editing(.group(group)) { at in
      let number = try at.member.number(change)
      let parked = try await at.member.work(change).refusedChanges()
        .first { $0.number == number }
      let saved = try await at.member.read { try StoredExpense.find(id, in: $0)?.money }
      guard let parked, let written = ExpenseChange(parked.changeSet), written.expenseID == id,
        let money = written.money ?? saved
      else { throw Abort.notFound }
      let (account, words) = (at.member.accountID, try await at.member.words())
      if money.payment != nil {
        return try await at.refusedPaymentPage(id, written, money, change: change)
      }
      let form = try await at.member.read { connection in
        guard let stored = try StoredExpense.find(id, in: connection), stored.groupID == group
        else { throw Abort.notFound }
        let names = try MemberNames(of: group, you: account, connection)
        var form = ExpenseForm(
          written.details(over: stored.details), money, names, words: words)
        form.version = ExpenseVersion(stored.details, stored.money).text
        return form
      }
      return try await at.conflictPage(form, id, status: .ok, change: change)
    }
  }

  func deleteExpense(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let (expense, extras) = try await at.write { transaction in
        let expense = try transaction.requireExpense(id, of: group)
        let extras = try ExpenseExtras(of: expense, in: transaction.connection)
        return (try DeleteExpense(expenseID: id)(transaction), extras)
      }
      return at.member.goTo(
        .groups(.group(group)), saying: .money(.expenseDeleted(expense.details.title)),
        undo: .deleteExpense(expense, extras))
    }
  }
}

extension AtZone<Editing> {
  /// Writes over what others may write at the same moment. If the hub has taken theirs first, it is
  /// tried on that: what they have changed as well is then found.
  func writeOver<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    do {
      return try await write(body)
    } catch ConfirmationError.refused {
      return try await write(body)
    }
  }

  /// Adds what the form says, or shows the form again.
  fileprivate func addExpense() async throws -> HTTPResponse {
    let group = zoneID
    let words = try await member.words()
    var form = try await expenseForm()
    let details = form.details(words)
    let draft = form.draft(words)
    let repeating = form.repeating(of: details)
    let today = words.calendarDay(try await member.hubNow())
    let isUnreadable = form.values.hasRepeatingProblem
    do {
      let expense = try await write { transaction -> StoredExpense? in
        // What cannot be read and what cannot be stored are told together.
        guard let draft, !isUnreadable else {
          try AddExpense.check(details, in: group, transaction.connection)
          throw FinanceFailure.invalid([])
        }
        guard let repeating else {
          return try AddExpense(groupID: group, details, draft.money())(transaction)
        }
        let added = try AddRepeating(groupID: group, repeating, draft.money())(transaction)
        _ = try MakeDueExpense(
          groupID: group, today: today, repeatingID: added.id)(transaction)
        return nil
      }
      count(.expenseSaved(group: group, isNew: true))
      guard let expense else {
        return member.goTo(
          .groups(.group(group)), saying: .money(.added(details.title)))
      }
      return member.goTo(
        .groups(.group(group)), saying: .money(.added(expense.details.title)),
        undo: .addExpense(expense))
    } catch let failure as FinanceFailure {
      guard form.show(failure, draft) else { throw failure }
      return try await formPage(form, nil)
    }
  }
}

extension Undo {
  static func deleteExpense(_ expense: StoredExpense, _ extras: ExpenseExtras) -> Undo {
    Undo { transaction -> (Route, FlashMessage) in
      do {
        let restored = try RestoreExpense(expense, with: extras)(transaction)
        return (.expenses(.expense(group: restored.groupID, expense: restored.id)), .undone)
      } catch FinanceFailure.memberNotFound {
        // Only the hub knows what became of them. Where it lists what was deleted, it is asked.
        return (
          .history(.deletedExpenses(group: expense.groupID)),
          .money(.restoreFromList(expense.details.title))
        )
      }
    }
  }

  static func addExpense(_ expense: StoredExpense) -> Undo {
    Undo { transaction in
      // Who has changed it meanwhile, or said something about it, has a use for it.
      let connection = transaction.connection
      guard try StoredExpense.find(expense.id, in: connection) == expense,
        try ExpenseExtras(of: expense, in: connection) == ExpenseExtras()
      else { throw Abort.because(.conflict) }
      _ = try DeleteExpense(expenseID: expense.id)(transaction)
      return .groups(.group(expense.groupID))
    }
  }
}

extension WriteTransaction {
  /// An expense of the group. Throws `expenseNotFound` if it is gone, and ``Stop/notFound`` if it
  /// is another group's.
  @discardableResult
  func requireExpense(_ id: RecordID, of group: ZoneID) throws -> StoredExpense {
    guard let expense = try StoredExpense.find(id, in: connection) else {
      throw FinanceFailure.expenseNotFound
    }
    guard expense.groupID == group else { throw Abort.notFound }
    return expense
  }
}

extension PageReader {
  /// The last expense of the group, if it was split in another way, or between others, than a new
  /// form begins with.
  fileprivate func lastSplit(
    in group: ZoneID, unless form: ExpenseForm, _ names: MemberNames
  ) throws -> GroupPage.Named? {
    let last = try ExpenseList.page(of: group, limit: 5, in: connection).rows
      .first { $0.money.kind == .expense }
    guard let last else { return nil }
    var again = ExpenseForm(last.details, last.money, names, words: words)
    again.becomeNew(today: today, keepsAmount: false)
    guard again.splitInputs != form.splitInputs else { return nil }
    return GroupPage.Named(id: last.id, name: last.details.title)
  }
}

extension AtZone<Editing> {
  func expenseForm() async throws -> ExpenseForm {
    let (group, form) = (zoneID, form)
    let account = member.accountID
    let words = try await member.words()
    return try await member.read { connection in
      let names = try MemberNames(of: group, you: account, connection)
      var typed = ExpenseForm(form, names)
      typed.takeChosen(form, names, words)
      return typed
    }
  }

  /// The form again, with everybody's part where that can be told.
  func formPage(
    _ form: ExpenseForm, _ id: RecordID?, status: HTTPStatus = .unprocessableContent,
    change: String? = nil
  ) async throws -> HTTPResponse {
    let zone = zone
    return try await member.page(
      status: status, { ExpenseFormPage.view($0, in: $1) },
      load: { reader in
        var model = try ExpenseFormPage.Model(
          form, id, in: zone, try MemberNames(of: zone.id, reader), reader)
        (model.changeID, model.isTyped) = (change, true)
        return model
      })
  }

  /// Both versions side by side: of each part that differs one is chosen, and the form is saved
  /// again.
  func conflictPage(
    _ form: ExpenseForm, _ id: RecordID?, status: HTTPStatus = .conflict, change: String? = nil
  ) async throws -> HTTPResponse {
    let zone = zone
    return try await member.page(
      status: status, { ExpenseFormPage.view($0, in: $1) },
      load: { reader in
        let repeating = form.repeatingID.isEmpty ? nil : form.repeatingID
        guard let saved = try reader.savedVersion(of: id, repeating: repeating, in: zone.id)
        else { return nil }
        let names = try MemberNames(of: zone.id, reader)
        var form = form
        form.goOn(with: saved, names, reader.words)
        var model = try ExpenseFormPage.Model(form, id, in: zone, names, reader)
        model.changeID = change
        let own = form.version(over: saved, names, reader.words)
        var versions = ExpenseVersions(
          saved: .init(saved.details, saved.money, names, model.categories),
          own: .init(own.details, own.money, names, model.categories))
        versions.isSeries = repeating != nil
        model.versions = versions
        return model
      })
  }

  /// Whether the parts about money are as the form showed them first.
  func isSameMoney(
    _ form: ExpenseForm, _ base: ExpenseVersion?, _ words: Catalogue
  ) async throws -> Bool {
    guard let base else { return false }
    let (group, account) = (zoneID, member.accountID)
    return try await member.read { connection in
      let names = try MemberNames(of: group, you: account, connection)
      let shown = ExpenseForm(base.details, base.money, names, words: words)
      return shown.moneyInputs == form.moneyInputs
    }
  }
}

extension ExpenseFormPage.Model {
  init(
    _ form: ExpenseForm, _ id: RecordID?, in group: ZoneLink, _ names: MemberNames,
    _ reader: PageReader
  ) throws {
    let categories = try ExpenseCategory.of(group.id, in: reader.connection)
    let own = try Group.find(group.id, in: reader.connection)?.details.currency
    let used = try GroupBalances.of(group.id, in: reader.connection).currencies
    self.init(
      group: group, expenseID: id, form: form,
      categories: categories.map { GroupPage.Named(id: $0.id, name: $0.details.name) },
      currencies: [own].compactMap(\.self) + used.filter { $0 != own })
    var typed = form
    // A form that was opened and nothing is typed in says nothing yet.
    guard !form.values[.amount].text.isEmpty || form.way == .itemised,
      let draft = typed.draft(reader.words)
    else {
      self.form = form.values[.amount].text.isEmpty ? form : typed
      return
    }
    do throws(FinanceFailure) {
      preview = ExpenseFormPage.Share.all(of: try draft.money(), names)
    } catch {
      // Told beside its field; what is of no field stops the saving.
      if typed.show(error, draft) { self.form = typed }
    }
  }
}

extension ExpenseFormPage.Share {
  /// Everybody's part of an expense.
  static func all(of money: ExpenseMoney, _ names: MemberNames) -> [ExpenseFormPage.Share] {
    money.takingPart.map {
      ExpenseFormPage.Share(
        member: names[$0.memberID], amount: Money($0.owedMinor, money.currency))
    }
  }
}
