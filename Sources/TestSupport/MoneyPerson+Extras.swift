import Finances
import Household
import Replica
import SQLite
import SyncProtocol

/// What people say about expenses, and the bills that they add.
extension MoneyPerson {
  func performOnExtras(_ action: MoneyAction, _ transaction: WriteTransaction) throws {
    let db = transaction.connection
    switch action {
    case .addComment: try comment(on: try device.pick("expenses", in: group), transaction)
    case .restoreComment:
      guard let comment = memory.bin.comments.popLast() else { return }
      try RestoreComment(comment)(transaction)
      let back = try ExpenseComment.find(comment.id, in: db)
      try require(
        back == comment, "what is restored is what was deleted", "\(device.name) \(comment.id)")
    case .deleteComment:
      guard let id = try device.pick("expenseComments", in: group) else { return }
      let comment = try DeleteComment(commentID: id)(transaction)
      try require(
        try comment.createdBy == device.account || transaction.role(in: group) == .owner,
        "who has said something takes it back themselves", "\(device.name) \(id)")
      memory.bin.comments.append(comment)
    case .addReceipt:
      guard let expense = try device.pick("expenses", in: group) else { return }
      let digit = String(device.random.number(0..<16), radix: 16)
      let file = StoredPaper(
        blobHash: String(repeating: digit, count: 64), byteCount: 1000, media: .pdf)
      try AddReceipt(groupID: group, expenseID: expense, name: "bill \(digit)", file: file)(
        transaction)
    case .restoreReceipt:
      guard let receipt = memory.bin.receipts.popLast() else { return }
      try RestoreReceipt(receipt)(transaction)
      let back = try ExpenseReceipt.find(receipt.id, in: db)
      try require(
        back == receipt, "what is restored is what was deleted", "\(device.name) \(receipt.id)")
    default:
      guard let id = try device.pick("expenseReceipts", in: group) else { return }
      memory.bin.receipts.append(try DeleteReceipt(receiptID: id)(transaction))
    }
  }

  func comment(on expense: RecordID?, _ transaction: WriteTransaction) throws {
    guard let expense else { return }
    let text = "\(device.name) says \(device.random.number(0..<1000))"
    let comment = try AddComment(groupID: group, expenseID: expense, text: text)(transaction)
    let shown = try ExpenseComment.of(expense, in: group, transaction.connection)
    try require(
      shown.contains(comment) && comment.text == text, "what was said is there",
      "\(device.name) \(comment.id)")
  }
}
