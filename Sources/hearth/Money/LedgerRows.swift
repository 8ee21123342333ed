import Finances
import Household
import SyncProtocol
import Values
import Wording

// What the commands about a person's own money print with --json.

/// An entry, or a share of a group's expense.
struct LedgerItemRow: Encodable {
  /// Of the entry, of the expense, or of a share that was kept of a group.
  let id: String
  /// The group that it is from, also one that was left; `null` for what is one's own.
  let groupID: OrNull<String>
  let groupName: OrNull<String>
  /// `spending`, `income`, `sent` or `received`.
  let flow: String
  let title: String
  let day: String
  let amountMinor: Int64
  let currency: String
  /// In the person's own currency; `null` where there is no rate.
  let convertedMinor: OrNull<String>
  let convertedCurrency: OrNull<String>
  let category: OrNull<String>
  let tags: [String]
  let note: String

  init(_ row: LedgerList.Row, _ categories: LedgerCategories, _ reader: MoneyReader) throws {
    let own = try Profile.own(in: reader.connection)?.id
    let isOwn = row.originID == own
    id = row.sourceID
    groupID = OrNull(isOwn ? nil : row.originID)
    groupName = OrNull(
      row.zoneID == own
        ? try LedgerNote.find(row.sourceID, in: reader.connection)?.kept?.groupName
        : try Group.find(row.zoneID, in: reader.connection)?.details.name)
    (flow, title, day) = (row.flow.rawValue, row.title, row.day)
    (amountMinor, currency) = (row.amountMinor, row.currency)
    convertedMinor = OrNull(row.converted.map { "\($0.minor)" })
    convertedCurrency = OrNull(row.converted?.currency)
    category = OrNull(categories.name(of: row.categoryRef))
    (tags, note) = (LedgerTags.list(row.tags), row.note)
  }
}

/// An entry of a person's own.
struct LedgerEntryRow: WrittenRow {
  let id: String
  let title: String
  /// `spending` or `income`, or `sent` or `received` for a payment that was kept of a group.
  let kind: String
  let amountMinor: Int64
  let currency: String
  let day: String
  let categoryID: OrNull<String>
  let tags: String
  let note: String
  let createdAt: String
  var isSent: Bool?

  init(_ entry: LedgerEntry) {
    let details = entry.details
    (id, title, kind) = (entry.id, details.title, details.kind.rawValue)
    (amountMinor, currency) = (details.amountMinor ?? 0, details.currency)
    (day, categoryID) = (details.day ?? "", OrNull(details.categoryID))
    (tags, note) = (details.tags, details.note)
    createdAt = TimeText.text(entry.createdAt)
  }

  /// A share that was kept of a group.
  ///
  /// - Parameter kept: what of the note it is.
  init(_ note: LedgerNote, _ kept: KeptShare) {
    (id, title, kind) = (note.id, kept.title, kept.flow.rawValue)
    (amountMinor, currency, day) = (kept.amountMinor, kept.currency, kept.day)
    (categoryID, tags) = (OrNull(note.details.categoryID), note.details.tags)
    (self.note, createdAt) = (note.details.note, TimeText.text(0))
  }
}

/// A budget.
struct LedgerBudgetRow: WrittenRow {
  /// `null` for all that is spent.
  let categoryID: OrNull<String>
  let month: String
  let amountMinor: Int64
  let currency: String
  let isOnce: Bool
  var isSent: Bool?

  init(_ budget: LedgerBudget) {
    (categoryID, month) = (OrNull(budget.categoryID), String(budget.day.prefix(7)))
    (amountMinor, currency, isOnce) = (budget.amountMinor, budget.currency, budget.isOnce)
  }
}

/// What was spent and earned in a month or a year.
struct LedgerMonthRow: Encodable {
  struct Category: Encodable {
    /// `null` for what has no category, or one of a group that is like none of the own ones.
    let categoryID: OrNull<String>
    let name: OrNull<String>
    let spentMinor: String
    let incomeMinor: String
    /// `null` for no budget.
    let budgetMinor: OrNull<Int64>
    let unconvertedBudget: OrNull<Budget>
  }

  /// A budget in a currency without a rate.
  struct Budget: Encodable {
    let amountMinor: Int64
    let currency: String

    init(_ budget: LedgerBudget.Amount) {
      (amountMinor, currency) = (budget.minor, budget.currency)
    }

    func text(_ words: Catalogue) -> String {
      "budget \(words.money(Money(amountMinor, currency))), not converted"
    }
  }

  /// What was spent in a group, also one that was left.
  struct Group: Encodable {
    let groupID: String
    let name: String
    let spentMinor: String
  }

  /// `YYYY-MM`, or `YYYY`.
  let month: String
  let currency: String
  /// Sums are decimal texts, in minor units.
  let spentMinor: String
  let sharedMinor: String
  let incomeMinor: String
  let sentMinor: String
  let receivedMinor: String
  /// For all that is spent; `null` for no budget.
  let budgetMinor: OrNull<Int64>
  let unconvertedBudget: OrNull<Budget>
  /// Rows that are in no sum, as there is no rate.
  let unconvertedCount: Int64
  let categories: [Category]
  let groups: [Group]

  init(_ overview: LedgerOverview) {
    let total = overview.sums.total
    (month, currency) = (overview.period.text, overview.sums.currency)
    (spentMinor, sharedMinor) = ("\(total.spent)", "\(total.shared)")
    (incomeMinor, sentMinor) = ("\(total.income)", "\(total.sent)")
    receivedMinor = "\(total.received)"
    budgetMinor = OrNull(overview.budgetMinor)
    unconvertedBudget = OrNull(overview.unconvertedBudget.map(Budget.init))
    unconvertedCount = overview.sums.unconverted
    categories = overview.categories.map { category in
      Category(
        categoryID: OrNull(category.id), name: OrNull(category.name),
        spentMinor: "\(category.amounts.spent)", incomeMinor: "\(category.amounts.income)",
        budgetMinor: OrNull(category.budgetMinor),
        unconvertedBudget: OrNull(category.unconvertedBudget.map(Budget.init)))
    }
    groups = overview.groups.map {
      Group(groupID: $0.id, name: $0.name, spentMinor: "\($0.spentMinor)")
    }
  }

  func text(_ words: Catalogue) -> String {
    func money(_ minor: String) -> String { words.money(Money(Int128(minor) ?? 0, currency)) }
    var lines = ["\(month): \(money(spentMinor)) spent, \(money(incomeMinor)) earned"]
    if let budget = unconvertedBudget.value { lines[0] += " (\(budget.text(words)))" }
    if let budget = budgetMinor.value { lines[0] += " (budget \(money("\(budget)")))" }
    lines.append("\(money(sharedMinor)) of it in groups")
    if sentMinor != "0" || receivedMinor != "0" {
      lines.append("payments: \(money(sentMinor)) sent, \(money(receivedMinor)) received")
    }
    lines +=
      TextColumns(
        categories.map { category in
          [
            "  " + (category.name.value ?? "without a category"), money(category.spentMinor),
            category.budgetMinor.value.map { "budget \(money("\($0)"))" }
              ?? category.unconvertedBudget.value?.text(words) ?? "",
          ]
        }, right: [1]
      ).lines
    lines +=
      TextColumns(
        groups.map { ["  from \($0.name)", money($0.spentMinor)] }, right: [1]
      ).lines
    if unconvertedCount > 0 {
      lines.append("\(unconvertedCount) entries are in no sum, for want of a rate.")
    }
    return lines.joined(separator: "\n")
  }
}

/// What rows of a ledger come to, in the person's own currency.
struct LedgerTotalsRow: Encodable, Sendable {
  let count: Int64
  let currency: String
  /// Sums are decimal texts, in minor units.
  let spentMinor: String
  let incomeMinor: String
  let sentMinor: String
  let receivedMinor: String
  /// Rows that are in no sum, as there is no rate.
  let unconvertedCount: Int64
  /// Whether everything is in it; otherwise only the latest.
  let isWhole: Bool

  init(_ totals: LedgerTotals) {
    (count, currency) = (totals.count, totals.currency)
    (spentMinor, incomeMinor) = ("\(totals.total.spent)", "\(totals.total.income)")
    (sentMinor, receivedMinor) = ("\(totals.total.sent)", "\(totals.total.received)")
    (unconvertedCount, isWhole) = (totals.unconverted, totals.isWhole)
  }

  func lines(_ words: Catalogue) -> [String] {
    let sums = [
      ("spent", spentMinor), ("earned", incomeMinor), ("sent", sentMinor),
      ("received", receivedMinor),
    ].filter { $0.1 != "0" }.map { name, minor in
      "\(words.money(Money(Int128(minor) ?? 0, currency))) \(name)"
    }
    let entries = count == 1 ? "1 entry" : "\(count) entries"
    var lines = [([entries] + sums).joined(separator: ", ")]
    if unconvertedCount > 0 {
      lines.append("\(unconvertedCount) entries are in no sum, for want of a rate.")
    }
    if !isWhole { lines.append("Only the latest \(LedgerTotals.maxCount) are added up.") }
    return lines
  }
}
