import Household

extension RoutineStep {
  /// Its picture and title, whichever there are.
  package var label: String { [emoji, title].filter { !$0.isEmpty }.joined(separator: " ") }

  /// As it stands on a line of the form.
  package var line: String {
    let text = emoji.isEmpty ? title : title.isEmpty ? emoji : "\(emoji) \(title)"
    return isOptional ? "(\(text))" : text
  }

  package init(line: String) {
    var text = InputText.line(line)
    let isOptional = text.hasPrefix("(") && text.hasSuffix(")") && text.count > 2
    if isOptional { text = InputText.line(String(text.dropFirst().dropLast())) }
    var emoji = ""
    if let first = text.first, first.isPicture {
      emoji = String(first)
      text = InputText.line(String(text.dropFirst()))
    }
    self.init(id: "", title: text, emoji: emoji, isOptional: isOptional)
  }

  /// Steps as they were typed, each with the id of the step that it was: the one with the same
  /// line, or the same title; or the one that stood in its place, so that a corrected line keeps
  /// its picture and what was ticked of it. A line that is removed takes its own away.
  package static func keepingIDs(_ typed: [RoutineStep], of known: [RoutineStep]) -> [RoutineStep] {
    var (steps, left) = (typed, known)
    func pair(_ isSame: (RoutineStep, RoutineStep) -> Bool) {
      for index in steps.indices where steps[index].id.isEmpty {
        guard let found = left.firstIndex(where: { isSame($0, steps[index]) }) else { continue }
        steps[index].id = left.remove(at: found).id
      }
    }
    pair { $0.line == $1.line }
    pair { !$0.title.isEmpty && $0.title == $1.title }
    // Its place is behind the step that stands before it.
    for index in steps.indices where steps[index].id.isEmpty {
      let before = index == 0 ? nil : known.firstIndex { $0.id == steps[index - 1].id }
      guard index == 0 || before != nil else { continue }
      let place = before.map { $0 + 1 } ?? 0
      guard place < known.count, let found = left.firstIndex(where: { $0.id == known[place].id })
      else { continue }
      steps[index].id = left.remove(at: found).id
    }
    return steps
  }
}

extension Character {
  /// Whether it is shown as a picture; digits and signs, which some emoji begin with, are not.
  fileprivate var isPicture: Bool {
    guard let scalar = unicodeScalars.first, !isASCII else { return false }
    return scalar.properties.isEmojiPresentation
      || (scalar.properties.isEmoji && unicodeScalars.count > 1)
  }
}
