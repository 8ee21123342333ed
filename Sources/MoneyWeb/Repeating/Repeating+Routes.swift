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
      let words = try await at.member.words()
      let today = words.calendarDay(try await at.member.hubNow())
      var form = try await at.expenseForm()
      form.repeatingID = id
      let typed = form.details(words)
      let draft = form.draft(words)
      let repeating = form.repeating(of: typed)
      let base = ExpenseVersion(text: form.version)
      let isSame = try await at.isSameMoney(form, base, words)
      let isUnreadable = form.values.hasProblems
      do {
        let (version, shownDay) = (RepeatVersion(text: form.version), base?.details.day)
        let changed = try await at.write { transaction in
          let stored = try transaction.requireRepeating(id, of: group)
          guard let draft, var details = repeating, !isUnreadable else {
            try AddExpense.check(typed, in: group, transaction.connection)
            throw FinanceFailure.invalid([])
          }
          details.isPaused = stored.details.isPaused
          var shown = stored.details
          version?.apply(to: &shown)
          // The next day as it was shown counts from the first one, whose day of the month stays.
          if typed.day == shownDay { details.startsOn = shown.startsOn }
          if let base { shown.take(base.details) }
          let money = isSame ? base?.money ?? stored.money : try draft.money()
          return try EditRepeating(
            repeatingID: id, details: details, money: money,
            base: base.map { (shown, $0.money) }, today: today)(transaction)
        }
        return at.member.goTo(
          .repeating(.repeating(group: group)), saying: .money(.saved(changed.details.title)))
      } catch FinanceFailure.changedMeanwhile(let stored) {
        return try await at.conflictPage(form, nil, stored)
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
        id: repeating.id, emoji: emoji.isEmpty ? "🔁" : emoji,
        colour: PaletteColour(
          index: category?.details.colorIndex ?? PaletteColour.brown.rawValue),
        title: details.title, amount: Money(money.amountMinor, money.currency),
        interval: Interval(Int(details.everyCount), Interval.Unit(details.everyUnit)),
        payers: money.shares.filter { $0.paidMinor != 0 }.map { names[$0.memberID] },
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
