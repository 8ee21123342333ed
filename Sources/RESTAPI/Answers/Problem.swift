import HTTPServer

/// An error response (RFC 9457): what went wrong, where, and what was kept.
package struct Problem: Error, Equatable, Sendable {
  /// The error of one field or parameter.
  package struct Fault: Error, Equatable, Sendable {
    package let field: String
    /// A code for programs.
    package let reason: String
    /// An explanation for people.
    package let detail: String
    /// The limits that the reason refers to, such as `max`.
    package var limits: [JSON.Member] = []
    /// Other faults of the same field, such as those of the other elements of a list.
    package var others: [Fault] = []
  }

  package let status: HTTPStatus
  /// A code for programs, such as `last_home`.
  package let code: String
  /// What the caller can do about it.
  package let detail: String
  package var faults: [Fault] = []
  package var headers: [HTTPHeaders.Field] = []
  /// How much of the request was carried out.
  package var kept = Kept.nothingChanged

  package enum Kept: String, Sendable {
    case nothingChanged = "Nothing was changed."
    /// A part of the request was carried out.
    case partly = "Some of it was written and stays; send it again to go on."
    /// The request may have been carried out.
    case unknown = "It is not known whether anything was changed."
  }

  package init(
    _ status: HTTPStatus, _ code: String, _ detail: String, faults: [Fault] = []
  ) {
    self.status = status
    self.code = code
    self.detail = detail
    self.faults = faults
  }

  func with(_ header: String, _ value: String) -> Problem {
    var problem = self
    var headers = HTTPHeaders()
    headers.add(header, value)
    problem.headers += headers.fields
    return problem
  }

  package static let mediaType = "application/problem+json"

  package var json: JSON {
    var json: JSON = [
      "type": "urn:hearth:problem:\(code)", "title": .string(Self.title(status)),
      "status": .integer(Int64(status.rawValue)), "detail": .string(detail),
      "code": .string(code), "kept": .string(kept.rawValue),
    ]
    if !faults.isEmpty { json = json.adding(["errors": .array(faults.map(\.json))]) }
    return json
  }

  package var response: HTTPResponse {
    var response = HTTPResponse.bytes(json.bytes, type: Self.mediaType, status: status)
    for header in headers { response.headers.add(header.name, header.value) }
    if status == .unauthorized {
      response.headers["WWW-Authenticate"] = "Bearer realm=\"hearth\""
    }
    return response
  }

  /// The name of a status in RFC 9110.
  static func title(_ status: HTTPStatus) -> String {
    switch status.rawValue {
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 402: "Payment Required"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 409: "Conflict"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 507: "Insufficient Storage"
    default: "Error"
    }
  }
}

extension Problem.Fault {
  init(_ field: String, _ reason: String, _ detail: String, limits: [JSON.Member] = []) {
    self.field = field
    self.reason = reason
    self.detail = detail
    self.limits = limits
  }

  var json: JSON {
    .object(
      [
        JSON.Member("field", .string(field)), JSON.Member("reason", .string(reason)),
        JSON.Member("detail", .string(detail)),
      ] + limits)
  }
}

extension Problem {
  static let unauthorized = Problem(
    .unauthorized, "unauthorized",
    "send an access token as \"Authorization: Bearer …\"; make one at /account/tokens")
  /// A token came that opens nothing, or nothing any more.
  static let tokenEnded = Problem(
    .unauthorized, "unauthorized",
    """
    this token does not work: it was revoked, its time is over, or its account has a new password, \
    was switched off or is gone; make another at /account/tokens
    """)
  static let notFound = Problem(
    .notFound, "not_found", "there is nothing here that this token may see")
  static let busy = Problem(
    .serviceUnavailable, "busy", "too much is going on; send it again soon"
  ).with("Retry-After", "1")
  /// Nobody reads it: the client has left.
  static let notAwaited = Problem(
    .serviceUnavailable, "not_awaited", "the connection was closed meanwhile; send it again")
  static let heldBack = Problem(
    .serviceUnavailable, "held_back",
    "this request has stopped the hub twice; its administrator can allow it again")
  static let storage = Problem(
    .insufficientStorage, "storage", "the hub's disk is full or read-only; make room there")
  static let failure = Problem(
    .internalServerError, "internal", "the hub failed; its log says why")
  static let readOnlyHome = Problem(
    .forbidden, "read_only_home",
    "this account may only view that home; its owner can make it an editor")

  /// One or more fields have values that cannot be stored.
  static func invalid(_ faults: [Fault]) -> Problem {
    Problem(
      .unprocessableContent, "invalid", "correct the fields that errors names and send it again",
      faults: faults)
  }

  /// One or more query parameters cannot be used.
  static func badQuery(_ faults: [Fault]) -> Problem {
    Problem(
      .badRequest, "bad_query", "correct the parameters that errors names", faults: faults)
  }

  static func tooMany(retryAfterSeconds: Int) -> Problem {
    Problem(
      .tooManyRequests, "too_many", "too many wrong tokens came from this address"
    ).with("Retry-After", String(retryAfterSeconds))
  }
}
