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
}

extension Character {
  /// Whether it is shown as a picture; digits and signs, which some emoji begin with, are not.
  fileprivate var isPicture: Bool {
    guard let scalar = unicodeScalars.first, !isASCII else { return false }
    return scalar.properties.isEmojiPresentation
      || (scalar.properties.isEmoji && unicodeScalars.count > 1)
  }
}
