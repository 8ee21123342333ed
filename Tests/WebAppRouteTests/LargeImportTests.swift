import Foundation
import Importing
import Testing
import Things
import Threads

@testable import hearth
@testable import ThingsWeb
@testable import TransferWeb
@testable import Web

/// Imports that take several transactions.
@Suite struct LargeImportTests {
  private static let rowCount = 2100

  private static let table: String = {
    let rows = (0..<rowCount).map {
      "a\($0),Thing \($0),Cellar / Box \($0 % 5),Tag \($0 % 7),1,\($0 % 90).50\n"
    }
    return "HB.import_ref,HB.name,HB.location,HB.tags,HB.quantity,HB.purchase_price\n"
      + rows.joined()
  }()

  @Test("all of a large file is there when it is done, and all of it is taken back at once")
  func undone() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let (address, _) = try await anna.preview("things.csv", Array(Self.table.utf8), home: home)
    let result = try await anna.runImport(address, home: home)
    #expect(result.status == 200)
    let export = try await anna.get("/homes/\(home)/export")
    #expect(export.text.components(separatedBy: "\r\n").count == Self.rowCount + 2)
    #expect(try await anna.get("/items?q=thing+2099").text.contains("Thing 2099"))
    let (_, again) = try await anna.preview("things.csv", Array(Self.table.utf8), home: home)
    #expect(again.text.contains(catalogue.nothingNew))

    let link = String(try #require(result.text.firstMatch(of: /\/imports\/[^"\/]+\/undo/)).0)
    try addUncommittedPart(below: hearth.folder + "/history")
    #expect(try await anna.get(link).text.contains("2,100"))
    #expect(try await anna.submit(link).status == 303)
    let left = try await anna.get("/homes/\(home)/export")
    #expect(left.text.components(separatedBy: "\r\n").count == 2)
    #expect(try await anna.get(link).status == 410)
  }

  /// What a crash leaves that comes before a part is committed: it is kept, and nothing is there.
  private func addUncommittedPart(below folder: String) throws {
    let name = try #require(Files.all(below: folder).first { $0.hasSuffix(".trace") })
    let url = URL(fileURLWithPath: folder + "/" + name)
    let kept = try Data(contentsOf: url)
    #expect(kept.split(separator: 0x0A).count > 1)
    let never = """
      {"homes":[],"locations":[],"labels":["0 1"],"items":["2 3"],"changedItems":[],\
      "policies":[],"photos":[]}
      """
    try (kept + Data("\(never)\n".utf8)).write(to: url)
  }

  @Test("an import that stops between two parts says so, and goes on when it is run again")
  func stopped() async throws {
    let base = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: base) }  // Nothing depends on it.
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: false)
    let path = base + "/things.csv"
    try Data(Self.table.utf8).write(to: URL(fileURLWithPath: path))
    let terminal = Terminal(
      write: { _ in }, writeError: { _ in }, readSecret: { _ in "a long password of anna" })
    #expect(
      await Program.run(["account", "create", "anna", "--data", base + "/data"], terminal) == .ok)
    let folder = DataFolder(path: base + "/data")
    try folder.create()
    let hub = try LocalHub(folder)
    let account = try hub.account(named: "anna")
    let importer = Importer(
      hub: hub, account: account, directory: folder.replicas, imageProgram: Hearth.program)
    let request = Importer.Request(path: path, isDryRun: false)

    // The second part finds no room for what it would need to be taken back.
    let own = "\(folder.history)/\(account.id)"
    let failure = await #expect(throws: ImportRun.Stopped.self) {
      try await importer.run(InventoryFile.open(path), request) { step in
        guard step.hasPrefix("Writing: "), !step.hasPrefix("Writing: 0 ") else { return }
        // What cannot be made fails the import all the same.
        try? FileManager.default.removeItem(atPath: own)
        _ = FileManager.default.createFile(atPath: own, contents: nil)
      }
    }
    let written = try #require(failure).result.newItemCount
    #expect((1..<Self.rowCount).contains(written))
    let words = CommandFailure(try #require(failure))
    #expect(words.message.contains("\(written) items were written before"))
    try FileManager.default.removeItem(atPath: own)

    let report = try await importer.run(InventoryFile.open(path), request) { _ in }
    #expect(report.items.unchanged == written)
    #expect(report.items.new == Self.rowCount - written)
    let history = ImportHistory(directory: folder.history)
    let entries = history.entries(of: account.id, now: Posix.nowMilliseconds())
    #expect(entries.map(\.newItemCount) == [Self.rowCount - written])
  }
}
