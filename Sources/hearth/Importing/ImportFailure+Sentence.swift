import Importing
import Wording

extension Invocation {
  /// The file that an operand names, and what it is called without its folders. Throws if it cannot
  /// be opened, with its path as it was typed.
  func importedFile(_ index: Int) throws -> (path: String, name: String) {
    let path = try requiredOperand(index)
    _ = try FileBytes(path: path, name: path)
    return (path, String(path.split(separator: "/").last ?? ""))
  }
}

extension ImportFailure {
  /// Why the file was not read, and what to do. Problems inside the file use the web pages' words;
  /// problems with access to it occur only on the command line.
  var sentence: String { sentence { Catalogue().problem($0) } }

  /// - Parameter inside: the words for what is wrong inside a file of this kind.
  func sentence(_ inside: (ImportFileProblem) -> String) -> String {
    switch self {
    case .notFound(let file): "there is no file \(file)"
    case .notARegularFile(let file): "\(file) is not a file"
    case .unreadable(let file, let code): "\(file) cannot be read: \(Posix.message(code))"
    default: inside(ImportFileProblem(self))
    }
  }
}
