import SQLite
import SyncProtocol
import Testing
import Things

@Suite struct SearchTextTests {
  /// Looks for a word among a few items, and among so many that have it that their text is read.
  private func finds(_ search: String, in name: String) throws -> Bool {
    let store = try TestStore(homes: ["flat"])
    try store.addItem(name, home: "flat")
    var filter = ItemFilter()
    filter.search = search
    return try !ItemList(filter: filter, sort: .name, in: store.connection).rows.isEmpty
  }

  @Test(
    "a word is found whatever its case, its accents and its writing",
    arguments: [
      ("STRASSE", "Straße"), ("cafe", "Café"), ("CAFÉ", "cafe"), ("armel", "Ärmel"),
      ("καλημ", "Καλημέρα"), ("йод", "Йод"), ("हिन्दी", "हिन्दी भाषा"), ("שלום", "שלום"),
      ("שָׁלוֹם", "שָׁלוֹם"), ("がく", "がくぶち"), ("12", "Lamp-12b"), ("o2", "NO O2"),
    ])
  func spellings(search: String, name: String) throws {
    #expect(try finds(search, in: name))
  }

  @Test(
    "a word is found from its beginning only, and another letter is not the same",
    arguments: [("ettle", "Kettle"), ("иод", "Йод"), ("lamps", "Lamp"), ("a", "Box")])
  func misses(search: String, name: String) throws {
    #expect(try !finds(search, in: name))
  }

  @Test("a search of signs alone excludes nothing", arguments: ["\"", "* - ()", "\u{301}", "…"])
  func signs(search: String) throws {
    #expect(try finds(search, in: "Kettle"))
  }
}
