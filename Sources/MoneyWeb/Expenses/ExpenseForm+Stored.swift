import Finances
import HTTPServer
import Household
import SyncProtocol
import Values
import Web

// From an expense to its form.
extension ExpenseForm {
  /// The form of a new expense: everybody shares it, and the person has paid.
  init(new group: Group, _ names: MemberNames, today: CalendarDay) {
    self.init(
      rows: names.all.filter { !$0.details.isArchived }.map { member in
        Row(member, names)
      })
    values[.currency] = FieldValue(group.details.currency)
    values[.day] = FieldValue(today.text)
    payerID = names.you?.id ?? ""
    offersRepeating = true
    lines = Array(repeating: Line(), count: Self.minLines)
  }

  /// The form of a stored expense.
  init(
    _ details: ExpenseDetails, _ money: ExpenseMoney, _ names: MemberNames, words: Catalogue
  ) {
    let shares = money.shares.reduce(into: [:]) { $0[$1.memberID] = $1 }
    let takingPart = Set(money.takingPart.map(\.memberID))
    // In the order in which the expense was split, as that decides who has what is left.
    let named = money.shares.compactMap { share in names.all.first { $0.id == share.memberID } }
    let others = names.all.filter { shares[$0.id] == nil && !$0.details.isArchived }
    self.init(
      rows: (named + others).map { member in
        var row = Row(member, names)
        if let share = shares[member.id] {
          row.take(share, money, isIn: takingPart.contains(member.id), words)
        } else {
          row.isIn = false
        }
        return row
      })
    let members = Set(names.all.map(\.id))
    goneRows = money.shares.filter { !members.contains($0.memberID) }.map { share in
      var row = Row(names[share.memberID])
      row.take(share, money, isIn: takingPart.contains(share.memberID), words)
      return row
    }
    take(details, money, words)
  }

  private mutating func take(
    _ details: ExpenseDetails, _ money: ExpenseMoney, _ words: Catalogue
  ) {
    values = FormValues(details, ExpenseDetails.fields, words: words)
    values[.amount] = FieldValue(words.moneyInput(Money(money.amountMinor, money.currency)))
    values[.currency] = FieldValue(money.currency)
    let payers = money.shares.filter { $0.paidMinor != 0 }
    payerID = payers.count == 1 ? payers[0].memberID : Self.several
    way = SplitWay(money.mode)
    let everybody = Set(rows.filter(\.isIn).map(\.member.id))
    lines = money.lines.map { line in
      let sharers = line.sharers.map(\.memberID)
      return Line(
        name: line.name,
        amount: FieldValue(words.moneyInput(Money(line.amountMinor, money.currency))),
        sharerIDs: Set(sharers) == everybody ? [] : sharers,
        weights: line.sharers.allSatisfy { $0.weight == 1 }
          ? [:] : line.sharers.reduce(into: [:]) { $0[$1.memberID] = $1.weight })
    }
    lines += Array(repeating: Line(), count: max(1, Self.minLines - lines.count))
    version = ExpenseVersion(details, money).text
  }

  /// The same split of another amount on another day.
  mutating func becomeNew(today: CalendarDay, keepsAmount: Bool) {
    version = ""
    offersRepeating = true
    values[.day] = FieldValue(today.text)
    guard !keepsAmount else { return }
    for name in [FormName.title, .amount, .note, .place] { values[name] = FieldValue() }
    if payerID == Self.several || way == .itemised || way == .exact || way == .adjustment {
      for index in rows.indices {
        rows[index].paid = FieldValue()
        rows[index].weights[.exact] = nil
        rows[index].weights[.adjustment] = nil
      }
      lines = Array(repeating: Line(), count: Self.minLines)
    }
  }
}

extension ExpenseForm.Row {
  /// The row of somebody who shares the expense.
  init(_ member: GroupMember, _ names: MemberNames) {
    self.init(names[member.id])
    weights[.shares] = FieldValue(String(member.details.weight))
  }

  fileprivate mutating func take(
    _ share: ExpenseMoney.Share, _ money: ExpenseMoney, isIn: Bool, _ words: Catalogue
  ) {
    func text(_ minor: Int64) -> FieldValue {
      FieldValue(words.moneyInput(Money(minor, money.currency)))
    }
    self.isIn = isIn
    paid = share.paidMinor == 0 ? FieldValue() : text(share.paidMinor)
    switch money.mode {
    case .equal, .itemised: break
    case .shares: weights[.shares] = FieldValue(String(share.weight ?? 1))
    case .percentage: weights[.percentage] = FieldValue(words.percentInput(share.weight ?? 0))
    case .exact: weights[.exact] = share.owedMinor == 0 ? nil : text(share.owedMinor)
    case .adjustment:
      weights[.adjustment] = share.weight.flatMap { $0 == 0 ? nil : text($0) }
    }
  }
}

extension ExpenseForm.Line {
  /// The shares of those who share it, as one text for the form's hidden field.
  var weightsText: String {
    weights.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ",")
  }

  /// What ``weightsText`` says.
  static func weights(_ text: String) -> [String: Int64] {
    text.split(separator: ",").reduce(into: [:]) { weights, pair in
      let parts = pair.split(separator: " ")
      guard parts.count == 2, let weight = Int64(parts[1]),
        ExpenseMoney.weights.contains(weight)
      else { return }
      weights[String(parts[0])] = weight
    }
  }

  /// Who shares it of those who share the expense.
  func sharers(among everybody: [RecordID]) -> [ExpenseMoney.Sharer] {
    let named = sharerIDs.isEmpty ? everybody : sharerIDs.filter { everybody.contains($0) }
    let sharers = named.map { ExpenseMoney.Sharer($0, weight: weights[$0] ?? 1) }
    // Of those who had a share nobody may be left.
    return sharers.contains { $0.weight > 0 }
      ? sharers : named.map { ExpenseMoney.Sharer($0) }
  }
}

/// An expense as its form showed it first, as one text for the form's hidden field.
struct ExpenseVersion: Equatable {
  var details: ExpenseDetails
  var money: ExpenseMoney

  init(_ details: ExpenseDetails, _ money: ExpenseMoney) {
    self.details = details
    self.money = money
  }

  var text: String {
    var pairs: [(String, String)] = [
      ("title", details.title), ("day", details.day ?? ""), ("note", details.note),
      ("place", details.place), ("category", details.categoryID ?? ""),
      ("kind", money.kind.rawValue), ("currency", money.currency),
      ("amount", String(money.amountMinor)), ("mode", money.mode.rawValue),
    ]
    for share in money.shares {
      let weight = share.weight.map { String($0) } ?? ""
      pairs.append(("s", "\(share.memberID) \(share.paidMinor) \(share.owedMinor) \(weight)"))
    }
    for (index, line) in money.lines.enumerated() {
      pairs.append(("l", "\(line.amountMinor) \(line.name)"))
      pairs += line.sharers.map { ("p", "\(index) \($0.memberID) \($0.weight)") }
    }
    return URLCoding.encode(pairs)
  }

  /// `nil` for a text that is no expense.
  init?(text: String) {
    guard let form = HTTPParameters(version: text), let title = form.first("title"),
      let kind = form.first("kind").flatMap({ ExpenseMoney.Kind(rawValue: $0) }),
      let currency = form.first("currency"),
      let amount = form.first("amount").flatMap({ Int64($0) }),
      let mode = form.first("mode").flatMap({ ExpenseMoney.Mode(rawValue: $0) })
    else { return nil }
    details = ExpenseDetails(title: title, day: form.first("day"))
    if details.day == "" { details.day = nil }
    details.note = form.first("note") ?? ""
    details.place = form.first("place") ?? ""
    details.categoryID = form.first("category").flatMap { $0.isEmpty ? nil : $0 }
    money = ExpenseMoney(
      kind: kind, currency: currency, amountMinor: amount, mode: mode, shares: [])
    for text in form.all("s") {
      let parts = text.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 4, let paid = Int64(parts[1]), let owed = Int64(parts[2]) else {
        return nil
      }
      money.shares.append(
        ExpenseMoney.Share(
          String(parts[0]), paidMinor: paid, owedMinor: owed, weight: Int64(parts[3])))
    }
    for text in form.all("l") {
      let parts = text.split(
        separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let amount = Int64(parts[0]) else { return nil }
      money.lines.append(
        ExpenseMoney.Line(name: String(parts[1]), amountMinor: amount, sharers: []))
    }
    for text in form.all("p") {
      let parts = text.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 3, let index = Int(parts[0]), money.lines.indices.contains(index),
        let weight = Int64(parts[2])
      else { return nil }
      money.lines[index].sharers.append(
        ExpenseMoney.Sharer(String(parts[1]), weight: weight))
    }
  }
}
