import Finances
import Household
import Importing
import Replica
import SQLite
import SyncProtocol

/// The imports into groups of the last 30 days, so that each can be undone.
package typealias GroupImportHistory = PastImports<ApplyGroupImport.Result>

extension GroupImportHistory {
  /// The one that lies beside the history of imports into homes.
  package init(beside homes: ImportHistory) {
    self.init(directory: homes.directory + "-of-groups")
  }
}

extension ApplyGroupImport.Result: TracedPart {
  package var zones: [ZoneID] { [ids.groupID].compactMap(\.self) }
  package var newItemCount: Int { expenseCount }
  package var updatedItemCount: Int { 0 }
}

extension GroupImportTrace: ImportTraceForm {}

/// What came of an import into a group.
package struct GroupImportOutcome: Sendable {
  package let result: ApplyGroupImport.Result
  /// Files of the archive that were not taken; what names them came without.
  package let refused: [UnkeptFile]
  /// By which it can be undone; `nil` if nothing was written.
  package let undoID: String?
}

extension PaperIntake {
  /// Writes an import into a group: receipts and the picture first, each checked like an upload,
  /// then the records, part by part.
  ///
  /// - Parameters:
  ///   - path: of the file that the plan is from.
  ///   - ownName: what the author is called in a new group in which they are nobody of the file.
  ///   - began: told by which it can be undone once it is done.
  ///   - isCurrent: whether nothing has changed since the plan was made.
  package func run(
    _ plan: GroupImportPlan, from path: String, named name: String, ownName: String,
    history: GroupImportHistory, now: Int64, began: (String) -> Void = { _ in },
    progress: @escaping @Sendable (GroupImportRun.Step) -> Void = { _ in },
    isCurrent: @escaping @Sendable () -> Bool = { false },
    write:
      @escaping @Sendable (
        _ relyingOn: Replica.Reliance,
        _ body: @escaping @Sendable (WriteTransaction) throws -> ApplyGroupImport.Result
      ) async throws -> ApplyGroupImport.Result
  ) async throws -> GroupImportOutcome {
    let journal = history.begin(of: pictures.account, fileName: name, now: now)
    began(journal.id)
    do {
      let files = try await keepFiles(of: plan, from: path, named: name, progress)
      let result = try await GroupImportRun(plan, ownName: ownName, files: files.stored)(
        progress: progress,
        apply: { apply, zones in
          let result = try await write(.init(zones: zones)) {
            var apply = apply
            apply.isCurrent = isCurrent()
            let result = try apply($0)
            try journal.note(result)
            return result
          }
          journal.commit(result)
          return result
        })
      return GroupImportOutcome(result: result, refused: files.refused, undoID: journal.keptID)
    } catch let stopped as GroupImportRun.Stopped {
      throw stopped
    } catch {
      // Should it stay, undoing that import finds nothing to undo.
      try? await pictures.pool.run { journal.discard(after: error) }
      throw error
    }
  }

  private func keepFiles(
    of plan: GroupImportPlan, from path: String, named name: String,
    _ progress: @escaping @Sendable (GroupImportRun.Step) -> Void
  ) async throws -> KeptFiles {
    guard !plan.files.isEmpty else { return KeptFiles() }
    let archive = try await pictures.pool.run {
      try ArchivedFiles(path, name: name, of: plan.document)
    }
    return try await pictures.keep(
      plan.files, from: archive, as: self,
      progress: {
        progress(.init(doneCount: $0, totalCount: plan.files.count, areFiles: true))
      })
  }
}

extension GroupImportChoices {
  /// Where a file goes of which nobody has said where: to the group that has some of it already;
  /// else to a new one of its name.
  ///
  /// - Parameters:
  ///   - groups: those in which the author may write.
  ///   - ownName: what the author is called.
  package init(
    for document: ImportedGroup, named fileName: String, among groups: [ZoneID], ownName: String,
    currency: String, in connection: Connection
  ) throws {
    for group in groups
    where try GroupImportPlan.isKnown(document, in: group, connection) {
      self.init(target: .group(group), currency: currency)
      return
    }
    let stem = fileName.lastIndex(of: ".").map { String(fileName[..<$0]) } ?? fileName
    let name = document.name.isEmpty ? stem : document.name
    self.init(
      target: .newGroup(String(name.prefix(TextLimit.name.maxCharacters))), currency: currency)
    ownPerson = document.person(called: ownName)
  }
}

extension ImportedGroup {
  /// The one person who is called like that, or whose first name it is.
  package func person(called name: String) -> Int? {
    let key = NameKey.make(name)
    if let same = people.firstIndex(where: { NameKey.make($0.name) == key }) { return same }
    let first = people.indices.filter {
      NameKey.make(people[$0].name).split(separator: " ").first == key.split(separator: " ").first
    }
    return first.count == 1 ? first[0] : nil
  }
}
