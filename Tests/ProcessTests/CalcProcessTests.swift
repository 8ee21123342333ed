import Testing

/// `hearth calc` as other programs run it: a document on standard input, and an exit code.
@Suite struct CalcProcessTests {
  @Test("S2-EDGE-rounding D-DBT-5 a document goes in at standard input, and its answer comes out")
  func answers() async throws {
    for (command, document, answer) in [
      (
        "split",
        #"{"amount":100,"mode":"equal","participants":[{"id":"b"},{"id":"c"},{"id":"a"}]}"#,
        #"{"shares":{"b":33,"c":33,"a":34}}"#
      ),
      (
        "convert", #"{"amount":"100","from":"JPY","to":"USD","date":"2024-03-01"}"#,
        #"{"amount":"0.66"}"#
      ),
    ] {
      let run = try ChildProcess("hearth", ["calc", command], input: document + "\n")
      #expect(await run.end() == .code(0), "\(run.text)")
      #expect(run.text == answer + "\n")
    }
  }

  @Test("S2-V6 a faulty document ends with code 2 and says where it is wrong, in JSON")
  func failures() async throws {
    for (document, field) in [
      (#"{"balances":{"a":1,"b":-2}}"#, "balances"), (#"{"balances":{"a":NaN}}"#, "balances.a"),
      ("", ""),
    ] {
      let run = try ChildProcess("hearth", ["calc", "settle"], input: document)
      #expect(await run.end() == .code(2), "\(run.text)")
      #expect(run.text.hasPrefix(#"{"error":{"field":"\#(field)","reason":""#), "\(run.text)")
    }
  }
}
