/// Who may call each operation, by its id.
enum MatrixRules {
  typealias Rule = PermissionMatrixTests.Rule

  static let all = [
    house, belongings, exchange, photos, attachments, maintenance, activity, sharing, money,
    family, personal,
  ].reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }

  private static let house: [String: Rule] = [
    "getDocument": Rule(needs: .nothing),
    "getMe": Rule(needs: .account),
    "listHomes": Rule(needs: .account),
    "addHome": Rule(needs: .account, body: #"{"name": "New"}"#, isForAll: true),
    "getHome": Rule(needs: .home),
    "changeHome": Rule(needs: .editing, body: #"{"note": "New"}"#),
    "deleteHome": Rule(needs: .owning, turn: 3),
    "listLocations": Rule(needs: .home, query: "homeID=HOME"),
    "addLocation": Rule(needs: .editing, body: #"{"homeID": "HOME", "name": "New"}"#),
    "getLocation": Rule(needs: .home),
    "changeLocation": Rule(needs: .editing, body: #"{"note": "New"}"#),
    "deleteLocation": Rule(needs: .editing, turn: 2),
    "listLabels": Rule(needs: .home, query: "homeID=HOME"),
    "addLabel": Rule(needs: .editing, body: #"{"homeID": "HOME", "name": "New"}"#),
    "getLabel": Rule(needs: .home),
    "changeLabel": Rule(needs: .editing, body: #"{"note": "New"}"#),
    "deleteLabel": Rule(needs: .editing, turn: 2),
  ]

  private static let belongings: [String: Rule] = [
    "listItems": Rule(needs: .home, query: "homeID=HOME"),
    "addItem": Rule(
      needs: .editing, body: #"{"homeID": "HOME", "name": "New", "currency": "EUR"}"#),
    "getItem": Rule(needs: .home),
    "changeItem": Rule(needs: .editing, body: #"{"name": "New"}"#),
    "deleteItem": Rule(needs: .editing, turn: 2),
    "listPolicies": Rule(needs: .home, query: "homeID=HOME"),
    "addPolicy": Rule(needs: .editing, body: #"{"homeID": "HOME", "provider": "New"}"#),
    "getPolicy": Rule(needs: .home),
    "changePolicy": Rule(needs: .editing, body: #"{"notes": "New"}"#),
    "deletePolicy": Rule(needs: .editing, turn: 2),
    "search": Rule(needs: .home, query: "q=kettle&homeID=HOME"),
  ]

  private static let exchange: [String: Rule] = [
    "importFile": Rule(
      needs: .editing, query: "homeID=HOME",
      file: (Array("HB.import_ref,HB.name\nref-1,Drill\n".utf8), "text/csv"), isForAll: true),
    "exportAll": Rule(needs: .account, isForAll: true),
    "exportHome": Rule(needs: .home),
  ]
}
