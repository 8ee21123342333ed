extension MatrixRules {
  static let attachments: [String: Rule] = {
    var rules: [String: Rule] = [
      "getAttachment": Rule(needs: .home),
      "getAttachmentFile": Rule(needs: .home),
      "changeAttachment": Rule(needs: .editing, body: #"{"kind": "manual"}"#),
      "deleteAttachment": Rule(needs: .editing, turn: 1),
    ]
    for owner in ["Item", "Policy"] {
      rules["list\(owner)Attachments"] = Rule(needs: .home)
      rules["add\(owner)Attachment"] = Rule(
        needs: .editing, query: "name=New.pdf", file: (TestFiles.pdf, "application/pdf"))
    }
    return rules
  }()
}
