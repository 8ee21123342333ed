import Blobs
import Foundation
import Testing

@Suite struct SweepTests {
  @Test("D-PHO-4: a blob that nothing names goes after seven days; one in use stays")
  func sweep() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }  // Nothing depends on it.
    let folder = try BlobFolder(path: url.path)
    let used = try folder.store(Array("a photo of a kettle".utf8), by: "ada")
    let loose = try folder.store(Array("a photo of a lamp".utf8), by: "ada")
    let start = 1_781_258_400
    for hash in [used, loose] { folder.use(hash, now: start) }
    let inUse: Set<String> = [used.description]
    #expect(folder.sweep(keeping: inUse, now: start + BlobFolder.graceSeconds) == [])
    #expect(folder.sweep(keeping: inUse, now: start + BlobFolder.graceSeconds + 1) == [loose])
    #expect(folder.size(of: loose) == nil)
    // Its days begin when it was last in use.
    let later = start + 2 * BlobFolder.graceSeconds
    #expect(folder.sweep(keeping: [], now: later) == [])
    #expect(folder.sweep(keeping: [], now: later + 2) == [used])
  }
}
