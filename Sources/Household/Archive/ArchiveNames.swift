import SyncProtocol

/// Names for folders and files of an archive, made from the names that people use.
///
/// Every system can unpack them, and no two in one folder are equal, even ignoring case.
package struct ArchiveNames {
  private static let maxBytes = 90
  /// Names that Windows reserves for devices.
  private static let reserved: Set<String> = Set(
    ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

  private var taken: Set<String> = []

  package init() {}

  /// A name that has not been given before within `folder`.
  ///
  /// - Parameter ending: the extension with its dot, kept at the end.
  package mutating func name(_ text: String, in folder: String, ending: String = "") -> String {
    let stem = Self.safe(text)
    var name = stem + ending
    var number = 2
    while !taken.insert("\(folder)/\(NameKey.make(name))").inserted {
      name = "\(stem) (\(number))\(ending)"
      number += 1
    }
    return name
  }

  /// Keeps letters, digits and harmless punctuation; everything else becomes a dash.
  package static func safe(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isKept =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.generalCategory == .nonspacingMark
        || scalar.properties.generalCategory == .spacingMark
        || " -_.,()&+'".unicodeScalars.contains(scalar)
      let letter: Unicode.Scalar = isKept ? scalar : "-"
      if letter == "-", result.last == "-" { continue }
      guard result.utf8.count + UTF8.width(letter) <= maxBytes else { break }
      result.unicodeScalars.append(letter)
    }
    // A leading dot hides a file, a trailing one is lost, and two dots are a path to the parent.
    while let range = result.firstRange(of: "..") { result.replaceSubrange(range, with: ".") }
    result = String(
      result.drop { " .-".contains($0) }.reversed().drop { " .-".contains($0) }.reversed())
    if result.isEmpty { return "unnamed" }
    let base = result.prefix { $0 != "." }.lowercased()
    return reserved.contains(base) ? "_" + result : result
  }
}
