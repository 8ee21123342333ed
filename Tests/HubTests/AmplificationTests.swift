import Hub
import SyncProtocol
import TestSupport
import Testing

@Suite struct AmplificationTests {
  private static let schema = SyncSchema(
    version: 1,
    tables: [
      TableSchema(
        "homes", in: [.home], zoneColumn: nil,
        registers: [RegisterSchema(.text("name", defaultValue: ""))]),
      TableSchema(
        "items", in: [.home], zoneColumn: "homeID",
        registers: [RegisterSchema(.text("text", maxBytes: 1 << 20, defaultValue: ""))]),
    ],
    zoneKinds: [.home: ZoneKindSchema(rootTable: "homes")])

  @Test(
    "T33 a move that would write more than readers can be told at once is refused"
  )
  func move() throws {
    let world = try SyncWorld(schema: Self.schema)
    _ = try world.push(
      [Mutation(.insert, "homes", "h", in: "h"), Mutation(.insert, "homes", "g", in: "g")],
      as: "ann", number: 1)
    let text = FieldValue.text(String(repeating: "x", count: 1 << 20))
    // 120 MiB in two homes' worth of change sets.
    let ids = (0..<120).map { "i-\($0)" }
    for (number, start) in stride(from: 0, to: ids.count, by: 40).enumerated() {
      let answer = try world.push(
        ids[start..<start + 40].map {
          Mutation(.insert, "items", $0, in: "h", registers: ["text": text])
        }, as: "ann", number: Int64(number + 2))
      #expect(answer?.isAccepted == true)
    }
    let moves = ids.map {
      Mutation(.move, "items", $0, in: "h", destination: RecordPlace(zone: "g", id: $0))
    }
    let all = try world.push(moves, as: "ann", number: 100)
    #expect(all?.refusal == .limit)
    #expect(try world.head(of: "g") == 1)
    let part = try world.push(Array(moves.prefix(40)), as: "ann", number: 101)
    #expect(part?.isAccepted == true)
    let entry = try world.store.read { try $0.log(of: "g", after: 1, through: 2, maxBytes: .max) }
    #expect(try #require(entry.first).bytes.count < Hub.maxWrittenBytes + (1 << 20))
  }
}
