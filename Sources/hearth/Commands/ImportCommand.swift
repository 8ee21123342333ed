import Hub
import Importing
import Replica
import SyncProtocol
import Things
import Values
import Wording

/// `hearth import`: reads an inventory file into a home, after showing what it would do.
enum ImportCommand {
  static let command = Command(
    path: ["import"], summary: "Import an archive of Hearth, or a file of Homebox or MovingBox",
    details: """
      Reads an archive that hearth export --format zip has made: what is there already stays as \
      it is, what is missing is added, with its photos and papers; a family in it comes back as \
      by hearth family import. Or reads a CSV or TSV file of \
      Homebox, or a ZIP or CSV file of MovingBox, and writes what is new or has changed. A \
      database of MovingBox, or a folder with one, is read as by hearth import legacy. \
      Importing a file again changes nothing, and goes on where an import has stopped. Rows that \
      need fixing are listed and left out. Files that name no home go to --home, which is made \
      when it is not there. It may run beside a server; pages and the API show the \
      result within a second.
      """,
    operands: [.init(name: "FILE", help: "the file to import")],
    options: [
      .value(
        "home", "HOME",
        "the home for rows that name none, by its id or its name; by default the primary one"),
      .data, .value("account", "NAME", "who imports; may be left out when there is one account"),
      .value("currency", "CODE", "of amounts that name none; by default the person's own"),
      .flag("dry-run", "only say what would happen"), .json,
    ],
    examples: [
      .init("hearth import homebox.csv --dry-run", "looks, without an account or a data folder"),
      .init("hearth import homebox.csv --home 'Our flat'", "into a home, made when it is missing"),
      .init("hearth import ana.zip", "everything that was exported, into an empty account too"),
      .init("hearth import movingbox.zip --account ana --json", "homes and photos of an archive"),
    ]
  ) { invocation in
    let path = try invocation.requiredOperand(0)
    if LegacySource.isOne(path) { return try await ImportLegacyCommand.run(invocation) }
    // First of all, so that an unreadable file leaves everything as it is.
    let (_, name) = try invocation.importedFile(0)
    let archive: HouseholdArchive?
    do {
      archive = try HouseholdArchive.open(path, name: name)
    } catch let failure as HouseholdArchive.Failure {
      throw CommandFailure.refused(Catalogue().problem(ImportFileProblem(failure)))
    }
    let file = archive == nil ? try InventoryFile.open(path) : nil
    let isDryRun = invocation.has("dry-run")
    var importer = try Importer.make(invocation)
    let terminal = invocation.terminal
    if !isDryRun, terminal.isProcess { importer.interruption = .bySignals(terminal) }
    guard let file else {
      guard let archive else { preconditionFailure("a file is of one kind") }
      let family = try Importer.family(path, name)
      var report = try await importer.restore(archive, isDryRun: isDryRun) {
        terminal.complain($0)
      }
      if let family {
        do {
          report.family = try await importer.bring(family, as: [], isDryRun: isDryRun) {
            terminal.complain($0)
          }
        } catch let failure as CommandFailure where failure.code == .refused {
          report.familyRefusal = failure.message
        }
      }
      return try invocation.report(report) { report.text }
    }
    let request = Importer.Request(
      path: path, home: invocation["home"], currency: try currency(invocation), isDryRun: isDryRun)
    let report = try await importer.run(file, request) { terminal.complain($0) }
    return try invocation.report(report) { report.text }
  }

  static func currency(_ invocation: Invocation) throws -> String? {
    guard let code = invocation["currency"]?.uppercased() else { return nil }
    guard Currency(code: code) != nil else {
      throw CommandFailure.usage("import: \(code) is no currency; write three letters, such as EUR")
    }
    return code
  }
}
