import RESTAPI
import Splitting
import Values

/// `hearth calc split`: from an amount and its participants to what each owes.
enum CalcSplit {
  static func answer(_ document: CalcInput) throws(CalcFailure) -> JSON {
    let amount = try document.member("amount").integer()
    let mode = try document.member("mode").word(of: SplitMode.self)
    let list = try document.member("participants")
    var participants: [Participant] = []
    for element in try list.elements() {
      participants.append(try participant(element, mode))
    }
    let split = Split(amount: amount, mode: mode, participants: participants)
    do throws(SplitProblem) {
      return ["shares": .people(try split.owed().map { ($0.person, $0.amount) })]
    } catch {
      let field =
        switch error.field {
        case .amount: "amount"
        case .participant(let index): "\(list.place)[\(index)].id"
        case .weight(let index): "\(list.place)[\(index)].weight"
        case .participants, .lines, .line: list.place
        }
      throw CalcFailure(field, error.reason)
    }
  }

  private static func participant(
    _ element: CalcInput, _ mode: SplitMode
  ) throws(CalcFailure) -> Participant {
    let id = CalcPerson.key(try element.member("id").text())
    guard let weight = try element.optional("weight") else {
      if mode != .equal { _ = try element.member("weight") }
      return Participant(id)
    }
    return Participant(id, weight: try weight.integer())
  }
}

extension JSON {
  /// An object with a number for the key of each person, in their order.
  static func people(_ amounts: [(person: String, amount: Int64)]) -> JSON {
    .object(amounts.map { Member(CalcPerson.id($0.person), .integer($0.amount)) })
  }
}

extension SplitProblem {
  /// What is wrong, to be read after the name of the field.
  var reason: String {
    switch self {
    case .amountOutOfRange, .weightOutOfRange:
      "is beyond ±\(Split.maxAmount) minor units"
    case .noParticipants: "names nobody"
    case .tooManyParticipants(let max): "names more than \(max) people"
    case .duplicateParticipant: "is there twice"
    case .weightNegative: "is negative"
    case .weightsAllZero: "has no weight above zero"
    case .percentagesOff(let off):
      "come to \(Self.percent(off.magnitude)) \(off < 0 ? "less" : "more") than 100 %"
    case .exactAmountsOff(let off):
      "come to \(off.magnitude) \(off < 0 ? "less" : "more") than the amount"
    case .adjustmentsExceed(let excess):
      "is exceeded by the adjustments: they alone come to \(excess) more"
    case .noLines: "has no lines"
    case .tooManyLines(let max): "has more than \(max) lines"
    case .line(_, let problem): problem.reason
    case .unknownParticipant: "is shared by somebody who does not take part"
    case .nothingToSpreadBy: "has tax or tip, but lines that come to nothing"
    }
  }

  private static func percent(_ basisPoints: UInt64) -> String {
    ExactDecimal.text(minor: Int64(clamping: basisPoints), exponent: 2) + " %"
  }
}
