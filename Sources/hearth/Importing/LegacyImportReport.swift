import Legacy
import Things

/// The report of importing an older store, or of a dry run, row by row, for people and for
/// programs.
struct LegacyImportReport: Encodable, Sendable {
  struct Table: Encodable, Sendable {
    /// The table's name in the store.
    let table: String
    let found: Int
    let brought: Int
    let merged: Int
    let leftOut: Int
  }

  struct Row: Encodable, Sendable {
    let table: String
    let id: String
    let name: String
    /// `changed`, `guessed`, `merged` or `leftOut`.
    let action: String
    /// A code for programs, such as `homeMissing`.
    let reason: String
    let sentence: String
  }

  struct File: Encodable, Sendable {
    let table: String
    let rowID: String
    let file: String
    let sha256: String?
    /// `ready`, `stored`, `missing`, `refused` or `unused`.
    let state: String
  }

  private static let maxShownRows = 8

  /// The path as the person gave it; the store itself is never changed.
  let store: String
  let isDryRun: Bool
  let tables: [Table]
  /// The number of records in each of Hearth's tables: those that the store yields, those present
  /// before, and those present now.
  let staged: [String: Int]
  let presentBefore: [String: Int]
  private(set) var presentAfter: [String: Int]?
  private(set) var rows: [Row]
  private(set) var files: [File]
  /// Whether everything that the store yields is now in Hearth, apart from refused files; `nil` in
  /// a dry run.
  private(set) var isVerified: Bool?

  init(_ household: LegacyHousehold, _ plan: RestorePlan, path: String, _ isDryRun: Bool) {
    store = path
    self.isDryRun = isDryRun
    tables = household.counts.map { count in
      Table(
        table: count.table, found: count.found, brought: count.taken, merged: count.merged,
        leftOut: count.leftOut)
    }
    staged = household.staged
    presentBefore = plan.presentCounts
    rows = household.decisions.map { Row($0) }
    files = household.files.map { File($0) }
  }

  /// Adds the results that only writing can give.
  mutating func finish(_ household: LegacyHousehold, after plan: RestorePlan) {
    rows = household.decisions.map { Row($0) }
    files = household.files.map { File($0) }
    presentAfter = plan.presentCounts
    let refused = household.files.count { $0.state == .refused && $0.sha256 != nil }
    let missing = plan.newCounts.filter { !["photos", "attachments"].contains($0.key) }
    let missingFiles = (plan.newCounts["photos"] ?? 0) + (plan.newCounts["attachments"] ?? 0)
    isVerified = missing.isEmpty && missingFiles <= refused
  }

  // MARK: For a person

  var text: String {
    var lines = ["\(store)\(isDryRun ? ": nothing was written" : ""):"]
    let width = (tables.map(\.table.count).max() ?? 0) + 2
    for table in tables {
      let name = table.table.padding(width)
      var parts = ["\(table.found) found", "\(table.brought) \(isDryRun ? "to bring" : "brought")"]
      if table.merged > 0 { parts.append("\(table.merged) the same as another") }
      if table.leftOut > 0 { parts.append("\(table.leftOut) left out") }
      lines.append("  \(name)\(parts.joined(separator: ", "))")
    }
    lines += recordLines
    for action in LegacyDecision.Action.allCases { lines += list(action) }
    lines += fileLines
    lines.append(
      "\(store) was only read; Hearth never changes or removes it. Keep it until you have looked.")
    return lines.joined(separator: "\n")
  }

  private var recordLines: [String] {
    let before = presentBefore.values.reduce(0, +)
    let all = staged.values.reduce(0, +)
    guard let presentAfter else {
      return ["\(all) records, \(before) of them in Hearth already"]
    }
    let now = presentAfter.values.reduce(0, +)
    let verdict = isVerified == true ? "counted and found whole" : "NOT ALL THERE: import it again"
    return ["\(now) of \(all) records are in Hearth, \(now - before) of them new: \(verdict)"]
  }

  private var fileLines: [String] {
    guard !files.isEmpty else { return [] }
    var counts: [String: Int] = [:]
    for file in files { counts[file.state, default: 0] += 1 }
    let words: [(LegacyFileNote.State, String)] = [
      (.stored, "safe in Hearth"), (.ready, "ready"), (.missing, "missing"),
      (.refused, "not readable as a photo or paper"), (.unused, "named by no row"),
    ]
    let parts = words.compactMap { state, words in
      counts[state.rawValue].map { "\($0) \(words)" }
    }
    var lines = ["Photos and papers: \(parts.joined(separator: ", "))"]
    if counts["missing"] != nil || counts["refused"] != nil {
      lines.append("  put those that are missing in their place and import again: they are added")
    }
    return lines
  }

  private func list(_ action: LegacyDecision.Action) -> [String] {
    let rows = rows.filter { $0.action == action.rawValue }
    guard !rows.isEmpty else { return [] }
    let title =
      switch action {
      case .changed: "Brought with a change:"
      case .guessed: "Brought with a guess:"
      case .merged: "The same as another row:"
      case .leftOut: "Left out:"
      }
    var lines = [title] + rows.prefix(Self.maxShownRows).map { "  \($0.sentence)" }
    if rows.count > Self.maxShownRows {
      lines.append("  and \(rows.count - Self.maxShownRows) more; --report FILE lists all of them")
    }
    return lines
  }

  // MARK: As a file

  /// Every decision and every file as CSV, for a spreadsheet.
  var csv: String {
    var lines = ["table,id,name,result,reason,sha256,what"]
    for row in rows {
      lines.append(
        Self.line([row.table, row.id, row.name, row.action, row.reason, "", row.sentence]))
    }
    for file in files {
      lines.append(
        Self.line([file.table, file.rowID, file.file, file.state, "file", file.sha256 ?? "", ""]))
    }
    return lines.joined(separator: "\r\n") + "\r\n"
  }

  private static func line(_ cells: [String]) -> String {
    cells.map { cell in
      // Keeps a spreadsheet from taking the text for a formula.
      let isFormula = cell.first.map { "=+-@\t".contains($0) } ?? false
      let text = isFormula ? "'" + cell : cell
      let isPlain = !text.contains { ",\"\r\n".contains($0) }
      return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
    }.joined(separator: ",")
  }
}

extension LegacyImportReport.File {
  init(_ note: LegacyFileNote) {
    self.init(
      table: note.table, rowID: note.rowID, file: note.file, sha256: note.sha256,
      state: note.state.rawValue)
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
