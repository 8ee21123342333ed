import HTTPServer

/// The media types that a request accepts.
enum Negotiation {
  /// Whether the `Accept` header accepts one of these types; without the header all are accepted.
  static func accepts(_ headers: HTTPHeaders, anyOf types: [String]) -> Bool {
    let values = headers.all("Accept")
    guard !values.isEmpty else { return true }
    for range in values.joined(separator: ",").split(separator: ",") {
      let parts = range.split(separator: ";").map { trimmed($0).lowercased() }
      guard let name = parts.first, !parts.dropFirst().contains(where: isRefusal) else { continue }
      let matches = types.contains { type in
        name == "*/*" || name == type
          || name.hasSuffix("/*") && type.hasPrefix(name.dropLast(1))
      }
      if matches { return true }
    }
    return false
  }

  /// Whether a parameter is `q=0`, which refuses the type.
  private static func isRefusal(_ parameter: String) -> Bool {
    guard parameter.hasPrefix("q=") else { return false }
    return parameter.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
  }

  private static func trimmed(_ text: Substring) -> String {
    let head = text.drop { $0 == " " || $0 == "\t" }
    return String(head.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}

extension Operation {
  /// The media types of a successful response.
  var produces: [String] {
    switch outcome {
    case .json, .plainJSON: ["application/json"] + otherTypes
    case .content(let type): [type] + otherTypes
    // A response without a body suits every `Accept` header.
    case .nothing: []
    }
  }

  /// The media types of request bodies; empty if there is no body.
  var consumes: [String] {
    switch body {
    case .none: []
    case .json: ["application/json"]
    case .change: ["application/merge-patch+json", "application/json"]
    case .file(let types, _): types
    }
  }
}
