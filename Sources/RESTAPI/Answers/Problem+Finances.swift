import Finances
import Household
import Intake
import Splitting
import SyncProtocol

extension FinanceFailure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .groupNotFound, .memberNotFound, .expenseNotFound, .categoryNotFound, .repeatingNotFound,
      .entryNotFound, .receiptNotFound, .commentNotFound, .rateNotFound,
      .pictureNotFound:
      .notFound
    case .readOnlyGroup: .readOnlyGroup
    case .invalid(let problems): .invalid(problems.map { Problem.Fault(inGroup: $0) })
    case .unbalanced(let problem): .invalid([AmountFaults().fault(problem)])
    case .unsplit(let problem): .invalid([AmountFaults().fault(problem)])
    case .notOwed:
      Problem(
        .conflict, "not_owed",
        "this payment is not proposed or owed any more; get the settlement again and look")
    case .nameTaken(let id): .nameTaken(by: id)
    case .alreadyThere: Problem(.conflict, "already_there", "it is there already")
    case .changedMeanwhile:
      Problem(
        .conflict, "changed", "somebody has changed the same, too; get it again and look")
    case .alreadyClaimed(let id):
      Problem(
        .conflict, "already_claimed",
        "a member is one account, and an account is one member of a group: \(id) is taken")
    case .othersPayment:
      Problem(
        .conflict, "others_payment",
        "how this member is paid only their own account says; leave payment out")
    case .stillNamed:
      Problem(
        .conflict, "still_named",
        "expenses name this member, who can be archived with isArchived instead")
    }
  }
}

extension RefusedSearch: ProblemConvertible {
  /// A search text is the parameter `q`.
  var problem: Problem { .badQuery(faults.map { Problem.Fault("q", $0.code, $0.detail) }) }
}

extension Problem {
  static let readOnlyGroup = Problem(
    .forbidden, "read_only_group",
    "this account may only view that group; its owner can make it an editor")
  static let notGroupOwner = Problem(
    .forbidden, "not_owner", "only the group's owner may do this")
}

extension Problem.Fault {
  /// What is wrong with a field of a group's record.
  init(inGroup problem: InputProblem) {
    let name = problem.field.rawValue
    switch problem.reason {
    case .notInThisHome: self = .notInThisGroup(name)
    default: self.init(problem, name: name)
    }
  }

  static func notInThisGroup(_ name: String) -> Problem.Fault {
    Problem.Fault(name, "not_in_this_group", "names nothing in that group")
  }

  static func outOfRange(_ name: String, _ range: ClosedRange<Int64>) -> Problem.Fault {
    Problem.Fault(
      name, "out_of_range", "must be from \(range.lowerBound) to \(range.upperBound)",
      limits: [.init("min", .integer(range.lowerBound)), .init("max", .integer(range.upperBound))])
  }

  /// A sum that is not the amount.
  ///
  /// - Parameter difference: how much more it is, in minor units.
  fileprivate static func sumDiffers(
    _ name: String, _ what: String, by difference: Int128
  ) -> Problem.Fault {
    let distance = String(difference.magnitude)
    return Problem.Fault(
      name, "sum_differs",
      "\(what) \(distance) \(difference > 0 ? "more" : "less") than `amountMinor`",
      limits: [.init("by", .sum(difference))])
  }

  /// - Parameter difference: the hundredths of a percent above 100 %.
  fileprivate static func notHundredPercent(by difference: Int128) -> Problem.Fault {
    Problem.Fault(
      "sharers", "not_hundred_percent", "the weights must come to 10000, which is 100 %",
      limits: [.init("by", .sum(difference))])
  }
}

/// Finds the field that the amounts of an expense are refused for.
struct AmountFaults {
  /// The members in the order in which they were sent.
  var payers: [RecordID] = []
  var sharers: [RecordID] = []

  func fault(_ problem: ExpenseMoney.Problem) -> Problem.Fault {
    switch problem {
    case .noShares: Problem.Fault("sharers", "missing", "somebody must share it")
    case .amountOutOfRange: amountOutOfRange("amountMinor")
    case .paidDiffers(let difference):
      .sumDiffers("payers", "what was paid is", by: difference)
    case .owedDiffers(let difference):
      .sumDiffers("sharers", "what is owed is", by: difference)
    case .wrongSign(let member): wrongSign(member)
    case .memberTwice(let member): twice(member)
    case .notHundredPercent(let points): .notHundredPercent(by: points - 10_000)
    case .badWeight(let member):
      Problem.Fault(
        place(of: member).map { "sharers[\($0)].weight" } ?? "sharers", "bad_weight",
        "must be a weight that the split takes")
    case .badLines:
      Problem.Fault(
        "lines", "bad_lines",
        "must be there when the split is itemised and else not, each shared by somebody")
    case .notAPayment:
      Problem.Fault(
        "payers", "not_a_payment", "a payment is from one member to one other, above zero")
    case .currency:
      Problem.Fault("currency", "unknown_currency", "must be an ISO 4217 code such as EUR")
    }
  }

  func fault(_ problem: SplitProblem) -> Problem.Fault {
    switch problem {
    case .amountOutOfRange: amountOutOfRange("amountMinor")
    case .noParticipants: Problem.Fault("sharers", "missing", "somebody must share it")
    case .tooManyParticipants(let max): tooMany("sharers", max)
    case .tooManyLines(let max): tooMany("lines", max)
    case .duplicateParticipant(let index): repeated("sharers[\(index)].memberID")
    case .weightNegative(let index):
      Problem.Fault("sharers[\(index)].weight", "out_of_range", "must not be below zero")
    case .weightOutOfRange(let index):
      .outOfRange("sharers[\(index)].weight", ExpenseMoney.amounts)
    case .weightsAllZero:
      Problem.Fault("sharers", "bad_weight", "somebody must have a weight above zero")
    case .percentagesOff(let points): .notHundredPercent(by: Int128(points))
    case .exactAmountsOff(let difference):
      .sumDiffers("sharers", "what is owed is", by: Int128(difference))
    case .adjustmentsExceed(let difference):
      Problem.Fault(
        "sharers", "adjustments_exceed",
        "the adjustments alone are \(difference) more than `amountMinor`",
        limits: [.init("by", .sum(Int128(difference)))])
    case .noLines: Problem.Fault("lines", "missing", "an itemised bill has lines")
    case .line(let index, let inner): fault(inner, ofLine: index)
    case .unknownParticipant(let line, let index):
      Problem.Fault(
        "lines[\(line)].sharers[\(index)].memberID", "not_a_sharer", "must be one of `sharers`")
    case .nothingToSpreadBy:
      Problem.Fault(
        "lines", "nothing_to_spread_by",
        "the lines come to nothing, so what is left cannot be spread over them")
    }
  }

  private func fault(_ problem: SplitProblem, ofLine index: Int) -> Problem.Fault {
    let line = "lines[\(index)]"
    return switch problem {
    case .amountOutOfRange: amountOutOfRange("\(line).amountMinor")
    default:
      // What a line is split by is named as what the whole is.
      {
        let inner = fault(problem)
        return Problem.Fault(
          "\(line).\(inner.field)", inner.reason, inner.detail, limits: inner.limits)
      }()
    }
  }

  private func place(of member: RecordID) -> Int? { sharers.firstIndex(of: member) }

  private func wrongSign(_ member: RecordID) -> Problem.Fault {
    let field =
      payers.firstIndex(of: member).map { "payers[\($0)].amountMinor" }
      ?? place(of: member).map { "sharers[\($0)].weight" } ?? "sharers"
    return Problem.Fault(field, "wrong_sign", "must have the sign of `amountMinor`")
  }

  private func twice(_ member: RecordID) -> Problem.Fault {
    if let index = payers.lastIndex(of: member), payers.firstIndex(of: member) != index {
      return repeated("payers[\(index)].memberID")
    }
    return repeated(
      sharers.lastIndex(of: member).map { "sharers[\($0)].memberID" } ?? "sharers")
  }

  private func repeated(_ name: String) -> Problem.Fault {
    Problem.Fault(name, "repeated", "is there twice")
  }

  private func tooMany(_ name: String, _ max: Int) -> Problem.Fault {
    Problem.Fault(
      name, "too_many", "there can be at most \(max)",
      limits: [.init("max", .integer(Int64(max)))])
  }

  private func amountOutOfRange(_ name: String) -> Problem.Fault {
    let range = ExpenseMoney.amounts
    return Problem.Fault(
      name, "out_of_range",
      "must not be 0, and be from \(range.lowerBound) to \(range.upperBound)",
      limits: [.init("min", .integer(range.lowerBound)), .init("max", .integer(range.upperBound))])
  }
}
