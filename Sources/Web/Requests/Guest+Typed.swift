import HTTPServer

extension Guest {
  /// The fields, in all forms, that people type words of their own into. None of them holds a
  /// secret or a value that the form itself fills in.
  private static let wordFields = [
    "name", "title", "description", "notes", "note", "caption", "serial", "model", "manufacturer",
    "purchasedFrom", "price", "warrantyDetails", "assetID", "url", "soldTo", "soldNotes", "lentTo",
    "provider", "policyNumber", "fieldNames", "choices", "text",
  ]
  private static let maxTypedBytes = 8000

  /// The words typed into this form, to show them again if it is refused: a browser that goes back
  /// loads the page anew, without them.
  package var typed: [String] {
    // Words sent from another site are not shown as if the person had typed them.
    guard request.method == .post, SameOrigin.accepts(request) else { return [] }
    var bytes = 0
    return Self.wordFields.map { field($0) }.filter { text in
      bytes += text.utf8.count
      return !text.isEmpty && bytes <= Self.maxTypedBytes
    }
  }
}
