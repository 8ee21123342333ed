extension InputCheck {
  package mutating func file(_ file: StoredPhoto) {
    range(file.byteCount, .byteCount, StoredPhoto.byteCounts)
    range(Int64(file.width), .width, StoredPhoto.sides)
    range(Int64(file.height), .height, StoredPhoto.sides)
    hash(file.blobHash)
  }

  /// Checks for 64 lower-case hexadecimal digits.
  private mutating func hash(_ text: String) {
    let isHash =
      text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    if !isHash { fail(.blobHash, .missing) }
  }

  package mutating func paper(_ file: StoredPaper) {
    range(file.byteCount, .byteCount, StoredPaper.byteCounts)
    hash(file.blobHash)
  }

  /// Cleans a file name. Hidden characters are reported and not removed, so that no name can pass
  /// for another.
  package mutating func fileName(_ text: String, of media: StoredPaper.Media) -> String {
    let name = line(text, .name, .name, isRequired: true)
    if FileName.hidesCharacters(text) { fail(.name, .hiddenCharacters) }
    if FileName.hasPath(name) { fail(.name, .pathInName) }
    let full = media.naming(name)
    if name.count <= TextLimit.name.maxCharacters, full.count > TextLimit.name.maxCharacters {
      fail(.name, .tooLong(maxCharacters: TextLimit.name.maxCharacters))
    }
    return full
  }
}

/// Checks for characters that a file name must not contain.
package enum FileName {
  /// Whether a text has control characters, or ones that change the direction of writing: with
  /// those, `gpj.exe` can read `exe.jpg`.
  package static func hidesCharacters(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isBroken = text.unicodeScalars.contains {
      $0.properties.generalCategory == .control || $0 == "\u{2028}" || $0 == "\u{2029}"
    }
    return isBroken || InputText.line(words) != words
  }

  package static func hasPath(_ name: String) -> Bool {
    name.contains("/") || name.contains("\\") || name == "." || name == ".."
  }
}
