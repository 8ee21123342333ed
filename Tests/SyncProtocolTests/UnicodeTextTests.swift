import Foundation
import SyncProtocol
import Testing

/// Keys of names do not depend on the machine; compared with what made the keys that are stored.
@Suite struct UnicodeTextTests {
  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.unicodeScalars.elementsEqual(right.unicodeScalars)
  }

  private static func hexadecimal(_ text: String) -> String {
    text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
  }

  @Test("every character folds as it did, and composes as it did")
  func everyCharacter() {
    var different: [String] = []
    for value in UInt32(0)...0x10FFFF {
      // What later versions of Unicode added says nothing here.
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 15
      else { continue }
      let text = String(Character(scalar))
      let folded = text.folding(options: .caseInsensitive, locale: nil)
      if !Self.isSame(UnicodeText.folded(text), folded)
        || !Self.isSame(UnicodeText.composed(text), text.precomposedStringWithCanonicalMapping)
      {
        different.append(Self.hexadecimal(text))
      }
    }
    #expect(different.isEmpty, "\(different.prefix(20))")
  }

  @Test("texts of several characters fold as they did, whatever stands beside each other")
  func texts() {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x370...0x3FF, 0x400...0x4FF, 0x531...0x587,
      0x600...0x6FF, 0x900...0x97F, 0xAC00...0xD7A3, 0x1E00...0x1FFF, 0x2000...0x2FFF,
      0x3040...0x30FF, 0x10A0...0x10FF, 0x13A0...0x13FF, 0xAB70...0xABBF, 0xFB00...0xFB17,
      0xFF01...0xFFEE, 0x1F300...0x1F6FF,
    ]
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var different: [String] = []
    for _ in 0..<20_000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0...next(6) {
        let range = ranges[next(ranges.count)]
        let value = range.lowerBound + UInt32(next(range.count))
        if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
      }
      let text = String(scalars)
      let folded = text.folding(options: .caseInsensitive, locale: nil)
      let decomposed = text.decomposedStringWithCanonicalMapping
      if !Self.isSame(UnicodeText.folded(text), folded)
        || !Self.isSame(UnicodeText.decomposed(text), decomposed)
      {
        different.append(Self.hexadecimal(text))
      }
    }
    #expect(different.isEmpty, "\(different.prefix(20))")
  }

  @Test(
    "names that differ in case, in how letters are composed or in blanks have one key",
    arguments: [
      ("Küche", "KÜCHE"), ("Ku\u{308}che", "küche"), ("Straße", "STRASSE"), (" a  b ", "A B"),
      ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"),
      // A syllable and its last letter, which were not composed before.
      ("\u{D777}", "\u{D76C}\u{11B2}"),
    ])
  func keys(one: String, other: String) {
    #expect(NameKey.fold(one) == NameKey.fold(other))
  }

  @Test("the dotless i is no i, and a key folds to itself")
  func apart() {
    #expect(NameKey.fold("ı") != NameKey.fold("i"))
    for name in ["Ἀθῆναι", "ǅungla", "İstanbul", "Ꭰ", "ﬁn"] {
      #expect(NameKey.fold(NameKey.fold(name)) == NameKey.fold(name), "\(name)")
    }
  }
}
