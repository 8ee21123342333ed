import Finances
import HTTPServer
import Household
import Replica
import SQLite
import SyncProtocol
import Values
import Web

/// What repeats in a group.
extension WebApplication {
  func repeatingPage(_ group: ZoneID) -> Endpoint {
    .viewing(.group(group)) { at in
      let zone = at.zone
      await at.member.makeDueExpenses()
      return try await at.member.page(
        { RepeatingPage.view($0, in: $1) },
        load: { reader in
          RepeatingPage.Model(
            group: zone, rows: try RepeatingPage.rows(of: group, reader),
            canWrite: reader.role(in: group).map { $0 != .viewer } ?? false)
        })
    }
  }

  func editRepeatingPage(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let zone = at.zone
      let isPayment = try await at.member.read { connection in
        try RepeatingExpense.Row.find(id, in: connection)?.isPayment
      }
      if isPayment == true { return try await at.editRepeatingPaymentPage(id) }
      return try await at.member.page(
        { ExpenseFormPage.view($0, in: $1) },
        load: { reader in
          guard let repeating = try RepeatingExpense.find(id, in: reader.connection),
            repeating.groupID == group
          else { return nil }
          let names = try MemberNames(of: group, reader)
          return try ExpenseFormPage.Model(
            ExpenseForm(repeating, names, today: reader.today, words: reader.words), nil,
            in: zone, names, reader)
        })
    }
  }

  func editRepeating(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      if !at.field("payment").isEmpty { return try await at.editRepeatingPayment(id) }
      let words = try await at.member.words()
      let today = words.calendarDay(try await at.member.hubNow())
      var form = try await at.expenseForm()
      form.repeatingID = id
      let base = ExpenseVersion(text: form.version)
      let isSame = try await at.isSameMoney(form, base, words)
      // Amounts that nobody touched stay, whoever has gone from the group.
      if isSame { form.goneRows = [] }
      let typed = form.details(words)
      let draft = form.draft(words)
      let repeating = form.repeating(of: typed)
      let isUnreadable = form.values.hasProblems
      do {
        let version = form.version
        let changed = try await at.writeOver { transaction in
          let stored = try transaction.requireRepeating(id, of: group)
          guard let draft, let repeating, !isUnreadable else {
            try AddExpense.check(typed, in: group, transaction.connection)
            throw FinanceFailure.invalid([])
          }
          let money = isSame ? base?.money ?? stored.money : try draft.money()
          return try EditRepeating(stored, repeating, money, version, today: today)(transaction)
        }
        return at.member.goTo(
          .repeating(.repeating(group: group)), saying: .money(.saved(changed.details.title)))
      } catch FinanceFailure.changedMeanwhile {
        return try await at.conflictPage(form, nil)
      } catch let failure as FinanceFailure {
        guard form.show(failure, draft) else { throw failure }
        return try await at.formPage(form, nil)
      }
    }
  }

  func pauseRepeating(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let isPaused = !at.field("paused").isEmpty
      let today = try await at.member.words().calendarDay(try await at.member.hubNow())
      let changed = try await at.write { transaction in
        try transaction.requireRepeating(id, of: group)
        return try PauseRepeating(repeatingID: id, isPaused: isPaused, today: today)(transaction)
      }
      return at.member.goTo(
        .repeating(.repeating(group: group)), saying: .money(.saved(changed.details.title)))
    }
  }

  func endRepeating(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let ended = try await at.write { transaction in
        try transaction.requireRepeating(id, of: group)
        return try EndRepeating(repeatingID: id)(transaction)
      }
      return at.member.goTo(
        .repeating(.repeating(group: group)),
        saying: .money(.repeatingEnded(ended.details.title)), undo: .endRepeating(ended))
    }
  }
}

extension Undo {
  static func endRepeating(_ ended: RepeatingExpense) -> Undo {
    Undo { transaction in
      try RestoreRepeating(ended)(transaction)
      return .repeating(.repeating(group: ended.groupID))
    }
  }
}

extension EditRepeating {
  /// - Parameters:
  ///   - typed: what the form says now.
  ///   - version: what it showed first.
  fileprivate init(
    _ stored: RepeatingExpense, _ typed: RepeatingDetails, _ money: ExpenseMoney,
    _ version: String, today: CalendarDay
  ) {
    let base = ExpenseVersion(text: version)
    var (details, shown) = (typed, stored.details)
    details.isPaused = stored.details.isPaused
    RepeatVersion(text: version)?.apply(to: &shown)
    // The next day as it was shown counts from the first one, whose day of the month stays.
    if typed.startsOn == base?.details.day { details.startsOn = shown.startsOn }
    if let base { shown.take(base.details) }
    self.init(
      repeatingID: stored.id, details: details, money: money,
      base: base.map { (shown, $0.money) }, today: today)
  }
}

// Payments that repeat.
extension AtZone<Editing> {
  fileprivate func editRepeatingPaymentPage(_ id: RecordID) async throws -> HTTPResponse {
    let zone = zone
    return try await member.page(
      { PaymentFormPage.view($0, in: $1) },
      load: { reader in
        guard let repeating = try RepeatingExpense.find(id, in: reader.connection),
          repeating.groupID == zone.id
        else { return nil }
        let names = try MemberNames(of: zone.id, reader)
        var model = PaymentFormPage.Model(group: zone, members: names.all.map { names[$0.id] })
        let details = repeating.details
        model.show(
          details.expense(on: repeating.row.nextOn ?? details.startsOn), repeating.money,
          reader.words)
        model.values.showRepeating(details)
        model.version += "&" + RepeatVersion(details).text
        (model.repeatingID, model.offersRepeating) = (id, true)
        return model
      })
  }

  fileprivate func editRepeatingPayment(_ id: RecordID) async throws -> HTTPResponse {
    let group = zoneID
    let words = try await member.words()
    let today = words.calendarDay(try await member.hubNow())
    var draft = PaymentDraft(form, words: words)
    let (details, money, repeating) = (draft.details, draft.money, draft.repeating)
    let version = draft.version
    do {
      let changed = try await writeOver { transaction in
        let stored = try transaction.requireRepeating(id, of: group)
        guard let money, var repeating else {
          try AddExpense.check(details, in: group, transaction.connection)
          throw FinanceFailure.invalid([])
        }
        // The form has no place and no category; what is there stays.
        let shown = ExpenseVersion(text: version)?.details
        (repeating.place, repeating.categoryID) = (shown?.place ?? "", shown?.categoryID)
        return try EditRepeating(stored, repeating, money, version, today: today)(transaction)
      }
      return member.goTo(
        .repeating(.repeating(group: group)), saying: .money(.saved(changed.details.title)))
    } catch FinanceFailure.changedMeanwhile {
      return try await paymentPage(draft, nil, repeating: id, conflict: .conflict)
    } catch let failure as FinanceFailure {
      guard draft.show(failure) else { throw failure }
      return try await paymentPage(draft, nil, repeating: id)
    }
  }
}

extension RepeatingDetails {
  /// What the form of an expense showed.
  fileprivate mutating func take(_ shown: ExpenseDetails) {
    (title, note) = (shown.title, shown.note)
    (place, categoryID) = (shown.place, shown.categoryID)
  }
}

extension WriteTransaction {
  /// What repeats in the group. Throws `repeatingNotFound` if it is gone, and ``Stop/notFound`` if
  /// it is another group's.
  @discardableResult
  fileprivate func requireRepeating(_ id: RecordID, of group: ZoneID) throws -> RepeatingExpense {
    guard let found = try RepeatingExpense.find(id, in: connection) else {
      throw FinanceFailure.repeatingNotFound
    }
    guard found.groupID == group else { throw Abort.notFound }
    return found
  }
}

extension RepeatingPage {
  /// What repeats in a group, the next one first.
  static func rows(of group: ZoneID, _ reader: PageReader) throws -> [Row] {
    let connection = reader.connection
    let names = try MemberNames(of: group, reader)
    let categories = try ExpenseCategory.of(group, in: connection)
    let active = Set(names.all.lazy.filter { !$0.details.isArchived }.map(\.id))
    return try RepeatingExpense.of(group, in: connection).map { repeating in
      let (details, money) = (repeating.details, repeating.money)
      let category = details.categoryID.flatMap { id in categories.first { $0.id == id } }
      let emoji = category?.details.emoji ?? ""
      return Row(
        id: repeating.id,
        emoji: money.kind == .transfer ? "↔️" : emoji.isEmpty ? "🔁" : emoji,
        colour: PaletteColour(
          index: category?.details.colorIndex ?? PaletteColour.brown.rawValue),
        title: details.title, amount: Money(money.amountMinor, money.currency),
        interval: Interval(Int(details.everyCount), Interval.Unit(details.everyUnit)),
        payers: money.shares.filter { $0.paidMinor != 0 }.map { names[$0.memberID] },
        payee: money.payment.map { names[$0.to] },
        standing: Standing(repeating.standing(among: active), names),
        endsOn: details.endsOn.flatMap { CalendarDay($0) })
    }
  }
}

extension RepeatingPage.Standing {
  init(_ standing: RepeatStanding, _ names: MemberNames) {
    switch standing {
    case .next(let day): self = .next(day)
    case .paused: self = .paused
    case .ended: self = .ended
    case .stopped(let members): self = .stopped(by: members.map { names[$0] })
    case .incomplete: self = .incomplete
    }
  }
}

extension RepeatingPage.Interval.Unit {
  init(_ unit: RepeatSchedule.Unit) {
    switch unit {
    case .week: self = .week
    case .month: self = .month
    case .year: self = .year
    }
  }
}
