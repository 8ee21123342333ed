import Household
import Importing

/// What an import did or would do, for a person and for a program.
struct ImportReport: Encodable, Sendable {
  struct Counts: Encodable, Sendable {
    var new = 0
    var updated = 0
    var unchanged = 0
    var needsFixing = 0
    var skipped = 0
  }

  struct Problem: Encodable, Sendable {
    let file: String
    let line: Int?
    let column: String?
    let text: String
    let reason: String
    /// Whether the row was left out because of it.
    let isBlocking: Bool
    let sentence: String

    init(_ problem: ImportProblem) {
      file = problem.file
      line = problem.line
      column = problem.column
      text = problem.text
      reason = Words.spaced("\(problem.reason)")
      isBlocking = problem.isBlocking
      sentence = problem.sentence
    }

    init(_ problem: InputProblem, of item: ImportedItem) {
      file = item.source.file
      line = item.source.line
      column = problem.field.rawValue
      text = ""
      reason = Words.spaced("\(problem.reason)")
      isBlocking = true
      sentence = "\(file), line \(item.source.line), \(problem.field.rawValue): \(reason)"
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
  var problems: [Problem] = []

  init(_ plan: ImportPlan, file: String, isDryRun: Bool) {
    self.file = file
    self.isDryRun = isDryRun
    format = Words.spaced(plan.document.format.rawValue)
    items.new = plan.items(in: .new).count
    items.updated = plan.items(in: .updated).count
    items.unchanged = plan.items(in: .unchanged).count
    items.needsFixing = plan.items(in: .needsFixing).count
    items.skipped = plan.items(in: .skipped).count
    newHomes = plan.homes.filter { $0.existingID == nil }.map(\.name)
    newLocationCount = plan.locations.count { $0.existingID == nil }
    newLabelCount = plan.labels.count { $0.existingID == nil }
    newPolicyCount = plan.policies.count { $0.existingID == nil }
    photoCount = plan.photos.count
    problems = Self.problems(of: plan)
  }

  private static func problems(of plan: ImportPlan) -> [Problem] {
    let document = plan.document
    var problems = document.problems.map(Problem.init)
    problems += document.homes.flatMap(\.problems).map(Problem.init)
    problems += document.locations.flatMap(\.problems).map(Problem.init)
    problems += document.labels.flatMap(\.problems).map(Problem.init)
    for planned in plan.items {
      let item = document.items[planned.index]
      problems += item.problems.map(Problem.init)
      if case .needsFixing(_, let rules) = planned.bucket {
        problems += rules.map { Problem($0, of: item) }
      }
    }
    return problems + document.policies.flatMap(\.problems).map(Problem.init)
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
    let blocking = problems.filter(\.isBlocking)
    let notices = problems.filter { !$0.isBlocking }
    lines += Self.list("Left out until they are fixed:", blocking)
    lines += Self.list("Imported, and worth a look:", notices)
    return lines.joined(separator: "\n")
  }

  private static func list(_ title: String, _ problems: [Problem]) -> [String] {
    guard !problems.isEmpty else { return [] }
    var lines = [title] + problems.prefix(maxShownProblems).map { "  \($0.sentence)" }
    let more = problems.count - maxShownProblems
    if more > 0 { lines.append("  and \(more) more; --json lists all of them") }
    return lines
  }
}
