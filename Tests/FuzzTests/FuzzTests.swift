import Foundation
import Fuzzing
import Testing

@Suite struct FuzzTests {
  @Test("every seed is read by a decoder")
  func seeds() throws {
    let fuzzer = try Fuzzer(
      seed: 0, seeds: FuzzSeed.all(), journal: { _, _ in }, milliseconds: { 0 })
    #expect(fuzzer.unreadSeeds == [])
  }

  /// An input that ends the process is in `hearth-fuzz-input` in the folder for temporary files.
  @Test("spoiled input is read or refused by name, in a bounded time, and read back as it was")
  func decoders() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-fuzz-input")
      .path
    let journal = try InputJournal(path: path)
    var fuzzer = try Fuzzer(
      seed: 20_261_123, seeds: FuzzSeed.all(), journal: journal.note,
      milliseconds: workMilliseconds)
    let end = steadyMilliseconds() + Self.seconds * 1000
    while steadyMilliseconds() < end {
      for _ in 0..<100 { try fuzzer.step() }
    }
    // Otherwise what was changed was too rough to reach anything but the first error.
    #expect(fuzzer.counts.read > fuzzer.counts.inputs / 20, "\(fuzzer.counts)")
  }

  private static let seconds = 20.0
}
