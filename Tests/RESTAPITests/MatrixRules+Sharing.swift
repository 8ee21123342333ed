extension MatrixRules {
  static let sharing: [String: Rule] = [
    "getFlags": Rule(needs: .account),
    "listMembers": Rule(needs: .home),
    "changeMember": Rule(needs: .owning, body: #"{"role": "editor"}"#),
    "removeMember": Rule(needs: .owning, turn: 1),
    "leaveHome": Rule(needs: .guest, turn: 3, isConflict: true),
    "listInvites": Rule(needs: .owning),
    "addInvite": Rule(needs: .owning, body: #"{"role": "viewer"}"#),
    "getInvite": Rule(needs: .owning),
    "revokeInvite": Rule(needs: .owning, turn: 1),
  ]
}
