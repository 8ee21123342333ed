import SyncProtocol
import Testing

@Suite struct NameKeyTests {
  @Test(
    "names that read the same have one key",
    arguments: [
      ("Kitchen", "kitchen"), ("  Living \t\n room ", "living room"), ("", ""), (" \u{a0} ", ""),
      ("Straße", "strasse"), ("STRASSE", "strasse"), ("STRA\u{1e9e}E", "strasse"),
      ("Ko\u{308}ln", "k\u{f6}ln"), ("K\u{d6}LN", "k\u{f6}ln"),
      ("\u{130}stanbul", "i\u{307}stanbul"), ("I\u{307}stanbul", "i\u{307}stanbul"),
      ("ΟΔΟΣ", "οδοσ"), ("οδος", "οδοσ"), ("\u{fb01}le", "file"), ("\u{212a}elvin", "kelvin"),
      ("a\u{2003}b", "a b"), ("e\u{301}\u{2028}E\u{301}", "\u{e9} \u{e9}"),
      ("\u{1f600}", "\u{1f600}"), ("東京", "東京"), ("A-1_b", "a-1_b"),
    ])
  func folded(_ name: String, _ key: String) {
    #expect(Array(NameKey.fold(name).unicodeScalars) == Array(key.unicodeScalars))
    #expect(Array(NameKey.fold(key).unicodeScalars) == Array(key.unicodeScalars))
  }

  @Test("names that read differently have different keys")
  func different() {
    let names = ["resume", "r\u{e9}sum\u{e9}", "i", "\u{131}", "a b", "ab", "o", "\u{f8}"]
    #expect(Set(names.map(NameKey.fold)).count == names.count)
  }
}
