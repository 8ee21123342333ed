import Household

extension RefusedSearch.Fault {
  /// A code for programs.
  package var code: String {
    switch reason {
    case .misunderstood(let problem):
      switch problem {
      case .unknownName: "unknown_name"
      case .unknownChoice: "unknown_choice"
      case .notAnAmount, .notANumber, .notADay: "wrong_form"
      case .valueMissing: "missing"
      case .cannotBeCompared: "not_comparable"
      case .tooMuch: "too_many"
      }
    case .nothingToLookFor: "missing"
    case .namesNothing: "unknown_record"
    case .tooManyWords: "too_many"
    case .tooLong: "too_long"
    }
  }

  /// What is wrong, for whoever writes the program or the command.
  package var detail: String {
    switch reason {
    case .misunderstood(let problem): "'\(shownPart)' \(Self.detail(problem))"
    case .nothingToLookFor where part.isEmpty:
      "must hold a word or a condition to look for"
    case .nothingToLookFor:
      "'\(shownPart)' cannot be looked for: a word is letters and digits, at most 100 bytes"
    case .namesNothing: "'\(shownPart)' names nothing that is there"
    case .tooManyWords(let max): "has more than \(max) words to look for"
    case .tooLong(let max): "has more than \(max) bytes"
    }
  }

  private static let maxShown = 60

  private var shownPart: String {
    part.count > Self.maxShown ? part.prefix(Self.maxShown) + "…" : part
  }

  private static func detail(_ problem: SearchProblem) -> String {
    switch problem {
    case .unknownName(let suggestion):
      "is no condition: \(suggestion.map { "write \($0), or " } ?? "")put it in quotes to look for "
        + "its words"
    case .unknownChoice(_, let known, let suggestion):
      "is none of \(known.joined(separator: ", "))\(suggestion.map { ": write \($0)" } ?? "")"
    case .notAnAmount: "has no amount that can be read; write it like 100, 20.50 or 100usd"
    case .notANumber: "needs a whole number"
    case .notADay:
      "needs a day, month or year like 2027-01-31, or a time like 90d, 6w, 3m or 2y"
    case .valueMissing: "has nothing behind its sign"
    case .cannotBeCompared(let name): "cannot be more or less; write \(name): with a colon"
    case .tooMuch: "is one condition too many"
    }
  }
}
