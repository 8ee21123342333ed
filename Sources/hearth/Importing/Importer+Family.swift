import Families
import Household
import Intake
import Replica
import SQLite
import SyncProtocol
import Values
import Wording

/// What came of bringing a family back.
struct FamilyImportRow: Encodable, Sendable {
  struct Person: Encodable, Sendable {
    /// As the file says it.
    let name: String
    /// Who it is in the family; `null` if only the name stays.
    let is_: OrNull<String>

    enum CodingKeys: String, CodingKey {
      case name
      case is_ = "personID"
    }
  }

  struct Fault: Encodable, Sendable {
    let line: Int
    /// A code for programs.
    let reason: String
    let isLeftOut: Bool
    let sentence: String
  }

  private static let maxShownProblems = 20

  let name: String
  let isDryRun: Bool
  /// Whether it becomes a new family.
  let isNew: Bool
  /// New records by what they are, such as `routine` and `tick`.
  var new: [String: Int]
  let present: [String: Int]
  let people: [Person]
  var problems: [Fault]
  /// All of them, also those that are not listed.
  var problemCount: Int
  /// By which `hearth family undo` takes it back.
  var undoID: String?

  init(_ plan: FamilyImportPlan, isDryRun: Bool) {
    name = plan.archive.familyName
    self.isDryRun = isDryRun
    isNew = plan.familyID == nil
    new = Self.named(plan.newCounts)
    present = Self.named(plan.presentCounts)
    people = plan.people.map { Person(name: $0.person.name, is_: OrNull($0.accountID)) }
    problems = plan.archive.problems.map(Self.fault)
    problemCount = plan.archive.problemCount
  }

  mutating func add(_ outcome: FamilyImportOutcome) {
    new = Self.named(outcome.result.counts)
    problems += outcome.result.problems.map(Self.fault)
    problemCount += outcome.result.problems.count
    undoID = outcome.undoID
  }

  private static func named(_ counts: [FamilyArchive.Subject: Int]) -> [String: Int] {
    counts.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value }
  }

  private static func fault(_ problem: FamilyArchive.Problem) -> Fault {
    Fault(
      line: problem.line, reason: problem.reason.rawValue, isLeftOut: problem.reason.isLeftOut,
      sentence: Catalogue().familyProblem(problem))
  }

  var text: String {
    let words = Catalogue()
    var lines = [
      "The family \(name)\(isDryRun ? ": nothing was written" : isNew ? ", which is new" : ""):"
    ]
    for subject in FamilyArchive.Subject.allCases {
      let counts = (new[subject.rawValue] ?? 0, present[subject.rawValue] ?? 0)
      guard counts != (0, 0) else { continue }
      lines.append("  \(words.familyParts(subject)): \(counts.0) new, \(counts.1) there already")
    }
    let names = people.filter { $0.is_.value == nil }.map(\.name)
    if !names.isEmpty {
      lines.append("  only names: \(names.joined(separator: ", ")) (say who with --person)")
    }
    lines += problems.prefix(Self.maxShownProblems).map { "  " + $0.sentence }
    if problemCount > Self.maxShownProblems {
      lines.append("  and \(problemCount - Self.maxShownProblems) more like these")
    }
    if let undoID { lines.append("Take it back within 30 days: hearth family undo \(undoID)") }
    return lines.joined(separator: "\n")
  }
}

extension Importer {
  /// Opens the family of a file; `nil` if it has none. Throws for one that cannot be read.
  static func family(_ path: String, _ name: String) throws -> FamilyArchive? {
    do {
      return try FamilyArchive(path: path, name: name)
    } catch FamilyArchive.Failure.notAFamily {
      return nil
    } catch let failure as FamilyArchive.Failure {
      throw CommandFailure.refused(Catalogue().familyFile(failure))
    }
  }

  /// Brings a family back: what is there stays as it is, and what is missing is added.
  ///
  /// - Parameter people: who is who, each as `NAME=PERSON`.
  func bring(
    _ archive: FamilyArchive, as people: [String], isDryRun: Bool,
    progress: @escaping @Sendable (String) -> Void
  ) async throws -> FamilyImportRow {
    try await hub.withReplica(of: account, in: directory) { replica, transport in
      guard try replica.hiddenZones() == nil else {
        throw CommandFailure.refused(
          "the family was not imported: the account's families may be hidden now")
      }
      let plan: FamilyImportPlan
      do {
        plan = try replica.read { connection in
          let own = try Profile.own(in: connection)?.displayName
          let name = own.flatMap { $0.isEmpty ? nil : $0 } ?? account.name
          let first = try FamilyImportPlan(
            archive, own: (account.id, name), in: connection)
          guard !people.isEmpty else { return first }
          return try FamilyImportPlan(
            archive, choices: Self.choices(people, first), own: (account.id, name),
            in: connection)
        }
      } catch let refusal as FamilyImportPlan.Refusal {
        throw CommandFailure.refused(Catalogue().familyRefusal(refusal))
      }
      var row = FamilyImportRow(plan, isDryRun: isDryRun)
      guard !isDryRun, !plan.isEmpty else { return row }
      let history = FamilyImportHistory(
        beside: ImportHistory(directory: hub.folder.history))
      let outcome = try await hub.withIntake(of: account.id, imageProgram: imageProgram) {
        try await $0.run(
          plan, history: history, now: Posix.nowMilliseconds(),
          progress: { step in
            let what = step.areFiles ? "Pictures" : "Writing"
            progress("\(what): \(step.doneCount) of \(step.totalCount) …")
          },
          write: { reliance, body in
            try interruption.beginPart()
            return try await replica.confirm(relyingOn: reliance, via: transport, body)
          })
      }
      row.add(outcome)
      return row
    }
  }

  private static func choices(
    _ texts: [String], _ plan: FamilyImportPlan
  ) throws -> [AccountID: AccountID] {
    let named = plan.people.map { (id: $0.id, name: $0.person.name) }
    let candidates = plan.candidates.map { (id: $0.id, name: $0.name) }
    return try texts.reduce(into: [:]) { choices, text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw CommandFailure.usage("--person is NAME=PERSON, not '\(text)'")
      }
      let person = try Choice(kind: "person", in: " in the file", place: "--person", all: named)
        .find(String(parts[0])).map { named[$0].id }.get()
      guard !parts[1].isEmpty else { return choices[person] = "" }
      choices[person] = try Choice(
        kind: "person", in: " in the family", place: "--person", all: candidates
      ).find(String(parts[1])).map { candidates[$0].id }.get()
    }
  }
}
