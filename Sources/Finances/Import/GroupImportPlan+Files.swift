import Household
import Importing
import SQLite
import SyncProtocol

// The files that a group's document names by their hashes. A file comes if the archive has it, or
// if it is in a group that the person has.
extension GroupImportPlan {
  /// Each file of an expense once, and no more than an expense can have.
  static func receipts(of expense: ImportedExpense) -> ArraySlice<ImportedReceipt> {
    distinct(expense.receipts).prefix(ExpenseReceipt.maxPerExpense)
  }

  private static func distinct(_ receipts: [ImportedReceipt]) -> [ImportedReceipt] {
    var hashes: Set<String> = []
    return receipts.filter { hashes.insert($0.blobHash).inserted }
  }

  mutating func planFiles(_ connection: Connection) throws {
    var listed: Set<String> = []
    if case .newGroup = choices.target, let picture = document.picture {
      if let path = document.archivedFiles[picture.blobHash] {
        files.append(.init(blobHash: picture.blobHash, path: path, paperName: nil))
        listed.insert(picture.blobHash)
      } else {
        knownPicture = try GroupPicture.known(picture.blobHash, connection)
        isPictureMissing = knownPicture == nil
      }
    }
    for (expense, bucket) in zip(document.expenses, buckets) where bucket == .new {
      surplusReceiptCount += max(
        0, Self.distinct(expense.receipts).count - ExpenseReceipt.maxPerExpense)
      for receipt in Self.receipts(of: expense) {
        let hash = receipt.blobHash
        if let path = document.archivedFiles[hash] {
          receiptCount += 1
          guard listed.insert(hash).inserted else { continue }
          files.append(.init(blobHash: hash, path: path, paperName: receipt.name))
        } else if try knownFiles[hash] != nil || isKnown(hash, connection) {
          receiptCount += 1
        } else {
          missingReceiptCount += 1
        }
      }
    }
  }

  private mutating func isKnown(_ hash: String, _ connection: Connection) throws -> Bool {
    knownFiles[hash] = try ExpenseReceipt.known(hash, connection)
    return knownFiles[hash] != nil
  }
}

extension ExpenseReceipt {
  /// A file that a receipt of the person's groups names; what it is stands there, too.
  static func known(_ hash: String, _ connection: Connection) throws -> StoredPaper? {
    try all(where: "blobHash = ? ORDER BY id LIMIT 1", [.text(hash)], in: connection).first.map {
      StoredPaper(blobHash: $0.blobHash, byteCount: $0.byteCount, media: $0.media)
    }
  }
}

extension GroupPicture {
  /// A file that the picture of one of the person's groups names.
  static func known(_ hash: String, _ connection: Connection) throws -> StoredPhoto? {
    try all(where: "blobHash = ? ORDER BY id LIMIT 1", [.text(hash)], in: connection).first.map {
      StoredPhoto(
        blobHash: $0.blobHash, byteCount: $0.byteCount, kind: $0.kind, width: $0.width,
        height: $0.height)
    }
  }
}
