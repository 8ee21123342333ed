extension MatrixRules {
  static let maintenance: [String: Rule] = [
    "listItemMaintenance": Rule(needs: .home),
    "listHomeMaintenance": Rule(needs: .home),
    "addMaintenance": Rule(needs: .editing, body: #"{"title": "New"}"#),
    "getMaintenance": Rule(needs: .home),
    "changeMaintenance": Rule(needs: .editing, body: #"{"notes": "New"}"#),
    "completeMaintenance": Rule(needs: .editing, body: #"{"doneOn": "2026-06-01"}"#),
    "deleteMaintenance": Rule(needs: .editing, turn: 1),
  ]
}
