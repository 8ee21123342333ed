/// Why an amount cannot be split. Positions count from 0 in the order of the participants.
package enum SplitProblem: Error, Equatable, Sendable {
  /// Which part of a split a problem is about.
  package enum Field: Equatable, Sendable {
    case amount
    case participants
    /// A participant, by position.
    case participant(Int)
    /// A participant's weight: shares, basis points, exact amount or adjustment.
    case weight(Int)
    case lines
    /// A line of a receipt, by position.
    case line(Int)
  }

  /// Beyond ± ``Split/maxAmount``.
  case amountOutOfRange
  case noParticipants
  case tooManyParticipants(max: Int)
  case duplicateParticipant(Int)
  case weightNegative(Int)
  /// Beyond ± ``Split/maxAmount``.
  case weightOutOfRange(Int)
  case weightsAllZero
  /// The percentages come to so many basis points more than 100 %; fewer when negative (S2-V3).
  case percentagesOff(byBasisPoints: Int64)
  /// The exact amounts come to so much more than the amount; less when negative (S2-V2).
  case exactAmountsOff(by: Int64)
  /// The adjustments alone come to so much more than the amount that is to be shared.
  case adjustmentsExceed(by: Int64)
  /// A receipt without lines.
  case noLines
  case tooManyLines(max: Int)
  /// What is wrong with one line of a receipt.
  indirect case line(Int, SplitProblem)
  /// Somebody shares a line who does not take part in the receipt.
  case unknownParticipant(line: Int, participant: Int)
  /// Tax or tip cannot be spread in proportion to lines that come to nothing.
  case nothingToSpreadBy

  package var field: Field {
    switch self {
    case .amountOutOfRange, .adjustmentsExceed, .nothingToSpreadBy: .amount
    case .noParticipants, .tooManyParticipants, .weightsAllZero, .percentagesOff,
      .exactAmountsOff:
      .participants
    case .duplicateParticipant(let index): .participant(index)
    case .weightNegative(let index), .weightOutOfRange(let index): .weight(index)
    case .noLines, .tooManyLines: .lines
    case .line(let index, _), .unknownParticipant(let index, _): .line(index)
    }
  }
}
