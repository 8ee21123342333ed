import HTTPServer
import Household
import SyncProtocol
import Things
import Web

/// Photos of a home itself. The first one is shown above its dashboard.
extension WebApplication {
  func addHomePhotos(_ home: ZoneID) -> Endpoint {
    .editing(.home(home)) { at in
      // A person who adds a photo wants to see it.
      let upload = try await at.takePhotos(of: .home, first: true)
      guard !upload.problems.isEmpty else {
        return at.photosAdded(upload, to: .homes(.homeSettings(home)))
      }
      return try await at.member.settings(
        of: home, draft: nil, status: .unprocessableContent, refusedPhotos: upload.refused)
    }
  }

  /// Redirects to the settings of the home, which show its photos.
  func homePhotosPage(_ home: ZoneID) -> Endpoint {
    .editing(.home(home)) { at in at.member.goTo(.homes(.homeSettings(home))) }
  }

  func deleteHomePhoto(_ photo: RecordID, of home: ZoneID) -> Endpoint {
    .editing(.home(home)) { at in
      let deleted = try await at.write { transaction in
        let found = try Photo.find(photo, in: transaction.connection)
        guard found?.subject == .home, found?.homeID == home else {
          throw DeletePhoto.Failure.photoNotFound
        }
        return try DeletePhoto(photoID: photo)(transaction)
      }
      return at.member.goTo(
        .homes(.homeSettings(home)), saying: .things(.photoDeleted), undo: .deletePhoto(deleted))
    }
  }
}

extension AtZone<Editing> {
  /// Adds each usable picture of the form by itself: an unusable one does not keep the others out.
  ///
  /// - Parameter first: whether the new photos go before the existing ones.
  func takePhotos(of subject: Photo.Subject, first: Bool = false) async throws -> PhotoUpload {
    let files = guest.request.photoFiles
    let limit = app.configuration.limits.maxPhotos
    guard files.count <= limit else {
      return PhotoUpload(problems: [.tooManyFiles(max: limit)])
    }
    var upload = try await app.storeGoodPhotos(files, of: member.accountID)
    guard !upload.taken.isEmpty else { return upload }
    let home = homeID
    let (added, refused) = try await write { [taken = upload.taken] transaction in
      var added: [RecordID] = []
      var refused: [FieldProblem] = []
      for (name, file) in taken {
        do {
          let photo = try AddPhoto(homeID: home, subject: subject, file: file)(transaction)
          added.append(photo.id)
        } catch AddPhoto.Failure.invalid(let problems) {
          // Nothing was written for this photo; the others stay.
          refused.append(FieldProblem(photo: name, problems))
        }
      }
      if first, !added.isEmpty {
        try ReorderPhotos(homeID: home, subject: subject, photoIDs: added)(transaction)
      }
      return (added.count, refused)
    }
    upload.addedCount = added
    upload.problems += refused
    return upload
  }

  func photosAdded(_ upload: PhotoUpload, to route: Route) -> HTTPResponse {
    upload.addedCount == 0
      ? member.goTo(route) : member.goTo(route, saying: .things(.photosAdded(upload.addedCount)))
  }
}

extension FieldProblem {
  /// The message for a picture that was stored but that the household refused.
  fileprivate init(photo name: String, _ problems: [InputProblem]) {
    for problem in problems {
      if case .tooMany(let max) = problem.reason {
        self = .noRoomForPhoto(fileName: name, max: max)
        return
      }
    }
    self = .damagedPicture(fileName: name)
  }
}
