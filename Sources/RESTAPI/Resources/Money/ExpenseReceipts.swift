import Finances
import HTTPServer
import Household
import SQLite
import SyncProtocol
import Values
import Intake

/// The photos and PDF files of bills.
enum ExpenseReceiptsResource: Resource {
  static let tag = "Receipts"

  static let schemas: [JSON.Member] = [
    .init(
      "Receipt",
      .record([
        .init("id", ["type": "string"]), .init("groupID", ["type": "string"]),
        .init("expenseID", ["type": "string"]), .init("name", ["type": "string"]),
        .init("mediaType", ["type": "string"]), .init("byteCount", ["type": "integer"]),
        .init("createdAt", ["type": "string", "format": "date-time"]),
        .init("createdBy", ["type": "string", "description": "The account that added it."]),
      ])), Page.schema(of: "Receipt"),
  ]

  private static let path = "\(ExpensesResource.path)/{expenseID}/receipts"
  private static let parameters = [GroupsResource.groupID, ExpensesResource.expenseID]
  private static let receiptID = Parameter(
    "receiptID", .id, example: .string(Examples.receipt), "The receipt.")
  private static let types = [
    "application/pdf", "image/jpeg", "image/png", "image/webp", "image/heic", "image/heif",
  ]

  static let operations = [
    Operation(
      method: .get, path: path, id: "listReceipts", summary: "The receipts of an expense",
      details: "The oldest first.", scope: .read, pathParameters: parameters,
      query: Parameter.paging,
      outcome: .json("ReceiptPage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addReceipt", summary: "Add a receipt to an expense",
      details: """
        The body is the file itself, at most \(PaperIntake.maxBytes / 1_000_000) MB: a PDF or a \
        picture, which is cleaned as photos are. The very same file is there once.
        """,
      scope: .write, pathParameters: parameters,
      query: [
        Parameter(
          "name", .text(maxLength: 200), isRequired: true, example: "dinner.pdf",
          "The name of the file; it gets the ending of its kind when it has none.")
      ],
      body: .file(types, maxBytes: PaperIntake.maxBytes), status: .created,
      outcome: .json("Receipt", example: example), handler: add),
    Operation(
      method: .get, path: "\(path)/{receiptID}/file", id: "getReceiptFile",
      summary: "The bytes of a receipt, to be saved", details: "They never change.",
      scope: .read, pathParameters: parameters + [receiptID], outcome: .content("application/pdf"),
      otherTypes: ["image/jpeg", "image/png", "image/webp"], isVersioned: true, handler: file),
    Operation(
      method: .delete, path: "\(path)/{receiptID}", id: "deleteReceipt",
      summary: "Delete a receipt", scope: .write, pathParameters: parameters + [receiptID],
      status: .noContent, outcome: .nothing, handler: delete),
  ]

  private static let list: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        let expense = try ExpensesResource.find(call, in: connection)
        let receipts = try ExpenseReceipt.of(expense.id, in: expense.groupID, connection)
        return try Page.json(
          receipts, of: call, rank: { [Rank.word($0.createdAt), $0.id] }, show: json)
      })
  }

  private static func find(_ call: Call, in connection: Connection) throws -> ExpenseReceipt {
    let expense = try ExpensesResource.find(call, in: connection)
    guard let receipt = try ExpenseReceipt.find(call.path("receiptID"), in: connection),
      receipt.expenseID == expense.id
    else { throw Problem.notFound }
    return receipt
  }

  private static let file: Operation.Handler = { call in
    let receipt = try await call.read { try find(call, in: $0) }
    guard let slice = try await call.intake.openPaper(receipt.blobHash) else {
      throw Problem(.notFound, "file_missing", "the hub does not have the file of this receipt")
    }
    let headers = HTTPHeaders.ofUpload(
      type: receipt.media.contentType, disposition: .download(receipt.name))
    return Reply(
      content: .file(slice, headers), tag: String(receipt.blobHash.prefix(32)))
  }

  private static let add: Operation.Handler = { call in
    try await call.read { connection in
      try call.requireWritableGroup(in: connection)
      _ = try ExpensesResource.find(call, in: connection)
    }
    let file = try call.uploaded()
    let intake = PaperIntake(
      pictures: call.intake, textProblem: { .notAPaper(fileName: $0) })
    let declared = call.request.contentType ?? ""
    try await intake.requireLabel(declared, of: file)
    let (name, stored) = try await intake.store(
      MultipartForm.File(
        name: "receipts", filename: call.query("name") ?? "", contentType: declared,
        content: file))
    let shown = try await call.write { transaction in
      try call.requireWritableGroup(in: transaction.connection)
      let expense = try ExpensesResource.find(call, in: transaction.connection)
      return json(
        try AddReceipt(
          groupID: expense.groupID, expenseID: expense.id, name: name, file: stored)(transaction))
    }
    let base = "\(GroupsResource.path)/\(call.groupID)/expenses/\(call.path("expenseID"))"
    return .added(shown, to: "\(base)/receipts")
  }

  private static let delete: Operation.Handler = { call in
    try await call.write { transaction in
      try call.requireWritableGroup(in: transaction.connection)
      _ = try DeleteReceipt(receiptID: find(call, in: transaction.connection).id)(transaction)
    }
    return .done
  }

  private static func json(_ receipt: ExpenseReceipt) -> JSON {
    [
      "id": .string(receipt.id), "groupID": .string(receipt.groupID),
      "expenseID": .string(receipt.expenseID), "name": .string(receipt.name),
      "mediaType": .string(String(receipt.media.contentType.prefix { $0 != ";" })),
      "byteCount": .integer(receipt.byteCount),
      "createdAt": .string(TimeText.text(receipt.createdAt)),
      "createdBy": .string(receipt.createdBy),
    ]
  }

  private static let example: JSON = [
    "id": .string(Examples.receipt), "groupID": .string(Examples.group),
    "expenseID": .string(Examples.expense), "name": "dinner.pdf", "mediaType": "application/pdf",
    "byteCount": 84_113, "createdAt": .string(Examples.instant),
    "createdBy": .string(Examples.member),
  ]
}
