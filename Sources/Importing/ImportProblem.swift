/// Something in a file that could not be read, or that the person should know.
package struct ImportProblem: Equatable, Sendable {
  /// The greatest length of a kept text, in characters.
  package static let maxTextLength = 200

  /// The name of the file, or of the entry in an archive.
  package let file: String
  /// The physical line, from 1; `nil` if the problem concerns the whole file.
  package let line: Int?
  /// The column's header in the file, cut like `text`; `nil` if the problem concerns the whole row.
  package let column: String?
  /// The text in question, without control characters, at most `maxTextLength` characters long.
  package let text: String
  package let reason: Reason

  package init(file: String, line: Int?, column: String?, text: String, reason: Reason) {
    self.file = file
    self.line = line
    self.column = column.map { CleanText.excerpt($0, maxLength: Self.maxTextLength) }
    self.text = CleanText.excerpt(text, maxLength: Self.maxTextLength)
    self.reason = reason
  }

  /// Whether the row must be corrected before it can be imported; if not, the problem is only a
  /// notice.
  package var isBlocking: Bool { reason.isBlocking }
}

extension ImportProblem {
  /// The kind of problem, with the values that a message needs.
  package enum Reason: Error, Equatable, Sendable {
    // The row
    case missingName
    case wrongWidth(expected: Int, found: Int)
    /// Text follows a closing quote.
    case strayQuote
    /// A filled cell in a column without a header; `number` counts from 1.
    case unnamedColumn(number: Int)
    /// A name contains controls or direction overrides.
    case hiddenCharactersInName

    // Amounts
    case unreadableAmount
    /// A single point before three digits: `1.234` may mean 1234 or a little over 1.
    case ambiguousAmount
    case negativeAmount
    case tooManyDecimals(currency: String, allowed: Int)
    case amountTooLarge
    /// The sign stands for several currencies, and the home's is not one of them.
    case ambiguousCurrency(sign: String)
    case unknownCurrency

    // Dates, yes or no, counts
    case unreadableDate
    /// Day and month may be in either order, and no other date of the file decides which.
    case ambiguousDate
    /// Well formed, but not a day of the calendar, such as 31 February.
    case impossibleDate
    case yearOutOfRange(earliest: Int, latest: Int)
    case unreadableBool
    case unreadableQuantity
    /// Only whole pieces can be counted.
    case fractionalQuantity
    case negativeQuantity
    case quantityTooLarge(max: Int)

    // Identity and relations
    case unreadableAssetID
    case unreadableID
    case referenceTooLong(max: Int)
    case duplicateReference(firstLine: Int)
    case ownParent
    case parentCycle
    case ambiguousHome(count: Int)
    case ambiguousLocation(count: Int)
    case locationInOtherHome
    case unknownHome
    case locationTooDeep(max: Int)
    case tooManyLabels(max: Int)
    case unreadableColor
    case duplicateName(firstLine: Int)

    // Notices: the row is imported, and the person told
    case hiddenCharactersRemoved
    case parentNotInFile
    /// The row names a location by an id that no row declares, without a name.
    case locationNotInFile
    case photoMissing
    case photoNameUnsafe
    case photoTypeUnsupported
    case photoTooLarge(maxBytes: Int)
    case photosUnused(count: Int)
    case attachmentsNotIncluded
    case unsafeEntryName
    case columnKeptAsCustomField
    /// The file is not UTF-8, and was read as Windows-1252.
    case readAsWindows
    /// Rows above the headings, such as a title, which are not imported.
    case rowsBeforeHeadings(count: Int)

    /// Whether a row with this problem must be corrected before it can be imported.
    package var isBlocking: Bool {
      switch self {
      case .hiddenCharactersRemoved, .parentNotInFile, .locationNotInFile, .photoMissing,
        .photoNameUnsafe, .photoTypeUnsupported, .photoTooLarge, .photosUnused,
        .attachmentsNotIncluded,
        .unsafeEntryName, .columnKeptAsCustomField, .readAsWindows, .rowsBeforeHeadings:
        false
      default: true
      }
    }
  }
}
