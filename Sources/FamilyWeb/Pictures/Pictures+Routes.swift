import Families
import HTTPServer
import Household
import SyncProtocol
import Values
import Web

/// Pictures of steps, and photos that show that something was done.
extension WebApplication {
  func stepPicturesPage(_ family: ZoneID, _ routine: RecordID) -> Endpoint {
    .editing(.family(family)) { at in try await at.stepPictures(of: routine, refused: nil) }
  }

  func backToStepPictures(_ family: ZoneID, _ routine: RecordID) -> Endpoint {
    .editing(.family(family)) { at in
      at.member.goTo(.pictures(.steps(family: family, routine: routine)))
    }
  }

  func backToFamily(_ family: ZoneID) -> Endpoint {
    .viewing(.family(family)) { at in at.member.goTo(.family(.families)) }
  }

  func setStepPicture(_ family: ZoneID, _ routine: RecordID, _ step: RecordID) -> Endpoint {
    .editing(.family(family)) { at in
      try await at.member.write { try $0.require(routine, of: family) }
      let upload = try await at.onePhoto()
      guard let file = upload.taken.last?.file else {
        guard !upload.problems.isEmpty else {
          return at.member.goTo(.pictures(.steps(family: family, routine: routine)))
        }
        return try await at.stepPictures(of: routine, refused: upload.refused)
      }
      try await at.write { transaction in
        try SetStepPicture(routineID: routine, stepID: step, file: file)(transaction)
      }
      return at.member.goTo(.pictures(.steps(family: family, routine: routine)))
    }
  }

  func removeStepPicture(_ family: ZoneID, _ routine: RecordID, _ step: RecordID) -> Endpoint {
    .editing(.family(family)) { at in
      try await at.write { transaction in
        try transaction.require(routine, of: family)
        try SetStepPicture(routineID: routine, stepID: step, file: nil)(transaction)
      }
      return at.member.goTo(.pictures(.steps(family: family, routine: routine)))
    }
  }

  /// Children may, who change nothing else.
  func proveRoutine(_ family: ZoneID) -> Endpoint {
    .viewing(.family(family)) { at in
      let note = try DayNote(at.form)
      try await at.member.write { try $0.require(note.routine, of: family) }
      let own = Route.days(.person(family: family, person: note.person))
      let upload = try await at.onePhoto()
      guard let file = upload.taken.last?.file else {
        guard !upload.problems.isEmpty else {
          return at.member.goTo(own, saying: .family(.photoMissing))
        }
        return try await at.ownDay(note.person, refused: upload.refused)
      }
      let task = try await at.task(note)
      return try await at.telling(note, isOwn: true) {
        try await at.member.write { transaction in
          _ = try ProveRoutine(task, file)(transaction)
        }
        return at.member.goTo(own)
      }
    }
  }

  func stepPicture(_ family: ZoneID, _ id: RecordID, _ size: PhotoSize) -> Endpoint {
    .viewing(.family(family)) { at in
      let found = try await at.member.read { try StepPicture.find(id, in: $0) }
      guard let found, found.familyID == family else { throw Abort.notFound }
      return try await at.picture(found.file, namedBy: id, size)
    }
  }

  func proofPicture(_ family: ZoneID, _ id: RecordID, _ size: PhotoSize) -> Endpoint {
    .viewing(.family(family)) { at in
      let found = try await at.member.read { try RoutineProof.find(id, in: $0) }
      guard let found, found.familyID == family else { throw Abort.notFound }
      return try await at.picture(found.file, namedBy: id, size)
    }
  }
}

extension AtZone {
  /// The picture of the form; what is none is refused.
  fileprivate func onePhoto() async throws -> PhotoUpload {
    let files = guest.request.photoFiles
    guard files.count <= 1 else { return PhotoUpload(problems: [.tooManyFiles(max: 1)]) }
    return try await app.storeGoodPhotos(files, of: member.accountID)
  }

  fileprivate func picture(
    _ file: StoredPhoto, namedBy id: RecordID, _ size: PhotoSize
  ) async throws -> HTTPResponse {
    let path = try await app.picture(
      file.blobHash, namedBy: RecordPlace(zone: zoneID, id: id), size)
    guard let path, let slice = try await app.pictures.slice(at: path) else {
      throw Abort.because(app.backend.device == nil ? .notFound : .needsHub)
    }
    let answer = PictureAnswer(file.blobHash, file.kind, word: "family")
    return HTTPResponse(headers: answer.headers(size), body: .file(slice)).conditional(
      on: guest.request, tag: answer.tag(size))
  }

  fileprivate func stepPictures(
    of routine: RecordID, refused: RefusedFiles?
  ) async throws -> HTTPResponse {
    let zone = zone
    return try await member.page(
      status: refused == nil ? .ok : .unprocessableContent, { StepPicturesPage.view($0, in: $1) },
      load: { reader -> StepPicturesPage.Model? in
        guard let stored = try Routine.find(routine, in: reader.connection),
          stored.familyID == zone.id
        else { return nil }
        let shown = try StepPicture.shown(of: [routine], in: zone.id, reader.connection)
        return StepPicturesPage.Model(
          family: zone, routine: routine, title: stored.details.title,
          steps: stored.steps.map { step in
            .init(
              id: step.id, title: step.label,
              image: shown[step.id].map { FamilyImage($0, reader) })
          }, refused: refused)
      })
  }
}

extension FamilyImage {
  init(_ picture: StepPicture, _ reader: PageReader) {
    self.init(
      family: picture.familyID, id: picture.id, .step,
      state: reader.state(
        ofFile: picture.id, blobHash: picture.file.blobHash, in: picture.familyID))
  }

  init(_ proof: RoutineProof, _ reader: PageReader) {
    self.init(
      family: proof.familyID, id: proof.id, .proof,
      state: reader.state(ofFile: proof.id, blobHash: proof.file.blobHash, in: proof.familyID))
  }
}

extension FamilyDayPage.Task {
  /// Adds the pictures of the steps, and the photos that show that it was done.
  mutating func add(
    _ entry: DayBoard.Entry, on day: CalendarDay, _ pictures: [RecordID: StepPicture],
    _ reader: PageReader
  ) throws {
    for index in steps.indices {
      steps[index].image = pictures[steps[index].id].map { FamilyImage($0, reader) }
    }
    guard asksPhoto else { return }
    proofs = try RoutineProof.counting(for: entry, on: day, reader.connection).map {
      FamilyImage($0, reader)
    }
  }
}
