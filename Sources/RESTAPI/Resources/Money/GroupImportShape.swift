import Finances
import Importing
import Intake
import SyncProtocol
import Values
import Wording

/// What is told of an import into a group.
enum GroupImportShape {
  private static let number = ImportReportShape.number
  private static let text = ImportReportShape.text
  private static let maybe = ImportReportShape.maybe
  private static let texts: JSON = ["type": "array", "items": ["type": "string"]]

  static let schema = ImportReportShape.object([
    .init("isDryRun", ["type": "boolean"]),
    .init(
      "source", ["type": "string", "enum": .array(ExpenseFormat.allCases.map(source))]),
    .init(
      "groupID", ["type": ["string", "null"], "description": "Null for a group still to be made."]),
    .init("groupName", text),
    .init("newCount", ["type": "integer", "description": "Expenses and payments."]),
    .init("presentCount", ["type": "integer", "description": "What was there already."]),
    .init(
      "leftOutCount", ["type": "integer", "description": "Rows that stay out, see `problems`."]),
    .init("newCategories", texts),
    .init(
      "people",
      [
        "type": "array",
        "items": ImportReportShape.object([
          .init("number", number), .init("name", text),
          .init(
            "memberID",
            ["type": ["string", "null"], "description": "Null for who becomes a new member."]),
          .init("memberName", text), .init("isYou", ["type": "boolean"]),
        ]),
      ]),
    .init("balances", ExpenseFiles.balances), .init("columns", ExpenseFiles.columns),
    .init("archivedGroups", texts),
    .init(
      "unknownPayerCount",
      [
        "type": "integer",
        "description": "Expenses of which the file does not tell who paid how much.",
      ]),
    .init(
      "unknownPayers",
      [
        "type": "array", "description": "The first of these.",
        "items": ImportReportShape.object([
          .init("line", number), .init("title", text), .init("payers", texts),
          .init("sentence", text),
        ]),
      ]),
    .init("receiptCount", number),
    .init(
      "missingReceiptCount",
      ["type": "integer", "description": "Receipts whose files are nowhere."]),
    .init("problems", ExpenseFiles.problems), .init("problemCount", number),
    .init("undoID", maybe),
  ])

  static let undoneSchema = ImportReportShape.object([
    .init("expenseCount", number), .init("memberCount", number), .init("categoryCount", number),
    .init(
      "group",
      ["type": ["string", "null"], "description": "The name of the group if it went, too."]),
    .init(
      "kept",
      [
        "type": "array", "items": ["type": "string"],
        "description": "Titles of expenses that somebody has changed since.",
      ]),
  ])

  private static func source(_ format: ExpenseFormat) -> JSON { .string(format.rawValue) }

  static func json(
    _ plan: GroupImportPlan, named name: String, _ outcome: GroupImportOutcome?, isDryRun: Bool
  ) -> JSON {
    let document = plan.document
    var groupID = outcome?.result.ids.groupID
    if case .group(let id) = plan.choices.target { groupID = id }
    let unknown = plan.unknownPayers
    let refused =
      ExpenseImportProblem.refused(by: plan)
      + (outcome?.refused ?? []).map { ExpenseImportProblem($0) }
    let problems =
      ExpenseFiles.json(plan.notes)
      + refused.map { ExpenseFiles.json($0, isLeftOut: true) }
    return [
      "isDryRun": .bool(isDryRun), "source": source(document.format), "groupID": JSON(groupID),
      "groupName": .string(name),
      "newCount": .integer(Int64(outcome?.result.expenseCount ?? plan.newCount)),
      "presentCount": .integer(Int64(plan.presentCount)),
      "leftOutCount": .integer(Int64(document.leftOutCount + plan.refusedCount)),
      "newCategories": .array(plan.newCategories.map { .string($0) }),
      "people": .array(plan.people.enumerated().map { json($1, number: $0, in: plan) }),
      "balances": .array(plan.balances.map(json)), "columns": ExpenseFiles.json(document.columns),
      "archivedGroups": .array(document.archivedGroups.map { .string($0) }),
      "unknownPayerCount": .integer(Int64(unknown.count)),
      "unknownPayers": .array(
        unknown.prefix(ImportReportShape.maxListed).map { json($0, in: plan) }),
      "receiptCount": .integer(Int64(outcome?.result.receiptCount ?? plan.receiptCount)),
      "missingReceiptCount": .integer(Int64(plan.missingReceiptCount)),
      "problems": .array(Array(problems.prefix(ImportReportShape.maxListed))),
      "problemCount": .integer(Int64(problems.count)), "undoID": JSON(outcome?.undoID),
    ]
  }

  private static func json(_ expense: ImportedExpense, in plan: GroupImportPlan) -> JSON {
    [
      "line": .integer(Int64(expense.line)), "title": .string(expense.title),
      "payers": .array(plan.payers(of: expense).map { .string($0) }),
      "sentence": .string(Catalogue().unknownPayers(of: expense.title)),
    ]
  }

  private static func json(
    _ person: GroupImportPlan.Person, number: Int, in plan: GroupImportPlan
  ) -> JSON {
    [
      "number": .integer(Int64(number)), "name": .string(person.name),
      "memberID": JSON(person.memberID), "memberName": .string(person.memberName),
      "isYou": .bool(plan.choices.ownPerson == number),
    ]
  }

  private static func json(_ balance: GroupImportPlan.Balance) -> JSON {
    [
      "name": .string(balance.name), "currency": .string(balance.currency),
      "beforeMinor": .sum(balance.before), "afterMinor": .sum(balance.after),
    ]
  }

  static func json(_ result: UndoGroupImport.Result) -> JSON {
    [
      "expenseCount": .integer(Int64(result.expenseCount)),
      "memberCount": .integer(Int64(result.memberCount)),
      "categoryCount": .integer(Int64(result.categoryCount)), "group": JSON(result.group),
      "kept": .array(result.kept.map { .string($0) }),
    ]
  }

  static let example: JSON = [
    "isDryRun": true, "source": "splitwise", "groupID": .string(Examples.group),
    "groupName": "Flat", "newCount": 412, "presentCount": 0, "leftOutCount": 0,
    "newCategories": ["Utilities"],
    "people": [
      [
        "number": 0, "name": "Ana", "memberID": .string(Examples.member), "memberName": "Ana",
        "isYou": false,
      ]
    ],
    "balances": [
      ["name": "Ana", "currency": "EUR", "beforeMinor": "0", "afterMinor": "-1240"]
    ],
    "columns": [], "archivedGroups": [], "unknownPayerCount": 1,
    "unknownPayers": [
      [
        "line": 8, "title": "Dinner", "payers": ["Ana", "Ben"],
        "sentence": .string(Catalogue().unknownPayers(of: "Dinner")),
      ]
    ], "receiptCount": 0,
    "missingReceiptCount": 0, "problems": [], "problemCount": 0, "undoID": .null,
  ]

  static let undoneExample: JSON = [
    "expenseCount": 412, "memberCount": 2, "categoryCount": 1, "group": .null,
    "kept": ["Groceries"],
  ]
}
