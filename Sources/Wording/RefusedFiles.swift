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
