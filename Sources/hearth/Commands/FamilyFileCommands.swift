import Families
import HearthDomain
import Household
import Intake
import Replica
import SyncProtocol
import Things
import Values
import Wording

/// The commands about a family in a file.
enum FamilyFileCommands {
  static let all = [export, bring, past.command, undo]

  private static let options: [Command.Option] = [
    .data, .value("account", "NAME", "for whom; may be left out when there is one account"), .json,
  ]

  private struct Exported: Encodable {
    let path: String
    let fileCount: Int
    let missingFileCount: Int
  }

  private static let export = Command(
    path: ["family", "export"], summary: "Write the family into one file",
    details: """
      Its settings, people's names and faces, routines with steps and pictures, who was away, what \
      was ticked and approved, photos, rewards and wishes. hearth family import reads it; an \
      export of everything has it, too. It may run beside a server.
      """,
    operands: [.init(name: "FILE", help: "the ZIP to make, which must not exist")],
    options: options,
    examples: [.init("hearth family export lindqvist.zip", "to keep or to move")]
  ) { invocation in
    let out = try invocation.requiredOperand(0)
    guard !Posix.exists(out) else {
      throw CommandFailure.refused("\(out) exists already; choose another name")
    }
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: invocation["account"])
    try Posix.makeFolder(hub.folder.replicas)
    let row = try await hub.withReplica(of: account, in: hub.folder.replicas) { file, _ in
      try file.read { connection in
        let documents = try FamilyDocument.archived(in: connection)
        guard !documents.isEmpty else {
          throw CommandFailure.refused("the account is in no family; nothing was written")
        }
        var counts = (files: 0, missing: 0)
        try Posix.write(to: out) { sink in
          let archive = try ArchiveWriter(
            documents: documents, in: connection, now: Posix.nowMilliseconds(), to: sink)
          let pieces = ArchivePieces(archive) { hub.folder.file($0) }
          while let piece = try pieces.next() { try sink(piece) }
          counts = (archive.files.count, pieces.missing.count)
        }
        return Exported(
          path: out, fileCount: counts.files - counts.missing, missingFileCount: counts.missing)
      }
    }
    try hub.note(hiddenFrom: account, on: invocation.terminal)
    return try invocation.report(row) {
      "Wrote the family with \(row.fileCount) pictures to \(row.path)."
        + (row.missingFileCount == 0
          ? "" : "\n\(row.missingFileCount) pictures are not here; hearth doctor says which.")
    }
  }

  private static let bring = Command(
    path: ["family", "import"], summary: "Bring a family back from a file",
    details: """
      It becomes a family of the account's own. An account that is in a family already can bring \
      back that one, and any into one that has nothing in it yet: found it, let everybody join, \
      and say with --person who is who. Whoever is not in the family stays a name. What is there \
      stays as it is, so importing a file again adds nothing. It may run beside a server.
      """,
    operands: [
      .init(name: "FILE", help: "as hearth family export or hearth export --format zip writes it")
    ],
    options: [
      .values(
        "person", "NAME=PERSON",
        "who somebody of the file is in the family; nothing behind = keeps only the name"),
      .flag("dry-run", "only say what would happen"),
    ] + options,
    examples: [
      .init("hearth family import lindqvist.zip --dry-run", "looks first"),
      .init("hearth family import lindqvist.zip --person Cyd=cyd", "Cyd has joined already"),
    ]
  ) { invocation in
    let (path, name) = try invocation.importedFile(0)
    guard let archive = try Importer.family(path, name) else {
      throw CommandFailure.refused(Catalogue().familyFile(.notAFamily))
    }
    var importer = try Importer.make(invocation)
    let terminal = invocation.terminal
    if !invocation.has("dry-run"), terminal.isProcess {
      importer.interruption = .bySignals(terminal)
    }
    let row = try await importer.bring(
      archive, as: invocation.all("person"), isDryRun: invocation.has("dry-run")
    ) { terminal.complain($0) }
    return try invocation.report(row) { row.text }
  }

  // MARK: Taking back

  private static let past = PastImportList(
    area: "family", summary: "List the families that were brought back",
    nothing: "No family was brought back in the last 30 days.", options: options,
    history: { FamilyImportHistory(beside: $0) })

  private struct Undone: Encodable {
    let removedCount: Int
    let keptCount: Int
    /// Whether the family is gone, too.
    let isWhole: Bool
  }

  private static let undo = Command(
    path: ["family", "undo"], summary: "Take back that a family was brought back",
    details: """
      What the import made goes; what somebody has changed since stays, and so does a routine of \
      which something was done since. A family that it made goes as a whole if nothing was added \
      and nobody else is in it.
      """,
    operands: [past.operand], options: options,
    examples: [.init("hearth family undo 7Zk…", "that import")]
  ) { invocation in
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: invocation["account"])
    let place = MoneyPlace.hub(hub, account)
    let found = try past.named(invocation, in: place)
    try Posix.makeFolder(hub.folder.replicas)
    let undo = UndoFamilyImport(found.trace)
    let plan = try await hub.withReplica(of: account, in: hub.folder.replicas) {
      replica, transport in
      let plan = try replica.read { try undo.plan(in: $0) }
      for part in plan.parts {
        try await replica.confirm(relyingOn: undo.reliance, via: transport) {
          try undo(plan, part: part, $0)
        }
      }
      return plan
    }
    past.forget(found.id, in: place)
    let row = Undone(
      removedCount: plan.records.count, keptCount: plan.keptCount, isWhole: plan.isWhole)
    return try invocation.report(row) {
      (row.isWhole ? "The family is gone." : "Took back \(row.removedCount) records.")
        + (row.keptCount == 0 ? "" : " \(row.keptCount) are in use and stay.")
    }
  }
}
