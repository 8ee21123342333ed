import Testing

@Suite struct SeedChunksTests {
  @Test("every seed is in one piece, also of a number that fits no whole pieces")
  func chunks() throws {
    let usual = try SeedChunks.seeds(in: [:], usually: 300)
    #expect(usual == 1..<301)
    #expect(SeedChunks.chunks(of: 1..<8, size: 3) == [1..<4, 4..<7, 7..<8])
    let chosen = try SeedChunks.seeds(
      in: ["HEARTH_SEEDS": "2", "HEARTH_START": "40"], usually: 300)
    #expect(chosen == 40..<42)
  }

  @Test(
    "a run that is told to check nothing is not taken for one that has", arguments: ["0", "", "x"])
  func nothing(_ text: String) {
    #expect(throws: SeedChunks.NoNumber(variable: "HEARTH_SEEDS", text: text)) {
      try SeedChunks.seeds(in: ["HEARTH_SEEDS": text], usually: 300)
    }
  }
}
