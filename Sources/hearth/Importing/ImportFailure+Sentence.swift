import Importing
import WebApp

extension ImportFailure {
  /// Why the file was not read and what to do. What is wrong inside it is told in the words of the
  /// pages; what is wrong with getting at it concerns the command line alone.
  var sentence: String {
    switch self {
    case .notFound(let file): "there is no file \(file)"
    case .notARegularFile(let file): "\(file) is not a file"
    case .unreadable(let file, let code): "\(file) cannot be read: \(Posix.message(code))"
    default: Catalogue().problem(ImportFileProblem(self))
    }
  }
}
