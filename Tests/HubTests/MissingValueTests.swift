import Replica
import SyncProtocol
import TestSupport
import Testing

@Suite struct MissingValueTests {
  @Test("D-MIG-6 a new record without a value that it needs is refused, and none is made up")
  func requiredValue() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    let head = try world.head(of: home)
    let incomplete: [SortedMap<FieldValue>] = [["price": 5], [:]]
    for (number, registers) in incomplete.enumerated() {
      let answer = try world.push(
        [Mutation(.insert, "items", "i1", in: home, registers: registers)], as: "ann",
        number: Int64(number + 1))
      guard case .refused(let refusal)? = answer else {
        Issue.record("a record without a name was taken: \(registers)")
        return
      }
      #expect(refusal.reason == .invalid)
    }
    #expect(try world.head(of: home) == head)
    #expect(try world.record("i1", in: home) == nil)
  }
}
