import Finances
import HTTPServer
import Household
import Intake
import SQLite
import SyncProtocol
import Values

/// The picture that a group shows.
enum GroupPictureResource: Resource {
  static let tag = "Group picture"

  static let schemas: [JSON.Member] = [
    .init(
      "GroupPicture",
      .record(
        [.init("id", ["type": "string"]), .init("groupID", ["type": "string"])]
          + PhotoShape.ofFile + [
            .init("createdBy", ["type": "string", "description": "The account that set it."])
          ]))
  ]

  private static let path = "\(GroupsResource.path)/{groupID}/picture"

  static let operations = [
    Operation(
      method: .get, path: path, id: "getGroupPicture",
      summary: "What is known of a group's picture", details: "404 where the group has none.",
      scope: .read, pathParameters: [GroupsResource.groupID],
      outcome: .json("GroupPicture", example: example), isVersioned: true, handler: get),
    Operation(
      method: .put, path: path, id: "setGroupPicture",
      summary: "Give a group a picture, in place of the one that it has",
      details: """
        \(PhotosResource.asSent) The picture that is there already stays as it is. \
        \(PhotosResource.refused)
        """,
      scope: .write, pathParameters: [GroupsResource.groupID], body: PhotosResource.body,
      outcome: .json("GroupPicture", example: example), isVersioned: true, handler: set),
    Operation(
      method: .get, path: "\(path)/file", id: "getGroupPictureFile",
      summary: "The bytes of a group's picture",
      details: "Of the one that it has now. Sizes other than `original` are JPEG.", scope: .read,
      pathParameters: [GroupsResource.groupID], query: [PhotosResource.size],
      outcome: .content("image/jpeg"), otherTypes: ["image/png", "image/webp"],
      isVersioned: true, handler: file),
    Operation(
      method: .delete, path: path, id: "deleteGroupPicture",
      summary: "Take a group's picture away", scope: .write,
      pathParameters: [GroupsResource.groupID], status: .noContent, outcome: .nothing,
      isVersioned: true, handler: delete),
  ]

  private static let get: Operation.Handler = { call in
    .record(try await call.read { json(try find(call, in: $0)) })
  }

  private static func find(_ call: Call, in connection: Connection) throws -> GroupPicture {
    try call.requireGroup(in: connection)
    guard let picture = try GroupPicture.of(call.groupID, in: connection) else {
      throw Problem.notFound
    }
    return picture
  }

  private static let set: Operation.Handler = { call in
    try await call.read { _ = try call.requireWritableGroup(in: $0) }
    let stored = try await call.takePicture()
    let shown = try await call.write { transaction in
      try call.requireWritableGroup(in: transaction.connection)
      return json(try SetGroupPicture(groupID: call.groupID, file: stored)(transaction))
    }
    return .record(shown)
  }

  private static let file: Operation.Handler = { call in
    let picture = try await call.read { try find(call, in: $0) }
    let size = call.query("size").flatMap { PhotoSize(rawValue: $0) } ?? .original
    guard let slice = try await call.intake.openPicture(picture.blobHash, size) else {
      throw Problem(.notFound, "file_missing", "the hub does not have the file of this picture")
    }
    let answer = PictureAnswer(picture.blobHash, picture.kind, word: "group")
    var headers = answer.headers(size)
    // The address is the same for the next picture.
    headers["Cache-Control"] = "private, no-cache"
    return Reply(content: .file(slice, headers), tag: answer.tag(size))
  }

  private static let delete: Operation.Handler = { call in
    try await call.write(in: call.groupID) { transaction in
      try call.requireWritableGroup(in: transaction.connection)
      try call.checkVersion(json(find(call, in: transaction.connection)))
      try DeleteGroupPicture(groupID: call.groupID)(transaction)
    }
    return .done
  }

  private static func json(_ picture: GroupPicture) -> JSON {
    [
      "id": .string(picture.id), "groupID": .string(picture.groupID),
      "mediaType": .string(picture.kind.mediaType), "byteCount": .integer(picture.byteCount),
      "width": .integer(Int64(picture.width)), "height": .integer(Int64(picture.height)),
      "createdAt": .string(TimeText.text(picture.createdAt)),
      "createdBy": .string(picture.createdBy),
    ]
  }

  private static let example: JSON = [
    "id": .string(Examples.photo), "groupID": .string(Examples.group), "mediaType": "image/jpeg",
    "byteCount": 284_113, "width": 1600, "height": 1200, "createdAt": .string(Examples.instant),
    "createdBy": .string(Examples.account),
  ]
}
