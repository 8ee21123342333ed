import Images
import Things
import Wording

/// A picture that could not be stored, with the problem to show.
package struct RefusedPhoto: Error {
  package let problem: FieldProblem
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
