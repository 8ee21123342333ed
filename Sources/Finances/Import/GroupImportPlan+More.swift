import Household
import Importing
import SQLite
import SyncProtocol
import Values

// What a group has beside its expenses, as its own documents tell it: receipts, what repeats, and
// rates.
extension GroupImportPlan {
  private var groupID: ZoneID? {
    if case .group(let id) = choices.target { id } else { nil }
  }

  mutating func planRepeating(_ connection: Connection) throws {
    let stands = people.enumerated().map { $1.memberID ?? "new \($0)" }
    var count = try groupID.map { try RepeatingExpense.count(in: $0, connection) } ?? 0
    for (index, repeating) in document.repeating.enumerated() {
      if let groupID {
        let ids = [repeating.expense.identity, id(ofRepeating: repeating, in: groupID)]
        let isThere = try ids.contains {
          try RepeatingExpense.Row.find($0, in: connection)?.groupID == groupID
        }
        if isThere { continue }
      }
      guard count < RepeatingExpense.maxPerGroup, canStore(repeating, stands) else {
        refusedRepeatingCount += 1
        continue
      }
      count += 1
      newRepeating.append(index)
    }
  }

  private func canStore(_ repeating: ImportedRepeating, _ members: [RecordID]) -> Bool {
    var check = InputCheck()
    let details = check.clean(
      self.details(of: repeating, category: nil), RepeatingDetails.fields)
    let money = money(of: repeating.expense, members)
    return check.problems.isEmpty && details.schedule != nil && !money.isToOneself
      && money.problem == nil
  }

  mutating func planRates(_ connection: Connection) throws {
    for (index, rate) in document.rates.enumerated() {
      let details = ManualRateDetails(from: rate.from, to: rate.to, day: rate.day, rate: rate.rate)
      guard Currency(code: rate.from) != nil, Currency(code: rate.to) != nil, rate.from != rate.to,
        CalendarDay(rate.day) != nil, details.number != nil,
        newRates.count < ManualRate.maxPerGroup
      else { continue }
      if let groupID {
        let id = ManualRate.id(rate.from, rate.to, on: rate.day, in: groupID)
        if try ManualRate.find(id, in: connection) != nil { continue }
      }
      newRates.append(index)
    }
  }

  /// The id follows from that in the document, so that importing it again makes nothing twice.
  func id(ofRepeating repeating: ImportedRepeating, in group: ZoneID) -> RecordID {
    UUIDs.beside(group, "repeating \(repeating.expense.identity)")
  }

  func details(of repeating: ImportedRepeating, category: RecordID?) -> RepeatingDetails {
    var details = RepeatingDetails(self.details(of: repeating.expense, category: category))
    details.everyCount = repeating.everyCount
    // A unit that is none is refused below.
    if let unit = RepeatSchedule.Unit(rawValue: repeating.everyUnit) {
      details.everyUnit = unit
    } else {
      details.everyCount = 0
    }
    details.endsOn = repeating.endsOn
    details.isPaused = repeating.isPaused
    return details
  }
}

extension GroupImportPlan {
  /// What comes in without the file telling who paid how much.
  package var unknownPayers: [ImportedExpense] {
    zip(document.expenses, buckets).filter { $0.1 == .new && $0.0.isPayerUnknown }.map(\.0)
  }

  /// Who is taken to have paid something of an expense, as they are called in the group.
  package func payers(of expense: ImportedExpense) -> [String] {
    expense.parts.filter { $0.paidMinor != 0 }.map { people[$0.person].memberName }
  }
}
