import HTTPServer
import Hub

/// One thing that can be asked of the API: its address, who may, what it takes and answers, and the
/// handler itself. The dispatcher and the OpenAPI document are made from the same list of these.
struct Operation: Sendable {
  typealias Handler = @Sendable (Call) async throws -> Reply

  /// What a request brings.
  enum Body: Sendable {
    case none
    /// JSON of the schema of that name.
    case json(String, example: JSON)
    /// JSON of which only what is sent is changed (RFC 7396).
    case change(String, example: JSON)
    /// A file of one of those media types.
    case file([String], maxBytes: Int)
  }

  /// What a success answers with.
  enum Outcome: Sendable {
    /// JSON of the schema of that name.
    case json(String, example: JSON)
    case nothing
    /// Another kind of content.
    case content(String)
    /// JSON that no schema of ours describes.
    case plainJSON(String)
  }

  let method: HTTPMethod
  /// Such as `/api/v1/items/{itemID}`.
  let path: String
  /// Such as `getItem`.
  let id: String
  let summary: String
  var details = ""
  /// `nil`: anyone, without a token.
  var scope: AccessToken.Scope?
  /// Whether it is about all homes, and so closed to tokens that are limited to one.
  var needsAllHomes = false
  var pathParameters: [Parameter] = []
  var query: [Parameter] = []
  var body = Body.none
  var status: HTTPStatus = .ok
  var outcome: Outcome
  /// Media types that a parameter asks for instead.
  var otherTypes: [String] = []
  /// Whether it answers with an `ETag` or takes an `If-Match`.
  var isVersioned = false
  /// Codes of 409 that only this one answers, with what they say.
  var conflicts: [String] = []
  /// Whether it begins to share, which may need a plan.
  var mayNeedPlan = false
  /// Fields of its answer that are shown to whoever asked first and kept nowhere.
  var shownOnce: Set<String> = []
  let handler: Handler

  /// What the document says of it, with who is kept out.
  var description: String {
    guard needsAllHomes else { return details }
    let limit = "A token that is limited to one home is answered 403 `home_token`."
    return details.isEmpty ? limit : "\(details) \(limit)"
  }

  /// Whether it changes something.
  var isChange: Bool { scope != nil && method != .get }

  /// Whether `If-Match` may say which version it is meant for.
  var takesVersion: Bool { isVersioned && (method == .patch || method == .delete) }

  /// The path's segments.
  var segments: [Substring] { path.split(separator: "/") }
}

/// The answer of a handler.
struct Reply: Sendable {
  enum Content: Sendable {
    case none
    case json(JSON)
    case other(HTTPResponse.Body, type: String, fileName: String?)
    /// The bytes of an upload, with what browsers are told about them.
    case file(FileSlice, HTTPHeaders)
  }

  var content: Content
  /// Where what was made is.
  var location: String?
  /// Which version of a record it shows, without quotes.
  var tag: String?

  static let done = Reply(content: .none)

  static func json(_ json: JSON, tag: String? = nil) -> Reply {
    Reply(content: .json(json), tag: tag)
  }

  static func made(_ json: JSON, at location: String, tag: String?) -> Reply {
    Reply(content: .json(json), location: location, tag: tag)
  }
}

/// Everything of one kind of record, in one file: its operations and the schemas they name.
protocol Resource: Sendable {
  /// Heading in the document.
  static var tag: String { get }
  static var schemas: [JSON.Member] { get }
  static var operations: [Operation] { get }
}
