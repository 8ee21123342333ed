extension MatrixRules {
  static let photos: [String: Rule] = {
    var rules: [String: Rule] = [
      "getPhoto": Rule(needs: .home),
      "getPhotoFile": Rule(needs: .home, query: "size=thumbnail"),
      "deletePhoto": Rule(needs: .editing, turn: 1),
    ]
    for owner in ["Item", "Location", "Home"] {
      rules["list\(owner)Photos"] = Rule(needs: .home)
      rules["add\(owner)Photo"] = Rule(needs: .editing, file: (TestFiles.png, "image/png"))
      rules["order\(owner)Photos"] = Rule(needs: .editing, body: #"{"photoIDs": []}"#)
    }
    return rules
  }()
}
