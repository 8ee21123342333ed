import Finances
import HTTPServer
import Household
import Replica
import SQLite
import SyncProtocol
import Values
import Web

/// Payments between two members.
extension WebApplication {
  func newPaymentPage(_ group: ZoneID, _ query: PaymentQuery) -> Endpoint {
    .editing(.group(group)) { at in try await at.newPaymentPage(query) }
  }

  func addPayment(_ group: ZoneID) -> Endpoint {
    .editing(.group(group)) { at in try await at.addPayment() }
  }
}

extension AtZone<Editing> {
  /// Adds what the form says, or shows the form again.
  fileprivate func addPayment() async throws -> HTTPResponse {
    let group = zoneID
    let words = try await member.words()
    var draft = PaymentDraft(form, words: words)
    let (details, money) = (draft.details, draft.money)
    let repeating = draft.repeating
    let today = words.calendarDay(try await member.hubNow())
    do {
      let payment = try await write { transaction -> StoredExpense? in
        guard let money else {
          try AddExpense.check(details, in: group, transaction.connection)
          throw FinanceFailure.invalid([])
        }
        guard let repeating else {
          return try AddExpense(groupID: group, details, money)(transaction)
        }
        let added = try AddRepeating(groupID: group, repeating, money)(transaction)
        _ = try MakeDueExpense(
          groupID: group, today: today, repeatingID: added.id)(transaction)
        return nil
      }
      count(.paymentRecorded(group: group, isNew: true))
      guard let payment else {
        return member.goTo(
          .repeating(.repeating(group: group)), saying: .money(.added(details.title)))
      }
      return member.goTo(
        .groups(.group(group)), saying: .money(.paymentAdded), undo: .addExpense(payment))
    } catch let failure as FinanceFailure {
      guard draft.show(failure) else { throw failure }
      return try await paymentPage(draft, nil)
    }
  }
}

/// The form of a payment, as it was typed.
struct PaymentDraft: Sendable {
  var values: FormValues<FormName>
  private(set) var details = ExpenseDetails(title: "", day: nil)
  /// `nil` if something cannot be read, which has set problems.
  private(set) var money: ExpenseMoney?
  /// How it repeats; `nil` if it does not.
  private(set) var repeating: RepeatingDetails?
  /// Whether the form asks how it repeats.
  let offersRepeating: Bool
  private(set) var version: String

  static let names: [FormName] =
    [.from, .to, .amount, .currency, .day, .title, .note] + FormName.ofRepeating

  init(_ form: HTTPParameters, words: Catalogue) {
    values = FormValues(form, ExpenseDetails.fields)
    for name in [FormName.from, .to, .amount, .currency] {
      values[name] = FieldValue(form.first(name.rawValue) ?? "")
    }
    version = form.first("version") ?? ""
    offersRepeating = form.first("everyUnit") != nil
    values.takeRepeating(form)
    if let base = ExpenseVersion(text: version) {
      values.takeChosen(form, from: FormValues(payment: base, words))
    }
    read(words)
    repeating = values.repeating(of: details)
    if values.hasRepeatingProblem { money = nil }
  }

  /// A payment as somebody would have saved it over another version.
  init(_ own: ExpenseVersion, over saved: ExpenseVersion, _ words: Catalogue) {
    values = FormValues(payment: own, words)
    (version, offersRepeating) = (saved.text, false)
    read(words)
  }

  private mutating func read(_ words: Catalogue) {
    details = ExpenseDetails(title: "", day: nil)
    values.read(ExpenseDetails.fields, into: &details, words: words)
    if InputText.line(details.title).isEmpty { details.title = words.payment }
    money = nil
    let code = InputText.line(values[.currency].text).uppercased()
    guard let currency = Currency(code: code) else {
      values[.currency].problem = code.isEmpty ? .currencyMissing : .unknownCurrency(code)
      return
    }
    let minor = SumReader(currency: currency, words: words).minor(&values[.amount])
    for name in [FormName.from, .to] where values[name].text.isEmpty {
      values[name].problem = .missing
    }
    let (from, to) = (values[.from].text, values[.to].text)
    if !from.isEmpty, from == to { values[.to].problem = .money(.samePerson) }
    if let minor, minor <= 0 { values[.amount].problem = .money(.belowZero) }
    guard let minor, minor > 0, !from.isEmpty, !to.isEmpty, from != to else { return }
    money = ExpenseMoney(paying: minor, code, from: from, to: to)
  }

  /// Goes on from what is saved by now, which it returns beside what would be saved: what was left
  /// as it was shown is as it is saved.
  mutating func goOn(
    with saved: ExpenseVersion, _ names: MemberNames, _ words: Catalogue
  ) -> ExpenseVersions {
    let stored = FormValues(payment: saved, words)
    if let base = ExpenseVersion(text: version) {
      values.goOn(from: FormValues(payment: base, words), to: stored)
    }
    // Of a schedule only what was typed is written.
    version = saved.text + RepeatVersion.suffix(of: version)
    read(words)
    var own = details
    // The form has no place and no category; what is there stays.
    (own.place, own.categoryID) = (saved.details.place, saved.details.categoryID)
    return ExpenseVersions(
      saved: .init(saved.details, saved.money, names, []),
      own: .init(own, values.says(.money, as: stored) ? saved.money : money, names, []))
  }

  /// Shows what the form can show.
  mutating func show(_ failure: FinanceFailure) -> Bool {
    switch failure {
    case .invalid(let problems):
      values.show(problems, among: Self.names, other: .from)
    case .unbalanced(.amountOutOfRange): values[.amount].problem = .tooMuch
    default: return false
    }
    return true
  }
}

extension AtZone<Editing> {
  func newPaymentPage(
    _ query: PaymentQuery, isWithoutHub: Bool = false
  ) async throws -> HTTPResponse {
    let zone = zone
    return try await member.page(
      status: isWithoutHub ? .serviceUnavailable : .ok, { PaymentFormPage.view($0, in: $1) },
      load: { reader in
        guard let group = try Group.find(zone.id, in: reader.connection) else { return nil }
        let names = try MemberNames(of: zone.id, reader)
        var model = PaymentFormPage.Model(
          group: zone,
          members: names.all.filter { !$0.details.isArchived }.map { names[$0.id] })
        model.values[.from] = FieldValue(query.from ?? names.you?.id ?? "")
        model.values[.to] = FieldValue(query.to ?? "")
        model.values[.amount] = FieldValue(query.amount ?? "")
        model.values[.currency] = FieldValue(query.currency ?? group.details.currency)
        model.values[.day] = FieldValue(reader.today.text)
        model.currencies = [group.details.currency]
        model.isChosen = query.to != nil || query.amount != nil
        model.isWithoutHub = isWithoutHub
        model.offersRepeating = !isWithoutHub
        return model
      })
  }

  func editPaymentPage(_ id: RecordID) async throws -> HTTPResponse {
    let zone = zone
    return try await member.page(
      { PaymentFormPage.view($0, in: $1) },
      load: { reader in
        guard let expense = try StoredExpense.find(id, in: reader.connection),
          expense.groupID == zone.id, expense.money.payment != nil
        else { return nil }
        let names = try MemberNames(of: zone.id, reader)
        var model = PaymentFormPage.Model(
          group: zone, expenseID: id, members: names.all.map { names[$0.id] })
        model.show(expense.details, expense.money, reader.words)
        model.offersRepeating = expense.row.repeatingID == nil
        return model
      })
  }

  /// - Parameter change: the refused change that the form began with; it is forgotten then.
  func editPayment(_ id: RecordID, change: String? = nil) async throws -> HTTPResponse {
    let group = zoneID
    var draft = PaymentDraft(form, words: try await member.words())
    let (details, money, repeating) = (draft.details, draft.money, draft.repeating)
    let base = ExpenseVersion(text: draft.version)
    do {
      _ = try await writeOver { transaction in
        let stored = try transaction.requireExpense(id, of: group)
        guard let money else {
          try AddExpense.check(details, in: group, transaction.connection)
          throw FinanceFailure.invalid([])
        }
        var kept = details
        // The form has no place and no category; what is there stays.
        kept.place = base?.details.place ?? ""
        kept.categoryID = base?.details.categoryID
        let changed = try EditExpense(
          expenseID: id, details: kept, money: money, base: base.map { ($0.details, $0.money) })(
            transaction)
        if let repeating, stored.row.repeatingID == nil {
          try AddRepeating(groupID: group, repeating, money, first: id)(transaction)
        }
        return changed
      }
      count(.paymentRecorded(group: group, isNew: false))
      if let change { try await member.work(change).discard(try member.number(change)) }
      return member.goTo(
        .expenses(.expense(group: group, expense: id)), saying: .money(.saved(details.title)))
    } catch FinanceFailure.changedMeanwhile {
      return try await paymentPage(draft, id, conflict: .conflict, change: change)
    } catch let failure as FinanceFailure {
      guard draft.show(failure) else { throw failure }
      return try await paymentPage(draft, id, change: change)
    }
  }

  /// A payment that the hub refused, because somebody else had changed it, too.
  func refusedPaymentPage(
    _ id: RecordID, _ written: ExpenseChange, _ money: ExpenseMoney, change: String
  ) async throws -> HTTPResponse {
    let (group, words) = (zoneID, try await member.words())
    let draft = try await member.read { connection in
      guard let stored = try StoredExpense.find(id, in: connection), stored.groupID == group,
        stored.money.payment != nil
      else { throw Abort.notFound }
      return PaymentDraft(
        ExpenseVersion(written.details(over: stored.details), money),
        over: ExpenseVersion(stored.details, stored.money), words)
    }
    return try await paymentPage(draft, id, conflict: .ok, change: change)
  }

  /// The form again; in a conflict, with its status, beside what another person has saved
  /// meanwhile.
  func paymentPage(
    _ draft: PaymentDraft, _ id: RecordID?, repeating: RecordID? = nil,
    conflict: HTTPStatus? = nil, change: String? = nil
  ) async throws -> HTTPResponse {
    let zone = zone
    return try await member.page(
      status: conflict ?? .unprocessableContent,
      { PaymentFormPage.view($0, in: $1) },
      load: { reader in
        let names = try MemberNames(of: zone.id, reader)
        var model = PaymentFormPage.Model(
          group: zone, expenseID: id, members: names.all.map { names[$0.id] })
        var draft = draft
        model.changeID = change
        if conflict != nil {
          let saved = try reader.savedVersion(of: id, repeating: repeating, in: zone.id)
          guard let saved else { return nil }
          model.versions = draft.goOn(with: saved, names, reader.words)
          model.versions?.isSeries = repeating != nil
        }
        (model.values, model.version) = (draft.values, draft.version)
        (model.repeatingID, model.offersRepeating) = (repeating, draft.offersRepeating)
        if let group = try Group.find(zone.id, in: reader.connection) {
          model.currencies = [group.details.currency]
        }
        return model
      })
  }
}

extension FormValues<FormName> {
  /// What a form shows of a payment.
  fileprivate init(payment: ExpenseVersion, _ words: Catalogue) {
    self.init(payment.details, ExpenseDetails.fields, words: words)
    let money = payment.money
    self[.from] = FieldValue(money.payment?.from ?? "")
    self[.to] = FieldValue(money.payment?.to ?? "")
    self[.amount] = FieldValue(words.moneyInput(Money(money.amountMinor, money.currency)))
    self[.currency] = FieldValue(money.currency)
  }
}

extension PaymentFormPage.Model {
  /// Shows a stored payment.
  mutating func show(_ details: ExpenseDetails, _ money: ExpenseMoney, _ words: Catalogue) {
    let shown = ExpenseVersion(details, money)
    values = FormValues(payment: shown, words)
    currencies = [money.currency]
    version = shown.text
  }
}
