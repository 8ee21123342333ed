import Images
import Wording

extension FieldProblem {
  /// The problem to show for a picture that was refused; `nil` when it is not the picture's fault.
  package init?(_ error: ImageError, fileName: String) {
    switch error {
    case .unsupportedKind(let kind):
      self =
        kind.isPicture
        ? .otherPicture(fileName: fileName, kind: kind.name)
        : .notAPicture(fileName: fileName, looksLike: kind == .unknown ? nil : kind.name)
    case .animated: self = .animatedPicture(fileName: fileName)
    case .empty: self = .emptyFile(fileName: fileName)
    case .cutOff: self = .cutOffPicture(fileName: fileName)
    case .unsupportedCoding: self = .rarePicture(fileName: fileName)
    case .corrupt, .workerDied, .outOfMemory, .timedOut:
      self = .damagedPicture(fileName: fileName)
    case .tooManyPixels(let width, let height, let max):
      self = .tooManyPixels(fileName: fileName, width: width, height: height, max: max)
    case .sideTooLong(let width, let height, let max):
      self = .sideTooLong(fileName: fileName, width: width, height: height, max: max)
    case .tooManyBytes(let maxBytes):
      self = .fileTooLarge(fileName: fileName, maxBytes: Int64(maxBytes))
    case .busy, .file: return nil
    }
  }
}
