import RESTAPI

/// The commands that split, settle and convert amounts of one JSON document: no data folder, no
/// account, nothing that is kept.
enum CalcCommand {
  static let all = [split, settle, balances, convert]

  /// The longest document that is read.
  static let maxBytes = 64 << 20

  static let split = Command(
    path: ["calc", "split"], summary: "Split an amount among people",
    details: """
      Reads a JSON document from standard input, and writes one: {"amount": 9500, "mode": \
      "equal", "participants": [{"id": "ana"}, {"id": "ben"}, {"id": "cleo"}]} becomes {"shares": \
      {"ana": 3166, "ben": 3167, "cleo": 3167}}. Amounts are whole minor units (cents), negative \
      for a refund. The mode says what each "weight" is: nothing (equal), a share (shares), \
      hundredths of a percent that come to 10000 (percentage), the amount itself (exact), or what \
      somebody pays more or less than the others (adjustment). Units that are left go to the \
      largest remainders, of equal ones to the last in the order of the document. \(faulty)
      """,
    examples: [.init("hearth calc split < dinner.json", "who owes how much of a dinner")]
  ) { invocation in
    try answer(invocation) { document throws(CalcFailure) in
      try CalcSplit.answer(document)
    }
  }

  static let settle = Command(
    path: ["calc", "settle"], summary: "Find the fewest payments after which all are even",
    details: """
      Reads a JSON document from standard input, and writes one: {"balances": {"ana": 900, "ben": \
      -900}} becomes {"transfers": [{"from": "ben", "to": "ana", "amount": 900}]}. A balance is \
      what somebody is owed, negative for who owes; they come to zero. With up to 20 people no \
      list could be shorter; with more, standard error says that one may be. \(faulty)
      """,
    examples: [.init("hearth calc settle < balances.json", "who pays whom how much")]
  ) { invocation in
    try answer(invocation) { document throws(CalcFailure) in
      try CalcSettle.answer(document) { invocation.terminal.complain($0) }
    }
  }

  static let balances = Command(
    path: ["calc", "balances"], summary: "Add up who paid, owes and gets how much",
    details: """
      Reads a JSON document from standard input, and writes one: {"expenses": [{"payers": {"ana": \
      3000}, "amount": 3000, "mode": "equal", "owers": {"ana": 1, "ben": 1}}]} becomes {"paid": \
      {"ana": 3000, "ben": 0}, "owed": {"ana": 1500, "ben": 1500}, "net": {"ana": 1500, "ben": \
      -1500}}. The numbers of "owers" are weights as for hearth calc split. "type" is expense, or \
      transfer from one payer to one ower. All amounts are of one currency. \(faulty)
      """,
    examples: [.init("hearth calc balances < trip.json", "how everybody stands after a trip")]
  ) { invocation in
    try answer(invocation) { document throws(CalcFailure) in
      try CalcBalances.answer(document)
    }
  }

  static let convert = Command(
    path: ["calc", "convert"], summary: "Convert an amount to another currency",
    details: """
      Reads a JSON document from standard input, and writes one: {"amount": "100", "from": "JPY", \
      "to": "USD", "rate": "0.0067"} becomes {"amount": "0.67"}. The rate is what one unit of the \
      first currency is worth. Instead of it, "date": "2024-03-01" takes the reference rate of \
      the European Central Bank of that day, or of the last business day up to a week before it, \
      which is built in; after the last day that is known, it is that day's, as on the pages. \
      Amounts and rates are texts, so that nothing is lost; halves are rounded \
      away from zero. \(faulty)
      """,
    options: [
      .value("rates", "FILE", "a newer file of the bank, ZIP or CSV, beside the built-in rates")
    ],
    examples: [
      .init("hearth calc convert < hotel.json", "what a hotel cost in the money at home"),
      .init("hearth calc convert --rates eurofxref-hist.zip < hotel.json", "at a newer rate"),
    ]
  ) { invocation in
    try answer(invocation) { document throws(CalcFailure) in
      try CalcConvert.answer(document, ratesFile: invocation["rates"])
    }
  }

  private static let faulty =
    "A faulty document is answered on standard error, with the wrong field, and exit code 2."

  /// Reads the document, and writes the answer or what is wrong.
  private static func answer(
    _ invocation: Invocation, _ calculate: (CalcInput) throws(CalcFailure) -> JSON
  ) throws -> ExitCode {
    guard let bytes = invocation.terminal.readInput(maxBytes + 1) else {
      throw CommandFailure.failed("standard input cannot be read")
    }
    do throws(CalcFailure) {
      let answer = try calculate(try CalcInput(bytes, maxBytes: maxBytes))
      invocation.terminal.say(String(decoding: answer.bytes, as: UTF8.self))
      return .ok
    } catch {
      invocation.terminal.complain(String(decoding: error.json.bytes, as: UTF8.self))
      return .usage
    }
  }
}
