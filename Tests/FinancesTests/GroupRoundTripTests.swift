import Finances
import Foundation
import HearthDomain
import Household
import Importing
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

@Suite struct GroupRoundTripTests {
  /// Of the file of receipts.
  private static let hash = String(repeating: "0123456789abcdef", count: 4)
  private static let file = StoredPaper(blobHash: hash, byteCount: 100, media: .pdf)
  private static let currencies = ["EUR", "JPY", "KWD", "CLF", "USD"]

  /// What a group says, with names for ids.
  struct Said: Equatable {
    var members: [String: MemberDetails] = [:]
    var categories: [String: CategoryDetails] = [:]
    var expenses: [String] = []
    var repeating: [String] = []
    var rates: [String] = []
    var nets: [String] = []

    /// - Parameter attached: also what stands beside expenses, and what repeats.
    init(_ group: ZoneID, in connection: Connection, attached: Bool = true) throws {
      try connection.transaction { try Finances.rebuild(connection) }
      let members = try GroupMember.of(group, in: connection)
      let names = members.reduce(into: [:]) { $0[$1.id] = $1.details.name }
      let categories = try ExpenseCategory.of(group, in: connection)
      for member in members {
        var details = member.details
        details.otherNames = ""
        self.members[details.name] = details
      }
      for category in categories { self.categories[category.details.name] = category.details }
      let ids = try connection.query("SELECT id FROM expenses WHERE groupID = ?", .text(group)) {
        $0.text(0)
      }
      expenses = try ids.compactMap { id -> String? in
        guard let expense = try Expense.find(id, in: connection) else { return nil }
        let (details, money) = (expense.details, expense.money)
        let category = categories.first { $0.id == details.categoryID }?.details.name ?? "-"
        var texts = [
          details.title, details.day ?? "", details.note, details.place, category,
          money.kind.rawValue, money.currency, "\(money.amountMinor)", money.mode.rawValue,
        ]
        texts += money.shares.map {
          "\(names[$0.memberID] ?? "gone") \($0.paidMinor) \($0.owedMinor) \($0.weight ?? -1)"
        }
        texts += GroupRoundTripTests.lines(of: money, names)
        if attached {
          texts += try ExpenseReceipt.of(id, in: group, connection).map {
            "\($0.name) \($0.blobHash) \($0.byteCount) \($0.media) \($0.createdAt)"
          }.sorted()
          texts += try ExpenseComment.of(id, in: group, connection).map {
            "\($0.text) \($0.createdBy) \($0.createdAt)"
          }.sorted()
        }
        return texts.joined(separator: "|")
      }.sorted()
      if attached {
        repeating = try RepeatingExpense.of(group, in: connection).map { repeating in
          var details = repeating.details
          let category = categories.first { $0.id == details.categoryID }?.details.name ?? "-"
          details.categoryID = nil
          let money = repeating.money
          let shares = money.shares.map {
            "\(names[$0.memberID] ?? "gone") \($0.paidMinor) \($0.owedMinor) \($0.weight ?? -1)"
          }.sorted()
          return
            (["\(details)", category, repeating.row.nextOn ?? "-", money.kind.rawValue]
            + [money.mode.rawValue]
            + ["\(money.amountMinor) \(money.currency)"] + shares
            + GroupRoundTripTests.lines(of: money, names))
            .joined(separator: "|")
        }.sorted()
        rates = try ManualRate.of(group, in: connection).map { "\($0.details)" }.sorted()
      }
      let balances = try GroupBalances.of(group, in: connection)
      nets = balances.currencies.flatMap { code in
        balances.net(in: code).map { "\(names[$0.key] ?? "gone") \(code) \($0.value)" }
      }.sorted()
    }
  }

  /// Receipts, comments, what repeats, and rates.
  private func addMore(
    to group: ZoneID, _ expenses: [RecordID], _ random: inout SeededRandom,
    _ files: [StoredPaper], on device: SyncDevice
  ) throws {
    for (number, id) in expenses.enumerated() where number % 3 == 0 {
      let text = ["Who had the soup?", "“Two\nlines”, \"quoted\"", "🍲"][number / 3 % 3]
      let name = "bill \(number).pdf"
      let file = files[number / 3 % files.count]
      try device.write { transaction in
        try AddComment(groupID: group, expenseID: id, text: text)(transaction)
        try AddComment(groupID: group, expenseID: id, text: "\(number)")(transaction)
        try AddReceipt(groupID: group, expenseID: id, name: name, file: file)(transaction)
      }
    }
    let members = try GroupMember.of(group, in: device.connection).map(\.id)
    let categories = try ExpenseCategory.of(group, in: device.connection).map(\.id)
    for number in 0..<6 {
      var details = RepeatingDetails(title: "Rent \(number)", startsOn: "2026-01-31")
      details.everyUnit = RepeatSchedule.Unit.allCases[number % 3]
      details.everyCount = Int64.random(in: 1...12, using: &random)
      details.endsOn = number % 2 == 0 ? "2031-12-31" : nil
      details.categoryID = number % 2 == 0 ? categories.randomElement(using: &random) : nil
      details.note = number == 1 ? "two\nlines" : ""
      details.isPaused = number == 3
      let repeating = details
      let people = members.shuffled(using: &random)
      let amount = Int64.random(in: 1000...90_000, using: &random)
      let money =
        number == 5
        ? ExpenseMoney(paying: amount, "EUR", from: people[0], to: people[1])
        : try draft(number, amount, "EUR", people, &random).money()
      try device.write { try AddRepeating(groupID: group, repeating, money)($0) }
    }
    for day in ["2026-01-01", "2026-02-01"] {
      try device.write {
        try SetRate(
          groupID: group, ManualRateDetails(from: "USD", to: "EUR", day: day, rate: "0.91"))($0)
      }
    }
  }

  /// A made-up group with every way to split, several payers, refunds, payments and an archived
  /// member.
  func makeGroup(
    _ random: inout SeededRandom, on device: SyncDevice, files: [StoredPaper] = [file]
  ) throws -> ZoneID {
    let details = GroupDetails(name: "Random \u{1F3D5}", currency: "EUR")
    let group = try device.write {
      try CreateGroup(details, ownName: "Ann", others: ["Bob, tall", "=Cy", "Dée", "Eve"])($0).id
    }
    let members = try GroupMember.of(group, in: device.connection).map(\.id)
    let categories = try ExpenseCategory.of(group, in: device.connection).map(\.id)
    var expenses: [RecordID] = []
    for number in 0..<30 {
      let code = Self.currencies[Int.random(in: 0..<5, using: &random)]
      var details = ExpenseDetails(
        title: ["=1+1", "Tea \"hot\"", "a,b", "'quoted", "'=2"][number % 5] + " \(number)",
        day: "2026-0\(Int.random(in: 1...9, using: &random))-1\(number % 10)")
      details.note = number % 3 == 0 ? "two\nlines" : ""
      details.place = number % 5 == 0 ? "Lake; north" : ""
      details.categoryID = number % 2 == 0 ? categories.randomElement(using: &random) : nil
      let large = number % 7 == 0
      let magnitude = Int64.random(
        in: 1...(large ? 9_000_000_000_000_000 : 100_000), using: &random)
      let amount = number % 7 == 3 ? -magnitude : magnitude
      let people = members.shuffled(using: &random)
      let money =
        number % 8 == 7
        ? ExpenseMoney(paying: magnitude, code, from: people[0], to: people[1])
        : try draft(number, amount, code, people, &random).money()
      expenses.append(try device.write { try AddExpense(groupID: group, details, money)($0).id })
    }
    try addMore(to: group, expenses, &random, files, on: device)
    var eve = try #require(
      try GroupMember.of(group, in: device.connection).first { $0.details.name == "Eve" })
    eve.details.isArchived = true
    eve.details.payment = "DE02 1203"
    eve.details.weight = 3
    try device.write { try EditMember(memberID: eve.id, details: eve.details)($0) }
    return group
  }

  private func draft(
    _ number: Int, _ amount: Int64, _ code: String, _ people: [RecordID],
    _ random: inout SeededRandom
  ) -> ExpenseDraft {
    let mode = ExpenseMoney.Mode.allCases[number % 6]
    let sharers = Array(people.prefix(Int.random(in: 2...5, using: &random)))
    let part = amount / 3
    let payers =
      number % 2 == 0
      ? [ExpenseDraft.Payer(people[0], amount)]
      : [.init(people[0], part), .init(people[4], amount - part)]
    let count = Int64(sharers.count)
    let weights: [Int64] =
      switch mode {
      case .equal, .itemised: sharers.map { _ in 1 }
      case .shares: sharers.indices.map { Int64($0 + 1) }
      case .percentage:
        sharers.indices.map { $0 == 0 ? 10_000 - 100 * (count - 1) : 100 }
      case .exact: sharers.indices.map { $0 == 0 ? amount - part : $0 == 1 ? part : 0 }
      case .adjustment: sharers.indices.map { $0 == 0 ? amount / 10 : 0 }
      }
    var draft = ExpenseDraft(
      currency: code, amountMinor: amount, mode: mode, payers: payers.filter { $0.minor != 0 },
      sharers: zip(sharers, weights).map { .init($0, weight: $1) })
    if mode == .itemised {
      draft.lines = [
        .init(
          name: "=Soup, \"hot\"", amountMinor: amount / 2, sharers: [.init(sharers[0], weight: 2)]),
        .init(
          name: "Wine", amountMinor: amount - amount / 2, sharers: sharers.map { .init($0) }),
      ]
    }
    return draft
  }

  private func document(of group: ZoneID, on device: SyncDevice) throws -> [UInt8] {
    let box = Box()
    try GroupDocument.write(group, in: device.connection) { box.bytes += $0 }
    return box.bytes
  }

  fileprivate static func lines(
    of money: ExpenseMoney, _ names: [RecordID: String]
  ) -> [String] {
    money.lines.map { line in
      "\(line.name) \(line.amountMinor) "
        + line.sharers.map { "\(names[$0.memberID] ?? "gone") \($0.weight)" }.joined()
    }
  }

  private final class Box { var bytes: [UInt8] = [] }

  private func bring(
    _ document: ImportedGroup, on device: SyncDevice
  ) throws -> ZoneID? {
    var choices = GroupImportChoices(target: .newGroup("Copy"), currency: "EUR")
    choices.ownPerson = document.people.firstIndex { $0.name == "Ann" }
    return try device.write { transaction in
      let plan = try GroupImportPlan(document, choices, in: transaction.connection)
      return try ApplyGroupImport(plan, ownName: "Ann")(transaction).ids.groupID
    }
  }

  @Test(
    """
    a group exported as JSON and imported again is the same: details, modes, parts, balances, \
    receipts, comments, what repeats, and rates
    """,
    arguments: 0..<6)
  func document(_ seed: Int) throws {
    let world = try GroupWorld()
    var random = SeededRandom(seed: UInt64(seed) + 1)
    try world.world.hub.noteUpload(of: Self.hash, by: "ann")
    let group = try makeGroup(&random, on: world.ann)
    let options = ImportOptions(currency: Currency(code: "EUR", exponent: 2))
    let bytes = try document(of: group, on: world.ann)
    let read = try ExpenseFile.read(document: bytes, name: "group.json", options)
    #expect(read.problems.isEmpty && read.expenses.count == 30)
    let copy = try #require(try bring(read, on: world.ann))
    let (before, after) = (
      try Said(group, in: world.ann.connection), try Said(copy, in: world.ann.connection)
    )
    #expect(before == after)
    #expect(after.repeating.count == 6 && after.rates.count == 2)
    #expect(after.expenses.count { $0.contains("bill ") && $0.contains(" ann ") } == 10)
    // Into the group that it is from it brings nothing.
    let same = GroupImportChoices(target: .group(group), currency: "EUR")
    let plan = try GroupImportPlan(read, same, in: world.ann.connection)
    #expect(plan.newCount == 0 && plan.presentCount == 30 && plan.isEmpty)
    try world.sync()
    #expect(try world.ann.replica.parkedChanges().isEmpty)
  }

  @Test("comments of a file speak for nobody who is in the group but for who imports them")
  func authors() throws {
    let world = try GroupWorld()
    var random = SeededRandom(seed: 3)
    try world.world.hub.noteUpload(of: Self.hash, by: "ann")
    let group = try makeGroup(&random, on: world.ann)
    let options = ImportOptions(currency: Currency(code: "EUR", exponent: 2))
    let bytes = try document(of: group, on: world.ann)
    var read = try ExpenseFile.read(document: bytes, name: "group.json", options)
    var count = 0
    for expense in read.expenses.indices {
      for comment in read.expenses[expense].comments.indices {
        read.expenses[expense].comments[comment].createdBy = ["bob", "zoe"][count % 2]
        count += 1
      }
    }
    #expect(count >= 2)
    let choices = GroupImportChoices(target: .group(world.group), currency: "EUR")
    try world.ann.write { [read] transaction in
      let plan = try GroupImportPlan(read, choices, in: transaction.connection)
      _ = try ApplyGroupImport(plan, ownName: "Ann")(transaction)
    }
    let authors = try world.ann.connection.query(
      "SELECT DISTINCT createdBy FROM expenseComments WHERE groupID = ?", .text(world.group)
    ) { $0.text(0) }
    #expect(authors.sorted() == ["ann", "zoe"])
  }

  @Test(
    """
    the table of a group brings back its expenses as they were: ways to split, weights, lines of \
    bills, what was paid and owed by each, and balances
    """,
    arguments: 0..<12)
  func table(_ seed: Int) throws {
    let world = try GroupWorld()
    var random = SeededRandom(seed: UInt64(seed) + 77)
    let group = try makeGroup(&random, on: world.ann)
    let box = Box()
    try GroupTable.writeCSV(of: group, in: world.ann.connection) { box.bytes += $0 }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(box.bytes).write(to: path)
    let options = ImportOptions(currency: Currency(code: "EUR", exponent: 2))
    let read = try ExpenseFile.open(path.path, name: "group.csv").read(options)
    try FileManager.default.removeItem(at: path)
    #expect(read.problems.isEmpty, "\(read.problems.first.map { "\($0)" } ?? "")")
    let copy = try #require(try bring(read, on: world.ann))
    let (before, after) = (
      try Said(group, in: world.ann.connection, attached: false),
      try Said(copy, in: world.ann.connection, attached: false)
    )
    #expect(before.expenses == after.expenses)
    #expect(Set(read.expenses.map(\.mode)).count == 6)
    #expect(before.nets == after.nets)
    let times = (try times(of: group, on: world.ann), try self.times(of: copy, on: world.ann))
    #expect(times.0 == times.1)
    // Into the group that it is from it brings nothing.
    let same = GroupImportChoices(target: .group(group), currency: "EUR")
    let plan = try GroupImportPlan(read, same, in: world.ann.connection)
    #expect(plan.newCount == 0 && plan.presentCount == 30)
  }

  @Test("two members of one name stay two in a group's document and in its table, with a notice")
  func namesakes() throws {
    let world = try GroupWorld()
    let group = world.group
    // Two devices that have not heard of each other.
    let eves = try [world.ann, world.bob].map { device in
      try device.write { try AddMember(groupID: group, MemberDetails(name: "Eve"))($0).id }
    }
    try world.sync()
    for (index, eve) in eves.enumerated() {
      let minor = Int64(300 + index)
      let money = ExpenseMoney(
        currency: "EUR", amountMinor: minor, mode: .exact,
        shares: [
          .init(world.member("Ann"), paidMinor: minor), .init(eve, owedMinor: minor),
        ])
      try world.add("Tea \(index)", money, on: world.ann)
    }
    let box = Box()
    try GroupTable.writeCSV(of: group, in: world.ann.connection) { box.bytes += $0 }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(box.bytes).write(to: path)
    // A rest in the system's temporary folder harms nothing.
    defer { try? FileManager.default.removeItem(at: path) }
    let options = ImportOptions(currency: Currency(code: "EUR", exponent: 2))
    let files = [
      try ExpenseFile.read(
        document: document(of: group, on: world.ann), name: "group.json", options),
      try ExpenseFile.open(path.path, name: "group.csv").read(options),
    ]
    #expect(files[0].people.count { $0.name == "Eve" } == 2)
    for (index, read) in files.enumerated() {
      let choices = GroupImportChoices(target: .newGroup("Copy"), currency: "EUR")
      let plan = try GroupImportPlan(read, choices, in: world.ann.connection)
      #expect(plan.problem == nil)
      // The table has numbered them already.
      #expect(plan.notes.filter { $0.reason == .nameTwice }.count == 1 - index)
      let copy = try #require(try bring(read, on: world.ann))
      let said = try Said(copy, in: world.ann.connection, attached: false)
      let owed = said.nets.filter { $0.hasPrefix("Eve") }
      let amounts = owed.compactMap { $0.split(separator: " ").last }.sorted()
      #expect(amounts == ["-300", "-301"])
      #expect(Set(said.members.keys).isSuperset(of: ["Eve", "Eve 2"]))
      // Read again, each is found as who they have become.
      let again = try GroupImportPlan(
        read, GroupImportChoices(target: .group(copy), currency: "EUR"), in: world.ann.connection)
      #expect(again.newCount == 0 && Set(again.people.map(\.memberID)).count == again.people.count)
    }
    let same = try GroupImportPlan(
      files[0], GroupImportChoices(target: .group(group), currency: "EUR"),
      in: world.ann.connection)
    let found = same.people.filter { $0.name.hasPrefix("Eve") }.compactMap(\.memberID)
    #expect(Set(found) == Set(eves) && same.isEmpty)
  }

  @Test(
    "names of people that differ in case alone are numbered, and a name that is there is no number")
  func numbered() {
    #expect(
      NumberedNames.of(["Bob", "bob", "Eve", "Eve 2", "eve", "EVE"])
        == ["Bob", "bob 2", "Eve", "Eve 2", "eve 3", "EVE 4"])
    let long = String(repeating: "x", count: TextLimit.name.maxCharacters)
    let names = NumberedNames.of([long, long])
    #expect(names[1].count == long.count && names[1].hasSuffix(" 2"))
  }

  private func times(of group: ZoneID, on device: SyncDevice) throws -> [Int64] {
    try device.connection.query(
      "SELECT createdAt FROM expenses WHERE groupID = ? ORDER BY createdAt", .text(group)
    ) { $0.integer(0) }
  }

  @Test("amounts that somebody changed in a table hold, and a row that they copied is one more")
  func changedTable() throws {
    let world = try GroupWorld()
    let money = try ExpenseDraft(
      currency: "EUR", amountMinor: 900, mode: .shares,
      payers: [.init(world.member("Ann"), 900)],
      sharers: [.init(world.member("Ann"), weight: 1), .init(world.member("Bob"), weight: 2)]
    ).money()
    let group = world.group
    _ = try world.ann.write {
      try AddExpense(groupID: group, ExpenseDetails(title: "Soup", day: "2026-05-02"), money)($0)
    }
    let box = Box()
    try GroupTable.writeCSV(of: group, in: world.ann.connection) { box.bytes += $0 }
    let table = String(decoding: box.bytes, as: UTF8.self)
    let row = try #require(table.split(separator: "\r\n").last)
    let changed = row.replacing(",3.00", with: ",4.00").replacing(",6.00", with: ",5.00")
    #expect(changed != row)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data((table + row + "\r\n" + changed + "\r\n").utf8).write(to: path)
    // A rest in the system's temporary folder harms nothing.
    defer { try? FileManager.default.removeItem(at: path) }
    let options = ImportOptions(currency: Currency(code: "EUR", exponent: 2))
    let read = try ExpenseFile.open(path.path, name: "group.csv").read(options)
    #expect(read.expenses.map(\.mode) == [.shares, .shares, .exact])
    #expect(Set(read.expenses.map(\.identity)).count == 3)
    #expect(read.expenses[0].parts.map(\.weight) == [1, 2])
    let same = GroupImportChoices(target: .group(group), currency: "EUR")
    let plan = try GroupImportPlan(read, same, in: world.ann.connection)
    #expect(plan.newCount == 2 && plan.presentCount == 1)
  }
}
