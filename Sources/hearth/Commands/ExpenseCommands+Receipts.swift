import Finances
import HTTPServer
import Household
import Intake
import SyncProtocol
import Values

/// The commands about the photos and PDF files of bills.
extension ExpenseCommands {
  static let receipts = [receiptList, receiptAdd, receiptRemove]

  private struct ReceiptRow: WrittenRow {
    let id: String
    let groupID: String
    let expenseID: String
    let name: String
    let mediaType: String
    let byteCount: Int64
    let createdAt: String
    /// The account that added it.
    let createdBy: String
    var isSent: Bool?

    init(_ receipt: ExpenseReceipt) {
      (id, groupID, expenseID) = (receipt.id, receipt.groupID, receipt.expenseID)
      (name, byteCount) = (receipt.name, receipt.byteCount)
      mediaType = String(receipt.media.contentType.prefix { $0 != ";" })
      (createdAt, createdBy) = (TimeText.text(receipt.createdAt), receipt.createdBy)
    }
  }

  private static let receiptList = Command(
    path: ["expense", "receipts"], summary: "List the receipts of an expense",
    details: "The oldest first.", operands: [expense], options: MoneyPlace.options,
    examples: [
      .init("hearth expense receipts 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11", "one line each")
    ]
  ) { invocation in
    let id = try invocation.requiredOperand(0)
    let rows = try await invocation.read { reader in
      let expense = try reader.expense(id)
      return try ExpenseReceipt.of(expense.id, in: expense.groupID, reader.connection)
        .map(ReceiptRow.init)
    }
    return try invocation.list(rows, or: "It has no receipts.") {
      [$0.name, $0.mediaType, "\($0.byteCount) bytes", $0.id]
    }
  }

  private static let receiptAdd = Command(
    path: ["expense", "add-receipt"], summary: "Add a receipt to an expense",
    details: """
      A PDF, or a picture, which is kept without what says where and when it was taken; at most \
      \(PaperIntake.maxBytes / 1_000_000) MB. The very same file is there once. The hub keeps the \
      file, so it is added there.
      """,
    operands: [expense, .init(name: "FILE", help: "the receipt")], options: LocalFile.options,
    examples: [
      .init(
        "hearth expense add-receipt 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11 dinner.pdf",
        "under the file's name")
    ]
  ) { invocation in
    let id = try invocation.requiredOperand(0)
    let file = try LocalFile(try invocation.requiredOperand(1))
    let (place, hub, account) = try LocalFile.place(invocation)
    let expense = try await place.read(invocation.terminal) { reader in
      let expense = try reader.expense(id)
      guard try reader.group(expense.groupID).role.canWrite else {
        throw FinanceFailure.readOnlyGroup
      }
      return expense
    }
    let (name, stored) = try await hub.withIntake(
      of: account.id, imageProgram: LocalFile.program
    ) { pictures in
      try await PaperIntake(pictures: pictures, textProblem: { .notAPaper(fileName: $0) }).store(
        MultipartForm.File(
          name: "receipts", filename: file.name, contentType: "", content: file.content))
    }
    let outcome = try await place.write { _ in
      MoneyChange {
        try AddReceipt(
          groupID: expense.groupID, expenseID: expense.id, name: name, file: stored)($0)
      }
    } show: { receipt, _ in
      ReceiptRow(receipt)
    }
    return try outcome.report(invocation) { "Added \($0.name)." }
  }

  private static let receiptRemove = Command(
    path: ["expense", "remove-receipt"], summary: "Delete a receipt of an expense", details: "",
    operands: [
      expense,
      .init(name: "RECEIPT", help: "its id, as hearth expense receipts shows it"),
    ],
    options: MoneyPlace.options,
    examples: [
      .init(
        "hearth expense remove-receipt 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11 0198c0de…",
        "the file goes with the last that names it")
    ]
  ) { invocation in
    let (id, wanted) = (try invocation.requiredOperand(0), try invocation.requiredOperand(1))
    return try await invocation.write(ReceiptRow.init, saying: { "Deleted \($0.name)." }) {
      reader in
      let expense = try reader.expense(id)
      guard let receipt = try ExpenseReceipt.find(wanted, in: reader.connection),
        receipt.expenseID == expense.id
      else { throw FinanceFailure.receiptNotFound }
      return MoneyChange { try DeleteReceipt(receiptID: receipt.id)($0) }
    }
  }
}
