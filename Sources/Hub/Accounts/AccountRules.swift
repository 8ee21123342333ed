import SyncProtocol

/// What is wrong with a password that somebody has chosen.
public enum PasswordProblem: Error, Equatable, Sendable {
  case tooShort, tooLong
  /// It is the account's name.
  case isTheName
}

/// The rules for names and passwords.
public enum AccountRules {
  /// The longest name.
  public static let maxNameCharacters = 64
  static let maxNameBytes = 256
  /// The shortest password.
  public static let minPasswordCharacters = 10
  /// The longest password, in bytes of UTF-8.
  public static let maxPasswordBytes = 1024

  /// The name as it is stored, and its key; `nil` if it is empty, too long, or has invisible
  /// characters, with which one name could pass for another.
  static func name(_ text: String) -> (name: String, key: String)? {
    guard text.utf8.count <= 4 * maxNameBytes else { return nil }
    let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard (1...maxNameCharacters).contains(name.count), name.utf8.count <= maxNameBytes,
      name.unicodeScalars.allSatisfy(isVisible)
    else { return nil }
    let key = NameKey.fold(name)
    return key.isEmpty ? nil : (name, key)
  }

  /// The display name without characters that could disguise it; `nil` if nothing is left. Joiners
  /// and variation selectors stay, because emoji and some scripts need them.
  static func displayName(_ text: String) -> String? {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(4 * maxNameBytes) {
      if scalar.properties.isWhitespace {
        scalars.append(" ")
      } else if isVisible(scalar) || (0x200c...0x200d).contains(scalar.value)
        || scalar.properties.isVariationSelector
      {
        scalars.append(scalar)
      }
    }
    let words = String(scalars).split(separator: " ").joined(separator: " ")
    let name = String(words.prefix(maxNameCharacters))
    // A single character can consist of any number of combining marks.
    guard !name.isEmpty, name.utf8.count <= 4 * maxNameBytes else { return nil }
    return name
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .privateUse, .surrogate, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  static func check(password: String, nameKey: String) -> PasswordProblem? {
    if password.utf8.count > maxPasswordBytes { return .tooLong }
    if password.count < minPasswordCharacters { return .tooShort }
    return NameKey.fold(password) == nameKey ? .isTheName : nil
  }
}
