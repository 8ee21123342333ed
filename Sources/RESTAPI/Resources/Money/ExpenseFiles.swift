import Finances
import HTTPServer
import Importing
import Intake
import Values
import Wording

/// What files of shared expenses and of one's own money have in common.
enum ExpenseFiles {
  static let types = [
    "text/csv", "text/tab-separated-values", "application/json", "application/zip",
    "application/octet-stream",
  ]

  static func columns(_ roles: [ExpenseColumns.Role]) -> Parameter {
    let words = roles.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    return Parameter(
      "columns", .text(maxLength: 4000), example: "day,-,title,amount",
      """
      Of a table: what its columns hold, from the left, with commas between: \(words), or `-` for \
      what is left out. By default what their headings say.
      """)
  }

  static let currency = Parameter(
    "currency", .text(maxLength: 3), example: "EUR", "Of amounts that name none.")

  /// The columns that the query names; `nil` for none.
  static func roles(
    _ call: Call, among known: [ExpenseColumns.Role]
  ) throws(Problem) -> [ExpenseColumns.Role]? {
    guard let text = call.query("columns") else { return nil }
    do throws(ExpenseColumns.UnknownRole) {
      return try ExpenseColumns.roles(text, among: known)
    } catch {
      throw .badQuery([
        Problem.Fault("columns", "unknown_column", "no column holds '\(error.word)'")
      ])
    }
  }

  static func unreadable(_ sentence: String) -> Problem {
    Problem(.unprocessableContent, "unreadable_file", sentence)
  }

  /// A table of which some columns are not known.
  static func missing(
    _ missing: [ExpenseColumns.Missing], of columns: ExpenseColumns
  ) -> Problem {
    let headings = columns.columns.map { "“\($0.heading)”" }.joined(separator: ", ")
    return Problem(
      .unprocessableContent, "columns_needed",
      "say with `columns` what the columns of this table hold: \(headings)",
      faults: missing.map { missing in
        switch missing {
        case .twice(let heading):
          Problem.Fault("columns", "repeated", "“\(heading)” is what another column is, too")
        case .day: Problem.Fault("columns", "missing", "no column is the `day`")
        case .title: Problem.Fault("columns", "missing", "no column is the `title`")
        case .amount: Problem.Fault("columns", "missing", "no column is the `amount`")
        case .payer: Problem.Fault("columns", "missing", "no column says who paid")
        }
      })
  }

  // MARK: Shapes

  private static let text = ImportReportShape.text

  static let problems: JSON = [
    "type": "array",
    "items": ImportReportShape.object([
      .init("line", ["type": ["integer", "null"]]), .init("text", text),
      .init("isLeftOut", ["type": "boolean"]), .init("sentence", text),
    ]),
  ]

  static let columns: JSON = [
    "type": "array",
    "description": "Of a table: what its columns were read as.",
    "items": ImportReportShape.object([
      .init("heading", text), .init("sample", text),
      .init("role", ["type": "string", "description": "Empty for what is left out."]),
    ]),
  ]

  static let balances: JSON = [
    "type": "array",
    "items": ImportReportShape.object([
      .init("name", text), .init("currency", MoneySchema.currency),
      .init("beforeMinor", JSON.sumSchema("What they are owed now.")),
      .init("afterMinor", JSON.sumSchema("What they are owed afterwards.")),
    ]),
  ]

  static func json(_ problem: ExpenseImportProblem, isLeftOut: Bool) -> JSON {
    [
      "line": JSON(problem.line.map { Int64($0) }), "text": .string(problem.text),
      "isLeftOut": .bool(isLeftOut), "sentence": .string(Catalogue().expenseProblem(problem)),
    ]
  }

  static func json(_ problems: [ExpenseProblem]) -> [JSON] {
    problems.map { json(ExpenseImportProblem($0), isLeftOut: $0.leavesOut) }
  }

  static func json(_ columns: ExpenseColumns?) -> JSON {
    .array(
      (columns?.columns ?? []).map {
        [
          "heading": .string($0.heading), "sample": .string($0.sample),
          "role": .string($0.role.rawValue),
        ]
      })
  }

  // MARK: Past imports

  static let pastSchema = ImportReportShape.object([
    .init("id", text), .init("fileName", text),
    .init("importedAt", ["type": "string", "format": "date-time"]),
    .init("newCount", ImportReportShape.number),
  ])

  static let pastExample: JSON = [
    "id": "7Zk0aVxWq3Rb9sTn2yLm4g", "fileName": "import.csv",
    "importedAt": .string(Examples.instant), "newCount": 412,
  ]

  static func json<Part>(_ entry: PastImports<Part>.Entry) -> JSON {
    [
      "id": .string(entry.id), "fileName": .string(entry.fileName),
      "importedAt": .string(TimeText.text(entry.importedAt)),
      "newCount": .integer(Int64(entry.newItemCount)),
    ]
  }

  /// A page of the imports that can be undone, the newest first.
  static func page<Part>(_ history: PastImports<Part>, _ call: Call) async throws -> Reply {
    let (account, now) = (call.account.id, call.api.means.now())
    let entries = try await call.api.means.hubPool.run {
      history.entries(of: account, now: now)
    }
    let hidden = call.hidden?.hidden ?? []
    return .json(
      try Page.json(
        entries.filter { hidden.isDisjoint(with: $0.homeIDs) }, of: call,
        // The newest first.
        rank: { [Rank.word(Int64.max - max(0, $0.importedAt)), $0.id] }, show: { json($0) }))
  }

  /// An import of the account that can still be undone. Throws if there is none.
  static func find<Part>(
    _ id: String, in history: PastImports<Part>, _ call: Call
  ) async throws -> Part.Trace {
    let (account, now) = (call.account.id, call.api.means.now())
    let found = try await call.api.means.hubPool.run {
      try history.find(id, of: account, now: now)
    }
    guard let found else { throw Problem.notFound }
    try await call.requireShown(found.entry.homeIDs)
    return found.trace
  }

  /// Forgets an import that was undone.
  static func remove<Part>(_ id: String, from history: PastImports<Part>, _ call: Call) async throws
  {
    let account = call.account.id
    try await call.api.means.hubPool.run { history.remove(id, of: account) }
  }
}
