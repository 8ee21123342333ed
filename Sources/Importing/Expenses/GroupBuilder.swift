import Splitting
import Values

/// Collects what a reader finds: people, categories, expenses with their identities, and what stays
/// out.
struct GroupBuilder {
  /// More people than any group can have.
  static let maxPeople = 500
  static let maxCategories = 1_000

  let file: String
  let options: ImportOptions
  var group: ImportedGroup
  private var people: [String: Int] = [:]
  private var categories: [String: Int] = [:]
  private var days = UnclearDays()

  init(_ format: ExpenseFormat, file: String, options: ImportOptions) {
    self.file = file
    self.options = options
    group = ImportedGroup(format: format)
  }

  // MARK: People and categories

  /// Adds a person under a key that nobody else has; `nil` if the key is taken.
  mutating func add(_ person: ImportedPerson, key: String) throws(ImportFailure) -> Int? {
    guard people[key] == nil else { return nil }
    guard group.people.count < Self.maxPeople else {
      throw .tooManyColumns(file: file, line: 1, maxColumns: Self.maxPeople)
    }
    people[key] = group.people.count
    group.people.append(person)
    return group.people.count - 1
  }

  func person(_ key: String) -> Int? { people[key] }

  /// The person of this name, who is added if there is none yet; `nil` for no name.
  mutating func person(named name: String) throws(ImportFailure) -> Int? {
    let name = Self.line(name)
    if name.isEmpty { return nil }
    if let known = people[name] { return known }
    return try add(ImportedPerson(name: name), key: name)
  }

  /// The category of this name; `nil` for none, and beyond the most that are kept.
  mutating func category(named name: String) -> Int? {
    let name = Self.line(name)
    if name.isEmpty { return nil }
    if let known = categories[name] { return known }
    return addCategory(ImportedCategory(name: name), key: name)
  }

  mutating func addCategory(_ category: ImportedCategory, key: String) -> Int? {
    guard categories[key] == nil, group.categories.count < Self.maxCategories else { return nil }
    categories[key] = group.categories.count
    group.categories.append(category)
    return group.categories.count - 1
  }

  func category(_ key: String) -> Int? { categories[key] }

  /// A text on one line, without hidden characters.
  static func line(_ text: String) -> String {
    let clean = CleanText.cleaned(text).text
    return CleanText.trimmed(String(clean.map { $0 == "\n" || $0 == "\t" ? " " : $0 }))
  }

  static func lines(_ text: String) -> String {
    CleanText.trimmed(CleanText.cleaned(text).text)
  }

  // MARK: Expenses

  /// Adds an expense. Without an identity of its own it is known by its content.
  ///
  /// - Parameter day: as it stands in the file.
  mutating func add(_ expense: ImportedExpense, day text: String) {
    var expense = expense
    let offset = options.utcOffsetSeconds
    do throws(ImportProblem.Reason) {
      switch try LocalDay.parse(text, utcOffsetSeconds: offset) {
      case .sure(let day, let order):
        days.note(order)
        expense.day = day
      case .either(let dayFirst, let monthFirst):
        days.entries.append(
          UnclearDays.Entry(
            expense: group.expenses.count, dayFirst: dayFirst, monthFirst: monthFirst, text: text))
      case nil: throw .unreadableDate
      }
    } catch {
      leaveOut(expense.line, text.isEmpty ? expense.title : text, .cell(error))
      return
    }
    group.expenses.append(expense)
  }

  mutating func leaveOut(_ line: Int?, _ text: String, _ reason: ExpenseProblem.Reason) {
    group.leftOutCount += 1
    tell(line, text, reason)
  }

  mutating func tell(_ line: Int?, _ text: String, _ reason: ExpenseProblem.Reason) {
    guard group.problems.count < ImportedGroup.maxProblems else { return }
    group.problems.append(ExpenseProblem(line: line, text: text, reason: reason))
  }

  /// The group, with all days and identities settled. Throws if there is nothing in it.
  func finished() throws(ImportFailure) -> ImportedGroup {
    var builder = self
    builder.settleDays()
    builder.identify()
    let group = builder.group
    guard !group.expenses.isEmpty || !group.people.isEmpty || group.leftOutCount > 0 else {
      throw .nothingToImport(file: file)
    }
    return group
  }

  private mutating func settleDays() {
    guard !days.entries.isEmpty else { return }
    var unclear: Set<Int> = []
    for entry in days.entries {
      switch days.order {
      case .dayFirst: group.expenses[entry.expense].day = entry.dayFirst
      case .monthFirst: group.expenses[entry.expense].day = entry.monthFirst
      case nil:
        unclear.insert(entry.expense)
        leaveOut(group.expenses[entry.expense].line, entry.text, .cell(.ambiguousDate))
      }
    }
    guard !unclear.isEmpty else { return }
    group.expenses = group.expenses.enumerated().filter { !unclear.contains($0.offset) }
      .map(\.element)
  }

  /// Gives each expense without an id its content as its identity, and equal ones a number.
  private mutating func identify() {
    var counts: [String: Int] = [:]
    var taken: Set<String> = []
    for index in group.expenses.indices {
      var identity = group.expenses[index].identity
      if identity.isEmpty { identity = content(of: group.expenses[index]) }
      var (unique, count) = (identity, counts[identity] ?? 0)
      repeat {
        count += 1
        unique = count == 1 ? identity : "\(identity) #\(count)"
      } while !taken.insert(unique).inserted
      counts[identity] = count
      group.expenses[index].identity = unique
    }
  }

  /// A text of what an expense says. Names stand for people, so that a column more in the file
  /// changes nothing.
  private func content(of expense: ImportedExpense) -> String {
    let category = expense.category.map { group.categories[$0].name } ?? ""
    let head = [
      expense.day, expense.title, category, "\(expense.amountMinor)", expense.currency,
      expense.kind == .payment ? "payment" : "",
    ]
    let parts = expense.parts.map { part in
      let net = Int128(part.paidMinor) - Int128(part.owedMinor)
      return "\(group.people[part.person].name)\u{1f}\(net)"
    }
    return (head + parts.sorted()).joined(separator: "\u{1f}")
  }
}

/// Days with an unclear order of day and month, to be settled by the other days of the file.
private struct UnclearDays {
  struct Entry {
    let expense: Int
    let dayFirst: String
    let monthFirst: String
    let text: String
  }

  var entries: [Entry] = []
  private var orders: Set<Bool> = []

  mutating func note(_ order: LocalDay.Order?) {
    if let order { orders.insert(order == .dayFirst) }
  }

  /// `nil` if nothing shows the order, or some days show one and some the other.
  var order: LocalDay.Order? {
    orders.count == 1 ? (orders.contains(true) ? .dayFirst : .monthFirst) : nil
  }
}
