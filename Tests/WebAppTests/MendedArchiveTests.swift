import Testing
import Things

@testable import ThingsWeb
@testable import TransferWeb
@testable import Web

/// What a person is told of an archive that did not fit together.
@Suite struct MendedArchiveTests {
  private let mended =
    (1...60).map {
      ArchiveMending(.tooDeep, "Shelf \($0)", entry: "records.jsonl", parent: "Attic")
    }
    + [
      ArchiveMending(.loop, "Box", entry: "records.jsonl"),
      ArchiveMending(.leftOut, "Receipt", entry: "records.jsonl"),
    ]

  @Test("many of one kind hide no other kind, and none is left out")
  func order() {
    let rows = ImportProblemRow.rows(of: mended)
    #expect(rows.count == 62)
    #expect(
      rows.prefix(6).map(\.text) == ["Shelf 1", "Shelf 2", "Shelf 3", "Box", "Receipt", "Shelf 4"])
  }

  @Test("the result of an import tells what was mended, by name, up to 50, and how many there are")
  func result() {
    let rows = ImportProblemRow.rows(of: mended)
    let result = ImportPage.Result(
      home: ZoneLink(id: "h", name: "Flat"), newCount: 1, updatedCount: 0, unchangedCount: 0,
      skippedCount: 0, notices: Array(rows.prefix(maxImportRows)),
      noticeCount: rows.count)
    let page = SamplePage("import-mended", .importing(.importResult("m1"))) {
      ImportPage.view(.result(result), in: $0)
    }.render(Samples(), words: Catalogue()).string
    #expect(page.contains("“Shelf 1” was more than 10 places deep. It is now in “Attic”."))
    #expect(page.contains("“Box” was inside a place that was inside it."))
    #expect(page.contains("“Receipt” belongs to something that isn"))
    #expect(page.contains("and 12 more"))
    #expect(page.contains(">62</span>"))
    #expect(!page.contains("Shelf 60"))
  }
}
