import Finances
import HearthDomain
import Household
import Hub
import SQLite
import SyncProtocol
import TestSupport
import Testing

@Suite struct GroupPictureTests {
  private static func file(_ digit: Character) -> StoredPhoto {
    StoredPhoto(
      blobHash: String(repeating: digit, count: 64), byteCount: 900, kind: .jpeg, width: 40,
      height: 30)
  }

  private func set(
    _ digit: Character, in flat: GroupWorld, on device: SyncDevice, by account: AccountID
  ) throws -> GroupPicture {
    try flat.world.hub.noteUpload(of: Self.file(digit).blobHash, by: account)
    return try device.write { try SetGroupPicture(groupID: flat.group, file: Self.file(digit))($0) }
  }

  private func shown(_ flat: GroupWorld, on device: SyncDevice) throws -> String? {
    try GroupPicture.of(flat.group, in: device.connection)?.blobHash
  }

  @Test("a group has one picture, which everybody in it sees; another one takes its place")
  func replaced() throws {
    let flat = try GroupWorld()
    #expect(try shown(flat, on: flat.ann) == nil)
    let first = try set("a", in: flat, on: flat.ann, by: "ann")
    // The same one again is the same row.
    #expect(try set("a", in: flat, on: flat.ann, by: "ann").id == first.id)
    try flat.sync()
    for device in [flat.ann, flat.bob, flat.cyd] {
      #expect(try shown(flat, on: device) == Self.file("a").blobHash)
    }
    _ = try set("b", in: flat, on: flat.bob, by: "bob")
    try flat.sync()
    for device in [flat.ann, flat.bob, flat.cyd] {
      #expect(try shown(flat, on: device) == Self.file("b").blobHash)
      #expect(try device.count("groupPictures") == 1)
      #expect(try GroupPicture.shown(in: device.connection).count == 1)
    }
  }

  @Test("two pictures set at the same time: all devices show the same one, and the next ends both")
  func concurrent() throws {
    let flat = try GroupWorld()
    _ = try set("a", in: flat, on: flat.ann, by: "ann")
    _ = try set("b", in: flat, on: flat.bob, by: "bob")
    try flat.sync()
    let all = try [flat.ann, flat.bob, flat.cyd].map { try shown(flat, on: $0) }
    #expect(Set(all).count == 1 && all[0] != nil)
    _ = try set("c", in: flat, on: flat.ann, by: "ann")
    try flat.sync()
    #expect(try flat.cyd.count("groupPictures") == 1)
    #expect(try shown(flat, on: flat.cyd) == Self.file("c").blobHash)
  }

  @Test("who may only look cannot set or delete it, and a file that nobody has sent is refused")
  func refused() throws {
    let flat = try GroupWorld()
    #expect(throws: FinanceFailure.readOnlyGroup) {
      try flat.cyd.write { try SetGroupPicture(groupID: flat.group, file: Self.file("a"))($0) }
    }
    #expect(throws: FinanceFailure.pictureNotFound) {
      try flat.ann.write { try DeleteGroupPicture(groupID: flat.group)($0) }
    }
    #expect(throws: FinanceFailure.self) {
      try flat.ann.write {
        try SetGroupPicture(
          groupID: flat.group,
          file: StoredPhoto(
            blobHash: "no hash", byteCount: 0, kind: .png, width: 0, height: 1))($0)
      }
    }
    try flat.bob.write { try SetGroupPicture(groupID: flat.group, file: Self.file("d"))($0) }
    try flat.sync()
    #expect(try !flat.bob.refusals.isEmpty)
    #expect(try shown(flat, on: flat.ann) == nil)
  }

  @Test("a picture that was deleted comes back; its file is counted as used while it is named")
  func undo() throws {
    let flat = try GroupWorld()
    let picture = try set("a", in: flat, on: flat.ann, by: "ann")
    #expect(HearthDomain.fileTables.contains("groupPictures"))
    func files() throws -> [String] {
      try HearthDomain.files(in: flat.ann.connection).filter { $0.zone == flat.group }
        .map(\.blobHash)
    }
    #expect(try files() == [picture.blobHash])
    let gone = try flat.ann.write { try DeleteGroupPicture(groupID: flat.group)($0) }
    #expect(try gone == picture && files() == [])
    try flat.ann.write { try RestoreGroupPicture(gone)($0) }
    #expect(try GroupPicture.of(flat.group, in: flat.ann.connection) == picture)
    #expect(throws: FinanceFailure.alreadyThere) {
      try flat.ann.write { try RestoreGroupPicture(gone)($0) }
    }
    try flat.ann.write { try DeleteGroup(groupID: flat.group)($0) }
    #expect(try files() == [])
  }

  @Test("who is removed can keep a copy of the group that has its picture")
  func copy() throws {
    let flat = try GroupWorld()
    _ = try set("a", in: flat, on: flat.ann, by: "ann")
    try flat.sync()
    try flat.world.hub.remove("bob", from: flat.group, by: "ann")
    let notice = try #require(
      try flat.world.hub.notices(of: "bob").first { $0.zone == flat.group })
    let bytes = try flat.world.hub.copy(ofNotice: notice.id, of: "bob")
    let group = try flat.bob.write { try KeepGroupCopy(GroupCopy(wireBytes: bytes))($0) }
    try flat.bob.sync()
    #expect(try flat.bob.refusals == [])
    let kept = try #require(try GroupPicture.of(group.id, in: flat.bob.connection))
    #expect(kept.blobHash == Self.file("a").blobHash && kept.groupID == group.id)
  }
}
