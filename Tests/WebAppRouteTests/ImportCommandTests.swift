import Foundation
import Importing
import StoredZip
import Testing
import Threads

@testable import hearth
@testable import ThingsWeb
@testable import Web

@Suite("hearth import of an archive")
struct ImportArchiveCommandTests {
  private static let inventory = """
    Title,Location,Home,Quantity,PhotoFilename
    Sofa,Lounge,Lake Cabin,1,sofa.png
    Chair,Lounge,Lake Cabin,4,chair.png
    """

  @Test("a photo that cannot be read is told of in the words of the pages; the rest is kept")
  func brokenPhoto() async throws {
    let base = NSTemporaryDirectory() + "hearth-archive-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: base) }
    let terminal = Terminal(
      write: { _ in }, writeError: { _ in }, readSecret: { _ in "a long password of anna" })
    #expect(
      await Program.run(["account", "create", "anna", "--data", base + "/data"], terminal) == .ok)
    var zip = StoredZip.bytes([
      ("export/inventory.csv", Array(Self.inventory.utf8)),
      ("export/photos/sofa.png", TestPictures.png),
      ("export/photos/chair.png", Array(repeating: 0x55, count: 400)),
    ])
    let spot = try #require(zip.firstRange(of: Array(repeating: 0x55, count: 400))?.lowerBound)
    zip[spot + 200] = 0x56
    let path = base + "/cabin.zip"
    try Data(zip).write(to: URL(fileURLWithPath: path))

    let folder = DataFolder(path: base + "/data")
    try folder.create()
    let hub = try LocalHub(folder)
    let account = try hub.account(named: "anna")
    let importer = Importer(
      hub: hub, account: account, directory: folder.replicas, imageProgram: Hearth.program)
    let report = try await importer.run(
      InventoryFile.open(path), .init(path: path, isDryRun: false)
    ) { _ in }
    #expect(report.items.new == 2)
    #expect(report.photoCount == 1)
    let sentence = catalogue.problem(
      ImportProblemRow(file: path, line: nil, text: "chair.png", reason: .photoDamaged))
    #expect(report.problems.map(\.sentence) == [sentence])
    #expect(report.text.contains("  \(sentence)"))
    #expect(Files.all(below: folder.temporary).isEmpty)
    // What the pages offer to take back.
    let history = ImportHistory(directory: folder.history)
    let entries = history.entries(of: account.id, now: Posix.nowMilliseconds())
    #expect(entries.map(\.fileName) == ["cabin.zip"])
    #expect(entries.map(\.newItemCount) == [2])
  }
}
