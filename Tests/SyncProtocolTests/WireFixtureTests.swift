import SeededNoise
import SyncProtocol
import Testing

@Suite struct WireFixtureTests {
  @Test("a message is written byte for byte as it always was", arguments: WireFixture.all)
  func writes(fixture: WireFixture) throws {
    #expect(try fixture.stored == fixture.written)
  }

  @Test(
    "the golden bytes of a message are read and written back the same", arguments: WireFixture.all)
  func reads(fixture: WireFixture) throws {
    let bytes = try fixture.stored
    #expect(try fixture.rewrite(bytes) == bytes)
  }

  @Test("white space and unknown fields change nothing", arguments: WireFixture.all)
  func isLenient(fixture: WireFixture) throws {
    let bytes = try fixture.stored
    let added = Array("{ \"new\" : [ {\"x\": null}, 1.5e3, true ] ,\n".utf8) + bytes.dropFirst()
    #expect(try fixture.rewrite(added) == bytes)
  }

  @Test("a message that is cut off anywhere is an error", arguments: WireFixture.all)
  func truncated(fixture: WireFixture) throws {
    let bytes = try fixture.stored
    for count in 0..<bytes.count {
      #expect(throws: WireError.self) { try fixture.rewrite(Array(bytes[..<count])) }
    }
  }

  @Test("no mutation of a message's bytes crashes its reader, and what is read is written stably")
  func fuzz() throws {
    var random = SeededNoise(seed: 20_260_101)
    let inputs = try WireFixture.all.map { (fixture: $0, bytes: try $0.stored) }
    let iterations = 50_000
    var readCount = 0
    for iteration in 0..<iterations {
      let (fixture, bytes) = inputs[iteration % inputs.count]
      // Writing what was read, and reading that, must come to the same bytes.
      guard let rewritten = try? fixture.rewrite(random.spoil(bytes)) else { continue }
      readCount += 1
      #expect(try fixture.rewrite(rewritten) == rewritten)
    }
    // Otherwise the mutations were too rough to reach anything but the first error.
    #expect(readCount > iterations / 20)
  }

  @Test("escapes of all kinds are read, and written back in one spelling")
  func escapes() throws {
    let text = #""\u0041\u00e9\u20AC\ud834\uDD1E\u0000\u001f\/\b\f\n\r\t\"\\""#
    let value = try FieldValue(wireBytes: Array(text.utf8))
    #expect(value == .text("Aé€\u{1d11e}\0\u{1f}/\u{8}\u{c}\n\r\t\"\\"))
    #expect(
      String(decoding: value.wireBytes, as: UTF8.self)
        == #""Aé€\#u{1d11e}\u0000\u001f/\u0008\u000c\n\r\t\"\\""#)
    for bad in [#""\u00g0""#, #""\u00""#, #""\ud834""#, #""\ud834\u0041""#, #""\udd1e""#] {
      #expect(throws: WireError.self) { try FieldValue(wireBytes: Array(bad.utf8)) }
    }
  }

  @Test("an entry in which the effects come twice is looked through as it is read")
  func effectsTwice() throws {
    let effect = #"[{"k":"x","t":"items","i":"i1"}]"#
    let bytes = Array(
      #"{"z":"h","n":1,"id":"r.1","a":"a","h":1,"at":1,"e":\#(effect),"e":\#(effect)}"#.utf8)
    #expect(
      try LogEntryScan(bytes).effects.map(\.key) == LogEntry(wireBytes: bytes).effects.map(\.key))
  }

  @Test("nesting, numbers and text out of bounds are errors")
  func limits() {
    let bad = [
      String(repeating: "[", count: 100_000), #"{"epoch":1e999}"#,
      #"{"epoch":"e","replica":"r","acknowledged":9223372036854775808}"#,
      #"{"epoch":"\ud800","replica":"r"}"#, "{\"epoch\":\"a\u{0}b\",\"replica\":\"r\"}",
      #"{"epoch":"e","replica":"r"} x"#, #"{"epoch":"e""#,
    ]
    for text in bad {
      #expect(throws: WireError.self) { try PushRequest(wireBytes: Array(text.utf8)) }
    }
    #expect(throws: WireError.self) {
      try PushRequest(wireBytes: Array(#"{"epoch":""#.utf8) + [0xff, 0xfe] + Array(#""}"#.utf8))
    }
  }
}
