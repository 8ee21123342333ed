import Importing
import Wording

extension ImportProblemRow {
  init(_ problem: ImportProblem) {
    self.init(
      file: problem.file, line: problem.line, column: problem.column, text: problem.text,
      reason: ImportReason(problem.reason))
  }
}

extension ImportReason {
  /// The reason that a page gives for a problem in a row.
  init(_ reason: ImportProblem.Reason) {
    switch reason {
    case .missingName: self = .missingName
    case .wrongWidth(let expected, let found): self = .wrongWidth(expected: expected, found: found)
    case .strayQuote: self = .strayQuote
    case .unnamedColumn(let number): self = .unnamedColumn(number: number)
    case .hiddenCharactersInName: self = .hiddenCharactersInName
    case .unreadableAmount: self = .unreadableAmount
    case .ambiguousAmount: self = .ambiguousAmount
    case .negativeAmount: self = .negativeAmount
    case .tooManyDecimals(let currency, let allowed):
      self = .tooManyDecimals(currency: currency, allowed: allowed)
    case .amountTooLarge: self = .amountTooLarge
    case .ambiguousCurrency(let sign): self = .ambiguousCurrency(sign: sign)
    case .unknownCurrency: self = .unknownCurrency
    case .unreadableDate: self = .unreadableDate
    case .ambiguousDate: self = .ambiguousDate
    case .impossibleDate: self = .impossibleDate
    case .yearOutOfRange(let first, let last):
      self = .yearOutOfRange(earliest: first, latest: last)
    case .unreadableBool: self = .unreadableBool
    case .unreadableQuantity: self = .unreadableQuantity
    case .fractionalQuantity: self = .fractionalQuantity
    case .negativeQuantity: self = .negativeQuantity
    case .quantityTooLarge(let max): self = .quantityTooLarge(max: max)
    default: self.init(relation: reason)
    }
  }

  /// Reasons about identity and relations, and those that are only notices.
  private init(relation reason: ImportProblem.Reason) {
    switch reason {
    case .unreadableAssetID: self = .unreadableAssetID
    case .unreadableID: self = .unreadableID
    case .referenceTooLong(let max): self = .referenceTooLong(max: max)
    case .duplicateReference(let line): self = .duplicateReference(firstLine: line)
    case .ownParent: self = .ownParent
    case .parentCycle: self = .parentCycle
    case .ambiguousHome(let count): self = .ambiguousHome(count: count)
    case .ambiguousLocation(let count): self = .ambiguousLocation(count: count)
    case .locationInOtherHome: self = .locationInOtherHome
    case .unknownHome: self = .unknownHome
    case .locationTooDeep(let max): self = .locationTooDeep(max: max)
    case .tooManyLabels(let max): self = .tooManyLabels(max: max)
    case .unreadableColor: self = .unreadableColour
    case .duplicateName(let line): self = .duplicateName(firstLine: line)
    case .hiddenCharactersRemoved: self = .hiddenCharactersRemoved
    case .parentNotInFile: self = .parentNotInFile
    case .locationNotInFile: self = .locationNotInFile
    case .photoMissing: self = .photoMissing
    case .photoNameUnsafe: self = .photoNameUnsafe
    case .photoTypeUnsupported: self = .photoTypeUnsupported
    case .photoTooLarge(let maxBytes): self = .photoTooLarge(maxBytes: Int64(maxBytes))
    case .photosUnused(let count): self = .photosUnused(count: count)
    case .attachmentsNotIncluded: self = .attachmentsNotIncluded
    case .unsafeEntryName: self = .unsafeEntryName
    case .columnKeptAsCustomField: self = .columnKeptAsCustomField
    case .readAsWindows: self = .readAsWindows
    case .rowsBeforeHeadings(let count): self = .rowsBeforeHeadings(count: count)
    default: preconditionFailure("a reason of a row without words: \(reason)")
    }
  }
}
