import Finances
import Foundation
import HearthDomain
import Household
import Importing
import Replica
import SyncProtocol
import Values

/// Brings a large file of Splitwise into a new group of one replica on a disk: reading, planning
/// and writing it in parts, and the same file once more, which adds nothing.
struct MoneyImportBench {
  var folder: String
  var rowCount: Int

  private static let people = ["Ada", "Ben", "Cy", "Dot", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo"]

  func run() throws {
    // There is none the first time.
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(
      atPath: "\(folder)/tmp", withIntermediateDirectories: true)
    let path = "\(folder)/tmp/group.csv"
    let table = table
    try Data(table.utf8).write(to: URL(fileURLWithPath: path))
    let site = try Site(folder: folder)
    let person = try site.person("ada")
    let file = try openReplica(
      "\(folder)/tmp/ada.db", account: person.account, observer: DomainObserver())
    let options = ImportOptions(currency: Currency(code: "EUR", exponent: 2))
    let begin = monotonicSeconds()
    let document = try ExpenseFile.open(path, name: "group.csv").read(options)
    let read = monotonicSeconds()
    var choices = GroupImportChoices(target: .newGroup("Large"), currency: "EUR")
    choices.ownPerson = 0
    let plan = try file.read { try GroupImportPlan(document, choices, in: $0) }
    let planned = monotonicSeconds()
    var result = ApplyGroupImport.Result()
    for part in GroupImportPart.all(of: plan) {
      result.add(
        try file.write { transaction in
          try ApplyGroupImport(plan, part: part, ids: result.ids, ownName: "Ada")(transaction)
        })
    }
    let written = monotonicSeconds()
    guard result.expenseCount == rowCount, let group = result.ids.groupID else {
      throw BenchFailure("\(result.expenseCount) of \(rowCount) expenses were imported")
    }
    try Measurement(
      "money-import", written - begin, "s",
      [
        "rows": Double(rowCount), "bytes": Double(table.utf8.count), "readSeconds": read - begin,
        "planSeconds": planned - read, "writeSeconds": written - planned,
      ]
    ).report()
    let shown = monotonicSeconds()
    let undo = try file.read { try UndoGroupImport(result.trace).result(in: $0) }
    guard undo.expenseCount == rowCount, undo.group != nil else {
      throw BenchFailure("undoing the import would leave some of it")
    }
    try Measurement(
      "money-undo-shown", monotonicSeconds() - shown, "s", ["rows": Double(rowCount)]
    ).report()
    choices.target = .group(group)
    let again = monotonicSeconds()
    let second = try file.read { try GroupImportPlan(document, choices, in: $0) }
    guard second.newCount == 0 else { throw BenchFailure("the second import adds something") }
    try Measurement(
      "money-import-again", monotonicSeconds() - again, "s", ["rows": Double(rowCount)]
    ).report()
  }

  /// Rows of four people in turn, each paid by one of them.
  private var table: String {
    var lines = [
      "Date,Description,Category,Cost,Currency," + Self.people.joined(separator: ","), "",
    ]
    let start = CalendarDay(year: 2020, month: 1, day: 21).daysSince1970
    for index in 0..<rowCount {
      // Six years in the order of entry, as Splitwise exports them: some are entered late.
      let entered = index * 2190 / rowCount
      let day = CalendarDay(daysSince1970: start + entered - (index % 4 == 3 ? 20 : 0))
      let cents = 400 + index * 7919 % 100_000 * 4
      var cells = Array(repeating: "0.00", count: Self.people.count)
      for turn in 0..<4 {
        let minor = turn == 0 ? cents / 4 * 3 : 0 - cents / 4
        cells[(index + turn) % cells.count] = ExactDecimal.text(minor: Int64(minor), exponent: 2)
      }
      let cost = ExactDecimal.text(minor: Int64(cents), exponent: 2)
      lines.append(
        "\(day.text),Expense \(index),General,\(cost),EUR," + cells.joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
