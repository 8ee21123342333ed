import Importing
import Intake
import Things
import Wording

/// The report of an import or a dry run, for people and for programs.
struct ImportReport: Encodable, Sendable {
  struct Counts: Encodable, Sendable {
    var new = 0
    var updated = 0
    var unchanged = 0
    var needsFixing = 0
    var skipped = 0
  }

  /// A problem, in the words of the web pages.
  struct Problem: Encodable, Sendable {
    let file: String
    let line: Int?
    let column: String?
    let text: String
    /// A code for programs, such as `unreadableDate`.
    let reason: String
    /// Whether something was left out because of the problem.
    let isBlocking: Bool
    let sentence: String

    init(_ row: ImportProblemRow, isBlocking: Bool, _ words: Catalogue) {
      file = row.file
      line = row.line
      column = row.column
      text = row.text
      reason = row.reason.name
      self.isBlocking = isBlocking
      sentence = words.problem(row)
    }
  }

  private static let maxShownProblems = 20

  let file: String
  let format: String
  let isDryRun: Bool
  var items = Counts()
  var newHomes: [String] = []
  var newLocationCount = 0
  var newLabelCount = 0
  var newPolicyCount = 0
  var photoCount = 0
  /// The number of attachments; only for Hearth's own archives.
  var paperCount = 0
  var problems: [Problem] = []
  /// What came of the family in an archive.
  var family: FamilyImportRow?
  /// Why the family in an archive was left out.
  var familyRefusal: String?

  init(_ plan: ImportPlan, file: String, isDryRun: Bool) {
    let words = Catalogue()
    self.file = file
    self.isDryRun = isDryRun
    format = words.importFormat(plan.document.format)
    items.new = plan.items(in: .new).count
    items.updated = plan.items(in: .updated).count
    items.unchanged = plan.items(in: .unchanged).count
    items.needsFixing = plan.items(in: .needsFixing).count
    items.skipped = plan.items(in: .skipped).count
    newHomes = plan.homes.filter(\.isMade).map(\.name)
    newLocationCount = plan.locations.count { $0.existingID == nil }
    newLabelCount = plan.labels.count { $0.existingID == nil }
    newPolicyCount = plan.policies.count { $0.existingID == nil }
    photoCount = plan.photos.count
    let rows = plan.problemRows(words)
    problems = rows.blocking.map { Problem($0, isBlocking: true, words) }
    problems += rows.notices.map { Problem($0, isBlocking: false, words) }
  }

  /// The report of restoring Hearth's own archive.
  init(_ plan: RestorePlan, file: String, isDryRun: Bool) {
    let words = Catalogue()
    self.file = file
    self.isDryRun = isDryRun
    format = words.hearthArchive
    items.new = plan.newCounts["items"] ?? 0
    items.unchanged = plan.presentCounts["items"] ?? 0
    newHomes = plan.homes.filter { $0.existingID == nil }.map(\.name)
    newLocationCount = plan.newCounts["locations"] ?? 0
    newLabelCount = plan.newCounts["labels"] ?? 0
    newPolicyCount = plan.newCounts["policies"] ?? 0
    photoCount = plan.newCounts["photos"] ?? 0
    paperCount = plan.newCounts["attachments"] ?? 0
    if isDryRun { problems = plan.missingFiles.map { Problem($0, isBlocking: true, words) } }
    problems += plan.mendedRows.map {
      Problem($0, isBlocking: $0.reason == .partLeftOut, words)
    }
  }

  /// Adds the results that only restoring can give.
  mutating func add(_ outcome: RestoreRun.Outcome) {
    photoCount = outcome.result.photoCount
    paperCount = outcome.result.paperCount
    problems += outcome.refused.map {
      Problem(ImportProblemRow($0), isBlocking: true, Catalogue())
    }
  }

  /// Adds the results that only running the import can give.
  mutating func add(_ outcome: ImportRun.Outcome) {
    photoCount = outcome.result.photoCount
    problems += outcome.refusedPhotos.map {
      Problem(ImportProblemRow($0), isBlocking: true, Catalogue())
    }
  }

  var text: String {
    var lines = ["\(file) (\(format))\(isDryRun ? ": nothing was written" : ""):"]
    lines += [
      "  new           \(items.new)", "  updated       \(items.updated)",
      "  unchanged     \(items.unchanged)", "  needs fixing  \(items.needsFixing)",
    ]
    if !newHomes.isEmpty { lines.append("  new homes     \(newHomes.joined(separator: ", "))") }
    if newLocationCount > 0 { lines.append("  new rooms     \(newLocationCount)") }
    if newLabelCount > 0 { lines.append("  new labels    \(newLabelCount)") }
    if newPolicyCount > 0 { lines.append("  new policies  \(newPolicyCount)") }
    if photoCount > 0 { lines.append("  photos        \(photoCount)") }
    if paperCount > 0 { lines.append("  papers        \(paperCount)") }
    lines += list("Left out until it is fixed:", problems.filter(\.isBlocking))
    lines += list("Imported, and worth a look:", problems.filter { !$0.isBlocking })
    if let family { lines.append(family.text) }
    if let familyRefusal { lines.append("The family was left out. " + familyRefusal) }
    return lines.joined(separator: "\n")
  }

  private func list(_ title: String, _ problems: [Problem]) -> [String] {
    guard !problems.isEmpty else { return [] }
    var lines = [title]
    lines += problems.prefix(Self.maxShownProblems).map { problem in
      let isInside = problem.file != file && !problem.file.hasSuffix(problem.text)
      return "  \(isInside ? problem.file + ": " : "")\(problem.sentence)"
    }
    let more = problems.count - Self.maxShownProblems
    if more > 0 { lines.append("  and \(more) more; --json lists all of them") }
    return lines
  }
}
