import HTTPServer
import Hub

/// One operation of the API: its address, its scope, its request and response, and its handler. The
/// dispatcher and the OpenAPI document use the same list of operations.
struct Operation: Sendable {
  typealias Handler = @Sendable (Call) async throws -> Reply

  /// The body of a request.
  enum Body: Sendable {
    case none
    /// JSON with the named schema.
    case json(String, example: JSON)
    /// A merge patch: only the members that are sent are changed (RFC 7396).
    case change(String, example: JSON)
    /// A file of one of these media types.
    case file([String], maxBytes: Int)
  }

  /// The body of a successful response.
  enum Outcome: Sendable {
    /// JSON with the named schema.
    case json(String, example: JSON)
    case nothing
    /// Content of this media type.
    case content(String)
    /// JSON without a schema in the document; the text describes it.
    case plainJSON(String)
  }

  let method: HTTPMethod
  /// The path, such as `/api/v1/items/{itemID}`.
  let path: String
  /// The operation's id, such as `getItem`.
  let id: String
  let summary: String
  var details = ""
  /// The scope that a token needs; `nil` if no token is needed.
  var scope: AccessToken.Scope?
  /// Whether it concerns all homes, and is therefore closed to tokens limited to one home.
  var needsAllHomes = false
  var pathParameters: [Parameter] = []
  var query: [Parameter] = []
  var body = Body.none
  var status: HTTPStatus = .ok
  var outcome: Outcome
  /// Other media types that a query parameter can request.
  var otherTypes: [String] = []
  /// Whether it responds with an `ETag` or accepts `If-Match`.
  var isVersioned = false
  /// Descriptions of the 409 codes that are specific to this operation.
  var conflicts: [String] = []
  /// Whether it can start sharing a home, which may need a plan.
  var mayNeedPlan = false
  /// Members of its response that only the first caller sees and that are stored nowhere.
  var shownOnce: Set<String> = []
  let handler: Handler

  /// The description in the document, including whether one-home tokens are refused.
  var description: String {
    guard needsAllHomes else { return details }
    let limit = "A token that is limited to one home is answered 403 `home_token`."
    return details.isEmpty ? limit : "\(details) \(limit)"
  }

  /// Whether the operation changes data.
  var isChange: Bool { scope != nil && method != .get }

  /// Whether the request may name the version that it changes, in `If-Match`.
  var takesVersion: Bool { isVersioned && (method == .patch || method == .delete) }

  /// The path's segments.
  var segments: [Substring] { path.split(separator: "/") }
}

/// A handler's result, which becomes the response.
struct Reply: Sendable {
  enum Content: Sendable {
    case none
    case json(JSON)
    case other(HTTPResponse.Body, type: String, fileName: String?)
    /// The bytes of an uploaded file, with the headers that tell browsers how to treat it.
    case file(FileSlice, HTTPHeaders)
  }

  var content: Content
  /// The address of the created record.
  var location: String?
  /// The version of the record in the response, without quotes.
  var tag: String?

  static let done = Reply(content: .none)

  static func json(_ json: JSON, tag: String? = nil) -> Reply {
    Reply(content: .json(json), tag: tag)
  }

  /// A record with its version.
  static func record(_ json: JSON) -> Reply { .json(json, tag: json.tag) }

  /// A record that was added to a list.
  ///
  /// - Parameter path: the list's address.
  static func added(_ json: JSON, to path: String) -> Reply {
    .made(json, at: "\(path)/\(json["id"]?.text ?? "")", tag: json.tag)
  }

  static func made(_ json: JSON, at location: String, tag: String?) -> Reply {
    Reply(content: .json(json), location: location, tag: tag)
  }
}

/// All operations on one kind of record and the schemas that they name, in one file.
protocol Resource: Sendable {
  /// The heading in the document.
  static var tag: String { get }
  static var schemas: [JSON.Member] { get }
  static var operations: [Operation] { get }
}
