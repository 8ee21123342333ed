import Blobs
import Foundation
import SyncProtocol
import Testing

@testable import ThingsWeb
@testable import Web

/// Photos between people, and the small pictures that are kept of them.
@Suite struct SharedPhotoTests {
  private func add(
    _ bytes: [UInt8], to item: String, as browser: Browser
  ) async throws -> String {
    let before = try await photos(item, browser)
    let answer = try await browser.upload(
      "/items/\(item)/photos",
      files: [.init(field: "photos", name: "a.jpg", type: "image/jpeg", bytes: bytes)])
    #expect(answer.status == 303)
    return try #require(try await photos(item, browser).first { !before.contains($0) })
  }

  private func photos(_ item: String, _ browser: Browser) async throws -> [String] {
    try await browser.get("/items/\(item)").text.matches(of: /id="photo-([^"]+)"/)
      .map { String($0.1) }
  }

  private func bytes(_ photo: String, _ browser: Browser) async throws -> [UInt8] {
    let answer = try await browser.get(Route.photos(.photo(photo, .original)).url)
    #expect(answer.status == 200)
    return answer.bytes
  }

  // S0-G4 S0-US000-desc S0-US000-AC12 S0-FR0 S1-2-out-a
  @Test("two people see each other's photos byte for byte, one who may only look does, too")
  func bothWays() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let item = try await hearth.addItem(owner, home, "Road bicycle")
    let ben = try await hearth.guest(of: owner, home: home)
    let hers = try await add(try TestPictures.jpegWithPlace(), to: item, as: owner)
    let his = try await add(TestPictures.png, to: item, as: ben)
    for photo in [hers, his] {
      let (seen, own) = (try await bytes(photo, ben), try await bytes(photo, owner))
      #expect(!own.isEmpty)
      #expect(BlobHash(of: seen) == BlobHash(of: own))
    }
    let id = try #require(try hearth.accounts.account(named: "ben")).id
    try await owner.get("/homes/\(home)/settings")
    try await owner.submit("/homes/\(home)/settings/people/\(id)", ["role": "viewer"])
    #expect(try await ben.get("/items/\(item)?edit").status == 403)
    #expect(try await photos(item, ben) == [hers, his])
    #expect(try await bytes(hers, ben) == bytes(hers, owner))
    // What is synced names the bytes and no file.
    let rows = try hearth.hub.store.read { reader in
      try [hers, his].compactMap { try reader.record(.init(zone: home, id: $0)) }
    }
    #expect(rows.count == 2)
    for row in rows {
      for (name, register) in row.registers {
        #expect(register.value.text?.contains("/") != true, "\(name)")
        #expect(register.value.text?.lowercased().contains(".jp") != true, "\(name)")
      }
    }
  }

  // S0-US000-AC7 S0-US000-TH2 S0-US000-TH6
  @Test("originals and small pictures come from the kept file alone, made when they are asked for")
  func derived() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let item = try await hearth.addItem(owner, home, "Lamp")
    let photo = try await add(try TestPictures.jpegWithPlace(), to: item, as: owner)
    #expect(Files.all(below: hearth.folder + "/spool").isEmpty)
    let folder = hearth.folder + "/thumbnails"
    for path in Files.all(below: folder) {
      try FileManager.default.removeItem(atPath: folder + "/" + path)
    }
    let small = Route.photos(.photo(photo, .thumbnail)).url
    let first = try await owner.get(small)
    #expect(first.status == 200)
    let made = Files.all(below: folder)
    #expect(!made.isEmpty)
    func marks() throws -> [UInt64] {
      try Files.all(below: folder).map { path in
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + path)
        return (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
      }
    }
    let before = try marks()
    #expect(try await owner.get(small).bytes == first.bytes)
    #expect(try marks() == before)
    #expect(try await bytes(photo, owner).starts(with: [0xFF, 0xD8]))
  }

  // S0-US000-TH4 S0-US000-AC9
  @Test("small pictures are kept once for one picture, and never under an item's or photo's id")
  func keptByContent() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let folder = hearth.folder + "/thumbnails"
    let first = try await hearth.addItem(owner, home, "Lamp")
    let photo = try await add(TestPictures.png, to: first, as: owner)
    _ = try await owner.get(Route.photos(.photo(photo, .thumbnail)).url)
    let kept = Files.all(below: folder)
    #expect(!kept.isEmpty)
    let second = try await hearth.addItem(owner, home, "Shade")
    let same = try await add(TestPictures.png, to: second, as: owner)
    #expect(same != photo)
    #expect(try await owner.get(Route.photos(.photo(same, .thumbnail)).url).status == 200)
    #expect(Files.all(below: folder) == kept)
    for path in kept {
      for id in [first, second, photo, same] { #expect(!path.contains(id)) }
    }
  }

  // S0-US000-TH5 D-PHO-6
  @Test("another first photo has its own small picture; what was left behind is swept away later")
  func sweep() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let item = try await hearth.addItem(owner, home, "Lamp")
    let old = try await add(TestPictures.png, to: item, as: owner)
    let new = try await add(try TestPictures.jpegWithPlace(), to: item, as: owner)
    let (first, second) = (
      Route.photos(.photo(old, .thumbnail)).url, Route.photos(.photo(new, .thumbnail)).url
    )
    let tags = [
      try await owner.get(first).headers["ETag"], try await owner.get(second).headers["ETag"],
    ]
    #expect(tags[0] != nil && tags[1] != nil && tags[0] != tags[1])
    let folder = hearth.folder + "/thumbnails"
    let before = Files.all(below: folder).count
    try await owner.submit(Route.photos(.deletePhoto(item: item, photo: old)).url)
    #expect(try await photos(item, owner) == [new])
    #expect(try await owner.get(second).status == 200)
    #expect(try await owner.get(first).status == 404)
    #expect(Files.all(below: folder).count == before)
    let hash = try #require(
      try hearth.hub.store.read { reader in
        try reader.record(.init(zone: home, id: new))?.registers["blobHash"]?.value.text
      })
    // The age of a file is told by the machine's clock.
    let later = Int(Date().timeIntervalSince1970) + BlobFolder.graceSeconds + 60
    #expect(hearth.app.photos.sweep(keeping: [hash], now: later).count == 1)
    #expect(Files.all(below: folder).count == before / 2)
    #expect(Files.all(below: hearth.folder + "/blobs").count == 1)
    for id in ["../\(new)", "..%2F..%2Fhub.sqlite", "%2e%2e"] {
      #expect(try await owner.get("/photos/\(id)/thumbnail").status == 404, "\(id)")
      #expect(try await owner.get("/photos/\(id)/original").status == 404, "\(id)")
    }
  }
}
