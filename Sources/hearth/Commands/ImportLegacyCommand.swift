import Glibc
import Household

/// `hearth import legacy`: imports the phone app's database, or an old data folder of it.
enum ImportLegacyCommand {
  static let command = Command(
    path: ["import", "legacy"], summary: "Bring over the database of MovingBox, with its photos",
    details: """
      Reads a folder with the app's database (a file that ends in .sqlite, .sqlite3, .db or \
      .store) and perhaps a folder Images, the database alone, or a ZIP that the app has made of \
      it. What is there is only read: it is never changed, moved or removed. Ids stay; rooms, \
      items and labels without a home go to the primary one. Every row that is changed, guessed or \
      left out is told of with its reason. Running it again adds what was missing, such as a photo \
      that was not there, and changes nothing else; the import page takes an import back.
      """,
    operands: [.init(name: "STORE", help: "the folder, database or ZIP")],
    options: [
      .value(
        "home", "HOME",
        "the home for rows that name none, by its id or its name, instead of the store's primary one"
      ),
      .value("images", "DIR", "a folder with photos that lie elsewhere"),
      .value("report", "FILE", "write every decision to a new file: .csv, or .json"), .data,
      .value("account", "NAME", "who imports; may be left out when there is one account"),
      .value("currency", "CODE", "of all amounts; by default the person's own"),
      .flag("dry-run", "only say what would happen"), .json,
    ],
    examples: [
      .init(
        "hearth import legacy ./MovingBox --dry-run", "looks, without an account or data folder"),
      .init(
        "hearth import legacy MovingBox-database-2026-02-28.zip --account ana", "brings it over"),
      .init("hearth import legacy app.sqlite --images ./Images --report rows.csv", "with a list"),
    ]
  ) { invocation in try await run(invocation) }

  /// Runs the import, also for `hearth import`, which recognises such a database.
  static func run(_ invocation: Invocation) async throws -> ExitCode {
    let path = try invocation.requiredOperand(0)
    let list = invocation["report"]
    if let list, Posix.exists(list) {
      throw CommandFailure.refused("\(list) exists already; name a new file with --report")
    }
    let isDryRun = invocation.has("dry-run")
    var importer = try Importer.make(invocation)
    let folder = importer.hub.folder
    let hasFolder = importer.directory == folder.replicas
    if hasFolder { try Posix.makeFolder(folder.temporary) }
    let temporary = (hasFolder ? folder.temporary : importer.directory) + "/legacy-\(getpid())"
    defer { LegacySource.remove(temporary) }
    let store = try LegacySource.open(path, images: invocation["images"], temporary: temporary)
    let request = Importer.Request(
      path: path, home: invocation["home"], currency: try ImportCommand.currency(invocation),
      isDryRun: isDryRun)
    let terminal = invocation.terminal
    if !isDryRun, terminal.isProcess { importer.interruption = .bySignals(terminal) }
    let report = try await importer.bring(store, request) { terminal.complain($0) }
    if let list {
      let text = list.lowercased().hasSuffix(".json") ? try JSONText.encode(report) : report.csv
      try Posix.write(text.utf8, to: list)
    }
    try invocation.report(report) { report.text }
    return report.isVerified == false ? .failed : .ok
  }
}
