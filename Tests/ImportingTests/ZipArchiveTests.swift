import Importing
import SeededNoise
import Testing

@Suite struct ZipArchiveTests {
  private func open(_ bytes: [UInt8], _ limits: ZipLimits = ZipLimits()) throws -> ZipArchive {
    let folder = try Folder()
    return try ZipArchive(path: folder.file("a.zip", bytes), name: "a.zip", limits: limits)
  }

  @Test("entries are listed in order and read in pieces of any size")
  func reading() throws {
    let archive = try open(
      ZipBuilder.archive([
        ZipBuilder.Entry("a.txt", "first"), ZipBuilder.Entry("folder/", ""),
        ZipBuilder.Entry.zeros("folder/zeros", copies: 100),
      ]))
    #expect(archive.entries.map(\.name) == ["a.txt", "folder/zeros"])
    #expect(archive.entries.map(\.byteCount) == [5, 25_801])
    #expect(try archive.bytes(of: archive.entries[0], maxBytes: 5) == Array("first".utf8))
    let stream = try archive.open(#require(archive.entry(at: 2)))
    var chunk = [UInt8](repeating: 1, count: 700)
    var total = 0
    while case let count = try stream.read(into: &chunk), count > 0 { total += count }
    #expect(total == 25_801)
  }

  @Test(
    "a comment at the archive's end is passed over, the longest one too", arguments: [5, 65_535])
  func comment(_ length: Int) throws {
    let comment = [UInt8](repeating: 0x2E, count: length)
    let bytes = ZipBuilder.archive([ZipBuilder.Entry("a", "1")], comment: comment)
    #expect(try open(bytes).entries.count == 1)
  }

  @Test(
    "names that lead out of the archive cannot be read",
    arguments: [
      "../a.txt", "a/../../b", "/etc/passwd", "\\\\host\\x", "a\\b", "C:/x", "c:x", "a//b", "./a",
      "a/..", "a\u{202E}b", "a\nb",
    ])
  func unsafeNames(_ name: String) throws {
    let archive = try open(
      ZipBuilder.archive([ZipBuilder.Entry(name, "x"), ZipBuilder.Entry("ok", "y")]))
    #expect(archive.unsafeNames == [name])
    #expect(archive.entries.map(\.name) == ["ok"])
  }

  @Test("an entry that unpacks to far more than it is packed is refused before it is read")
  func bomb() throws {
    let bytes = ZipBuilder.archive([.zeros("inventory.csv", copies: 5000)])
    #expect(
      throws: ImportFailure.suspiciousCompression(
        file: "a.zip", entry: "inventory.csv", maxRatio: 100)
    ) { try open(bytes) }
  }

  @Test("entries that share their packed bytes are refused before they are read")
  func overlap() {
    let bytes = ZipBuilder.archive([.zeros("a", copies: 3000)], alsoListedAs: ["b", "c"])
    #expect(
      throws: ImportFailure.suspiciousCompression(file: "a.zip", entry: "b", maxRatio: 100)
    ) { try open(bytes) }
  }

  @Test("an entry that unpacks to more or less than it says is damaged")
  func wrongSize() throws {
    for count: UInt32 in [10, 25_800, 25_802, 1_000_000] {
      var entry = ZipBuilder.Entry.zeros("zeros", copies: 100)
      entry.byteCount = count
      let archive = try open(ZipBuilder.archive([entry]))
      #expect(throws: ImportFailure.damagedArchive(file: "a.zip", entry: "zeros")) {
        try archive.bytes(of: archive.entries[0], maxBytes: 1 << 20)
      }
    }
  }

  @Test("an entry with a wrong checksum is damaged")
  func wrongChecksum() throws {
    var entry = ZipBuilder.Entry("a.txt", "text")
    entry.crc ^= 1
    let archive = try open(ZipBuilder.archive([entry]))
    #expect(throws: ImportFailure.damagedArchive(file: "a.zip", entry: "a.txt")) {
      try archive.bytes(of: archive.entries[0], maxBytes: 100)
    }
  }

  @Test("encrypted entries and unknown compressions are refused by name, the others are read")
  func refusedEntries() throws {
    var encrypted = ZipBuilder.Entry("secret.csv", "x")
    encrypted.flags |= 1
    let archive = try open(ZipBuilder.archive([encrypted, ZipBuilder.Entry("a.csv", "open")]))
    #expect(throws: ImportFailure.encryptedEntry(file: "a.zip", entry: "secret.csv")) {
      try archive.open(archive.entries[0])
    }
    #expect(try archive.bytes(of: archive.entries[1], maxBytes: 100) == Array("open".utf8))
    var unknown = ZipBuilder.Entry("packed.csv", "x")
    unknown.method = 12
    let other = try open(ZipBuilder.archive([unknown]))
    #expect(
      throws: ImportFailure.unsupportedCompression(file: "a.zip", entry: "packed.csv", method: 12)
    ) { try other.open(other.entries[0]) }
  }

  @Test("a failure shows an entry's name without hidden characters and not at full length")
  func shownNames() {
    var entry = ZipBuilder.Entry("a\u{202E}" + String(repeating: "b", count: 900), "x")
    entry.byteCount = 9
    let shown = "a" + String(repeating: "b", count: 199)
    var limits = ZipLimits()
    limits.maxEntryBytes = 8
    #expect(throws: ImportFailure.entryTooLarge(file: "a.zip", entry: shown, maxBytes: 8)) {
      try open(ZipBuilder.archive([entry]), limits)
    }
  }

  @Test("two entries of one name are refused")
  func duplicates() {
    #expect(throws: ImportFailure.duplicateEntry(file: "a.zip", entry: "a")) {
      try open(ZipBuilder.archive([ZipBuilder.Entry("a", "1"), ZipBuilder.Entry("a", "2")]))
    }
  }

  @Test("each limit refuses what is beyond it")
  func limits() throws {
    let bytes = ZipBuilder.archive([ZipBuilder.Entry("a", "12345"), ZipBuilder.Entry("b", "12345")])
    var limits = ZipLimits()
    limits.maxEntries = 1
    #expect(throws: ImportFailure.tooManyEntries(file: "a.zip", maxEntries: 1)) {
      try open(bytes, limits)
    }
    limits.maxEntries = 2
    limits.maxTotalBytes = 9
    #expect(throws: ImportFailure.archiveTooLarge(file: "a.zip", maxBytes: 9)) {
      try open(bytes, limits)
    }
    limits.maxEntryBytes = 4
    #expect(throws: ImportFailure.entryTooLarge(file: "a.zip", entry: "a", maxBytes: 4)) {
      try open(bytes, limits)
    }
    let archive = try open(bytes)
    #expect(throws: ImportFailure.entryTooLarge(file: "a.zip", entry: "a", maxBytes: 4)) {
      try archive.bytes(of: archive.entries[0], maxBytes: 4)
    }
  }

  @Test("a list of contents that claims more entries than there may be is not even loaded")
  func manyEntries() throws {
    let end = ZipBuilder.word(0xFFFF)
    var bytes = ZipBuilder.archive([ZipBuilder.Entry("a", "1")])
    bytes.replaceSubrange(bytes.count - 14..<bytes.count - 10, with: end + end)
    #expect(throws: ImportFailure.self) { try open(bytes) }
    var limits = ZipLimits()
    limits.maxEntries = 1000
    #expect(throws: ImportFailure.tooManyEntries(file: "a.zip", maxEntries: 1000)) {
      try open(bytes, limits)
    }
  }

  private static let small = ZipBuilder.archive([
    ZipBuilder.Entry("inventory.csv", "Title,Price,Make,Notes\nLamp,1,,\n"),
    ZipBuilder.Entry("photos/a.jpg", "x"),
  ])

  @Test("an archive cut off at any byte is refused")
  func cutOff() throws {
    let folder = try Folder()
    for length in 0..<Self.small.count {
      let path = try folder.file("cut.zip", Array(Self.small[..<length]))
      #expect(throws: ImportFailure.self, "cut at \(length)") {
        try InventoryFile.open(path).read(ImportOptions(currency: euro))
      }
    }
  }

  @Test("an archive that lacks its end is called truncated")
  func truncated() {
    #expect(throws: ImportFailure.truncatedArchive(file: "a.zip")) {
      try open(Array(Self.small.dropLast(40)))
    }
  }

  @Test("an archive with wrong bytes is read or refused, never more", arguments: 0..<4)
  func randomDamage(_ seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let folder = try Folder()
    for _ in 0..<250 {
      var bytes = Self.small
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        bytes[place] = UInt8.random(in: 0...255, using: &numbers)
      }
      let path = try folder.file("bad.zip", bytes)
      do {
        _ = try InventoryFile.open(path).read(ImportOptions(currency: euro))
      } catch {
        #expect(error != .notFound(file: "bad.zip"))
      }
    }
  }
}
