import Families
import Household
import Intake
import Replica
import SQLite
import SyncProtocol
import Values

/// Pictures of a routine's steps, and photos that show that it was done.
enum RoutinePicturesResource: Resource {
  static let tag = "Routine pictures"

  static let schemas: [JSON.Member] = [
    .init(
      "StepPicture",
      .record(
        ids + [.init("stepID", ["type": "string"])] + PhotoShape.ofFile + [
          .init("createdBy", ["type": "string", "description": "The account that set it."])
        ])), Page.schema(of: "StepPicture"),
    .init(
      "RoutinePhoto",
      .record(
        ids + [.init("day", FamilySchema.day), .init("personID", FamilySchema.person)]
          + PhotoShape.ofFile + [
            .init("createdBy", ["type": "string", "description": "The account that took it."])
          ])), Page.schema(of: "RoutinePhoto"),
  ]

  private static let ids = ["id", "familyID", "routineID"].map { name in
    JSON.Member(name, ["type": "string"])
  }
  private static let routine = "\(RoutinesResource.path)/{routineID}"
  private static let step = "\(routine)/steps/{stepID}/picture"
  private static let stepParameters =
    RoutinesResource.parameters + [
      Parameter("stepID", .id, example: .string(Examples.step), "The step.")
    ]
  private static let proofID = Parameter(
    "proofID", .id, example: .string(Examples.photo), "The photo.")
  private static let on = Parameter(
    "on", .text(maxLength: 10), example: "2026-06-14",
    "The day as YYYY-MM-DD; the family's today when it is not said.")

  static let operations = steps + proofs

  private static let steps = [
    Operation(
      method: .get, path: "\(routine)/pictures", id: "listStepPictures",
      summary: "The pictures of a routine's steps",
      details: "In the order of the steps; one without a picture is left out.", scope: .read,
      pathParameters: RoutinesResource.parameters, query: Parameter.paging,
      outcome: .json("StepPicturePage", example: Page.json([stepExample], next: nil)),
      handler: list),
    Operation(
      method: .put, path: step, id: "setStepPicture",
      summary: "Give a step a picture, in place of the one that it has",
      details: "Parents may. \(PhotosResource.asSent) \(PhotosResource.refused)", scope: .write,
      pathParameters: stepParameters, body: PhotosResource.body,
      outcome: .json("StepPicture", example: stepExample), handler: set),
    Operation(
      method: .get, path: "\(step)/file", id: "getStepPictureFile",
      summary: "The bytes of a step's picture",
      details: "Of the one that it has now. Sizes other than `original` are JPEG.", scope: .read,
      pathParameters: stepParameters, query: [PhotosResource.size],
      outcome: .content("image/jpeg"), otherTypes: ["image/png", "image/webp"],
      isVersioned: true, handler: stepFile),
    Operation(
      method: .delete, path: step, id: "deleteStepPicture",
      summary: "Take a step's picture away", details: "Parents may.", scope: .write,
      pathParameters: stepParameters, status: .noContent, outcome: .nothing, handler: delete),
  ]

  private static let proofs = [
    Operation(
      method: .post, path: "\(routine)/prove", id: "proveRoutine",
      summary: "Note that a routine was done, with a photo that shows it",
      details: """
        Everybody in the family may. A routine with `asksPhoto` is done by a child in no other \
        way. \(PhotosResource.asSent) \(PhotosResource.refused)
        """,
      scope: .write, pathParameters: RoutinesResource.parameters,
      query: [
        on,
        Parameter(
          "personID", .id, example: .string(Examples.child),
          "Who did it; you when it is not said."),
      ],
      body: PhotosResource.body,
      outcome: .json("DayEntry", example: FamilyDaysResource.entryExample),
      conflicts: [FamilyDaysResource.notDue, FamilyDaysResource.tooFarAhead], handler: prove),
    Operation(
      method: .get, path: "\(routine)/photos", id: "listRoutinePhotos",
      summary: "The photos that show that a routine was done on a day",
      details: "The latest \(RoutineProof.maxPerDay), the last one first.", scope: .read,
      pathParameters: RoutinesResource.parameters, query: [on] + Parameter.paging,
      outcome: .json("RoutinePhotoPage", example: Page.json([proofExample], next: nil)),
      handler: listProofs),
    Operation(
      method: .get, path: "\(routine)/photos/{proofID}/file", id: "getRoutinePhotoFile",
      summary: "The bytes of a photo that shows that a routine was done",
      details: "They never change. Sizes other than `original` are JPEG.", scope: .read,
      pathParameters: RoutinesResource.parameters + [proofID], query: [PhotosResource.size],
      outcome: .content("image/jpeg"), otherTypes: ["image/png", "image/webp"],
      isVersioned: true, handler: proofFile),
  ]

  // MARK: Steps

  private static let list: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        let routine = try RoutinesResource.find(call, in: connection)
        let shown = try StepPicture.shown(of: [routine.id], in: routine.familyID, connection)
        let inOrder = routine.steps.compactMap { shown[$0.id] }
        return try Page.json(
          Array(inOrder.enumerated()), of: call,
          rank: { [Rank.word(Int64($0.offset)), $0.element.id] }, show: { json($0.element) })
      })
  }

  /// The step that the call names, of which the routine knows.
  private static func requireStep(_ call: Call, in connection: Connection) throws -> Routine {
    let routine = try RoutinesResource.find(call, in: connection)
    guard routine.steps.contains(where: { $0.id == call.path("stepID") }) else {
      throw Problem.notFound
    }
    return routine
  }

  private static func find(_ call: Call, in connection: Connection) throws -> StepPicture {
    let routine = try requireStep(call, in: connection)
    let shown = try StepPicture.shown(of: [routine.id], in: routine.familyID, connection)
    guard let picture = shown[call.path("stepID")] else { throw Problem.notFound }
    return picture
  }

  private static let set: Operation.Handler = { call in
    try await call.read { connection in
      _ = try requireStep(call, in: connection)
      try call.requireParent(in: connection)
    }
    let stored = try await call.takePicture()
    return .json(
      try await call.write { transaction in
        let routine = try requireStep(call, in: transaction.connection)
        try SetStepPicture(routineID: routine.id, stepID: call.path("stepID"), file: stored)(
          transaction)
        return json(try find(call, in: transaction.connection))
      })
  }

  private static let stepFile: Operation.Handler = { call in
    let picture = try await call.read { try find(call, in: $0) }
    return try await call.picture(picture.file, word: "step", isFixed: false)
  }

  private static let delete: Operation.Handler = { call in
    try await call.write { transaction in
      let connection = transaction.connection
      _ = try requireStep(call, in: connection)
      try call.requireParent(in: connection)
      let picture = try find(call, in: connection)
      try SetStepPicture(routineID: picture.routineID, stepID: picture.stepID, file: nil)(
        transaction)
    }
    return .done
  }

  // MARK: Photos

  /// The day, and who did it, of a request that brings a file.
  private static func note(
    _ call: Call, _ connection: Connection
  ) throws -> FamilyDaysResource.Note {
    let routine = try RoutinesResource.find(call, in: connection)
    let draft = DayNoteDraft(on: try call.day("on")?.text, personID: call.query("personID"))
    return try FamilyDaysResource.checked(
      draft, of: routine, in: call.requireFamily(in: connection), call, connection)
  }

  private static let prove: Operation.Handler = { call in
    try await call.read { _ = try note(call, $0) }
    let stored = try await call.takePicture()
    return .json(
      try await call.write { transaction in
        let note = try note(call, transaction.connection)
        return FamilyDaysResource.entry(
          try ProveRoutine(note.task, stored)(transaction), on: note.day)
      })
  }

  private static let listProofs: Operation.Handler = { call in
    let wanted = try call.day("on")
    return .json(
      try await call.read { connection in
        let routine = try RoutinesResource.find(call, in: connection)
        let today = try call.today(of: call.requireFamily(in: connection), in: connection)
        let found = try RoutineProof.of(
          routine.id, on: wanted ?? today, in: routine.familyID, connection)
        return try Page.json(
          Array(found.enumerated()), of: call,
          rank: { [Rank.word(Int64($0.offset)), $0.element.id] }, show: { json($0.element) })
      })
  }

  private static let proofFile: Operation.Handler = { call in
    let proof = try await call.read { connection -> RoutineProof in
      let routine = try RoutinesResource.find(call, in: connection)
      guard let found = try RoutineProof.find(call.path("proofID"), in: connection),
        found.familyID == routine.familyID, found.routineID == routine.id
      else { throw Problem.notFound }
      return found
    }
    return try await call.picture(proof.file, word: "family", isFixed: true)
  }

  // MARK: JSON

  private static func json(_ picture: StepPicture) -> JSON {
    .object(
      [
        .init("id", .string(picture.id)), .init("familyID", .string(picture.familyID)),
        .init("routineID", .string(picture.routineID)), .init("stepID", .string(picture.stepID)),
      ] + picture.file.members(at: picture.createdAt, by: picture.createdBy))
  }

  private static func json(_ proof: RoutineProof) -> JSON {
    .object(
      [
        .init("id", .string(proof.id)), .init("familyID", .string(proof.familyID)),
        .init("routineID", .string(proof.routineID)), .init("day", .string(proof.day)),
        .init("personID", .string(proof.personID)),
      ] + proof.file.members(at: proof.createdAt, by: proof.createdBy))
  }

  private static let exampleIDs: JSON = [
    "id": .string(Examples.photo), "familyID": .string(Examples.family),
    "routineID": .string(Examples.routine), "mediaType": "image/jpeg", "byteCount": 284_113,
    "width": 1600, "height": 1200, "createdAt": .string(Examples.instant),
    "createdBy": .string(Examples.account),
  ]
  private static let stepExample = exampleIDs.adding(["stepID": .string(Examples.step)])
  private static let proofExample = exampleIDs.adding([
    "day": "2026-06-14", "personID": .string(Examples.child),
  ])
}

extension StoredPhoto {
  /// The members of a picture's JSON that say what is known of its file.
  func members(at milliseconds: Int64, by account: AccountID) -> [JSON.Member] {
    [
      .init("mediaType", .string(kind.mediaType)), .init("byteCount", .integer(byteCount)),
      .init("width", .integer(Int64(width))), .init("height", .integer(Int64(height))),
      .init("createdAt", .string(TimeText.text(milliseconds))),
      .init("createdBy", .string(account)),
    ]
  }
}
