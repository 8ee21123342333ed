import HTTPServer

/// The OpenAPI 3.1 document of a list of resources.
enum OpenAPI {
  static func document(_ resources: [any Resource.Type], version: String) -> JSON {
    var paths: [JSON.Member] = []
    for (resource, operation) in resources.flatMap({ r in r.operations.map { (r, $0) } }) {
      let entry = JSON.Member(
        operation.method.rawValue.lowercased(), describe(operation, tag: resource.tag))
      if let index = paths.firstIndex(where: { $0.name == operation.path }),
        case .object(let members) = paths[index].value
      {
        paths[index] = JSON.Member(operation.path, .object(members + [entry]))
      } else {
        paths.append(JSON.Member(operation.path, .object([entry])))
      }
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Hearth", "version": .string(version), "description": .string(introduction),
        "license": ["name": "MIT", "identifier": "MIT"],
      ],
      "servers": [["url": "/"]],
      "security": [["token": []]],
      "tags": .array(resources.map { ["name": .string($0.tag)] }),
      "paths": .object(paths),
      "components": [
        "securitySchemes": [
          "token": [
            "type": "http", "scheme": "bearer",
            "description": "An access token, made at /account/tokens.",
          ]
        ],
        "schemas": .object(resources.flatMap { $0.schemas } + [problemSchema]),
        "headers": [
          "ETag": header("The version of the record that is shown."),
          "Location": header("The address of what was made."),
        ],
      ],
    ]
  }

  private static let introduction = """
    Homes and what is in them, for scripts and home automation. Amounts are whole minor units \
    (cents) of the currency beside them; days are YYYY-MM-DD; instants are RFC 3339 in UTC. A \
    PATCH changes only what it sends. Every answer that is no success is a problem (RFC 9457) \
    that says in `errors` which field is wrong and in `kept` what became of what was sent.
    """

  private static func header(_ description: String) -> JSON {
    ["description": .string(description), "schema": ["type": "string"]]
  }

  private static func describe(_ operation: Operation, tag: String) -> JSON {
    let parameters =
      operation.pathParameters.map { describe($0, in: "path") }
      + operation.query.map { describe($0, in: "query") } + headers(of: operation)
    var json: JSON = [
      "operationId": .string(operation.id), "tags": [.string(tag)],
      "summary": .string(operation.summary),
    ]
    json = json.adding([
      "description": operation.description.isEmpty ? nil : .string(operation.description),
      "parameters": parameters.isEmpty ? nil : .array(parameters),
      "requestBody": requestBody(operation.body),
      "responses": responses(of: operation),
    ])
    return operation.scope == nil
      ? json.adding(["security": []])
      : json.adding(["x-scope": .string(operation.scope?.rawValue ?? "")])
  }

  private static func describe(_ parameter: Parameter, in place: String) -> JSON {
    [
      "name": .string(parameter.name), "in": .string(place),
      "required": .bool(place == "path" || parameter.isRequired),
      "description": .string(parameter.description), "schema": parameter.schema,
      "example": parameter.example,
    ]
  }

  private static func headers(of operation: Operation) -> [JSON] {
    var headers: [JSON] = []
    func add(_ name: String, _ description: String, maxLength: Int64) {
      headers.append([
        "name": .string(name), "in": "header", "required": false,
        "description": .string(description),
        "schema": ["type": "string", "maxLength": .integer(maxLength)],
      ])
    }
    if operation.method == .post, operation.isChange {
      add(
        "Idempotency-Key",
        "Sent again with the same body within a day, the request is not done again.",
        maxLength: Int64(IdempotencyKey.maxLength))
    }
    if operation.takesVersion {
      add("If-Match", "An `ETag`: only when the record is still that version.", maxLength: 100)
    }
    if operation.isVersioned, operation.method == .get {
      add("If-None-Match", "An `ETag`: answered 304 while that is the version.", maxLength: 100)
    }
    return headers
  }

  private static func requestBody(_ body: Operation.Body) -> JSON? {
    func content(_ types: [String], _ content: JSON) -> JSON {
      ["required": true, "content": .object(types.map { JSON.Member($0, content) })]
    }
    switch body {
    case .none: return nil
    case .json(let schema, let example):
      return content(["application/json"], ["schema": reference(schema), "example": example])
    case .change(let schema, let example):
      return content(
        ["application/merge-patch+json", "application/json"],
        ["schema": reference(schema), "example": example])
    case .file(let types, _): return content(types, [:])
    }
  }

  private static func reference(_ schema: String) -> JSON {
    ["$ref": "#/components/schemas/\(schema)"]
  }

  // MARK: Responses

  private static func responses(of operation: Operation) -> JSON {
    var members = [
      JSON.Member(String(operation.status.rawValue), success(of: operation))
    ]
    if operation.isVersioned, operation.method == .get {
      members.append(.init("304", ["description": "The version that If-None-Match names."]))
    }
    for status in Problems.byServer where operation.scope != nil {
      members.append(
        .init(
          String(status.rawValue), ["description": .string(Problems.meaning(of: status))]))
    }
    for status in Problems.statuses(of: operation) {
      var description = Problems.meaning(of: status)
      if status == .conflict, !operation.conflicts.isEmpty {
        description += " " + operation.conflicts.joined(separator: " ")
      }
      members.append(
        .init(
          String(status.rawValue),
          [
            "description": .string(description),
            "content": .object(
              [.init(Problem.mediaType, ["schema": reference("Problem")])]
                // The server refuses an unreadable address before the API sees it, in plain text.
                + (status == .badRequest ? [.init("text/plain", [:])] : [])),
          ]))
    }
    return .object(members)
  }

  private static func success(of operation: Operation) -> JSON {
    var headers: [JSON.Member] = []
    if operation.isVersioned, operation.status != .noContent {
      headers.append(.init("ETag", ["$ref": "#/components/headers/ETag"]))
    }
    if operation.status == .created {
      headers.append(.init("Location", ["$ref": "#/components/headers/Location"]))
    }
    let content: JSON? =
      switch operation.outcome {
      case .json(let schema, let example):
        ["application/json": ["schema": reference(schema), "example": example]]
      case .plainJSON: ["application/json": ["schema": ["type": "object"]]]
      case .content(let type): .object([.init(type, [:])])
      case .nothing: nil
      }
    let others = operation.otherTypes.map { JSON.Member($0, [:]) }
    var all = content
    if case .object(let own)? = content { all = .object(own + others) }
    let description: JSON =
      switch operation.outcome {
      case .plainJSON(let text): .string(text)
      case .nothing: "Done."
      case .json, .content: .string(operation.summary)
      }
    return (["description": description] as JSON).adding([
      "headers": headers.isEmpty ? nil : .object(headers), "content": all,
    ])
  }

  private static let problemSchema = JSON.Member(
    "Problem",
    [
      "type": "object",
      "required": ["type", "title", "status", "detail", "code", "kept"],
      "properties": [
        "type": ["type": "string"], "title": ["type": "string"],
        "status": ["type": "integer"],
        "detail": ["type": "string", "description": "What to do about it."],
        "code": [
          "type": "string", "description": "A word for programs.", "examples": ["last_home"],
        ],
        "kept": ["type": "string", "description": "What became of what was sent."],
        "errors": [
          "type": "array",
          "items": [
            "type": "object", "required": ["field", "reason", "detail"],
            "properties": [
              "field": ["type": "string"], "reason": ["type": "string"],
              "detail": ["type": "string"],
            ],
          ],
        ],
      ],
    ])
}

/// The problems that an operation can respond with.
enum Problems {
  /// Statuses that the server responds with before it calls the API, without a problem's form.
  static let byServer: [HTTPStatus] = [.uriTooLong, .headerFieldsTooLarge]

  static func statuses(of operation: Operation) -> [HTTPStatus] {
    guard operation.scope != nil else { return [.badRequest, .notAcceptable] }
    var statuses: [HTTPStatus] = [
      .badRequest, .unauthorized, .forbidden, .notFound, .notAcceptable,
    ]
    if operation.mayNeedPlan { statuses.append(.paymentRequired) }
    if operation.isChange || !operation.conflicts.isEmpty { statuses.append(.conflict) }
    if operation.takesVersion { statuses.append(.preconditionFailed) }
    if case .none = operation.body {
    } else {
      statuses += [.contentTooLarge, .unsupportedMediaType]
    }
    if operation.isChange { statuses.append(.unprocessableContent) }
    statuses += [.tooManyRequests]
    if operation.isChange { statuses.append(.insufficientStorage) }
    return statuses + [.serviceUnavailable]
  }

  static func meaning(of status: HTTPStatus) -> String {
    switch status {
    case .badRequest: "The query or the body cannot be read."
    case .unauthorized: "There is no access token, or it does not work any more."
    case .forbidden: "The token's scope or the account's role does not allow it."
    case .notFound: "There is nothing here that this token may see."
    case .notAcceptable: "What the Accept header asks for is not made here."
    case .conflict: "The rules of the household do not allow it now; `code` says which."
    case .preconditionFailed: "The record is no longer the version that If-Match names."
    case .contentTooLarge: "The body is too large."
    case .uriTooLong: "The address has more than 8 KiB."
    case .headerFieldsTooLarge: "Address and headers have more than 12 KiB."
    case .unsupportedMediaType: "The body is of another media type."
    case .unprocessableContent: "A field cannot be stored; `errors` says which and why."
    case .tooManyRequests:
      "Too many wrong tokens came from this address, or the account tried too many invite codes."
    case .insufficientStorage: "The hub's disk is full."
    case .paymentRequired: "`plan_required`: the account has no plan, and this hub asks for one."
    case .serviceUnavailable:
      "Too much is going on; send it again soon. Or `feature_disabled`: see `getFlags`."
    default: "A failure."
    }
  }
}

extension HTTPStatus {
  static let notAcceptable: HTTPStatus = 406
}
