import Blobs
import Household
import Images
import Importing
import Things
import Wording

extension ImportPlan {
  /// All problems found by the file's reader and by the household's rules: those that keep a row
  /// out, and notices about rows that are imported.
  package func problemRows(
    _ words: Catalogue
  ) -> (blocking: [ImportProblemRow], notices: [ImportProblemRow]) {
    var problems = document.problems
    problems += document.homes.flatMap(\.problems)
    problems += document.locations.flatMap(\.problems)
    problems += document.labels.flatMap(\.problems)
    problems += document.items.flatMap(\.problems)
    problems += document.policies.flatMap(\.problems)
    // The reader has already reported rows without a name; the rules would report them again.
    let nameless = Set(
      problems.filter { $0.reason == .missingName }.map {
        SourceLine(file: $0.file, line: $0.line ?? 0)
      })
    func isTold(_ problem: InputProblem, of source: SourceLine) -> Bool {
      problem == InputProblem(field: .name, reason: .missing) && nameless.contains(source)
    }
    let rules = items.flatMap { planned -> [ImportProblemRow] in
      guard case .needsFixing(_, let rules) = planned.bucket else { return [] }
      let item = document.items[planned.index]
      return rules.filter { !isTold($0, of: item.source) }.map {
        ImportProblemRow($0, of: item, words)
      }
    }
    let others = refused.filter { !isTold($0.problem, of: $0.source) }.map {
      ImportProblemRow($0, words)
    }
    return (
      problems.filter(\.isBlocking).map { ImportProblemRow($0) } + rules + others,
      problems.filter { !$0.isBlocking }.map { ImportProblemRow($0) }
    )
  }
}
extension ImportProblemRow {
  /// A problem that the household's rules found in an item of the file.
  fileprivate init(_ problem: InputProblem, of item: ImportedItem, _ words: Catalogue) {
    self.init(
      file: item.source.file, line: item.source.line, column: words.name(of: problem.field),
      text: item.name,
      reason: .unfit(FieldProblem(problem, text: problem.field == .url ? item.url : item.name)))
  }

  /// A problem that the household's rules found in a home, place, label or policy of the file.
  fileprivate init(_ row: RefusedRow, _ words: Catalogue) {
    self.init(
      file: row.source.file, line: row.source.line, column: words.name(of: row.problem.field),
      text: row.name, reason: .unfit(FieldProblem(row.problem, text: row.name)))
  }

  /// A photo that was not imported; its item was imported without it.
  package init(_ refused: ImportRun.RefusedPhoto) {
    let entry = refused.photo.entryName
    let name = entry.split(separator: "/").last.map(String.init) ?? entry
    let reason: ImportReason =
      switch refused.error {
      case BlobError.wrongSize, ImportFailure.entryTooLarge:
        .photoTooLarge(maxBytes: Int64(BlobFolder.maxBytes))
      case ImportFailure.encryptedEntry: .photoEncrypted
      case is NoFileRoom: .photoRefused(.noRoomForFiles(fileName: name))
      case let error as ImageError:
        FieldProblem(error, fileName: name).map { .photoRefused($0) } ?? .photoDamaged
      default: .photoDamaged
      }
    self.init(file: entry, line: nil, text: name, reason: reason)
  }
}
