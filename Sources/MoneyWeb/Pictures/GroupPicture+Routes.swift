import Finances
import HTTPServer
import Household
import SyncProtocol
import Web

/// A group's picture: setting, showing and taking it away.
extension WebApplication {
  /// Redirects to the settings of the group, which show its picture.
  func groupPicturePage(_ group: ZoneID) -> Endpoint {
    .viewing(.group(group)) { at in at.member.goTo(.groups(.groupSettings(group))) }
  }

  /// The last usable picture of the form becomes the group's.
  func setGroupPicture(_ group: ZoneID) -> Endpoint {
    .editing(.group(group)) { at in
      let files = at.guest.request.photoFiles
      var upload = PhotoUpload()
      if files.count > 1 {
        upload.problems = [.tooManyFiles(max: 1)]
      } else {
        upload = try await at.app.storeGoodPhotos(files, of: at.member.accountID)
      }
      if let file = upload.taken.last?.file {
        _ = try await at.write { try SetGroupPicture(groupID: group, file: file)($0) }
        upload.addedCount = 1
      }
      guard !upload.problems.isEmpty else {
        let route = Route.groups(.groupSettings(group))
        return upload.addedCount == 0
          ? at.member.goTo(route) : at.member.goTo(route, saying: .money(.pictureSet))
      }
      return try await at.member.groupSettings(
        of: group, draft: nil, refusedPicture: upload.refused, status: .unprocessableContent)
    }
  }

  func deleteGroupPicture(_ group: ZoneID) -> Endpoint {
    .editing(.group(group)) { at in
      let picture = try await at.write { try DeleteGroupPicture(groupID: group)($0) }
      return at.member.goTo(
        .groups(.groupSettings(group)), saying: .money(.pictureDeleted),
        undo: Undo { transaction in
          try RestoreGroupPicture(picture)(transaction)
          return .groups(.groupSettings(picture.groupID))
        })
    }
  }

  /// The bytes of a picture. A person without access to the group gets "not found".
  func groupPicture(_ group: ZoneID, _ id: RecordID, _ size: PhotoSize) -> Endpoint {
    .viewing(.group(group)) { at in
      guard let picture = try await at.member.read({ try GroupPicture.find(id, in: $0) }),
        picture.groupID == group
      else { throw Abort.notFound }
      let path = try await at.app.picture(
        picture.blobHash, namedBy: RecordPlace(zone: group, id: id), size)
      guard let path, let file = try await at.app.pictures.slice(at: path) else {
        throw Abort.because(at.app.backend.device == nil ? .notFound : .needsHub)
      }
      let answer = PictureAnswer(picture.blobHash, picture.kind, word: "group")
      return HTTPResponse(headers: answer.headers(size), body: .file(file)).conditional(
        on: at.guest.request, tag: answer.tag(size))
    }
  }
}

extension GroupImage {
  init(_ picture: GroupPicture, _ reader: PageReader) {
    self.init(
      group: picture.groupID, id: picture.id,
      state: reader.state(
        ofFile: picture.id, blobHash: picture.blobHash, in: picture.groupID))
  }
}
