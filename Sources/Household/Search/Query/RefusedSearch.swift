/// Why the search text of a program is refused.
///
/// A page searches for what it does not understand as words, and says so beside the list. A program
/// would not see that, and take what is found for the answer to another question.
package struct RefusedSearch: Error, Equatable {
  package enum Reason: Equatable, Sendable {
    case misunderstood(SearchProblem)
    /// Neither letters nor digits, or more of them than a word of a search has.
    case nothingToLookFor
    /// There is no record of the name that the condition has.
    case namesNothing
    case tooManyWords(max: Int)
    case tooLong(maxBytes: Int)
  }

  package struct Fault: Equatable, Sendable {
    /// The piece of the text as typed; empty for the whole text.
    package var part: String
    package var reason: Reason

    init(_ part: String, _ reason: Reason) { (self.part, self.reason) = (part, reason) }
  }

  /// At least one.
  package let faults: [Fault]

  private static let maxFaults = 10

  /// Throws unless every piece of a search text can be looked for.
  ///
  /// - Parameter namesNothing: whether a condition names something that does not exist.
  package static func check<Language>(
    _ query: TypedSearch<Language>, of text: String,
    namesNothing: (Language.Clause) throws -> Bool
  ) throws {
    guard text.utf8.count <= SearchToken.maxBytes else {
      throw RefusedSearch(faults: [Fault("", .tooLong(maxBytes: SearchToken.maxBytes))])
    }
    var faults: [Fault] = []
    for part in query.parts {
      switch part.meaning {
      case .words(let words):
        let isWhole = SearchText.words(words).allSatisfy {
          $0.utf8.count <= SearchText.maxTermBytes
        }
        if SearchText.terms(words).isEmpty || !isWhole {
          faults.append(Fault(part.text, .nothingToLookFor))
        }
      case .clause(let clause):
        if try namesNothing(clause) { faults.append(Fault(part.text, .namesNothing)) }
      case .problem(let problem): faults.append(Fault(part.text, .misunderstood(problem)))
      case .archived: break
      }
    }
    if Set(SearchText.words(query.words)).count > SearchText.maxTerms {
      faults.append(Fault("", .tooManyWords(max: SearchText.maxTerms)))
    }
    if query.parts.isEmpty { faults.append(Fault("", .nothingToLookFor)) }
    guard faults.isEmpty else { throw RefusedSearch(faults: Array(faults.prefix(maxFaults))) }
  }
}
