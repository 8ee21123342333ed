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
    "getHomeOwnership": Rule(needs: .home),
    "offerHome": Rule(needs: .owning),
    "withdrawHomeOffer": Rule(needs: .owning),
    "acceptHome": Rule(needs: .owning, isConflict: true),
    "getGroupOwnership": Rule(needs: .home, isOfGroup: true),
    "offerGroup": Rule(needs: .owning, isOfGroup: true),
    "withdrawGroupOffer": Rule(needs: .owning, isOfGroup: true),
    "acceptGroup": Rule(needs: .owning, isOfGroup: true, isConflict: true),
    "getFamilyOwnership": Rule(needs: .home, isOfFamily: true),
    "offerFamily": Rule(needs: .owning, others: ["accountID": "parentID"], isOfFamily: true),
    "withdrawFamilyOffer": Rule(
      needs: .owning, others: ["accountID": "parentID"], isOfFamily: true),
    "acceptFamily": Rule(needs: .owning, isOfFamily: true, isConflict: true),
    "previewInvite": Rule(needs: .account, body: #"{"invite": "JOINCODE"}"#, isForAll: true),
    "join": Rule(needs: .account, body: #"{"invite": "JOINCODE"}"#, isForAll: true),
    "getHomeFamilyShare": Rule(needs: .owning, isForAll: true),
    "setHomeFamilyShare": Rule(
      needs: .owning, body: #"{"parents": "editor", "children": null}"#, isForAll: true),
    "endHomeFamilyShare": Rule(needs: .owning, turn: 1, isForAll: true),
    "getGroupFamilyShare": Rule(needs: .owning, isForAll: true, isOfGroup: true),
    "setGroupFamilyShare": Rule(
      needs: .owning, body: #"{"parents": "editor", "children": "viewer"}"#, isForAll: true,
      isOfGroup: true),
    "endGroupFamilyShare": Rule(needs: .owning, turn: 1, isForAll: true, isOfGroup: true),
  ]

  /// What an account is told and what it has saved is its own.
  static let personal: [String: Rule] = [
    "listNotifications": Rule(needs: .account, isForAll: true),
    "markNotificationsSeen": Rule(needs: .account, body: "{}", isForAll: true),
    "listNotificationKinds": Rule(needs: .account, isForAll: true),
    "changeNotificationKind": Rule(needs: .account, body: #"{"byMail": true}"#, isForAll: true),
    "getNotificationMail": Rule(needs: .account, isForAll: true),
    "listSavedSearches": Rule(needs: .account, isForAll: true),
    "addSavedSearch": Rule(
      needs: .account, body: #"{"name": "New", "query": "kettle"}"#, isForAll: true),
    "getSavedSearch": Rule(needs: .own, isForAll: true),
    "changeSavedSearch": Rule(needs: .own, body: #"{"name": "Old"}"#, isForAll: true),
    "deleteSavedSearch": Rule(needs: .own, turn: 1, isForAll: true),
  ]
}
