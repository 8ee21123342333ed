import SeededNoise
import Testing

@testable import Web

/// Pictures whose bytes were spoiled on purpose, sent as photos.
@Suite struct HostilePhotoTests {
  @Test("D-TST-2 spoiled pictures are taken clean or refused with a reason; nothing falls over")
  func uploads() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let item = try await hearth.addItem(owner, home, "Kettle")
    let pictures = [TestPictures.png, try TestPictures.jpegWithPlace()]
    var noise = SeededNoise(seed: 42)
    var statuses: [Int: Int] = [:]
    try await owner.get("/items/\(item)")
    for round in 0..<120 {
      let bytes = noise.spoil(pictures[round % pictures.count])
      let answer = try await owner.upload(
        "/items/\(item)/photos",
        files: [.init(field: "photos", name: "\(round).png", type: "image/png", bytes: bytes)])
      statuses[answer.status, default: 0] += 1
      #expect(answer.status == 303 || (400..<500).contains(answer.status), "round \(round)")
      if answer.status == 303 {
        // What was taken is a picture of Hearth's own making, however small the change was.
        let page = try await owner.get("/items/\(item)")
        let photo = try #require(page.text.firstMatch(of: /id="photo-([^"]+)"/)).1
        #expect(try await owner.get("/photos/\(photo)/thumbnail").status == 200)
        try await owner.submit("/items/\(item)/photos/\(photo)/delete")
      }
    }
    #expect(statuses.count > 1, "\(statuses)")
    let left = try await owner.get("/items/\(item)")
    #expect(!left.text.contains("id=\"photo-"))
    #expect(hearth.log.withLock { $0.allSatisfy { $0.failure == nil } })
  }
}
