import Household
import Images

/// A picture that could not be stored, with the problem to show.
package struct RefusedPhoto: Error {
  package let problem: FieldProblem
}

/// The files of an upload that were refused.
package struct RefusedFiles: Equatable, Sendable {
  package var problems: [FieldProblem]
  /// The other files of the upload, which were taken.
  package var keptCount: Int

  package init(problems: [FieldProblem], keptCount: Int) {
    self.problems = problems
    self.keptCount = keptCount
  }

  /// Whether there were more than one upload may hold, so that none was looked at.
  package var isTooMany: Bool {
    problems.contains { problem in
      switch problem {
      case .tooManyFiles, .tooManyPapers: true
      default: false
      }
    }
  }
}

extension Photo.Kind {
  /// `nil` for a kind that is converted before it is stored.
  package init?(_ kind: ImageKind) {
    switch kind {
    case .jpeg: self = .jpeg
    case .png: self = .png
    case .webp: self = .webp
    case .heic: return nil
    }
  }
}
