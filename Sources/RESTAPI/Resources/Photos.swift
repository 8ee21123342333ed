import Blobs
import HTTPServer
import Household
import Intake
import Replica
import SQLite
import SyncProtocol
import Things
import Values

/// The photos of items, places and homes.
enum PhotosResource: Resource {
  static let tag = "Photos"

  static let schemas: [JSON.Member] = [
    .init("Photo", .record(PhotoShape.members)), Page.schema(of: "Photo"),
    .init(
      "PhotoOrder",
      [
        "type": "object", "additionalProperties": false, "required": ["photoIDs"],
        "properties": [
          "photoIDs": [
            "type": "array", "maxItems": .integer(Int64(Photo.maxPerSubject)),
            "items": ["type": "string", "minLength": 1, "maxLength": 64],
            "description": "From the first, which stands for the whole; others stay behind them.",
            "examples": [[.string(Examples.photo)]],
          ]
        ],
      ]),
  ]

  static let operations = PhotoOwner.all.flatMap { $0.operations } + ofOne

  private static let path = "/api/v1/photos"
  private static let photoID = Parameter(
    "photoID", .id, example: .string(Examples.photo), "The photo.")
  static let size = Parameter(
    "size", .choice(PhotoSize.allCases.map(\.rawValue)), example: "medium",
    "How large: `thumbnail` 160, `medium` 640, `large` 1,600 pixels on the longer side, or "
      + "`original`, as it was uploaded, which it is when it is not said.")

  /// A picture as it is sent, of at most so many bytes as on the web pages.
  static let body = Operation.Body.file(
    ["image/jpeg", "image/png", "image/webp", "image/heic", "image/heif"],
    maxBytes: BlobFolder.maxBytes)
  static let asSent = """
    The body is the picture itself, at most \(BlobFolder.maxBytes >> 20) MiB and 100 megapixels; \
    it is kept without the place and time that cameras write into it, and HEIC as JPEG.
    """
  static let refused = """
    Refused with a `code`: `not_a_picture`, `mislabelled`, `cut_off`, `damaged_picture`, \
    `animated_picture`, `too_many_pixels`, `side_too_long`, `empty_file`.
    """

  private static let ofOne = [
    Operation(
      method: .get, path: "\(path)/{photoID}", id: "getPhoto", summary: "What is known of a photo",
      scope: .read, pathParameters: [photoID],
      outcome: .json("Photo", example: PhotoShape.example), isVersioned: true, handler: get),
    Operation(
      method: .get, path: "\(path)/{photoID}/file", id: "getPhotoFile",
      summary: "The bytes of a photo",
      details: "They never change. Sizes other than `original` are JPEG.", scope: .read,
      pathParameters: [photoID], query: [size], outcome: .content("image/jpeg"),
      otherTypes: ["image/png", "image/webp"], isVersioned: true, handler: file),
    Operation(
      method: .delete, path: "\(path)/{photoID}", id: "deletePhoto", summary: "Delete a photo",
      scope: .write, pathParameters: [photoID], status: .noContent, outcome: .nothing,
      isVersioned: true, handler: delete),
  ]

  private static let get: Operation.Handler = { call in
    .record(try await call.read { try find(call, in: $0).json })
  }

  private static func find(_ call: Call, in connection: Connection) throws -> Photo {
    guard let photo = try Photo.find(call.path("photoID"), in: connection) else {
      throw Problem.notFound
    }
    try call.require(photo.homeID)
    return photo
  }

  private static let file: Operation.Handler = { call in
    let photo = try await call.read { try find(call, in: $0) }
    let size = call.query("size").flatMap { PhotoSize(rawValue: $0) } ?? .original
    guard let slice = try await call.intake.open(photo, size) else {
      throw Problem(.notFound, "file_missing", "the hub does not have the file of this photo")
    }
    return Reply(content: .file(slice, photo.headers(size)), tag: photo.tag(size))
  }

  private static let delete: Operation.Handler = { call in
    let home = try await call.read { try find(call, in: $0).homeID }
    try await call.write(in: home) { transaction in
      let photo = try find(call, in: transaction.connection)
      try call.checkVersion(photo.json)
      try DeletePhoto(photoID: photo.id)(transaction)
    }
    return .done
  }
}

/// A kind of record that photos belong to.
private struct PhotoOwner: Sendable {
  /// The name in operation ids, such as `Item`.
  let name: String
  /// The name for people.
  let word: String
  let path: String
  let parameter: Parameter
  /// Finds the record. Throws if it does not exist or the token does not cover it.
  let find: @Sendable (Call, Connection) throws -> (home: ZoneID, subject: Photo.Subject)

  static let all = [
    PhotoOwner(
      name: "Item", word: "an item", path: "/api/v1/items/{itemID}/photos",
      parameter: ItemsResource.itemID,
      find: { call, connection in
        let item = try call.item(in: connection)
        return (item.homeID, .item(item.id))
      }),
    PhotoOwner(
      name: "Location", word: "a place", path: "/api/v1/locations/{locationID}/photos",
      parameter: Location.parameter,
      find: { call, connection in
        guard let place = try Location.find(call.path("locationID"), in: connection) else {
          throw Problem.notFound
        }
        try call.require(place.homeID)
        return (place.homeID, .location(place.id))
      }),
    PhotoOwner(
      name: "Home", word: "a home itself", path: "/api/v1/homes/{homeID}/photos",
      parameter: HomesResource.homeID,
      find: { call, connection in
        try call.requireHome(call.path("homeID"), in: connection)
        return (call.path("homeID"), .home)
      }),
  ]

  var operations: [Operation] {
    [
      Operation(
        method: .get, path: path, id: "list\(name)Photos", summary: "The photos of \(word)",
        details: "In their order; the first stands for the whole.", scope: .read,
        pathParameters: [parameter], query: Parameter.paging,
        outcome: .json("PhotoPage", example: Page.json([PhotoShape.example], next: nil)),
        isVersioned: true, handler: list),
      Operation(
        method: .post, path: path, id: "add\(name)Photo", summary: "Add a photo of \(word)",
        details: """
          \(PhotosResource.asSent) It comes behind those that are there. \(PhotosResource.refused)
          """,
        scope: .write, pathParameters: [parameter],
        body: PhotosResource.body, status: .created,
        outcome: .json("Photo", example: PhotoShape.example), isVersioned: true, handler: add),
      Operation(
        method: .patch, path: path, id: "order\(name)Photos",
        summary: "Put the photos of \(word) into an order", scope: .write,
        pathParameters: [parameter],
        body: .change("PhotoOrder", example: ["photoIDs": [.string(Examples.photo)]]),
        outcome: .json("PhotoPage", example: Page.json([PhotoShape.example], next: nil)),
        isVersioned: true, handler: order),
    ]
  }

  private var list: Operation.Handler {
    { call in
      return .record(try await call.read { try page(call, in: $0) })
    }
  }

  private func page(_ call: Call, in connection: Connection) throws -> JSON {
    let (home, subject) = try find(call, connection)
    let photos = try Photo.of(subject, home: home, in: connection)
    return try Page.json(photos, of: call, rank: { [$0.sortKey, $0.id] }, show: \.json)
  }

  private var add: Operation.Handler {
    { call in
      try await call.read { connection in
        try call.requireWritable(find(call, connection).home, in: connection)
      }
      let stored = try await call.takePicture()
      let json = try await call.write { transaction in
        let (home, subject) = try find(call, transaction.connection)
        return try AddPhoto(homeID: home, subject: subject, file: stored)(transaction).json
      }
      return .added(json, to: "/api/v1/photos")
    }
  }

  private var order: Operation.Handler {
    { call in
      let wanted = try PhotoShape.order(call.body)
      let home = try await call.read { try find(call, $0).home }
      let json = try await call.write(in: home) { transaction in
        try call.checkVersion(page(call, in: transaction.connection))
        let (home, subject) = try find(call, transaction.connection)
        do {
          try ReorderPhotos(homeID: home, subject: subject, photoIDs: wanted)(transaction)
        } catch UseCaseFailure.photoNotFound {
          throw Problem.invalid([
            .init("photoIDs", "unknown", "must name photos of this one, each of them once")
          ])
        }
        return try page(call, in: transaction.connection)
      }
      return .record(json)
    }
  }
}

/// The JSON of a photo.
enum PhotoShape {
  static let members: [JSON.Member] =
    [
      .init("id", ["type": "string"]),
      .init("homeID", ["type": "string"]),
      .init("itemID", ["type": ["string", "null"], "description": "Of the item that it is of."]),
      .init("locationID", ["type": ["string", "null"], "description": "Of the place it is of."]),
    ] + ofFile

  /// What is known of any picture's file.
  static let ofFile: [JSON.Member] = [
    .init("mediaType", ["type": "string", "description": "Of the original as it is kept."]),
    .init("byteCount", ["type": "integer"]),
    .init("width", ["type": "integer", "description": "In pixels, as shown."]),
    .init("height", ["type": "integer"]),
    .init("createdAt", ["type": "string", "format": "date-time"]),
  ]

  static let example: JSON = [
    "id": .string(Examples.photo), "homeID": .string(Examples.home),
    "itemID": .string(Examples.item), "locationID": nil, "mediaType": "image/jpeg",
    "byteCount": 1_482_113, "width": 4032, "height": 3024,
    "createdAt": .string(Examples.instant),
  ]

  static func order(_ body: JSON) throws(Problem) -> [RecordID] {
    guard case .object(let members) = body else {
      throw .invalid([Problem.Fault("", "wrong_type", "the body must be an object")])
    }
    if let other = members.first(where: { $0.name != "photoIDs" }) {
      throw .invalid([Problem.Fault(other.name, "unknown_field", "is no field of PhotoOrder")])
    }
    guard let ids = body["photoIDs"] else {
      throw .invalid([Problem.Fault("photoIDs", "missing", "must be there")])
    }
    do throws(Problem.Fault) {
      return try Taken(ids, "photoIDs").texts(maxCount: Photo.maxPerSubject)
    } catch {
      throw .invalid([error])
    }
  }
}

extension Photo {
  fileprivate var json: JSON {
    var (item, place): (String?, String?) = (nil, nil)
    switch subject {
    case .item(let id): item = id
    case .location(let id): place = id
    case .home: break
    }
    return [
      "id": .string(id), "homeID": .string(homeID), "itemID": JSON(item),
      "locationID": JSON(place), "mediaType": .string(kind.mediaType),
      "byteCount": .integer(byteCount), "width": .integer(Int64(width)),
      "height": .integer(Int64(height)), "createdAt": .string(TimeText.text(createdAt)),
    ]
  }
}
