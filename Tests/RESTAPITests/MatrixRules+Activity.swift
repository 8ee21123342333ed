extension MatrixRules {
  static let activity: [String: Rule] = [
    "listHomeActivity": Rule(needs: .home),
    "listItemActivity": Rule(needs: .home),
    // Of the time since somebody came.
    "getActivity": Rule(needs: .home),
    "undoActivity": Rule(needs: .editing),
  ]
}
