import SeededNoise
import Testing
import hearth

@Suite("Calculating with amounts on the command line")
struct CalcCommandTests {
  @Test(
    "S2-EDGE-rounding S2-BAL-1 S2-DEBT-5 D-DBT-5 a document is answered by one, in its order",
    arguments: [
      (
        "split",
        #"""
        {"amount":101,"mode":"equal","participants":[{"id":"z"},{"id":"é","weight":1},\#
        {"id":"a"}]}
        """#,
        #"{"shares":{"z":33,"é":34,"a":34}}"#
      ),
      (
        "split",
        #"""
        {"amount":-1000,"mode":"shares","participants":[{"id":"b","weight":2},{"id":"a",\#
        "weight":1}]}
        """#,
        #"{"shares":{"b":-667,"a":-333}}"#
      ),
      (
        "split",
        #"""
        {"amount":100,"mode":"percentage","participants":[{"id":"b","weight":3333},{"id":"a",\#
        "weight":6667}]}
        """#,
        #"{"shares":{"b":33,"a":67}}"#
      ),
      (
        "split",
        #"""
        {"amount":100,"mode":"exact","participants":[{"id":"b","weight":40},{"id":"a",\#
        "weight":60}]}
        """#,
        #"{"shares":{"b":40,"a":60}}"#
      ),
      (
        "split",
        #"""
        {"amount":100,"mode":"adjustment","participants":[{"id":"b","weight":10},{"id":"a",\#
        "weight":0}]}
        """#,
        #"{"shares":{"b":55,"a":45}}"#
      ),
      (
        "settle", #"{"balances":{"e":-1300,"a":900,"b":600,"c":700,"d":-900}}"#,
        #"""
        {"transfers":[{"from":"d","to":"a","amount":900},{"from":"e","to":"b","amount":600},\#
        {"from":"e","to":"c","amount":700}]}
        """#
      ),
      (
        "balances",
        #"""
        {"expenses":[{"owers":{"z":1,"a":1},"payers":{"b":3001},"amount":3001,"mode":"equal"},\#
        {"payers":{"z":500},"amount":500,"mode":"equal","owers":{"b":1},"type":"transfer"}]}
        """#,
        #"""
        {"paid":{"z":500,"a":0,"b":3001},"owed":{"z":1500,"a":1501,"b":500},"net":{"z":-1000,\#
        "a":-1501,"b":2501}}
        """#
      ),
      ("balances", #"{"expenses":[]}"#, #"{"paid":{},"owed":{},"net":{}}"#),
      (
        "balances",
        #"""
        {"expenses":[{"payers":{"a":5},"amount":5,"mode":"exact","owers":{"b":5},\#
        "type":"transfer"}]}
        """#,
        #"{"paid":{"a":5,"b":0},"owed":{"a":0,"b":5},"net":{"a":5,"b":-5}}"#
      ),
      (
        "convert", #"{"amount":"100","from":"JPY","to":"USD","rate":"0.0067"}"#,
        #"{"amount":"0.67"}"#
      ),
      (
        "convert", #"{"amount":"-0.5","from":"EUR","to":"KWD","rate":"0.333"}"#,
        #"{"amount":"-0.167"}"#
      ),
      (
        "convert", #"{"amount":"100.00","from":"USD","to":"JPY","date":"2024-03-04"}"#,
        #"{"amount":"15049"}"#
      ),
      (
        "convert", #"{"amount":"1","from":"EUR","to":"USD","date":"2024-03-03"}"#,
        #"{"amount":"1.08"}"#
      ),
    ])
  func answers(command: String, document: String, answer: String) async {
    let run = await hearth("calc", command, input: document)
    #expect(run.code == .ok && run.output == answer + "\n" && run.errors.isEmpty, "\(run)")
  }

  /// Payments that are none, as the rest of the document.
  private static let brokenTransfers: [(String, String, field: String)] = [
    (#""payers":{"a":3},"amount":3,"mode":"shares","owers":{"b":1}"#, "mode"),
    (#""payers":{"a":3},"amount":3,"mode":"percentage","owers":{"b":10000}"#, "mode"),
    (#""payers":{"a":3},"amount":3,"mode":"adjustment","owers":{"b":0}"#, "mode"),
    (#""payers":{"a":3},"amount":3,"mode":"half","owers":{"b":1}"#, "mode"),
    (#""payers":{"a":3},"amount":3,"mode":"exact","owers":{"b":2}"#, "owers"),
    (#""payers":{"a":3},"amount":3,"mode":"equal","owers":{"b":1,"c":1}"#, "owers"),
    (#""payers":{"a":3},"amount":3,"mode":"equal","owers":{}"#, "owers"),
    (#""payers":{"a":1,"b":2},"amount":3,"mode":"equal","owers":{"c":1}"#, "payers"),
    (#""payers":{"a":2},"amount":3,"mode":"exact","owers":{"b":3}"#, "payers"),
  ].map { ("balances", #"{"expenses":[{\#($0.0),"type":"transfer"}]}"#, "expenses[0].\($0.1)") }

  private static let broken: [(String, String, field: String)] =
    [
      ("split", "", ""), ("split", "{", ""), ("split", "[]", ""), ("split", "{} {}", ""),
      ("split", #"{"amount":NaN}"#, "amount"), ("split", #"{"amount":1e400}"#, "amount"),
      ("split", #"{"amount":1,"amount":1}"#, "amount"), ("split", #"{"mode":"equal"}"#, "amount"),
      ("split", #"{"amount":1.0,"mode":"equal","participants":[{"id":"a"}]}"#, "amount"),
      ("split", #"{"amount":"1","mode":"equal","participants":[{"id":"a"}]}"#, "amount"),
      ("split", #"{"amount":9223372036854775808,"mode":"equal","participants":[]}"#, "amount"),
      (
        "split", #"{"amount":-9223372036854775808,"mode":"equal","participants":[{"id":"a"}]}"#,
        "amount"
      ),
      (
        "split", #"{"amount":9000000000000001,"mode":"equal","participants":[{"id":"a"}]}"#,
        "amount"
      ),
      ("split", #"{"amount":1,"mode":"half","participants":[{"id":"a"}]}"#, "mode"),
      ("split", #"{"amount":1,"mode":"equal","participants":[]}"#, "participants"),
      ("split", #"{"amount":1,"mode":"equal","participants":{"a":1}}"#, "participants"),
      ("split", #"{"amount":1,"mode":"equal","participants":[{"id":""}]}"#, "participants[0].id"),
      (
        "split", #"{"amount":1,"mode":"equal","participants":[{"id":"a"},{"id":"a"}]}"#,
        "participants[1].id"
      ),
      (
        "split", #"{"amount":1,"mode":"equal","participants":[{"id":"a","weight":0.5}]}"#,
        "participants[0].weight"
      ),
      (
        "split", #"{"amount":1,"mode":"shares","participants":[{"id":"a"}]}"#,
        "participants[0].weight"
      ),
      (
        "split",
        #"""
        {"amount":1,"mode":"shares","participants":[{"id":"a","weight":1},{"id":"b",\#
        "weight":-1}]}
        """#,
        "participants[1].weight"
      ),
      (
        "split", #"{"amount":1,"mode":"shares","participants":[{"id":"a","weight":Infinity}]}"#,
        "participants[0].weight"
      ),
      (
        "split", #"{"amount":1,"mode":"shares","participants":[{"id":"a","weight":0}]}"#,
        "participants"
      ),
      (
        "split", #"{"amount":1,"mode":"percentage","participants":[{"id":"a","weight":9999}]}"#,
        "participants"
      ),
      (
        "split", #"{"amount":1,"mode":"exact","participants":[{"id":"a","weight":2}]}"#,
        "participants"
      ),
      (
        "split", #"{"amount":1,"mode":"adjustment","participants":[{"id":"a","weight":2}]}"#,
        "amount"
      ),
      ("split", #"{"amount":1,"mode":equal}"#, "mode"),
      (
        "split", #"{"participants":[{"id":"a"},{"id":"b","weight":NaN}]}"#,
        "participants[1].weight"
      ),
      ("split", #"{"participants":[{"id":"a"},{"id":"b","id":"b"}]}"#, "participants[1].id"),
      ("settle", "{}", "balances"), ("settle", #"{"balances":[]}"#, "balances"),
      ("settle", #"{"balances":{"a":1}}"#, "balances"),
      ("settle", #"{"balances":{"a":0.5,"b":-0.5}}"#, "balances.a"),
      ("settle", #"{"balances":{"a":1,"a":-1}}"#, "balances.a"),
      ("settle", #"{"balances":{"":0}}"#, "balances"),
      ("balances", "{}", "expenses"), ("balances", #"{"expenses":[1]}"#, "expenses[0]"),
      (
        "balances", #"{"expenses":[{"payers":{"a":2},"amount":3,"mode":"equal","owers":{"a":1}}]}"#,
        "expenses[0].payers"
      ),
      (
        "balances",
        #"{"expenses":[{"payers":{"a":3},"amount":3,"mode":"shares","owers":{"b":1,"a":-1}}]}"#,
        "expenses[0].owers.a"
      ),
      (
        "balances", #"{"expenses":[{"payers":{"a":3},"amount":3,"owers":{"a":1}}]}"#,
        "expenses[0].mode"
      ),
      (
        "balances",
        #"{"expenses":[{"payers":{"a":3},"amount":3,"mode":"equal","owers":{"a":1},"type":"gift"}]}"#,
        "expenses[0].type"
      ),
      (
        "balances",
        #"""
        {"expenses":[{"payers":{"a":3},"amount":3,"mode":"equal","owers":{"a":1},\#
        "type":"transfer"}]}
        """#,
        "expenses[0].owers"
      ),
      (
        "balances",
        #"{"expenses":[{"payers":{"a":-3},"amount":-3,"owers":{"b":1},"type":"transfer"}]}"#,
        "expenses[0].amount"
      ),
    ] + brokenTransfers + [
      ("convert", #"{"amount":1,"from":"EUR","to":"USD","rate":"1"}"#, "amount"),
      ("convert", #"{"amount":"NaN","from":"EUR","to":"USD","rate":"1"}"#, "amount"),
      ("convert", #"{"amount":"1.005","from":"EUR","to":"USD","rate":"1"}"#, "amount"),
      ("convert", #"{"amount":"1","from":"QQQ","to":"USD","rate":"1"}"#, "from"),
      ("convert", #"{"amount":"1","from":"EUR","to":"usd","rate":"1"}"#, "to"),
      ("convert", #"{"amount":"1","from":"EUR","to":"USD"}"#, "rate"),
      ("convert", #"{"amount":"1","from":"EUR","to":"USD","rate":"0"}"#, "rate"),
      ("convert", #"{"amount":"1","from":"EUR","to":"USD","rate":"-1"}"#, "rate"),
      ("convert", #"{"amount":"1","from":"EUR","to":"USD","rate":"1e5"}"#, "rate"),
      ("convert", #"{"amount":"1","from":"EUR","to":"USD","rate":"999999999999999999"}"#, "rate"),
      (
        "convert", #"{"amount":"1","from":"EUR","to":"USD","rate":"1","date":"2024-03-01"}"#, "rate"
      ),
      ("convert", #"{"amount":"1","from":"EUR","to":"USD","date":"2024-02-30"}"#, "date"),
      ("convert", #"{"amount":"1","from":"EUR","to":"USD","date":"1998-12-31"}"#, "date"),
      ("convert", #"{"amount":"1","from":"EUR","to":"KWD","date":"2024-03-01"}"#, "to"),
    ]

  @Test(
    "S2-V6 D-GRP-5 D-GRP-7 D-GRP-16 what is wrong in a document is told by its field",
    arguments: broken)
  func failures(command: String, document: String, field: String) async throws {
    let run = await hearth("calc", command, input: document)
    #expect(run.code == .usage && run.output.isEmpty, "\(run)")
    let told = CommandRun(code: run.code, output: run.errors, errors: "")
    let error = try #require(try told.json()["error"] as? [String: String])
    #expect(error["field"] == field, "\(error)")
    #expect(error["reason"]?.isEmpty == false)
  }

  @Test("after the last day that is known the rate is that day's, as on the pages")
  func later() async throws {
    let folder = TestFolder()
    let file = try folder.write("Date,USD,\n2031-11-03,2,\n", to: "rates.csv")
    for (date, answer) in [("2031-11-03", "2.00"), ("2031-11-11", "2.00"), ("2039-01-01", "2.00")] {
      let run = await hearth(
        "calc", "convert", "--rates", file,
        input: #"{"amount":"1","from":"EUR","to":"USD","date":"\#(date)"}"#)
      #expect(run.output == #"{"amount":"\#(answer)"}"# + "\n", "\(date): \(run)")
    }
    // A gap between known days is none that later rates could fill.
    let gap = await hearth(
      "calc", "convert", "--rates", file,
      input: #"{"amount":"1","from":"EUR","to":"USD","date":"2031-10-01"}"#)
    #expect(gap.code == .usage, "\(gap)")
  }

  @Test("a newer file of rates is used beside the built-in ones, or refused as a whole")
  func ratesFile() async throws {
    let folder = TestFolder()
    let file = try folder.write("Date,USD,\n2026-11-20,2,\n", to: "rates.csv")
    for (date, answer) in [("2026-11-21", "2.00"), ("2024-03-01", "1.08")] {
      let document = #"{"amount":"1","from":"EUR","to":"USD","date":"\#(date)"}"#
      let run = await hearth("calc", "convert", "--rates", file, input: document)
      #expect(run.output == #"{"amount":"\#(answer)"}"# + "\n", "\(run)")
    }
    let damaged = try folder.write("Date,USD,\n2026-11-20,-2,\n", to: "damaged.csv")
    let run = await hearth(
      "calc", "convert", "--rates", damaged,
      input: #"{"amount":"1","from":"EUR","to":"USD","date":"2024-03-01"}"#)
    #expect(run.code == .usage && run.errors.contains("line 2 has -2 for USD"), "\(run)")
  }

  @Test("D-GRP-16 a spoiled document is answered or refused, and ends nothing", arguments: 0..<4)
  func spoiled(seed: UInt64) async {
    var noise = SeededNoise(seed: seed)
    let sound =
      Self.broken.filter { !$0.1.isEmpty } + [
        ("settle", #"{"balances":{"a":900,"b":600,"c":700,"d":-900,"e":-1300}}"#, ""),
        ("convert", #"{"amount":"1.50","from":"EUR","to":"JPY","date":"2024-03-01"}"#, ""),
      ]
    for _ in 0..<500 {
      let (command, document, _) = sound[noise.next(sound.count)]
      let spoiled = String(decoding: noise.spoil(Array(document.utf8)), as: UTF8.self)
      let run = await hearth("calc", command, input: spoiled)
      #expect(run.code == .ok || run.code == .usage, "\(spoiled)")
      #expect(run.output.isEmpty != run.errors.isEmpty, "\(spoiled)")
    }
  }

  @Test(
    "of more than 20 people standard error says that fewer payments may do; the answer is whole")
  func manyPeople() async throws {
    func document(_ debtors: Int) -> String {
      // Amounts of which no two, three or four come to zero among each other.
      let owing = (1...debtors).map { "\"p\($0)\":-\($0)" }.joined(separator: ",")
      return #"{"balances":{"a":\#(debtors * (debtors + 1) / 2),\#(owing)}}"#
    }
    let twenty = await hearth("calc", "settle", input: document(19))
    #expect(twenty.code == .ok && twenty.errors.isEmpty, "\(twenty)")
    let more = await hearth("calc", "settle", input: document(20))
    #expect(more.code == .ok && !more.errors.isEmpty, "\(more)")
    let answer = try more.json()
    #expect(Array(answer.keys) == ["transfers"])
    #expect((answer["transfers"] as? [Any])?.count == 20)
  }

  @Test("sums that 64 bits do not hold are refused, and end nothing")
  func overflow() async {
    let expense =
      #"{"payers":{"a":9000000000000000},"amount":9000000000000000,"mode":"equal","owers":{"b":1}}"#
    let many = Array(repeating: expense, count: 1100).joined(separator: ",")
    let run = await hearth("calc", "balances", input: #"{"expenses":[\#(many)]}"#)
    #expect(run.code == .usage && run.errors.contains("64 bits"), "\(run)")
    let nothing = await hearth("calc", "split")
    #expect(nothing.code == .failed)
  }

  @Test("amounts of a currency that ended are converted at the rates that it had")
  func endedCurrency() async throws {
    for (document, answer) in [
      (#"{"amount":"100","from":"HRK","to":"EUR","date":"2022-12-30"}"#, "13.27"),
      (#"{"amount":"1","from":"EUR","to":"TRL","date":"1999-01-04"}"#, "372274"),
      (#"{"amount":"10","from":"XCG","to":"USD","rate":"0.5587"}"#, "5.59"),
    ] {
      let run = await hearth("calc", "convert", input: document)
      #expect(run.output == #"{"amount":"\#(answer)"}"# + "\n", "\(document): \(run)")
    }
  }

  @Test("ids are people by their bytes: two that look alike are two, in the order of their bytes")
  func lookAlikes() async throws {
    let (one, two) = ("\u{E9}", "e\u{301}")
    for (command, document, answer) in [
      (
        "split",
        #"{"amount":3,"mode":"equal","participants":[{"id":"\#(one)"},{"id":"\#(two)"}]}"#,
        #"{"shares":{"\#(one)":1,"\#(two)":2}}"#
      ),
      (
        "settle", #"{"balances":{"\#(one)":-5,"\#(two)":5}}"#,
        #"{"transfers":[{"from":"\#(one)","to":"\#(two)","amount":5}]}"#
      ),
      (
        "balances",
        #"""
        {"expenses":[{"payers":{"\#(one)":4},"owers":{"\#(two)":1,"\#(one)":1},"amount":4,\#
        "mode":"equal"}]}
        """#,
        #"""
        {"paid":{"\#(one)":4,"\#(two)":0},"owed":{"\#(one)":2,"\#(two)":2},\#
        "net":{"\#(one)":2,"\#(two)":-2}}
        """#
      ),
    ] {
      let run = await hearth("calc", command, input: document)
      // Strings would be equal in either way of writing.
      #expect(Array(run.output.utf8) == Array((answer + "\n").utf8), "\(document): \(run)")
    }
    let twice = await hearth(
      "calc", "settle", input: #"{"balances":{"\#(two)":1,"\#(two)":-1}}"#)
    #expect(twice.code == .usage)
    let far = await hearth(
      "calc", "split",
      input:
        #"{"amount":3,"mode":"equal","participants":[{"id":"\#(two)"},{"id":"\#(two)"}]}"#)
    #expect(far.code == .usage && far.errors.contains("participants[1].id"))
  }
}
