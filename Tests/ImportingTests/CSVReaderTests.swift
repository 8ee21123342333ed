import Importing
import SeededNoise
import Testing

@Suite struct CSVReaderTests {
  @Test(
    "lines may end in LF, CRLF or CR, with or without an end after the last one",
    arguments: ["a,b\n1,2\n3,4\n", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r1,2\r3,4\r", "a,b\n1,2\n3,4"])
  func lineEnds(_ text: String) throws {
    #expect(try records(text) == [["a", "b"], ["1", "2"], ["3", "4"]])
  }

  @Test(
    "the header tells the separator, and text in quotes does not count",
    arguments: [
      ("\"x;y;z\",b", ["x;y;z", "b"]), ("a\tb", ["a", "b"]), ("a;b;c", ["a", "b", "c"]),
    ])
  func delimiters(_ header: String, _ cells: [String]) throws {
    #expect(try records(header + "\n") == [cells])
  }

  @Test("a quoted cell keeps separators, doubled quotes and line ends of each kind")
  func quotedCells() throws {
    let rows = try records("a,b\n\"one, \"\"two\"\"\",\"x\ny\r\nz\rw\"\n")
    #expect(rows[1] == ["one, \"two\"", "x\ny\r\nz\rw"])
  }

  @Test("a quote inside a cell that does not begin with one is text")
  func bareQuote() throws {
    #expect(try records("a,b\n55\" TV,1\n")[1] == ["55\" TV", "1"])
  }

  @Test("formula cells are data and stay as they are")
  func formulas() throws {
    let cells = ["=1+1", "+49 30", "-5", "@home"]
    #expect(try records("a,b,c,d\n" + cells.joined(separator: ",") + "\n")[1] == cells)
  }

  @Test("a byte-order mark is no part of the first name")
  func byteOrderMark() throws {
    #expect(try records([0xEF, 0xBB, 0xBF] + Array("HB.name,b\n".utf8)) == [["HB.name", "b"]])
  }

  @Test("empty lines are passed over, empty cells at the end of a line are cells")
  func emptyLines() throws {
    #expect(try records("\n\na,b,c\n\n1,,\n\n") == [["a", "b", "c"], ["1", "", ""]])
    #expect(try records("a\n\"\"\nx") == [["a"], [""], ["x"]])
  }

  @Test("a record knows its physical line, and each cell its own")
  func lineNumbers() throws {
    let text = "a,b,c\n\"1\r\n2\",\"3\n4\",5\n\n6,7,8\n"
    var reader = try CSVReader(bytes: Array(text.utf8), name: "t.csv")
    var record = CSVRecord()
    #expect(try reader.next(into: &record))
    #expect(try reader.next(into: &record))
    #expect(record.line == 2)
    #expect((0..<3).map { record.line(ofCell: $0) } == [2, 3, 4])
    #expect(try reader.next(into: &record))
    #expect(record.line == 6)
    #expect(try !reader.next(into: &record))
  }

  @Test("text after a closing quote is kept and marked")
  func strayQuote() throws {
    var reader = try CSVReader(bytes: Array("a,b\n1,\"x\"y\n".utf8), name: "t.csv")
    var record = CSVRecord()
    while try reader.next(into: &record) {}
    #expect(record.text(1) == "xy")
    #expect(record.strayQuoteCell == 1)
  }

  @Test("a cell may be larger than the piece of the file that is held in memory")
  func longCells() throws {
    let long = String(repeating: "é\"\"\r\n", count: 90_000)
    let rows = try records("a,b\n\"\(long)\",end\n")
    #expect(rows[1] == [long.replacing("\"\"", with: "\""), "end"])
  }

  @Test("a quote that is never closed is an error with the line it began on")
  func unterminatedQuote() {
    #expect(throws: ImportFailure.unterminatedQuote(file: "table.csv", line: 3, column: 2)) {
      try records("a,b\n1,2\n3,\"4\n5,6\n")
    }
  }

  @Test("a NUL byte is an error with its place")
  func nul() {
    #expect(throws: ImportFailure.nulByte(file: "table.csv", line: 2, column: 2)) {
      try records("a,b\n1,x\0y\n")
    }
    #expect(throws: ImportFailure.nulByte(file: "table.csv", line: 3, column: 1)) {
      try records("a,b\n\"1\nx\0\",2\n")
    }
  }

  @Test("an empty file is an error of its own")
  func empty() {
    #expect(throws: ImportFailure.empty(file: "table.csv")) { try records("") }
  }

  @Test(
    "other encodings are recognised by name",
    arguments: [
      ([0xFF, 0xFE, 0x61, 0, 0x2C, 0], 1, SuspectedEncoding.utf16LittleEndian),
      ([0xFE, 0xFF, 0, 0x61, 0, 0x2C], 1, .utf16BigEndian),
      ([0x61, 0, 0x2C, 0], 1, .utf16LittleEndian), ([0, 0x61, 0, 0x2C], 1, .utf16BigEndian),
      (Array("a,b\n".utf8) + [0x4D, 0xFC, 0x6C, 0x6C], 2, .latin1),
      (Array("ä,b\n\"x\ny".utf8) + [0xC3, 0x28, 0x22], 3, .damagedUTF8),
      (Array("é\n".utf8) + [0xED, 0xA0, 0x80], 2, .damagedUTF8),
    ])
  func encodings(_ bytes: [UInt8], _ line: Int, _ encoding: SuspectedEncoding) {
    #expect(
      throws: ImportFailure.wrongEncoding(
        file: "table.csv", line: line, column: 1, encoding: encoding)
    ) { try records(bytes) }
  }

  @Test("each limit refuses what is beyond it and nothing before")
  func limits() throws {
    var limits = ImportLimits()
    limits.maxRows = 2
    limits.maxColumns = 3
    limits.maxCellBytes = 4
    limits.maxRecordBytes = 9
    limits.maxTableBytes = 40
    let table = { (text: String) in try records(Array(text.utf8), limits: limits) }
    #expect(try table("a,b,c\n1234,1234,1\n1,2,3\n").count == 3)
    #expect(throws: ImportFailure.tooManyRows(file: "table.csv", line: 4, maxRows: 2)) {
      try table("a\n1\n2\n3\n")
    }
    #expect(throws: ImportFailure.tooManyColumns(file: "table.csv", line: 2, maxColumns: 3)) {
      try table("a\n1,2,3,4\n")
    }
    #expect(
      throws: ImportFailure.cellTooLong(file: "table.csv", line: 2, column: 1, maxBytes: 4)
    ) { try table("a\n12345\n") }
    #expect(throws: ImportFailure.recordTooLong(file: "table.csv", line: 1, maxBytes: 9)) {
      try table("1234,1234,1234\n")
    }
    #expect(throws: ImportFailure.fileTooLarge(file: "table.csv", maxBytes: 40)) {
      try table(String(repeating: "\n", count: 41) + "a\n")
    }
  }

  @Test("a table cut off at any byte is read or refused, never more")
  func cutOff() throws {
    let text = "HB.name,HB.notes\r\n\"Küche, \"\"neu\"\"\",\"a\nb\"\r\nx,😀\r\n"
    let bytes = Array(text.utf8)
    for length in 0...bytes.count {
      do {
        let rows = try records(Array(bytes[..<length]))
        #expect(rows.count <= 3)
      } catch let failure as ImportFailure {
        switch failure {
        case .empty, .unterminatedQuote, .wrongEncoding: break
        default: Issue.record("cut at \(length): \(failure)")
        }
      }
    }
  }

  @Test("any bytes are read or refused, never more", arguments: 0..<8)
  func randomBytes(_ seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    let alphabet = Array("a,;\t\"\r\n='\u{e9}".utf8) + [0, 0xFF, 0xC3, 0xF0]
    for _ in 0..<500 {
      let count = Int.random(in: 0..<120, using: &numbers)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &numbers) ?? 0 }
      do {
        for row in try records(bytes) { #expect(!row.isEmpty) }
      } catch {
        #expect(error is ImportFailure)
      }
    }
  }
}
