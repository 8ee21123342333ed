import HTTPServer
import Replica
import SQLite
import SyncProtocol
import Things
import Web

/// The photos of an item, a home or a place one by one, and their order.
extension WebApplication {
  func photoViewer(of owner: PhotoOwner, _ photo: RecordID) -> Endpoint {
    .viewing(owner.place) { at in
      try await at.member.page(
        home: at.homeID, { PhotoViewerPage.view($0, in: $1) },
        load: { try PhotoViewerPage.Model(photo, of: owner, home: at.homeID, at.role, $0) })
    }
  }

  /// Saves the caption of a photo; empty text removes it.
  func captionPhoto(of owner: PhotoOwner, _ photo: RecordID) -> Endpoint {
    .editing(owner.place) { at in
      let (home, subject) = (at.homeID, owner.subject)
      let typed = at.field("caption")
      let caption = CaptionPhoto(photoID: photo, caption: typed, base: at.form.first("base"))
      do {
        try await at.write { transaction in
          let found = try Photo.find(photo, in: transaction.connection)
          guard found?.subject == subject, found?.homeID == home else {
            throw CaptionPhoto.Failure.photoNotFound
          }
          try caption(transaction)
        }
        return at.member.goTo(.gallery(.photoViewer(owner, photo: photo)))
      } catch CaptionPhoto.Failure.invalid(let problems) {
        return try await at.member.page(
          home: home, status: .unprocessableContent, { PhotoViewerPage.view($0, in: $1) },
          load: { reader in
            var model = try PhotoViewerPage.Model(photo, of: owner, home: home, at.role, reader)
            let problem = problems.first.map { FieldProblem($0, text: typed) }
            model?.refusedCaption = (FieldValue(typed, problem: problem), caption.base ?? "")
            return model
          })
      }
    }
  }

  /// Puts the photos into the order of `order`, or moves `photo` by one `step`.
  ///
  /// A script sends `quiet` and gets 204 instead of a page.
  func orderPhotos(of owner: PhotoOwner) -> Endpoint {
    .editing(owner.place) { at in
      let (home, subject) = (at.homeID, owner.subject)
      let order = at.form.first("order").map { text in
        text.split(separator: ",").map { String($0) }
      }
      let (photo, step) = (at.field("photo"), PhotoStep(rawValue: at.field("step")))
      guard order != nil || step != nil else { throw Abort.because(.badRequest) }
      try await at.write { transaction in
        let present = try Photo.of(subject, home: home, in: transaction.connection).map(\.id)
        try ReorderPhotos(
          homeID: home, subject: subject,
          photoIDs: try order ?? step?.order(of: present, moving: photo) ?? present
        )(transaction)
      }
      if at.form.first("quiet") != nil { return HTTPResponse(status: .noContent) }
      guard at.form.first("view") != nil else { return at.member.goTo(owner.page) }
      return at.member.goTo(.gallery(.photoViewer(owner, photo: photo)))
    }
  }

  func addPlacePhotos(home: ZoneID, place: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      let found = try await at.member.read { try Location.find(place, in: $0)?.homeID }
      guard found == home else { throw Abort.notFound }
      let upload = try await at.takePhotos(of: .location(place))
      guard !upload.problems.isEmpty else {
        return at.photosAdded(upload, to: .rooms(.room(home: home, room: place)))
      }
      let link = at.link
      return try await at.member.page(
        home: home, place: place, status: .unprocessableContent, { RoomPage.view($0, in: $1) },
        load: { reader in
          guard let stored = try Location.find(place, in: reader.connection) else { return nil }
          var model = try RoomPage.Model(
            room: place, of: link, PlaceDraft(stored).values([]), reader)
          model?.refusedPhotos = upload.refused
          return model
        })
    }
  }

  /// Redirects to the page of the place, which shows its photos.
  func placePhotosPage(home: ZoneID, place: RecordID) -> Endpoint {
    .viewing(.home(home)) { at in at.member.goTo(.rooms(.room(home: home, room: place))) }
  }

  func deletePlacePhoto(_ photo: RecordID, home: ZoneID, place: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      let deleted = try await at.write { transaction in
        let found = try Photo.find(photo, in: transaction.connection)
        guard found?.subject == .location(place), found?.homeID == home else {
          throw DeletePhoto.Failure.photoNotFound
        }
        return try DeletePhoto(photoID: photo)(transaction)
      }
      return at.member.goTo(
        .rooms(.room(home: home, room: place)), saying: .things(.photoDeleted),
        undo: .deletePhoto(deleted))
    }
  }
}

/// A move of one photo within the order.
private enum PhotoStep: String {
  case first, earlier, later

  /// The new order. Throws when the photo is not in it because somebody has deleted it meanwhile.
  func order(of present: [RecordID], moving photo: RecordID) throws -> [RecordID] {
    guard let place = present.firstIndex(of: photo) else {
      throw ReorderPhotos.Failure.photoNotFound
    }
    let target =
      switch self {
      case .first: 0
      case .earlier: max(place - 1, 0)
      case .later: min(place + 1, present.count - 1)
      }
    var order = present
    order.insert(order.remove(at: place), at: target)
    return order
  }
}

extension PhotoOwner {
  var place: Endpoint.Place {
    switch self {
    case .item(let id): .item(id)
    case .home(let id), .place(let id, _): .home(id)
    }
  }

  var subject: Photo.Subject {
    switch self {
    case .item(let id): .item(id)
    case .home: .home
    case .place(_, let id): .location(id)
    }
  }
}

extension Photo {
  /// The page that shows the photo among others.
  var owner: PhotoOwner {
    switch subject {
    case .item(let id): .item(id)
    case .home: .home(homeID)
    case .location(let id): .place(home: homeID, place: id)
    }
  }
}

extension PhotoViewerPage.Photo {
  init(_ photo: Photo, _ reader: PageReader) {
    self.init(
      id: photo.id, width: photo.width, height: photo.height, byteCount: photo.byteCount,
      caption: photo.caption,
      state: reader.state(ofFile: photo.id, blobHash: photo.blobHash, in: photo.homeID))
  }
}

extension PhotoViewerPage.Model {
  /// `nil` when the photo does not belong to this owner, or the place not to this home.
  fileprivate init?(
    _ id: RecordID, of owner: PhotoOwner, home: ZoneID, _ role: Role, _ reader: PageReader
  ) throws {
    let connection = reader.connection
    let photos = try Photo.of(owner.subject, home: home, in: connection)
    guard let index = photos.firstIndex(where: { $0.id == id }) else { return nil }
    let name: String?
    switch owner {
    case .item(let id): name = try Item.find(id, in: connection)?.details.name
    case .home(let id): name = try Home.find(id, in: connection)?.name
    case .place(_, let id): name = try Location.find(id, in: connection)?.name
    }
    guard let name else { return nil }
    self.init(
      owner: owner, name: name, role: role,
      photos: photos.map { PhotoViewerPage.Photo($0, reader) }, index: index)
  }
}

extension Undo {
  static func deletePhoto(_ undo: Photo) -> Undo {
    Undo { try RestorePhoto(undo)($0).owner.page }
  }
}
