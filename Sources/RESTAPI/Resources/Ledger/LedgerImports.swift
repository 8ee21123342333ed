import Finances
import HTTPServer
import Household
import Importing
import Intake
import Replica
import SyncProtocol
import Values
import Wording

/// A ledger, or a table such as a bank's, brought in and taken back again.
enum LedgerImportsResource: Resource {
  static let tag = "Ledger files"
  static let schemas: [JSON.Member] = [
    .init("LedgerImport", schema), .init("PastLedgerImport", ExpenseFiles.pastSchema),
    Page.schema(of: "PastLedgerImport"), .init("UndoneLedgerImport", undoneSchema),
  ]

  private static let path = "\(LedgerResource.path)/imports"
  private static let importID = Parameter(
    "ledgerImportID", .id, example: "7Zk0aVxWq3Rb9sTn2yLm4g", "The import.")

  static let operations = [
    Operation(
      method: .post, path: path, id: "importLedger",
      summary: "Bring your ledger back, or a table of income and spending in",
      details: """
        What `exportLedger` or the archive has written, or a table (CSV or TSV) such as a bank's. \
        Entries that are there already stay as they are, so sending a file again adds nothing. Of \
        a table, what was spent is below zero, unless all of it was spent; rows that cannot be \
        read are listed and stay out.
        """,
      scope: .write, needsAllHomes: true,
      query: [
        Parameter("dryRun", .flag, example: true, "Only say what would happen."),
        ExpenseFiles.columns(ExpenseColumns.rolesOfOwn), ExpenseFiles.currency,
      ],
      body: .file(ExpenseFiles.types, maxBytes: ImportResource.maxFileBytes),
      outcome: .json("LedgerImport", example: example), handler: bring),
    Operation(
      method: .get, path: path, id: "listLedgerImports",
      summary: "The imports into your ledger of the last 30 days",
      details: "The newest first.", scope: .read, needsAllHomes: true, query: Parameter.paging,
      outcome: .json(
        "PastLedgerImportPage", example: Page.json([ExpenseFiles.pastExample], next: nil)),
      handler: { call in try await ExpenseFiles.page(call.ledgerImports, call) }),
    Operation(
      method: .delete, path: "\(path)/{ledgerImportID}", id: "undoLedgerImport",
      summary: "Undo an import into your ledger",
      details: """
        What the import made goes. What was changed since stays, and so does a category that \
        something else is in.
        """,
      scope: .write, needsAllHomes: true, pathParameters: [importID],
      outcome: .json("UndoneLedgerImport", example: undoneExample), handler: undo),
  ]

  private static let bring: Operation.Handler = { call in
    let roles = try ExpenseFiles.roles(call, among: ExpenseColumns.rolesOfOwn)
    return try await ImportResource.reading(call) { path in
      let name = ImportResource.fileName(of: call.request.contentType)
      let settings = try await ImportResource.settings(call)
      let pool = call.api.means.hubPool
      let bring: ImportLedger
      do {
        bring = try await pool.run {
          try ImportLedger(path: path, name: name, settings.options, roles: roles)
        }
      } catch let failure as ImportFailure {
        throw ExpenseFiles.unreadable(Catalogue().ownMoneyFileProblem(ImportFileProblem(failure)))
      }
      try call.requireAwaited()
      if call.flag("dryRun") ?? false {
        do {
          return try await call.write { transaction -> Reply in
            throw TakenBack(result: try bring(transaction))
          }
        } catch let taken as TakenBack {
          return .json(json(taken.result, bring.columns, isDryRun: true, undoID: nil))
        }
      }
      let (result, undoID) = try await call.ledgerImports.run(
        bring, named: name, of: call.account.id, now: call.api.means.now(), on: pool,
        write: { try await call.write($0) })
      return .json(json(result, bring.columns, isDryRun: false, undoID: undoID))
    }
  }

  /// What would have been written, which was taken back.
  private struct TakenBack: Error {
    let result: ImportLedger.Result
  }

  private static let undo: Operation.Handler = { call in
    let id = call.path("ledgerImportID")
    let undo = UndoLedgerImport(try await ExpenseFiles.find(id, in: call.ledgerImports, call))
    let result = try await call.write { try undo($0) }
    try await ExpenseFiles.remove(id, from: call.ledgerImports, call)
    return .json([
      "entryCount": .integer(Int64(result.entryCount)),
      "categoryCount": .integer(Int64(result.categoryCount)),
      "otherCount": .integer(Int64(result.otherCount)),
      "kept": .array(result.kept.map { .string($0) }),
    ])
  }

  // MARK: Shapes

  private static let number = ImportReportShape.number

  private static let schema = ImportReportShape.object([
    .init("isDryRun", ["type": "boolean"]),
    .init("entryCount", number), .init("categoryCount", number), .init("budgetCount", number),
    .init(
      "noteCount", ["type": "integer", "description": "What is noted on shares of groups."]),
    .init("presentCount", ["type": "integer", "description": "What was there already."]),
    .init("leftOutCount", ["type": "integer", "description": "Rows that cannot be read."]),
    .init("columns", ExpenseFiles.columns), .init("problems", ExpenseFiles.problems),
    .init("undoID", ImportReportShape.maybe),
  ])

  private static let undoneSchema = ImportReportShape.object([
    .init("entryCount", number), .init("categoryCount", number),
    .init("otherCount", ["type": "integer", "description": "Budgets and notes."]),
    .init(
      "kept",
      [
        "type": "array", "items": ["type": "string"],
        "description": "Titles of entries that were changed since.",
      ]),
  ])

  private static func json(
    _ result: ImportLedger.Result, _ columns: ExpenseColumns?, isDryRun: Bool, undoID: String?
  ) -> JSON {
    [
      "isDryRun": .bool(isDryRun), "entryCount": .integer(Int64(result.entryCount)),
      "categoryCount": .integer(Int64(result.categoryCount)),
      "budgetCount": .integer(Int64(result.budgetCount)),
      "noteCount": .integer(Int64(result.noteCount)),
      "presentCount": .integer(Int64(result.presentCount)),
      "leftOutCount": .integer(Int64(result.leftOutCount)),
      "columns": ExpenseFiles.json(columns),
      "problems": .array(ExpenseFiles.json(result.problems)), "undoID": JSON(undoID),
    ]
  }

  private static let example: JSON = [
    "isDryRun": true, "entryCount": 2, "categoryCount": 1, "budgetCount": 0, "noteCount": 0,
    "presentCount": 0, "leftOutCount": 1,
    "columns": [["heading": "Buchungstag", "sample": "02.06.2026", "role": "day"]],
    "problems": [
      [
        "line": 5, "text": "someday", "isLeftOut": true,
        "sentence": "This date could not be read: “someday”. Write it like 2026-06-14.",
      ]
    ],
    "undoID": .null,
  ]

  private static let undoneExample: JSON = [
    "entryCount": 2, "categoryCount": 1, "otherCount": 0, "kept": ["Bakery"],
  ]
}

extension Call {
  fileprivate var ledgerImports: LedgerImportHistory {
    LedgerImportHistory(beside: api.means.history)
  }
}

extension ImportLedger.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .notALedger:
      ExpenseFiles.unreadable("this is neither a ledger that Hearth has written nor a table")
    case .newerVersion: ExpenseFiles.unreadable("a newer Hearth has written this file")
    case .spreadsheet:
      ExpenseFiles.unreadable(
        "this table is for spreadsheets, and nothing of it would be known again; send the document")
    case .missingColumns(let columns):
      ExpenseFiles.missing(columns.missingOfOwn, of: columns)
    case .invalid(let place, let problems):
      .invalid(problems.map { Problem.Fault($0, name: "\(place).\($0.field.rawValue)") })
    }
  }
}
