import Blobs
import HTTPServer
import Images
import SQLite
import SyncProtocol
import Things
import Web

/// Photos of an item: adding, showing, ordering and deleting them.
extension WebApplication {
  func addPhotos(to item: RecordID) -> Endpoint {
    .editing(.item(item)) { at in
      let upload = try await at.takePhotos(of: .item(item))
      guard !upload.problems.isEmpty else { return at.photosAdded(upload, to: .items(.item(item))) }
      return try await at.member.page(
        home: at.homeID, status: .unprocessableContent, { ItemPage.view($0, in: $1) },
        load: { reader in
          var model = try ItemPage.Model(
            item: item, reader, maxPhotos: at.app.configuration.limits.maxPhotos)
          model?.refusedPhotos = upload.refused
          return model
        })
    }
  }

  /// Redirects to the item's page, for example when the result of an upload is reloaded.
  func itemPhotos(_ item: RecordID) -> Endpoint {
    .viewing(.item(item)) { at in at.member.goTo(.items(.item(item))) }
  }

  func deletePhoto(_ photo: RecordID, of item: RecordID) -> Endpoint {
    .editing(.item(item)) { at in
      let deleted = try await at.write { transaction in
        guard try Photo.find(photo, in: transaction.connection)?.subject == .item(item) else {
          throw DeletePhoto.Failure.photoNotFound
        }
        return try DeletePhoto(photoID: photo)(transaction)
      }
      return at.member.goTo(
        .items(.item(item)), saying: .things(.photoDeleted), undo: .deletePhoto(deleted))
    }
  }

  func makePhotoFirst(_ photo: RecordID, of item: RecordID) -> Endpoint {
    .editing(.item(item)) { at in
      let home = at.homeID
      try await at.write { transaction in
        try ReorderPhotos(homeID: home, subject: .item(item), photoIDs: [photo])(transaction)
      }
      return at.member.goTo(.items(.item(item)))
    }
  }

  /// Fetches a photo's file, whatever came of earlier tries, and redirects to the photo's page.
  func fetchPhoto(_ id: RecordID) -> Endpoint {
    .member { member in
      guard let photo = try await member.read({ try Photo.find(id, in: $0) }),
        let hash = BlobHash(photo.blobHash)
      else { throw Abort.notFound }
      let blobs = member.app.photos.blobs
      if try await member.app.pool.run({ blobs.size(of: hash) == nil }) {
        _ = await member.app.arrivals.bring(
          hash, namedBy: RecordPlace(zone: photo.homeID, id: photo.id))
      }
      if case .home = photo.subject { return member.goTo(.homes(.home(photo.homeID))) }
      return member.goTo(photo.owner.page)
    }
  }

  /// The bytes of a picture. A person without access to its record gets "not found" (D-PHO).
  func photo(_ id: RecordID, _ size: PhotoSize) -> Endpoint {
    .member { member in
      guard let photo = try await member.read({ try Photo.find(id, in: $0) }) else {
        throw Abort.notFound
      }
      guard let path = try await member.app.picture(photo, size) else {
        return .photoNotHere(size, member.guest.words)
      }
      guard let file = try await member.app.pictures.slice(at: path) else {
        return .photoNotHere(size, member.guest.words)
      }
      let response = HTTPResponse(headers: photo.headers(size), body: .file(file))
      return response.conditional(on: member.guest.request, tag: photo.tag(size))
    }
  }
}

extension HTTPResponse {
  /// The answer for a photo whose file is not here: a picture that says so, with status 404.
  ///
  /// It is never cached, because a device may get the file later. Browsers show the picture in
  /// spite of the status.
  fileprivate static func photoNotHere(_ size: PhotoSize, _ words: Catalogue) -> HTTPResponse {
    var response = HTTPResponse.bytes(
      ThingsWeb.missingPhoto(size, words).bytes, type: "image/svg+xml", status: .notFound)
    response.headers["Content-Security-Policy"] = HTTPHeaders.uploadPolicy
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}
