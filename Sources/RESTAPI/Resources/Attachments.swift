import HTTPServer
import Intake
import Replica
import SQLite
import SyncProtocol
import Things
import Values

/// The fields of an attachment that a request can send.
struct AttachmentDraft: Sendable {
  var name = ""
  var kind = Attachment.Kind.other
}

extension Shape<AttachmentDraft> {
  static let attachment = Shape(
    name: "Attachment",
    fields: [
      .text(
        "name", \.name, .name, isRequired: true,
        "The name of the file; it gets the ending of its kind when it has none.",
        example: "receipt-2024.pdf"),
      .choice(
        "kind", \.kind.asField, Attachment.Kind.allCases.map(\.rawValue), "What it is."),
    ],
    readOnly: [
      .init("id", ["type": "string"]),
      .init("homeID", ["type": "string"]),
      .init("itemID", ["type": ["string", "null"], "description": "Of the item it is about."]),
      .init("policyID", ["type": ["string", "null"], "description": "Of the policy it is of."]),
      .init("mediaType", ["type": "string"]),
      .init("byteCount", ["type": "integer"]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
    ])
}

/// Receipts, manuals and other papers of items and policies.
enum AttachmentsResource: Resource {
  static let tag = "Attachments"

  static let schemas: [JSON.Member] = [
    .init("Attachment", Shape.attachment.schema),
    .init("AttachmentChange", Shape.attachment.changeSchema), Page.schema(of: "Attachment"),
  ]

  static let operations = AttachmentOwner.all.flatMap { $0.operations } + ofOne

  private static let path = "/api/v1/attachments"
  private static let attachmentID = Parameter(
    "attachmentID", .id, example: .string(Examples.attachment), "The paper.")

  private static let ofOne = [
    Operation(
      method: .get, path: "\(path)/{attachmentID}", id: "getAttachment",
      summary: "What is known of a paper", scope: .read, pathParameters: [attachmentID],
      outcome: .json("Attachment", example: Attachment.example), isVersioned: true, handler: get),
    Operation(
      method: .get, path: "\(path)/{attachmentID}/file", id: "getAttachmentFile",
      summary: "The bytes of a paper, to be saved", details: "They never change.", scope: .read,
      pathParameters: [attachmentID], outcome: .content("application/pdf"),
      otherTypes: ["image/jpeg", "image/png", "image/webp", "text/plain"], isVersioned: true,
      handler: file),
    Operation(
      method: .patch, path: "\(path)/{attachmentID}", id: "changeAttachment",
      summary: "Give a paper another name or kind", details: "Only what is sent is changed.",
      scope: .write, pathParameters: [attachmentID],
      body: .change("AttachmentChange", example: ["name": "receipt-2024.pdf"]),
      outcome: .json("Attachment", example: Attachment.example), isVersioned: true,
      handler: change),
    Operation(
      method: .delete, path: "\(path)/{attachmentID}", id: "deleteAttachment",
      summary: "Delete a paper", scope: .write, pathParameters: [attachmentID],
      status: .noContent, outcome: .nothing, isVersioned: true, handler: delete),
  ]

  private static let get: Operation.Handler = { call in
    .record(try await call.read { try find(call, in: $0).json })
  }

  private static func find(_ call: Call, in connection: Connection) throws -> Attachment {
    guard let paper = try Attachment.find(call.path("attachmentID"), in: connection) else {
      throw Problem.notFound
    }
    try call.require(paper.homeID)
    return paper
  }

  private static let file: Operation.Handler = { call in
    let paper = try await call.read { try find(call, in: $0) }
    guard let slice = try await call.intake.open(paper) else {
      throw Problem(.notFound, "file_missing", "the hub does not have the file of this paper")
    }
    return Reply(content: .file(slice, paper.headers), tag: paper.tag)
  }

  private static let change: Operation.Handler = { call in
    let home = try await call.read { try find(call, in: $0).homeID }
    let json = try await call.write(in: home) { transaction in
      let paper = try find(call, in: transaction.connection)
      try call.checkVersion(paper.json)
      var draft = AttachmentDraft(name: paper.name, kind: paper.kind)
      try Shape.attachment.take(call.body, into: &draft, isNew: false)
      return try EditAttachment(
        attachmentID: paper.id, name: draft.name, kind: draft.kind,
        base: (paper.name, paper.kind))(transaction).json
    }
    return .record(json)
  }

  private static let delete: Operation.Handler = { call in
    let home = try await call.read { try find(call, in: $0).homeID }
    try await call.write(in: home) { transaction in
      let paper = try find(call, in: transaction.connection)
      try call.checkVersion(paper.json)
      try DeleteAttachment(attachmentID: paper.id)(transaction)
    }
    return .done
  }
}

/// A kind of record that attachments belong to.
private struct AttachmentOwner: Sendable {
  /// The name in operation ids, such as `Item`.
  let name: String
  /// The name for people.
  let word: String
  let path: String
  let parameter: Parameter
  /// Finds the record. Throws if it does not exist or the token does not cover it.
  let find: @Sendable (Call, Connection) throws -> (home: ZoneID, subject: Attachment.Subject)

  static let all = [
    AttachmentOwner(
      name: "Item", word: "an item", path: "/api/v1/items/{itemID}/attachments",
      parameter: ItemsResource.itemID,
      find: { call, connection in
        let item = try call.item(in: connection)
        return (item.homeID, .item(item.id))
      }),
    AttachmentOwner(
      name: "Policy", word: "an insurance policy",
      path: "/api/v1/policies/{policyID}/attachments", parameter: Policy.parameter,
      find: { call, connection in
        guard let policy = try Policy.find(call.path("policyID"), in: connection) else {
          throw Problem.notFound
        }
        try call.require(policy.homeID)
        return (policy.homeID, .policy(policy.id))
      }),
  ]

  private static let types = [
    "application/pdf", "image/jpeg", "image/png", "image/webp", "image/heic", "image/heif",
    "text/plain", "text/csv", "text/markdown",
  ]

  private static let query = [
    Parameter(
      "name", .text(maxLength: 200), isRequired: true, example: "receipt-2024.pdf",
      "The name of the file; it gets the ending of its kind when it has none."),
    Parameter(
      "kind", .choice(Attachment.Kind.allCases.map(\.rawValue)), example: "receipt",
      "What it is; `other` when it is not said."),
  ]

  var operations: [Operation] {
    [
      Operation(
        method: .get, path: path, id: "list\(name)Attachments", summary: "The papers of \(word)",
        details: "The oldest first.", scope: .read, pathParameters: [parameter],
        query: Parameter.paging,
        outcome: .json("AttachmentPage", example: Page.json([Attachment.example], next: nil)),
        handler: list),
      Operation(
        method: .post, path: path, id: "add\(name)Attachment", summary: "Add a paper to \(word)",
        details: """
          The body is the file itself, at most \(PaperIntake.maxBytes / 1_000_000) MB: a PDF, a \
          picture or a plain text. Pictures are cleaned as photos are; the others are kept byte \
          for byte. The very same file is there once: sent again it is answered as it is, under \
          its first name and kind. Refused with a `code`: `not_a_paper`, \
          `mislabelled`, `cut_off`, `not_plain_text`, `empty_file`, and those of photos.
          """,
        scope: .write, pathParameters: [parameter], query: Self.query,
        body: .file(Self.types, maxBytes: PaperIntake.maxBytes), status: .created,
        outcome: .json("Attachment", example: Attachment.example), isVersioned: true,
        handler: add),
    ]
  }

  private var list: Operation.Handler {
    { call in
      .json(
        try await call.read { connection in
          let (home, subject) = try find(call, connection)
          let papers = try Attachment.of(subject, home: home, in: connection)
          return try Page.json(
            papers, of: call, rank: { [Rank.word($0.createdAt), $0.id] }, show: \.json)
        })
    }
  }

  private var add: Operation.Handler {
    { call in
      try await call.read { connection in
        try call.requireWritable(find(call, connection).home, in: connection)
      }
      let file = try call.uploaded()
      let intake = PaperIntake(pictures: call.intake)
      let declared = call.request.contentType ?? ""
      try await intake.requireLabel(declared, of: file)
      let (name, stored) = try await intake.store(
        MultipartForm.File(
          name: "papers", filename: call.query("name") ?? "", contentType: declared, content: file))
      let kind = call.query("kind").flatMap { Attachment.Kind(rawValue: $0) } ?? .other
      let json = try await call.write { transaction in
        let (home, subject) = try find(call, transaction.connection)
        return try AddAttachment(
          homeID: home, subject: subject, kind: kind, name: name, file: stored)(transaction).json
      }
      return .added(json, to: "/api/v1/attachments")
    }
  }

}

extension PaperIntake {
  /// Throws if the bytes are of another type than the request says, before they are stored. Bytes
  /// of an unknown type are left to the intake to refuse.
  func requireLabel(_ declared: String, of file: SpooledFile) async throws {
    guard let found = try await mediaType(of: file), found != declared else { return }
    if found == "image/heic", declared == "image/heif" { return }
    if found == "text/plain", declared.hasPrefix("text/") { return }
    throw Problem.mislabelled(declared, found: found)
  }
}

extension Attachment {
  fileprivate var json: JSON {
    let (item, policy): (String?, String?) =
      switch subject {
      case .item(let id): (id, nil)
      case .policy(let id): (nil, id)
      }
    return .object(
      [
        .init("id", .string(id)), .init("homeID", .string(homeID)), .init("itemID", JSON(item)),
        .init("policyID", JSON(policy)),
        .init("mediaType", .string(String(media.contentType.prefix { $0 != ";" }))),
        .init("byteCount", .integer(byteCount)),
        .init("createdAt", .string(TimeText.text(createdAt))),
      ] + Shape.attachment.shown(AttachmentDraft(name: name, kind: kind)))
  }

  fileprivate static let example: JSON = .object(
    [
      .init("id", .string(Examples.attachment)), .init("homeID", .string(Examples.home)),
      .init("itemID", .string(Examples.item)), .init("policyID", nil),
      .init("mediaType", "application/pdf"), .init("byteCount", 84_113),
      .init("createdAt", .string(Examples.instant)),
    ]
      + Shape.attachment.shown(AttachmentDraft(name: "receipt-2024.pdf", kind: .receipt)))
}
