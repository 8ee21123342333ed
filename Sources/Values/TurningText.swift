extension Unicode.Scalar {
  /// Whether it turns the direction in which what follows it is written (U+202A to U+202E, U+2066
  /// to U+2069). In a text that somebody else wrote it would turn the rest of a line that it is
  /// shown in.
  package var turnsText: Bool {
    switch value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
