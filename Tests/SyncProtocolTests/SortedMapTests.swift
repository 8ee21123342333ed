import SyncProtocol
import Testing

@Suite("Sorted maps and registers")
struct SortedMapTests {
  @Test("entries put in any order are found, kept in order, replaced and removed")
  func entries() {
    var map: SortedMap<Int> = ["pear": 3, "apple": 1, "fig": 2]
    #expect(map.map(\.key) == ["apple", "fig", "pear"])
    #expect(map["fig"] == 2 && map["grape"] == nil && map["zebra"] == nil && map[""] == nil)
    map["fig"] = 20
    map["apple"] = nil
    map["grape"] = nil
    map["kiwi"] = 4
    #expect(map.map(\.key) == ["fig", "kiwi", "pear"])
    #expect(map.map(\.value) == [20, 4, 3])
    #expect(map.mapValues(String.init)["kiwi"] == "4")
    #expect(map.filter { $0.value > 3 } == ["kiwi": 4, "fig": 20])
  }

  @Test("it does what a dictionary does, whatever the order")
  func likeDictionary() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var map: SortedMap<Int> = [:]
      var dictionary: [String: Int] = [:]
      for step in 0..<40 {
        let key = String(Int.random(in: 0..<20, using: &random))
        let value = Bool.random(using: &random) ? step : nil
        map[key] = value
        dictionary[key] = value
      }
      #expect(map.map(\.key) == dictionary.keys.sorted())
      #expect(dictionary.allSatisfy { map[$0.key] == $0.value })
    }
  }

  @Test("of several entries with one key the last counts")
  func lastOf() {
    #expect(SortedMap(lastOf: [("b", 1), ("a", 2), ("b", 3), ("b", 4)]) == ["a": 2, "b": 4])
    #expect(SortedMap(lastOf: [("a", 1), ("b", 2)]) == ["a": 1, "b": 2])
    #expect(SortedMap(lastOf: [("a", 1), ("a", 2)]) == ["a": 2])
    #expect(SortedMap<Int>(lastOf: []).isEmpty)
  }

  @Test("merging asks about keys that both have")
  func merging() {
    let merged = (["a": 1, "c": 3] as SortedMap).merging(["b": 20, "c": 30]) { $0 + $1 }
    #expect(merged == ["a": 1, "b": 20, "c": 33])
  }

  private static func stamp(_ number: Int64) -> Stamp {
    Stamp(
      time: HybridTime(milliseconds: number), changeSet: ChangeSetID(replica: "r", number: number))
  }

  @Test("registers written at different times are equal, and the same in all parts when normalized")
  func registers() {
    let (old, new) = (Self.stamp(1), Self.stamp(2))
    var first: Registers = [:]
    first["a"] = Register(1, old)
    first["b"] = Register(2, new)
    first["c"] = Register(3, new, author: "ada")
    var second: Registers = [:]
    second["c"] = Register(3, new, author: "ada")
    second["b"] = Register(2, new)
    second["a"] = Register(1, old)
    #expect(first == second)
    #expect(first.normalized.common == new && first.normalized.stamps == ["a": old])
    #expect(first.normalized.stamps == second.normalized.stamps)
    #expect(first.normalized == first)
    #expect(first["c"] == Register(3, new, author: "ada") && first["d"] == nil)
    #expect(first.newestStamp == new && Registers().newestStamp == nil)
    #expect(first.map(\.key) == ["a", "b", "c"])
    second["a"] = Register(1, new)
    #expect(first != second)
    #expect(second.newestStamp == new)
  }

  @Test("a register that is written or taken away leaves nothing of what it was")
  func rewritten() {
    var registers: Registers = ["claimedBy": Register("ada", Self.stamp(1), author: "ada")]
    registers["claimedBy"] = Register(.null, Self.stamp(2))
    #expect(registers["claimedBy"] == Register(.null, Self.stamp(2)))
    registers["claimedBy"] = nil
    #expect(registers == [:])
    registers["name"] = Register("cup", Self.stamp(3))
    #expect(registers["name"]?.stamp == Self.stamp(3))
  }
}
