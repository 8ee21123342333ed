import Finances
import HTTPServer
import Household
import Splitting
import SyncProtocol
import Values
import Web

// From the fields of a form to an expense. A text that cannot be read sets a problem and is never
// zero.
extension ExpenseForm {
  /// The form as it was sent. Members who have come since the form was opened share nothing in it.
  init(_ form: HTTPParameters, _ names: MemberNames) {
    var fields: [String: String] = [:]
    for pair in form.pairs where fields[pair.name] == nil { fields[pair.name] = pair.value }
    let sharers = Set(form.all("in"))
    // The order of the rows decides who has what is left of a split, so it is that of the form.
    var order: [RecordID: Int] = [:]
    for id in form.all("row") where order[id] == nil { order[id] = order.count }
    let shown = names.all.filter { order[$0.id] != nil }.sorted {
      (order[$0.id] ?? 0) < (order[$1.id] ?? 0)
    }
    func row(_ member: MemberName) -> Row {
      var row = Row(member, isIn: sharers.contains(member.id))
      row.paid = FieldValue(fields["paid." + member.id] ?? "")
      for way in SplitWay.allCases {
        row.weights[way] = fields["\(way.rawValue).\(member.id)"].map { FieldValue($0) }
      }
      return row
    }
    self.init(rows: shown.map { row(names[$0.id]) })
    let members = Set(shown.map(\.id))
    goneRows = order.sorted { $0.value < $1.value }.map(\.key)
      .filter { !members.contains($0) }
      .map { row(MemberName(id: $0, name: InputText.line(fields["name." + $0] ?? ""))) }
    values = FormValues(form, ExpenseDetails.fields)
    values[.amount] = FieldValue(fields["amount"] ?? "")
    values[.currency] = FieldValue(fields["currency"] ?? "")
    payerID = fields["payer"] ?? ""
    way = fields["way"].flatMap { SplitWay(rawValue: $0) } ?? .equal
    let count = min(max(Int(fields["lines"] ?? "") ?? 0, 0), Self.maxLines)
    lines = (0..<count).map { index in
      Line(
        name: fields["line.\(index).name"] ?? "",
        amount: FieldValue(fields["line.\(index).amount"] ?? ""),
        sharerIDs: form.all("line.\(index).in"),
        weights: Line.weights(fields["line.\(index).weights"] ?? ""))
    }
    version = fields["version"] ?? ""
    repeatingID = fields["repeating"] ?? ""
    offersRepeating = fields["everyUnit"] != nil
    values.takeRepeating(form)
  }

  /// The details as typed.
  mutating func details(_ words: Catalogue) -> ExpenseDetails {
    var details = ExpenseDetails(title: "", day: nil)
    values.read(ExpenseDetails.fields, into: &details, words: words)
    if Coordinates.place(details.place).isOutOfRange {
      values[.place].problem = .noSuchPoint
    }
    return details
  }

  /// The amounts as typed; `nil` if something cannot be read, which sets problems.
  mutating func draft(_ words: Catalogue) -> ExpenseDraft? {
    let code = InputText.line(values[.currency].text).uppercased()
    guard let currency = Currency(code: code) else {
      values[.currency].problem = code.isEmpty ? .currencyMissing : .unknownCurrency(code)
      return nil
    }
    let reader = SumReader(currency: currency, words: words)
    let lines = way == .itemised ? readLines(reader) : []
    let amount = readAmount(reader, lines: lines)
    let payers = readPayers(reader, amount: amount)
    let sharers = readSharers(reader)
    // Whoever has gone meanwhile is not left out of the split without a word.
    let gone = goneRows.filter {
      $0.isIn || payerID == Self.several && !InputText.line($0.paid.text).isEmpty
    }
    guard gone.isEmpty else {
      fail(.memberGone(gone.map(\.member.name).filter { !$0.isEmpty }))
      return nil
    }
    guard let amount, let payers, let sharers, let lines else { return nil }
    return ExpenseDraft(
      currency: code, amountMinor: amount, mode: way.mode, payers: payers, sharers: sharers,
      lines: lines)
  }

  /// The amount; that of a bill may be left to its lines.
  private mutating func readAmount(
    _ reader: SumReader, lines: [ExpenseMoney.Line]?
  ) -> Int64? {
    let text = InputText.line(values[.amount].text)
    if text.isEmpty, way == .itemised, let lines {
      return lines.reduce(0 as Int64) { $0.addingSaturating($1.amountMinor) }
    }
    guard !text.isEmpty else {
      values[.amount].problem = .missing
      return nil
    }
    guard let minor = reader.minor(&values[.amount]) else { return nil }
    guard minor != 0 else {
      values[.amount].problem = .money(.amountIsZero)
      return nil
    }
    return minor
  }

  private mutating func readPayers(
    _ reader: SumReader, amount: Int64?
  ) -> [ExpenseDraft.Payer]? {
    guard payerID == Self.several else {
      guard rows.contains(where: { $0.member.id == payerID }) else {
        values[.payer] = FieldValue(payerID, problem: .money(.nobodyPaid))
        return nil
      }
      return amount.map { [ExpenseDraft.Payer(payerID, $0)] }
    }
    var payers: [ExpenseDraft.Payer] = []
    var isReadable = true
    for index in rows.indices where !InputText.line(rows[index].paid.text).isEmpty {
      if let minor = reader.minor(&rows[index].paid) {
        if minor != 0 { payers.append(ExpenseDraft.Payer(rows[index].member.id, minor)) }
      } else {
        isReadable = false
      }
    }
    guard isReadable else { return nil }
    guard !payers.isEmpty else {
      values[.payer] = FieldValue(payerID, problem: .money(.nobodyPaid))
      return nil
    }
    return payers
  }

  private mutating func readSharers(_ reader: SumReader) -> [ExpenseDraft.Sharer]? {
    var sharers: [ExpenseDraft.Sharer] = []
    var isReadable = true
    for index in rows.indices where rows[index].isIn {
      var weight = rows[index].weights[way] ?? FieldValue()
      if let number = reader.weight(&weight, way) {
        sharers.append(ExpenseDraft.Sharer(rows[index].member.id, weight: number))
      } else {
        isReadable = false
      }
      rows[index].weights[way] = weight
    }
    guard isReadable else { return nil }
    guard !sharers.isEmpty else {
      values[.split] = FieldValue("", problem: .money(.nobodyShares))
      return nil
    }
    return sharers
  }

  private mutating func readLines(_ reader: SumReader) -> [ExpenseMoney.Line]? {
    let everybody = rows.filter(\.isIn).map(\.member.id)
    var read: [ExpenseMoney.Line] = []
    var isReadable = true
    for index in lines.indices where !lines[index].isBlank {
      guard !InputText.line(lines[index].amount.text).isEmpty else {
        lines[index].amount.problem = .money(.lineWithoutAmount)
        isReadable = false
        continue
      }
      guard let minor = reader.minor(&lines[index].amount) else {
        isReadable = false
        continue
      }
      // Who does not share the expense shares none of its lines.
      let sharers = lines[index].sharers(among: everybody)
      // With nobody at all it is the split that has to be corrected.
      guard !sharers.isEmpty || everybody.isEmpty else {
        lines[index].amount.problem = .money(.nobodySharesLine)
        isReadable = false
        continue
      }
      read.append(
        ExpenseMoney.Line(
          name: InputText.line(lines[index].name), amountMinor: minor, sharers: sharers))
    }
    guard isReadable else { return nil }
    guard !read.isEmpty else {
      values[.split] = FieldValue("", problem: .money(.noLines))
      return nil
    }
    return read
  }

  /// Shows why amounts cannot be stored; returns `false` for what no field of this form can mend.
  mutating func show(_ failure: FinanceFailure, _ draft: ExpenseDraft?) -> Bool {
    let currency = InputText.line(values[.currency].text).uppercased()
    switch failure {
    case .invalid(let problems):
      values.show(
        problems,
        among: ExpenseDetails.fields.map(\.formName) + [.amount, .currency]
          + FormName.ofRepeating, other: .split)
    case .unbalanced(let problem): show(problem, currency)
    case .unsplit(let problem): show(problem, currency)
    default: return false
    }
    return true
  }

  private mutating func show(_ problem: ExpenseMoney.Problem, _ currency: String) {
    switch problem {
    case .amountOutOfRange: values[.amount].problem = .tooMuch
    case .paidDiffers(let by):
      values[.payer] = FieldValue(payerID, problem: .money(.paidDiffers(Money(by, currency))))
    case .owedDiffers(let by): fail(.partsDiffer(Money(by, currency)))
    case .notHundredPercent(let points):
      fail(.percentagesDiffer(Int64(clamping: points - 10_000)))
    case .wrongSign(let id):
      fail(.wrongSign(rows.first { $0.member.id == id }?.member.name ?? ""))
    case .currency: values[.currency].problem = .unknownCurrency(currency)
    case .badLines: fail(.noLines)
    case .badWeight: fail(.noShares)
    case .noShares: fail(.nobodyShares)
    case .memberTwice, .notAPayment: values[.split] = FieldValue("", problem: .notOffered)
    }
  }

  private mutating func show(_ problem: SplitProblem, _ currency: String) {
    switch problem {
    case .amountOutOfRange, .weightOutOfRange: values[.amount].problem = .tooMuch
    case .noParticipants: fail(.nobodyShares)
    case .tooManyParticipants(let max), .tooManyLines(let max):
      values[.split] = FieldValue("", problem: .tooMany(max: max))
    case .weightNegative, .weightsAllZero: fail(.noShares)
    case .percentagesOff(let points): fail(.percentagesDiffer(points))
    case .exactAmountsOff(let by): fail(.partsDiffer(Money(by, currency)))
    case .adjustmentsExceed(let by): fail(.adjustmentsTooMuch(Money(by, currency)))
    case .noLines: fail(.noLines)
    case .line(_, let inner): show(inner, currency)
    case .nothingToSpreadBy: fail(.nothingToSpreadBy)
    case .duplicateParticipant, .unknownParticipant:
      values[.split] = FieldValue("", problem: .notOffered)
    }
  }

  private mutating func fail(_ problem: MoneyProblem) {
    values[.split] = FieldValue("", problem: .money(problem))
  }
}

/// Reads the sums that people type in a currency.
struct SumReader {
  let currency: Currency
  let words: Catalogue
  private let style: TypedNumber.Style

  init(currency: Currency, words: Catalogue) {
    self.currency = currency
    self.words = words
    style = TypedAmount.style(currency.code, words.region)
  }

  /// The amount in minor units; `nil` for a text that cannot be read, which sets a problem.
  func minor(_ value: inout FieldValue) -> Int64? {
    let text = InputText.line(value.text)
    do throws(AmountExpression.Problem) {
      return try AmountExpression.minor(text, currency: currency, style: style)
    } catch {
      value.problem =
        switch error {
        case .tooLarge: .tooMuch
        case .tooManyDecimals(let number, let max):
          .tooManyDecimals(number, currency: currency.code, max: max)
        case .divisionByZero: .money(.divisionByZero)
        case .empty: .missing
        case .tooLong, .unreadableNumber, .missingNumber, .unbalancedBrackets:
          .money(.unreadableSum(text))
        }
      return nil
    }
  }

  /// What a member's part is by; nothing typed is one share, or no amount.
  func weight(_ value: inout FieldValue, _ way: SplitWay) -> Int64? {
    let text = InputText.line(value.text)
    switch way {
    case .equal, .itemised: return 1
    case .shares:
      if text.isEmpty { return 1 }
      let range = ExpenseMoney.weights
      guard let number = Int64(text), range.contains(number) else {
        value.problem = .unreadableNumber(
          text, min: Int(range.lowerBound), max: Int(range.upperBound))
        return nil
      }
      return number
    case .percentage:
      if text.isEmpty { return 0 }
      let bare = text.last == "%" ? InputText.line(String(text.dropLast())) : text
      guard let points = TypedNumber(bare, style)?.minor(exponent: 2), points <= 10_000 else {
        value.problem = .money(.unreadablePercentage(text))
        return nil
      }
      return points
    case .exact, .adjustment: return text.isEmpty ? 0 : minor(&value)
    }
  }
}
