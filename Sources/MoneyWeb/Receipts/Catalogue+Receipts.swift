import Web

// Receipts and comments of expenses.
extension Catalogue {
  var receipts: String { say("Receipts") }
  var noReceipts: String { say("No receipt yet.") }
  var photographReceipt: String { say("Photograph the receipt") }
  var addReceipts: String { say("Add pictures or PDFs") }
  var uploadReceipts: String { say("Add receipt") }
  func receiptsHint(_ maxBytes: Int64) -> String {
    say("Pictures and PDFs, each up to \(fileSize(maxBytes)).")
  }
  func deleteNamed(_ name: String) -> String { say("Delete \(name)") }

  // The split that new expenses begin with.
  var usualSplit: String { say("How new expenses are split") }
  var usualSplitHint: String {
    say("Shares and percentages follow from the usual shares of the members.")
  }

  var comments: String { say("Comments") }
  var comment: String { say("Comment") }
  var noComments: String { say("No comments yet.") }
  var addComment: String { say("Add comment") }
  var deleteComment: String { say("Delete comment") }
}

/// What can be wrong with a receipt.
enum ReceiptProblem: ProblemText {
  case neitherPictureNorPDF(String)
  case tooMany(String, max: Int)

  func text(in words: Catalogue) -> String {
    switch self {
    case .neitherPictureNorPDF(let name):
      words.say("\(name) is neither a picture nor a PDF. Take a photo of the receipt instead.")
    case .tooMany(let name, let max):
      words.say(
        """
        There was no room for \(name): an expense has at most \(words.number(max)) receipts. Delete \
        one first.
        """)
    }
  }
}

/// What was done with receipts and comments.
package enum ReceiptFlash: FlashText {
  case added(Int)
  case deleted(String)
  case commentDeleted

  package func text(in words: Catalogue) -> String {
    switch self {
    case .added(let count):
      words.plural(
        count, one: "Added 1 receipt", other: "Added \(words.number(count)) receipts")
    case .deleted(let name): words.say("Deleted \(name)")
    case .commentDeleted: words.say("Deleted the comment")
    }
  }
}

extension FlashMessage {
  package static func receipts(_ message: ReceiptFlash) -> FlashMessage { FlashMessage(message) }
}
