import Blobs
import Foundation
import Testing

@Suite struct BlobFolderTests {
  private func withFolder(_ body: (BlobFolder) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }  // Nothing depends on it.
    try body(try BlobFolder(path: url.path))
  }

  private let bytes = Array("a photo of a kettle".utf8)
  /// As other programs compute it.
  private let known = BlobHash("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")

  @Test("a blob is named by the SHA-256 of its bytes")
  func hash() {
    #expect(BlobHash(of: Array("abc".utf8)) == known)
    #expect(BlobHash("../../etc/passwd") == nil)
    #expect(BlobHash(String(repeating: "A", count: 64)) == nil)
  }

  @Test("what is stored can be read under its name, and storing it again changes nothing")
  func store() throws {
    try withFolder { folder in
      let hash = try folder.store(bytes, by: "ada")
      #expect(try folder.store(bytes, by: "bob") == hash)
      #expect(folder.size(of: hash) == bytes.count)
      #expect(Array(try Data(contentsOf: URL(fileURLWithPath: folder.path(of: hash)))) == bytes)
    }
  }

  @Test("an upload in pieces goes on where it ended, and appears with its last piece")
  func pieces() throws {
    try withFolder { folder in
      let hash = BlobHash(of: bytes)
      func add(_ range: Range<Int>, by uploader: String = "ada") throws -> Bool {
        try folder.append(
          to: hash, by: uploader, at: range.lowerBound, total: bytes.count, count: range.count
        ) { Array(bytes[range.lowerBound + $0..<range.lowerBound + $0 + $1]) }
      }
      let isDone = try add(0..<5)
      #expect(!isDone)
      #expect(throws: BlobError.wrongOffset(expected: 5)) { try add(0..<5) }
      #expect(folder.uploadedBytes(of: hash, by: "ada") == 5)
      // What somebody else has begun shows to nobody.
      #expect(folder.uploadedBytes(of: hash, by: "bob") == 0)
      #expect(folder.size(of: hash) == nil)
      let isComplete = try add(5..<bytes.count)
      #expect(isComplete)
      #expect(folder.size(of: hash) == bytes.count)
      #expect(folder.uploadedBytes(of: hash, by: "ada") == 0)
    }
  }

  @Test("an upload whose last step failed is finished when it is sent again, or asked for")
  func lastStep() throws {
    for isSentAgain in [true, false] {
      try withFolder { folder in
        let hash = BlobHash(of: bytes)
        func send() throws -> Bool {
          try folder.append(to: hash, by: "ada", at: 0, total: bytes.count, count: bytes.count) {
            Array(bytes[$0..<$0 + $1])
          }
        }
        // Something is in the way of the name.
        let obstacle = "\(folder.path)/\(hash.description.prefix(2))"
        #expect(FileManager.default.createFile(atPath: obstacle, contents: nil))
        #expect(throws: BlobError.self) { try send() }
        #expect(folder.size(of: hash) == nil)
        try FileManager.default.removeItem(atPath: obstacle)
        let isComplete =
          try isSentAgain ? send() : folder.finishUpload(of: hash, by: "ada")
        #expect(isComplete)
        #expect(folder.size(of: hash) == bytes.count)
        #expect(folder.uploadedBytes(of: hash, by: "ada") == 0)
      }
    }
    try withFolder { folder in
      let hash = BlobHash(of: bytes)
      _ = try folder.append(to: hash, by: "ada", at: 0, total: bytes.count, count: 5) {
        Array(bytes[$0..<$0 + $1])
      }
      // One that goes on stays as it is.
      #expect(try !folder.finishUpload(of: hash, by: "ada"))
      #expect(try !folder.finishUpload(of: hash, by: "bob"))
      #expect(folder.uploadedBytes(of: hash, by: "ada") == 5)
    }
  }

  @Test("bytes that do not match the name are thrown away")
  func wrongHash() throws {
    try withFolder { folder in
      let hash = BlobHash(of: bytes)
      let other = bytes.reversed() as [UInt8]
      #expect(throws: BlobError.wrongHash) {
        try folder.append(to: hash, by: "ada", at: 0, total: other.count, count: other.count) {
          Array(other[$0..<$0 + $1])
        }
      }
      #expect(folder.size(of: hash) == nil)
      #expect(folder.uploadedBytes(of: hash, by: "ada") == 0)
    }
  }

  @Test("a piece that cannot be read leaves the upload as it was")
  func failedPiece() throws {
    struct Broken: Error {}
    try withFolder { folder in
      let hash = BlobHash(of: bytes)
      #expect(throws: BlobError.self) {
        try folder.append(to: hash, by: "ada", at: 0, total: bytes.count, count: bytes.count) {
          _, _ in throw Broken()
        }
      }
      #expect(folder.uploadedBytes(of: hash, by: "ada") == 0)
    }
  }

  @Test("sizes out of range and too many unfinished uploads are refused")
  func limits() throws {
    try withFolder { folder in
      let hash = BlobHash(of: bytes)
      for (offset, total, count) in [
        (0, 0, 0), (0, BlobFolder.maxBytes + 1, 1), (-1, 5, 1), (0, 5, 6), (Int.max, 5, 1),
        (0, Int.max, Int.max),
      ] {
        #expect(throws: BlobError.wrongSize) {
          try folder.append(to: hash, by: "ada", at: offset, total: total, count: count) {
            [UInt8](repeating: 0, count: $1)
          }
        }
      }
      func begin(_ number: Int, by uploader: String) throws {
        let hash = BlobHash(of: Array("\(number)".utf8))
        _ = try folder.append(to: hash, by: uploader, at: 0, total: 9, count: 1) { _, _ in [1] }
      }
      for number in 0..<BlobFolder.maxUploadsPerUploader { try begin(number, by: "ada") }
      #expect(throws: BlobError.tooManyUploads) { try begin(99, by: "ada") }
      try begin(99, by: "bob")
      folder.removeStaleUploads(now: time(nil) + BlobFolder.uploadLifeSeconds + 10)
      try begin(99, by: "ada")
    }
  }
}
