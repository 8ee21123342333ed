/// The photo or PDF of a bill, known by the hash of its bytes, which are not in the document.
package struct ImportedReceipt: Equatable, Sendable {
  package var name: String
  /// SHA-256, 64 lower-case hexadecimal digits.
  package var blobHash: String
  package var byteCount: Int64
  package var media: String
  /// Milliseconds since 1970.
  package var createdAt: Int64?

  package init(
    name: String, blobHash: String, byteCount: Int64, media: String, createdAt: Int64? = nil
  ) {
    (self.name, self.blobHash, self.byteCount) = (name, blobHash, byteCount)
    (self.media, self.createdAt) = (media, createdAt)
  }
}

/// A group's picture, known by the hash of its bytes, which are not in the document.
package struct ImportedPicture: Equatable, Sendable {
  /// SHA-256, 64 lower-case hexadecimal digits.
  package var blobHash: String
  /// Milliseconds since 1970.
  package var createdAt: Int64?
}

/// What somebody has said about an expense.
package struct ImportedComment: Equatable, Sendable {
  package var text: String
  /// The account that wrote it, where the document is from this program.
  package var createdBy: String?
  /// Milliseconds since 1970.
  package var createdAt: Int64?
}

/// An expense that comes again.
package struct ImportedRepeating: Equatable, Sendable {
  /// What each one is; its day is the one from which the others are counted.
  package var expense: ImportedExpense
  package var everyCount: Int64
  package var everyUnit: String
  /// `YYYY-MM-DD`; `nil` for no end.
  package var endsOn: String?
  package var isPaused: Bool
  /// `YYYY-MM-DD`; `nil` if there is none any more.
  package var nextOn: String?
}

/// A rate that somebody has entered for the group.
package struct ImportedRate: Equatable, Sendable {
  package var from: String
  package var to: String
  /// `YYYY-MM-DD`.
  package var day: String
  /// A decimal number.
  package var rate: String
}
