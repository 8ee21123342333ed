/// One thing in a file that could not be read, or that the person should know.
package struct ImportProblem: Equatable, Sendable {
  /// Longest offending text that is kept, in characters.
  package static let maxTextLength = 200

  /// The file's name, or the entry's name inside an archive.
  package let file: String
  /// Physical line, counted from 1; `nil` when the whole file is meant.
  package let line: Int?
  /// The column's header as it stands in the file, cut like `text`; `nil` when the whole row is meant.
  package let column: String?
  /// The offending text, without control characters and at most `maxTextLength` long.
  package let text: String
  package let reason: Reason

  package init(file: String, line: Int?, column: String?, text: String, reason: Reason) {
    self.file = file
    self.line = line
    self.column = column.map { CleanText.excerpt($0, maxLength: Self.maxTextLength) }
    self.text = CleanText.excerpt(text, maxLength: Self.maxTextLength)
    self.reason = reason
  }

  /// Whether the row must be corrected before it can be imported; otherwise this is a notice.
  package var isBlocking: Bool { reason.isBlocking }
}

extension ImportProblem {
  /// What is wrong, with the values a message needs.
  package enum Reason: Error, Equatable, Sendable {
    // The row
    case missingName
    case wrongWidth(expected: Int, found: Int)
    /// Text follows a closing quote.
    case strayQuote
    /// A cell in a column without a header; `number` counts from 1.
    case unnamedColumn(number: Int)
    /// A name holds control or direction-override characters.
    case hiddenCharactersInName

    // Amounts
    case unreadableAmount
    /// A single point with three digits after it: `1.234` may be 1234 or a little over 1.
    case ambiguousAmount
    case negativeAmount
    case tooManyDecimals(currency: String, allowed: Int)
    case amountTooLarge
    /// The sign stands for several currencies and the home's currency is none of them.
    case ambiguousCurrency(sign: String)
    case unknownCurrency

    // Dates, yes or no, counts
    case unreadableDate
    /// Day and month may be either way round, and no other date of the file tells which.
    case ambiguousDate
    /// Well formed, but not in the calendar: 31 February.
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

    // Notices: the row is imported, and this is told
    case hiddenCharactersRemoved
    case parentNotInFile
    /// The row names a location by an id that no row declares, and gives no name.
    case locationNotInFile
    case photoMissing
    case photoNameUnsafe
    case photoTypeUnsupported
    case photoTooLarge(maxBytes: Int)
    case photosUnused(count: Int)
    case attachmentsNotIncluded
    case unsafeEntryName
    case columnKeptAsCustomField
    /// The file is not UTF-8 and was read as Windows-1252.
    case readAsWindows
    /// A title or the like above the headings, which is not imported.
    case rowsBeforeHeadings(count: Int)

    /// Whether a row with this reason waits for a correction.
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
