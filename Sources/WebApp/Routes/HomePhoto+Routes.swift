import HTTPServer
import Household
import SyncProtocol

/// Photos of a home itself: the first one stands above its dashboard.
extension WebApplication {
  func addHomePhotos(_ home: ZoneID) -> Endpoint {
    .editing(.home(home)) { at in
      let files = try await at.uploadedPhotos()
      guard !files.isEmpty else { return at.member.goTo(.homeSettings(home)) }
      try await at.write { transaction in
        let added = try files.map {
          try AddPhoto(homeID: home, subject: .home, file: $0)(transaction).id
        }
        // Who adds a photo wants to see it.
        try ReorderPhotos(homeID: home, subject: .home, photoIDs: added)(transaction)
      }
      return at.member.goTo(.homeSettings(home), saying: .photosAdded(files.count))
    }
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
        .homeSettings(home), saying: .photoDeleted, undo: .deletePhoto(deleted))
    }
  }
}

extension AtHome<Editing> {
  /// The pictures of the form, cleaned and kept; throws what the person is told when one of them
  /// cannot be taken.
  func uploadedPhotos() async throws -> [StoredPhoto] {
    let photos = guest.request.photoFiles
    guard photos.count <= app.configuration.limits.maxPhotos else {
      throw Stop.because(.tooLarge(maxBytes: Int64(app.configuration.limits.maxUploadBytes)))
    }
    do {
      return try await app.storePhotos(photos)
    } catch let refused as RefusedPhoto {
      throw Stop.because(.refusedPhoto(refused.problem))
    }
  }
}
