import Household
import SQLite
import SyncProtocol
import Testing
import Things

/// Not the one of the tests' own library.
private typealias Attachment = Things::Attachment

/// Receipts, manuals and other papers of items and policies.
@Suite struct AttachmentTests {
  private func paper(
    _ digit: Character = "a", _ media: Attachment.Media = .pdf
  ) -> StoredPaper {
    StoredPaper(blobHash: String(repeating: digit, count: 64), byteCount: 9, media: media)
  }

  private func add(
    _ name: String, _ file: StoredPaper, kind: Attachment.Kind = .receipt, to item: RecordID,
    home: String = "flat", _ store: TestStore
  ) throws -> Attachment {
    try store.write {
      try AddAttachment(
        homeID: store.id(home), subject: .item(item), kind: kind, name: name, file: file)($0)
    }
  }

  @Test("a paper is kept with its name, kind and file; the same file again is the same paper")
  func roundTrip() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Kettle", home: "flat").id
    let receipt = try add(" receipt 2024.PDF ", paper(), to: item, store)
    #expect(receipt.name == "receipt 2024.PDF")
    #expect(try Attachment.find(receipt.id, in: store.connection) == receipt)
    let again = try add("receipt (1).pdf", paper(), to: item, store)
    #expect(again == receipt)
    #expect(store.lastChanges.isEmpty)
    let note = try add("wiring", paper("b", .text), kind: .other, to: item, store)
    #expect(note.name == "wiring.txt")
    let all = try Attachment.of(
      .item(item), home: store.id("flat"), in: store.connection)
    #expect(all == [receipt, note])
  }

  @Test(
    "D-INV-18 a name that hides characters or leads through folders is refused and told why",
    arguments: [
      ("gp\u{202e}fdp.exe", InputProblem.Reason.hiddenCharacters),
      ("a\u{7}.pdf", .hiddenCharacters), ("a\nb.pdf", .hiddenCharacters),
      ("../secret.pdf", .pathInName), ("C:\\bill.pdf", .pathInName), ("..", .pathInName),
      (" ", .missing), (String(repeating: "x", count: 201), .tooLong(maxCharacters: 200)),
      (String(repeating: "x", count: 199), .tooLong(maxCharacters: 200)),
    ])
  func names(name: String, reason: InputProblem.Reason) throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Kettle", home: "flat").id
    #expect(
      throws: AddAttachment.Failure.invalid([InputProblem(field: .name, reason: reason)])
    ) { try add(name, paper(), to: item, store) }
    let kept = try add("bill.pdf", paper(), to: item, store)
    #expect(
      throws: EditAttachment.Failure.invalid([InputProblem(field: .name, reason: reason)])
    ) {
      try store.write { try EditAttachment(attachmentID: kept.id, name: name, kind: .other)($0) }
    }
    #expect(try store.integer("SELECT count(*) FROM attachments") == 1)
  }

  @Test("an item has at most so many papers, and only papers of its own home's writers")
  func limits() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let item = try store.addItem("Kettle", home: "flat").id
    for index in 0..<Attachment.maxPerSubject {
      let hash = String(index, radix: 16)
      let padded = String(repeating: "0", count: 64 - hash.count) + hash
      _ = try add(
        "p\(index).pdf", StoredPaper(blobHash: padded, byteCount: 1, media: .pdf), to: item, store)
    }
    let reason = InputProblem.Reason.tooMany(max: Attachment.maxPerSubject)
    #expect(
      throws: AddAttachment.Failure.invalid([InputProblem(field: .attachments, reason: reason)])
    ) { try add("one more.pdf", paper(), to: item, store) }
    #expect(throws: AddAttachment.Failure.subjectNotFound) {
      try add("a.pdf", paper(), to: item, home: "cabin", store)
    }
    try store.addHome("seen", role: .readOnly)
    #expect(throws: AddAttachment.Failure.readOnlyHome) {
      try add("a.pdf", paper(), to: item, home: "seen", store)
    }
  }

  @Test("a form that was opened before does not take back what another person changed")
  func edit() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Kettle", home: "flat").id
    let old = try add("scan.pdf", paper(), kind: .other, to: item, store)
    try store.write {
      try EditAttachment(attachmentID: old.id, name: "receipt", kind: .other)($0)
    }
    var edit = EditAttachment(attachmentID: old.id, name: "scan.pdf", kind: .receipt)
    edit.base = ("scan.pdf", .other)
    let paper = try store.write { [edit] in try edit($0) }
    #expect((paper.name, paper.kind) == ("receipt.pdf", .receipt))
  }

  @Test("a deleted paper comes back under its id, unless its item has gone")
  func undo() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Kettle", home: "flat").id
    let kept = try add("scan.pdf", paper(), to: item, store)
    let deleted = try store.write { try DeleteAttachment(attachmentID: kept.id)($0) }
    #expect(try Attachment.find(kept.id, in: store.connection) == nil)
    try store.write { try RestoreAttachment(deleted)($0) }
    #expect(try Attachment.find(kept.id, in: store.connection) == kept)
    #expect(throws: RestoreAttachment.Failure.alreadyThere) {
      try store.write { try RestoreAttachment(deleted)($0) }
    }
    let undo = try store.write { try DeleteItem(itemID: item)($0) }
    #expect(throws: RestoreAttachment.Failure.subjectNotFound) {
      try store.write { try RestoreAttachment(deleted)($0) }
    }
    try store.write { try RestoreItem(undo)($0) }
    #expect(try Attachment.find(kept.id, in: store.connection) == kept)
  }

  @Test("items without a receipt are counted and listed; other papers are no receipt")
  func receipts() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let (kettle, lamp) = (
      try store.addItem("Kettle", home: "flat").id, try store.addItem("Lamp", home: "flat").id
    )
    try store.addItem("Tent", home: "cabin")
    let receipt = try add("r.pdf", paper(), to: kettle, store)
    _ = try add("m.pdf", paper("b"), kind: .manual, to: lamp, store)
    func lacking() throws -> (Int, [RecordID]) {
      var filter = ItemFilter()
      (filter.homeID, filter.lacksReceipt) = (store.id("flat"), true)
      let coverage = try Coverage(
        home: store.id("flat"), today: "2026-01-01", in: store.connection)
      let list = try ItemList(filter: filter, sort: .name, in: store.connection)
      #expect(list.count == .exactly(list.rows.count))
      return (coverage.unreceiptedCount, list.rows.map(\.id))
    }
    #expect(try lacking() == (1, [lamp]))
    try store.write { try EditAttachment(attachmentID: receipt.id, name: "r", kind: .other)($0) }
    #expect(try lacking() == (2, [kettle, lamp]))
  }

  @Test("D-PHO-4 every table whose rows name files is known to those who keep and send them")
  func fileTables() throws {
    #expect(Things.fileTables == ["photos", "attachments"])
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Kettle", home: "flat").id
    _ = try add("r.pdf", paper("b"), to: item, store)
    try store.write {
      try AddPhoto(homeID: store.id("flat"), subject: .item(item), file: TestStore.photo())($0)
    }
    let files = try Things.files(in: store.connection)
    #expect(files.map { $0.blobHash.first } == ["a", "b"])
    #expect(files.allSatisfy { $0.homeID == store.id("flat") })
  }
}
