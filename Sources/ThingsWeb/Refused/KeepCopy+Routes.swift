import AccountWeb
import HTTPServer
import Household
import Replica
import SharingWeb
import SyncProtocol
import Things
import Web

/// Keeping a refused change as a new item in a home that the person chooses.
///
/// The person chooses because the original home may be gone, and other people may see what is in
/// the next one.
extension WebApplication {
  func copyChangePage(_ id: String) -> Endpoint {
    .member { member in try await member.keepCopyPage(id, choice: FieldValue()) }
  }

  func copyChange(_ id: String) -> Endpoint {
    .member { member in
      let number = try member.number(id)
      let work = try member.work(id)
      let refused = try await work.refusedChanges()
      guard refused.contains(where: { $0.number == number }) else { throw Abort.notFound }
      let home = member.field("home")
      let here = try await member.filesHere(of: refused)
      let numbers = try await member.write { transaction -> [Int64]? in
        let connection = transaction.connection
        guard let copy = try ItemCopy(number, of: refused, in: connection) else {
          throw Abort.because(.conflict)
        }
        do {
          let item = try AddItem(homeID: home, copy.details(in: home, connection))(transaction)
          for photo in copy.photos where here.contains(photo.blobHash) {
            try AddPhoto(homeID: home, subject: .item(item.id), file: photo)(transaction)
          }
        } catch UseCaseFailure.homeNotFound { return nil } catch UseCaseFailure.readOnlyHome {
          return nil
        }
        return copy.numbers
      }
      guard let numbers else {
        return try await member.keepCopyPage(id, choice: FieldValue(home, problem: .notOffered))
      }
      // The new item is independent, so the refused changes are not needed any more.
      for number in numbers { try await work.discard(number) }
      return member.goTo(.syncing(.sync), saying: .account(.changeCopied))
    }
  }
}

extension Member {
  /// The hashes of those photo files in these changes that are on this machine.
  fileprivate func filesHere(of refused: [ParkedChange]) async throws -> Set<String> {
    let hashes = Set(refused.flatMap { $0.changeSet.photoFiles.map(\.hash) })
    return try await app.pool.run { [blobs = app.photos.blobs] in
      Set(hashes.filter { blobs.size(of: $0) != nil }.map(\.description))
    }
  }

  /// - Parameter choice: the chosen home, with its problem.
  fileprivate func keepCopyPage(_ id: String, choice: FieldValue) async throws -> HTTPResponse {
    let number = try number(id)
    let refused = try await work(id).refusedChanges()
    let here = try await filesHere(of: refused)
    let lost = await namesOfLostHomes()
    return try await page(
      status: choice.problem == nil ? .ok : .unprocessableContent,
      { KeepCopyPage.view($0, in: $1) },
      load: { reader in
        guard let copy = try ItemCopy(number, of: refused, in: reader.connection) else {
          return nil
        }
        let all = reader.surroundings.sidebar.homes
        let homes = reader.writableHomes(except: "").map { home in
          KeepCopyPage.Home(
            link: ZoneLink(id: home.id, name: home.name),
            others: home.participants.filter { $0.accountID != reader.accountID }.map(\.name))
        }
        let written = all.first { $0.id == copy.homeID }
        var model = KeepCopyPage.Model(
          id: id, name: copy.details.name, writtenIn: written?.name ?? lost[copy.homeID],
          isLost: written == nil,
          // Homes that nobody else can see come first; each group is in name order.
          homes: homes.filter(\.others.isEmpty) + homes.filter { !$0.others.isEmpty })
        model.choice = choice
        model.photoCount = copy.photos.count { here.contains($0.blobHash) }
        model.missingPhotoCount = copy.photos.count - model.photoCount
        return model
      })
  }
}

extension StoredPhoto {
  /// The file of a photo that a change adds; `nil` for any other change, and if a value is missing.
  init?(_ mutation: Mutation) {
    guard mutation.table == "photos", mutation.kind == .insert,
      let hash = mutation.registers["blobHash"]?.text,
      let byteCount = mutation.registers["byteCount"]?.integer,
      let kind = mutation.registers["kind"]?.text.flatMap(Photo.Kind.init),
      let width = mutation.registers["width"]?.integer.flatMap({ Int(exactly: $0) }),
      let height = mutation.registers["height"]?.integer.flatMap({ Int(exactly: $0) })
    else { return nil }
    self.init(blobHash: hash, byteCount: byteCount, kind: kind, width: width, height: height)
  }
}
