import Hub
import Testing

@Suite("Seals that are kept")
struct KeptSealTests {
  private static let key = SealingKey(seed: Array(repeating: 7, count: SealingKey.seedByteCount))

  @Test("a seal is given again for the same message alone")
  func sameMessage() {
    var seals = KeptSeals()
    let message = Array("hearth-log-1 of a home".utf8)
    let seal = Self.key.seal(message)
    seals.keep(seal, of: message)
    #expect(seals.seal(of: message) == seal)
    #expect(seals.seal(of: message + [0]) == nil)
    #expect(seals.seal(of: Array(message.dropLast())) == nil)
  }

  @Test("what is kept is bounded, and the last ones stay")
  func bounded() {
    var seals = KeptSeals()
    let messages = (0..<400).map {
      [UInt8(truncatingIfNeeded: $0), UInt8($0 / 256)]
        + [UInt8](repeating: 1, count: 10_000)
    }
    for message in messages {
      seals.keep(Self.key.seal(message), of: message)
      #expect(seals.byteCount <= KeptSeals.maxBytes)
    }
    #expect(seals.seal(of: messages[399]) != nil)
    #expect(seals.seal(of: messages[0]) == nil)
    let long = [UInt8](repeating: 1, count: KeptSeals.maxMessageBytes + 1)
    seals.keep(Self.key.seal(long), of: long)
    #expect(seals.seal(of: long) == nil)
  }
}
