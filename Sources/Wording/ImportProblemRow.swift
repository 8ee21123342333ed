/// Something in a file that could not be read, or that the person should know.
package struct ImportProblemRow: Equatable, Sendable {
  /// The file, or the entry inside an archive.
  package var file: String
  /// Counted from 1; `nil` when the whole file is meant.
  package var line: Int?
  /// The column's header as it stands in the file; `nil` when the whole row is meant.
  package var column: String?
  /// The text in question; may be empty.
  package var text: String = ""
  package var reason: ImportReason

  package init(
    file: String, line: Int? = nil, column: String? = nil, text: String = "", reason: ImportReason
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.text = text
    self.reason = reason
  }
}

/// What is wrong with a row of a file.
package enum ImportReason: Equatable, Sendable {
  // The row
  case missingName
  case wrongWidth(expected: Int, found: Int)
  case strayQuote
  case unnamedColumn(number: Int)
  case hiddenCharactersInName
  // Amounts
  case unreadableAmount, ambiguousAmount, negativeAmount, amountTooLarge
  case tooManyDecimals(currency: String, allowed: Int)
  case ambiguousCurrency(sign: String)
  case unknownCurrency
  // Dates, yes or no, counts
  case unreadableDate, ambiguousDate, impossibleDate
  case yearOutOfRange(earliest: Int, latest: Int)
  case unreadableBool
  case unreadableQuantity, fractionalQuantity, negativeQuantity
  case quantityTooLarge(max: Int)
  // Identity and relations
  case unreadableAssetID, unreadableID
  case referenceTooLong(max: Int)
  case duplicateReference(firstLine: Int)
  case ownParent, parentCycle
  case ambiguousHome(count: Int), ambiguousLocation(count: Int)
  case locationInOtherHome, unknownHome
  case locationTooDeep(max: Int)
  case tooManyLabels(max: Int)
  case unreadableColour
  case duplicateName(firstLine: Int)
  /// The value can be read but cannot be stored.
  case unfit(FieldProblem)
  // The row is imported all the same
  case hiddenCharactersRemoved, parentNotInFile, locationNotInFile
  case photoMissing, photoNameUnsafe, photoTypeUnsupported
  case photoTooLarge(maxBytes: Int64)
  /// Its bytes cannot be read out of the archive.
  case photoDamaged
  case photoEncrypted
  /// The file can be read but is not a picture that Hearth accepts.
  case photoRefused(FieldProblem)
  case photosUnused(count: Int)
  case attachmentsNotIncluded, unsafeEntryName, columnKeptAsCustomField, readAsWindows
  case rowsBeforeHeadings(count: Int)
  /// In an archive of Hearth's own: where a place stands now.
  case placeLeftLoop, placeWasTooDeep(max: Int, parent: String?), placeLostParent
  /// What a record comes without, or belongs to now, as what it named is not in the archive.
  case labelNotInFile, labelledNotInFile, paperLostMaintenance, photoBecameHomes, keptByItem
  /// The record is left out, because the record that it belonged to is missing.
  case partLeftOut
  /// The record comes without the day, or with the last moment that there is.
  case dayRemoved, instantMoved
}

extension ImportReason {
  /// For programs, such as `unreadableDate`.
  package var name: String { String("\(self)".prefix { $0 != "(" }) }
}
