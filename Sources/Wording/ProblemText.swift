/// What is wrong with a field, in the words of an area.
package protocol ProblemText: Equatable, Sendable {
  func text(in words: Catalogue) -> String
}

/// A problem that one area alone has.
package struct ProblemMessage: Equatable, Sendable {
  package let text: any ProblemText

  package init(_ text: any ProblemText) { self.text = text }

  package static func == (left: ProblemMessage, right: ProblemMessage) -> Bool {
    func isEqual<Text: ProblemText>(_ text: Text) -> Bool { right.text as? Text == text }
    return isEqual(left.text)
  }
}
