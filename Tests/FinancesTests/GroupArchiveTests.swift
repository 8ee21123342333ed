import Finances
import Foundation
import Household
import Importing
import SQLite
import SyncProtocol
import SyncTestSupport
import TestSupport
import Testing
import Things
import Values

/// Groups in an archive with the files of their receipts and their pictures.
@Suite struct GroupArchiveTests {
  private struct Missing: Error {}

  /// Files in a folder, named by the hashes of their bytes.
  private final class Files {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private(set) var papers: [StoredPaper] = []
    private(set) var image = StoredPaper(blobHash: "", byteCount: 0, media: .png)

    init(_ count: Int, _ random: inout SeededRandom) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // The last one is the picture.
      for _ in 0...count {
        let size = Int.random(in: 1...40_000, using: &random)
        let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
        let hash = Self.hash(bytes)
        try Data(bytes).write(to: folder.appendingPathComponent(hash))
        papers.append(StoredPaper(blobHash: hash, byteCount: Int64(size), media: .pdf))
      }
      image = papers.removeLast()
    }

    deinit {
      do {
        try FileManager.default.removeItem(at: folder)
      } catch {
        Issue.record(error)
      }
    }

    static func hash(_ bytes: [UInt8]) -> String {
      let sum = SHA256Sum()
      sum.add(bytes)
      return sum.finish()
    }

    var picture: StoredPhoto {
      StoredPhoto(
        blobHash: image.blobHash, byteCount: image.byteCount, kind: .png, width: 3, height: 2)
    }

    /// Everything as one archive, without the files that are lost.
    func archive(of connection: Connection, losing lost: Set<String>) throws -> String {
      let path = folder.appendingPathComponent("hearth.zip").path
      var bytes: [UInt8] = []
      let box = Box()
      let writer = try connection.transaction {
        try ArchiveWriter(
          of: nil, documents: Finances.archived(in: connection), in: connection, now: 0
        ) { box.bytes += $0 }
      }
      bytes = box.bytes
      let pieces = ArchivePieces(writer) { [folder] hash in
        lost.contains(hash) ? nil : folder.appendingPathComponent(hash).path
      }
      while let piece = try pieces.next() { bytes += piece }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return path
    }

    private final class Box { var bytes: [UInt8] = [] }
  }

  private func read(_ path: String, _ index: Int) throws -> ImportedGroup {
    let file = try ExpenseFile.open(path, name: "hearth.zip")
    return try file.read(
      ImportOptions(currency: Currency(code: "EUR", exponent: 2)), group: file.groups[index])
  }

  /// Imports into a new group, with the files of the archive whose bytes are what they should be.
  private func bring(
    _ document: ImportedGroup, _ path: String, _ files: Files, on device: SyncDevice
  ) async throws -> (plan: GroupImportPlan, result: ApplyGroupImport.Result) {
    var choices = GroupImportChoices(target: .newGroup("Copy"), currency: "EUR")
    choices.ownPerson = 0
    let plan = try GroupImportPlan(document, choices, in: device.connection)
    let archive = try ArchivedFiles(path, name: "hearth.zip", of: document)
    var stored: [String: KeptFile] = [:]
    for file in plan.files {
      let stream = try #require(archive.content(file.blobHash)).open()
      var (bytes, piece): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 1000))
      while case let count = try stream.read(into: &piece), count > 0 { bytes += piece[..<count] }
      #expect(Files.hash(bytes) == file.blobHash)
      stored[file.blobHash] =
        file.paperName == nil
        ? .photo(files.picture)
        : .paper(StoredPaper(blobHash: file.blobHash, byteCount: Int64(bytes.count), media: .pdf))
    }
    let result = try device.write { [stored] in
      try ApplyGroupImport(plan, files: stored, ownName: "Ann")($0)
    }
    return (plan, result)
  }

  @Test(
    "random groups with a picture and receipts come back the same from an archive, for anybody",
    arguments: 0..<5)
  func roundTrip(_ seed: Int) async throws {
    let (world, other) = (try GroupWorld(), try GroupWorld())
    var random = SeededRandom(seed: UInt64(seed) + 5)
    let files = try Files(5, &random)
    for paper in files.papers + [files.image] {
      for hub in [world.world.hub, other.world.hub] {
        try hub.noteUpload(of: paper.blobHash, by: "ann")
      }
    }
    let group = try GroupRoundTripTests().makeGroup(&random, on: world.ann, files: files.papers)
    try world.ann.write { try SetGroupPicture(groupID: group, file: files.picture)($0) }
    let path = try files.archive(of: world.ann.connection, losing: [])
    // Flat is the other group of the archive.
    let document = try read(path, 1)
    let (plan, result) = try await bring(document, path, files, on: other.ann)
    #expect(plan.receiptCount == 10 && result.receiptCount == 10 && plan.files.count == 6)
    #expect(plan.missingReceiptCount == 0 && !plan.isPictureMissing)
    let copy = try #require(result.ids.groupID)
    let before = try GroupRoundTripTests.Said(group, in: world.ann.connection)
    let after = try GroupRoundTripTests.Said(copy, in: other.ann.connection)
    #expect(before == after)
    let pictures = try [
      GroupPicture.of(group, in: world.ann.connection),
      GroupPicture.of(copy, in: other.ann.connection),
    ]
    #expect(pictures[0] != nil && pictures[0]?.blobHash == pictures[1]?.blobHash)
    #expect(pictures[0]?.createdAt == pictures[1]?.createdAt)
    try other.sync()
    #expect(try other.ann.replica.parkedChanges().isEmpty)
  }

  @Test("what an archive has lost stays out of an import and is counted", arguments: 0..<4)
  func lost(_ seed: Int) async throws {
    let (world, other) = (try GroupWorld(), try GroupWorld())
    var random = SeededRandom(seed: UInt64(seed) + 50)
    let files = try Files(4, &random)
    for paper in files.papers + [files.image] {
      for hub in [world.world.hub, other.world.hub] {
        try hub.noteUpload(of: paper.blobHash, by: "ann")
      }
    }
    let group = try GroupRoundTripTests().makeGroup(&random, on: world.ann, files: files.papers)
    try world.ann.write { try SetGroupPicture(groupID: group, file: files.picture)($0) }
    var lost = Set(files.papers.prefix(seed).map(\.blobHash))
    if seed > 0 { lost.insert(files.image.blobHash) }
    let path = try files.archive(of: world.ann.connection, losing: lost)
    let document = try read(path, 1)
    let named = document.expenses.flatMap(\.receipts).map(\.blobHash)
    let (plan, result) = try await bring(document, path, files, on: other.ann)
    #expect(plan.missingReceiptCount == named.count(where: lost.contains))
    #expect(plan.isPictureMissing == (seed > 0))
    #expect(result.receiptCount == 10 - plan.missingReceiptCount && result.expenseCount == 30)
    let copy = try #require(result.ids.groupID)
    #expect(try (GroupPicture.of(copy, in: other.ann.connection) == nil) == (seed > 0))
    // Whoever has the group already has its files.
    let here = try GroupImportPlan(
      document, GroupImportChoices(target: .newGroup("Again"), currency: "EUR"),
      in: world.ann.connection)
    #expect(here.missingReceiptCount == 0 && !here.isPictureMissing)
    #expect(here.receiptCount == 10)
  }

  @Test("an expense takes each file once, and no more than it can have; the rest is counted")
  func surplus() throws {
    let world = try GroupWorld()
    var document = ImportedGroup(format: .hearth)
    document.people = [ImportedPerson(name: "Ann"), ImportedPerson(name: "Bob")]
    var expense = ImportedExpense(
      line: 1, currency: "EUR", amountMinor: 100, mode: .equal,
      parts: [.init(0, paidMinor: 100, owedMinor: 50), .init(1, owedMinor: 50)])
    (expense.title, expense.day, expense.identity) = ("Soup", "2026-06-01", "e1")
    for number in 0..<60 {
      let hash = Files.hash([UInt8(number % 55)])
      document.archivedFiles[hash] = "groups/1 A/receipts/\(number).pdf"
      expense.receipts.append(
        ImportedReceipt(name: "\(number).pdf", blobHash: hash, byteCount: 9, media: "pdf"))
    }
    document.expenses = [expense]
    let plan = try GroupImportPlan(
      document, GroupImportChoices(target: .newGroup("Copy"), currency: "EUR"),
      in: world.ann.connection)
    #expect(plan.receiptCount == 50 && plan.surplusReceiptCount == 5 && plan.files.count == 50)
  }

  @Test("what a known file is, the document does not say")
  func disguised() throws {
    let world = try GroupWorld()
    var random = SeededRandom(seed: 8)
    let files = try Files(1, &random)
    let paper = files.papers[0]
    try world.world.hub.noteUpload(of: paper.blobHash, by: "ann")
    let group = try GroupRoundTripTests().makeGroup(&random, on: world.ann, files: [paper])
    let path = try files.archive(of: world.ann.connection, losing: [paper.blobHash])
    var document = try read(path, 1)
    for index in document.expenses.indices {
      for receipt in document.expenses[index].receipts.indices {
        document.expenses[index].receipts[receipt].media = "png"
        document.expenses[index].receipts[receipt].byteCount = 1 << 40
        document.expenses[index].receipts[receipt].name = "bad/../name\u{202E}"
      }
    }
    var choices = GroupImportChoices(target: .newGroup("Copy"), currency: "EUR")
    choices.ownPerson = 0
    let result = try world.ann.write { [document, choices] transaction in
      try ApplyGroupImport(
        GroupImportPlan(document, choices, in: transaction.connection), ownName: "Ann")(transaction)
    }
    let copy = try #require(result.ids.groupID)
    #expect(copy != group && result.receiptCount == 10)
    let stored = try ExpenseReceipt.all(
      where: "groupID = ?", [.text(copy)], in: world.ann.connection)
    #expect(
      stored.allSatisfy {
        $0.media == .pdf && $0.byteCount == paper.byteCount && $0.name == "receipt.pdf"
      })
  }
}
