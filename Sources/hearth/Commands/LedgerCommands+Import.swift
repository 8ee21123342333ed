import Finances
import FoundationEssentials
import Household
import Importing
import Intake
import Replica
import SyncProtocol
import Threads
import TimeZones
import Values
import Wording

/// Bringing a ledger back, or a table of income and spending in.
extension LedgerCommands {
  private static let maxShownProblems = 20

  private struct Imported: Encodable {
    struct Fault: Encodable {
      /// `null` for the whole file.
      let line: OrNull<Int>
      let text: String
      let sentence: String

      init(_ problem: ExpenseProblem) {
        (line, text) = (OrNull(problem.line), problem.text)
        sentence = Catalogue().expenseProblem(ExpenseImportProblem(problem))
      }

      var shown: String { (line.value.map { "line \($0): " } ?? "") + sentence }
    }

    let isDryRun: Bool
    let entryCount: Int
    let categoryCount: Int
    let budgetCount: Int
    let noteCount: Int
    let presentCount: Int
    /// Rows of a table that cannot be read.
    let leftOutCount: Int
    let problems: [Fault]
    /// With which hearth ledger undo-import takes it back; `null` if nothing was written.
    let undoID: OrNull<String>
    let isSent: Bool

    init(_ done: Done, isDryRun: Bool) {
      (self.isDryRun, isSent) = (isDryRun, done.isSent)
      undoID = OrNull(done.undoID)
      let result = done.result
      (entryCount, categoryCount) = (result.entryCount, result.categoryCount)
      (budgetCount, noteCount) = (result.budgetCount, result.noteCount)
      (presentCount, leftOutCount) = (result.presentCount, result.leftOutCount)
      problems = result.problems.map(Fault.init)
    }

    var text: String {
      let first = """
        \(isDryRun ? "Would import" : "Imported") \(entryCount.counted("entry", "entries")), \
        \(categoryCount.counted("category", "categories")), \(budgetCount.counted("budget")) and \
        \(noteCount.counted("note")); \(presentCount) \(presentCount == 1 ? "was" : "were") there \
        already.
        """
      var lines = [first] + problems.prefix(maxShownProblems).map(\.shown)
      if leftOutCount > 0 {
        lines.append(leftOutCount == 1 ? "1 row stays out." : "\(leftOutCount) rows stay out.")
      }
      if let undoID = undoID.value {
        lines.append("To undo it: hearth ledger undo-import \(undoID)")
      }
      return lines.joined(separator: "\n")
    }
  }

  static let bring = Command(
    path: ["ledger", "import"],
    summary: "Bring a ledger back, or a table of income and spending in",
    details: """
      FILE is what hearth ledger export has written, or a table (CSV). Of a table the columns are \
      known by their headings, such as Date, Title and Amount, or named with --columns, from the \
      left: day, title, amount, currency, category, note, kind (income or spending), id, or - for \
      none. What was spent is below zero, unless all of it was spent. What is there already stays \
      as it is, so that importing a file again adds nothing.
      """,
    operands: [.init(name: "FILE", help: "the document or the table")],
    options: [
      .value("columns", "WORDS", "what the columns of a table hold, with commas"),
      .value("currency", "CODE", "of amounts that name none; by default the account's"),
      .flag("dry-run", "say what would be written, and write nothing"),
    ] + MoneyPlace.options,
    examples: [
      .init("hearth ledger import ledger.json --account robin", "on another hub"),
      .init(
        "hearth ledger import bank.csv --columns day,-,title,amount --dry-run",
        "what would come of a bank's table"),
    ]
  ) { invocation in
    let (path, name) = try invocation.importedFile(0)
    let roles = try invocation["columns"].map { try Self.roles($0) }
    let currency = try invocation["currency"].map { try Invocation.currency($0) }
    let isDryRun = invocation.has("dry-run")
    let place = try MoneyPlace.open(invocation)
    let done: Done
    do {
      let bring = try await place.read(invocation.terminal) { reader in
        try ImportLedger(path: path, name: name, try options(reader, currency), roles: roles)
      }
      done = try await write(bring, named: name, in: place, isDryRun: isDryRun)
    } catch let failure as ImportFailure {
      throw CommandFailure.refused(failure.sentence { Catalogue().ownMoneyFileProblem($0) })
    } catch let failure as ImportLedger.Failure {
      throw CommandFailure.refused("\(path): \(sentence(failure))")
    }
    let row = Imported(done, isDryRun: isDryRun)
    return try invocation.report(row) {
      isDryRun ? row.text : MoneyOutcome(shown: (), isSent: row.isSent).saying(row.text)
    }
  }

  private struct Done {
    let result: ImportLedger.Result
    var undoID: String?
    var isSent = false
  }

  private static func write(
    _ bring: ImportLedger, named name: String, in place: MoneyPlace, isDryRun: Bool
  ) async throws -> Done {
    var isSent = false
    func write(
      _ body: @escaping @Sendable (WriteTransaction) throws -> ImportLedger.Result
    ) async throws -> ImportLedger.Result {
      let outcome = try await place.write { _ in
        MoneyChange(body)
      } show: { result, _ in
        result
      }
      isSent = outcome.isSent
      return outcome.shown
    }
    guard !isDryRun else {
      do {
        return Done(result: try await write { throw Rehearsed(result: try bring($0)) })
      } catch let rehearsed as Rehearsed {
        return Done(result: rehearsed.result)
      }
    }
    let pool = ThreadPool(name: "import", threads: 1, maxWaiting: 4)
    // Its own thread may be the last to release it, and cannot wait for itself to end.
    defer { Threads.Thread.start { pool.stop() } }
    let (result, undoID) = try await past.history(place.importHistory).run(
      bring, named: name, of: place.accountID, now: Posix.nowMilliseconds(), on: pool,
      write: { try await write($0) })
    return Done(result: result, undoID: undoID, isSent: isSent)
  }

  /// What would have been written, which was taken back.
  private struct Rehearsed: Error {
    let result: ImportLedger.Result
  }

  private static func options(
    _ reader: MoneyReader, _ currency: Currency?
  ) throws -> ImportOptions {
    let profile = try Profile.own(in: reader.connection)
    let usual = currency ?? profile.flatMap { Currency(code: $0.currency) }
    // For a time zone that this system does not know, GMT is used.
    let zone = profile.flatMap { CivilTimeZone(identifier: $0.timeZone) } ?? .utc
    return ImportOptions(currency: usual ?? Currency(code: "EUR", exponent: 2)) {
      zone.secondsFromUTC(at: Int64($0))
    }
  }

  private static func roles(_ text: String) throws(CommandFailure) -> [ExpenseColumns.Role] {
    do throws(ExpenseColumns.UnknownRole) {
      return try ExpenseColumns.roles(text, among: ExpenseColumns.rolesOfOwn)
    } catch {
      let all = ExpenseColumns.rolesOfOwn.map(\.rawValue).joined(separator: ", ")
      throw .usage("--columns: a column is one of \(all), or -, not '\(error.word)'")
    }
  }

  private static func sentence(_ failure: ImportLedger.Failure) -> String {
    switch failure {
    case .notALedger: "this is no ledger that hearth ledger export has written, or it is damaged"
    case .newerVersion: "a newer Hearth has written it"
    case .spreadsheet:
      """
      this table is for spreadsheets, and nothing of it would be known again; import what hearth \
      ledger export writes
      """
    case .missingColumns(let columns):
      "say with --columns what the columns hold: "
        + columns.missingOfOwn.map { "\(Self.word($0))" }.joined(separator: ", ")
    case .invalid(let place, let problems):
      "\(place) cannot be stored: \(problems.map(\.field.rawValue).joined(separator: ", "))"
    }
  }

  private static func word(_ missing: ExpenseColumns.Missing) -> String {
    switch missing {
    case .day: "day is missing"
    case .title: "title is missing"
    case .amount: "amount is missing"
    case .payer: "payer is missing"
    case .twice(let heading): "\(heading) is another one, too"
    }
  }
}
