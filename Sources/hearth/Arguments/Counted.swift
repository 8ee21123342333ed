extension Int {
  /// "1 entry", "2 entries".
  ///
  /// - Parameter many: the word for several; by default the one with an s.
  func counted(_ one: String, _ many: String? = nil) -> String {
    self == 1 ? "1 \(one)" : "\(self) \(many ?? one + "s")"
  }
}
