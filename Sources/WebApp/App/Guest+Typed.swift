import HTTPServer

extension Guest {
  /// The fields of all forms into which people write words of their own. Nothing secret is among
  /// them, and nothing that a form says by itself.
  private static let wordFields = [
    "name", "title", "description", "notes", "note", "caption", "serial", "model", "manufacturer",
    "purchasedFrom", "price", "warrantyDetails", "assetID", "url", "soldTo", "soldNotes", "lentTo",
    "provider", "policyNumber", "fieldNames", "choices", "text",
  ]
  private static let maxTypedBytes = 8000

  /// What was typed into a form, in case it is not taken: a browser that goes back asks for the
  /// page anew, and would show none of it.
  var typed: [String] {
    // Words that come from elsewhere are not shown as if somebody had written them here.
    guard request.method == .post, SameOrigin.accepts(request) else { return [] }
    var bytes = 0
    return Self.wordFields.map { field($0) }.filter { text in
      bytes += text.utf8.count
      return !text.isEmpty && bytes <= Self.maxTypedBytes
    }
  }
}
