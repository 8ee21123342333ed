import SeededNoise

/// Changes seeds into inputs, the same for the same number: bytes here and there, or the structure
/// of what is JSON.
struct Mutator {
  private var random: SeededGenerator
  private let seeds: [FuzzSeed]
  private let trees: [JSONTree?]

  init(seeds: [FuzzSeed], seed: UInt64) {
    self.seeds = seeds
    random = SeededGenerator(seed: seed)
    trees = seeds.map { JSONTree($0.bytes) }
  }

  /// A number from 0 to below `bound`.
  mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  /// An input made of a seed.
  mutating func input(from index: Int) -> [UInt8] {
    if let tree = trees[index], next(2) == 0 {
      let changed = structured(tree)
      return next(8) == 0 ? spoiled(changed) : changed
    }
    return spoiled(seeds[index].bytes)
  }

  // MARK: Bytes

  private mutating func spoiled(_ seed: [UInt8]) -> [UInt8] {
    var bytes = seed
    for _ in 0...next(3) where !bytes.isEmpty {
      let place = next(bytes.count)
      let end = min(bytes.count, place + 1 + next(16))
      switch next(10) {
      case 0: bytes[place] = UInt8(next(256))
      case 1: bytes[place] ^= 1 << UInt8(next(8))
      case 2: bytes.insert(UInt8(next(256)), at: place)
      case 3: bytes.removeSubrange(place..<end)
      case 4: bytes.removeLast(bytes.count - place)
      case 5: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 6: bytes.insert(contentsOf: piece(), at: place)
      case 7: bytes.replaceSubrange(place..<end, with: piece())
      case 8: replaceNumber(in: &bytes, from: place)
      default: bytes.replaceSubrange(place..<end, with: choice(Self.words))
      }
    }
    return bytes
  }

  /// A part of any seed.
  private mutating func piece() -> [UInt8] {
    let other = seeds[next(seeds.count)].bytes
    guard !other.isEmpty else { return [] }
    let place = next(other.count)
    return Array(other[place..<min(other.count, place + 1 + next(64))])
  }

  /// Puts an extreme one in the place of the next number.
  private mutating func replaceNumber(in bytes: inout [UInt8], from place: Int) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let start = bytes[place...].firstIndex(where: digits.contains) else { return }
    let end = bytes[start...].firstIndex { !digits.contains($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: choice(Self.numbers))
  }

  private mutating func choice(_ list: [[UInt8]]) -> [UInt8] { list[next(list.count)] }

  // MARK: Structure

  private mutating func structured(_ tree: JSONTree) -> [UInt8] {
    var tree = tree
    for _ in 0...next(3) {
      let place = next(tree.count)
      var mutator = self
      tree.change(place) { mutator.change(&$0) }
      self = mutator
    }
    return tree.bytes
  }

  private mutating func change(_ value: inout JSONTree) {
    switch next(12) {
    case 0...2: value = .word(choice(Self.numbers))
    case 3: value = .word(choice(Self.texts))
    case 4: value = .word(choice(Self.words))
    case 5: value = subtree()
    case 6: value = bomb(around: value)
    case 7: value = .list(Array(repeating: value, count: 1 + next(20)))
    case 8: value = .word(longText())
    default: changeInside(&value)
    }
  }

  private mutating func changeInside(_ value: inout JSONTree) {
    switch value {
    case .word(let word): value = next(2) == 0 ? .list([.word(word)]) : .word(quoted(word))
    case .list(var list):
      guard !list.isEmpty else { return value = .list([subtree()]) }
      let place = next(list.count)
      switch next(4) {
      case 0: list.remove(at: place)
      case 1: list.insert(list[place], at: next(list.count))
      case 2: list.insert(subtree(), at: place)
      default: list.swapAt(place, next(list.count))
      }
      value = .list(list)
    case .object(var fields):
      guard !fields.isEmpty else {
        return value = .object([(choice(Self.texts), subtree())])
      }
      let place = next(fields.count)
      switch next(6) {
      case 0: fields.remove(at: place)
      // One key twice, with one value or two.
      case 1: fields.insert(fields[place], at: next(fields.count))
      case 2: fields.insert((fields[place].key, subtree()), at: next(fields.count))
      case 3: fields[place].key = fields[next(fields.count)].key
      case 4: fields[place].key = choice(Self.texts)
      default: fields.insert((Array(#""more""#.utf8), subtree()), at: place)
      }
      value = .object(fields)
    }
  }

  /// A value of any seed.
  private mutating func subtree() -> JSONTree {
    guard var tree = trees[next(trees.count)] else { return .word(choice(Self.numbers)) }
    let place = next(tree.count)
    var found = JSONTree.word(choice(Self.words))
    tree.change(place) { found = $0 }
    return found
  }

  private mutating func bomb(around value: JSONTree) -> JSONTree {
    var value = value
    for _ in 0..<(1 + next(24)) {
      value = next(2) == 0 ? .list([value]) : .object([(Array(#""r""#.utf8), value)])
    }
    return value
  }

  /// Once in a while a megabyte.
  private mutating func longText() -> [UInt8] {
    let count = next(512) == 0 ? 1 << 20 : 1 << next(12)
    let filling = choice([
      Array("a".utf8), Array("\\n".utf8), Array("é".utf8), Array("\\u0000".utf8),
    ])
    return quoted((0..<count / filling.count).flatMap { _ in filling })
  }

  private func quoted(_ word: [UInt8]) -> [UInt8] {
    [UInt8(ascii: "\"")] + word.filter { $0 != UInt8(ascii: "\"") } + [UInt8(ascii: "\"")]
  }

  // MARK: What often goes wrong

  private static let numbers = [
    "0", "-0", "-1", "1", "9007199254740991", "9007199254740992", "9007199254740993", "-2147483649",
    "4294967296", "140737488355327", "140737488355328", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "18446744073709551616", "12345678901234567890",
    "0.0", "-0.0", "1e308", "1e309", "-1e-400", "5e-324", "1e3", "1.5", "+1", "01", "--1", "1e",
    ".5",
    "NaN", "Infinity", "0x10",
  ].map { Array($0.utf8) }

  private static let texts =
    [
      #""""#, #""\ud834\udd1e""#, #""\ud834""#, #""\udd1e""#, #""\ud834\ud834""#, #""\u0000""#,
      #""\uFFFF""#, #""\u00""#, #""\x""#, "\"a\u{0}b\"", "\"e\u{301}\"", "\"\u{e9}\"", #""$b""#,
      #""z""#, #""k""#, #""r""#, #""id""#, #""hub-e1.7""#, #""a.9223372036854775807""#, #""a.-1""#,
      #""a.+1""#, #""a.01""#, #""A.1""#, #""../..""#, #""owner""#, #""true""#,
    ].map { Array($0.utf8) } + [
      [0x22, 0xff, 0xfe, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22],
    ]

  private static let words = [
    "null", "true", "false", "{}", "[]", "nul", ",", ":", "}", "]", "\"", "\\", "\"k\":",
    "{\"$b\":\"AA==\"}",
    "{\"$b\":\"A\"}", "{\"$b\":1}", "{\"$b\":\"AA==\",\"a\":1}", "[[[[[[[[[[[[[[[[[", "\u{feff}",
    "// x",
  ].map { Array($0.utf8) }
}
