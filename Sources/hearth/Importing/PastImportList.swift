import Household
import Intake
import SyncProtocol
import Values

/// What was imported lately, of one kind: what `imports` lists, and undoing takes from there.
struct PastImportList<Part: TracedPart>: Sendable {
  /// The first word of its commands.
  let area: String
  /// What the list is of.
  let summary: String
  let nothing: String
  /// What is counted of an import; else it is all records.
  var countsExpenses = false
  let options: [Command.Option]
  let history: @Sendable (_ beside: ImportHistory) -> PastImports<Part>

  private struct Row: Encodable {
    let id: String
    let fileName: String
    let importedAt: String
    let recordCount: Int?
    let expenseCount: Int?
  }

  var command: Command {
    Command(
      path: [area, "imports"], summary: summary,
      details: "Those of the last 30 days, the newest first; each can be undone.",
      options: options,
      examples: [.init("hearth \(area) imports --json", "with their ids, for a program")]
    ) { invocation in
      let place = try MoneyPlace.open(invocation)
      let entries = history(place.importHistory)
        .entries(of: place.accountID, now: Posix.nowMilliseconds())
      let rows = entries.map { entry in
        Row(
          id: entry.id, fileName: entry.fileName, importedAt: TimeText.text(entry.importedAt),
          recordCount: countsExpenses ? nil : entry.newItemCount,
          expenseCount: countsExpenses ? entry.newItemCount : nil)
      }
      return try invocation.report(RowList(items: rows)) {
        rows.isEmpty
          ? nothing
          : TextColumns(
            entries.map {
              [TimeText.text($0.importedAt), $0.fileName, "\($0.newItemCount)", $0.id]
            }
          ).text
      }
    }
  }

  /// The operand that names an import.
  var operand: Command.Operand {
    .init(name: "ID", help: "as hearth \(area) imports lists it")
  }

  /// The import that the first operand names.
  func named(
    _ invocation: Invocation, in place: MoneyPlace
  ) throws -> (id: String, trace: Part.Trace) {
    let id = try invocation.requiredOperand(0)
    let found = try history(place.importHistory)
      .find(id, of: place.accountID, now: Posix.nowMilliseconds())
    guard let found else {
      throw CommandFailure.refused("there is no such import; see hearth \(area) imports")
    }
    return (id, found.trace)
  }

  /// Forgets an import that was undone.
  func forget(_ id: String, in place: MoneyPlace) {
    history(place.importHistory).remove(id, of: place.accountID)
  }
}

extension MoneyPlace {
  /// The imports into homes of the last 30 days; those of other kinds lie beside it.
  var importHistory: ImportHistory {
    switch self {
    case .hub(let hub, _): ImportHistory(directory: hub.folder.history)
    case .device(let folder, _): ImportHistory(directory: folder.history)
    }
  }
}
