import Hub
import HubSQLite
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// Who owns a zone when two lives of a hub, both from one backup, tell of different people.
@Suite struct HandedBackOwnerTests {
  /// What the hub's owner does in a life of it that is lost later.
  enum Deed: CaseIterable, Sendable {
    case handsOverToBob, handsOverToCyd, removesBob, makesBobReader, handsOverToBobAndLeaves
  }

  /// Ann's home, which Bob and Cyd may edit, backed up. Each hears of one life of the hub alone.
  private struct Scene {
    let world: SyncWorld
    let ann: SyncDevice
    let bob: SyncDevice
    let cyd: SyncDevice
    let home: ZoneID
    let backup: Connection

    init() throws {
      world = try SyncWorld()
      ann = try world.device("ann")
      bob = try world.device("bob")
      cyd = try world.device("cyd")
      home = try ann.addHome("Flat")
      try ann.sync()
      for device in [bob, cyd] { try world.admit(device.account, to: home, by: "ann") }
      for device in [ann, bob, cyd] { try device.sync() }
      backup = try world.backup()
    }

    func happens(_ deed: Deed) throws {
      world.now += 60_000
      switch deed {
      case .handsOverToBob: try handOver(to: "bob")
      case .handsOverToCyd: try handOver(to: "cyd")
      case .removesBob: try world.hub.remove("bob", from: home, by: "ann")
      case .makesBobReader: try world.hub.setRole(.readOnly, of: "bob", in: home, by: "ann")
      case .handsOverToBobAndLeaves:
        try handOver(to: "bob")
        try world.hub.remove("ann", from: home, by: "ann")
      }
    }

    private func handOver(to account: AccountID) throws {
      try world.hub.offerOwnership(of: home, to: account, by: "ann")
      let offer = try #require(
        try world.hub.notices(of: account).first { $0.kind == .ownershipOffered })
      try world.hub.acceptOwnership(notice: offer.id, by: account)
    }

    func restore(epoch: String) throws {
      world.now += 60_000
      try world.restore(backup, epoch: epoch)
    }

    func members() throws -> [String: Role] {
      try world.store.read { reader in
        try reader.grants(in: home).reduce(into: [:]) { $0[$1.account] = $1.role }
      }
    }
  }

  /// Two lives of the hub, the first heard of by one of its people and the second by another, and
  /// who is in the home when both have told.
  private func members(
    first: Deed, heardBy one: KeyPath<Scene, SyncDevice>, second: Deed,
    heardBy two: KeyPath<Scene, SyncDevice>, isSecondToldFirst: Bool
  ) throws -> [String: Role] {
    let scene = try Scene()
    try scene.happens(first)
    try scene[keyPath: one].sync()
    try scene.restore(epoch: "epoch-2")
    try scene.happens(second)
    try scene[keyPath: two].pull()
    try scene.restore(epoch: "epoch-3")
    let devices = [scene[keyPath: one], scene[keyPath: two]]
    for device in isSecondToldFirst ? devices.reversed() : devices { try device.sync() }
    let members = try scene.members()
    #expect(members.values.count { $0 == .owner } == 1)
    // Nothing changes any more when all have told all.
    for device in devices + [scene.ann] + devices { try device.sync() }
    #expect(try scene.members() == members)
    return members
  }

  @Test(
    "who took a home over is its owner, though an earlier life of the hub had removed them",
    arguments: [true, false])
  func removedBefore(isSecondToldFirst: Bool) throws {
    let members = try members(
      first: .removesBob, heardBy: \.cyd, second: .handsOverToBob, heardBy: \.bob,
      isSecondToldFirst: isSecondToldFirst)
    #expect(members == ["ann": .readWrite, "bob": .owner, "cyd": .readWrite])
  }

  @Test(
    "of two who took a home over in two lives of the hub, the last one is its owner",
    arguments: [true, false])
  func takenOverTwice(isSecondToldFirst: Bool) throws {
    let members = try members(
      first: .handsOverToBob, heardBy: \.bob, second: .handsOverToCyd, heardBy: \.cyd,
      isSecondToldFirst: isSecondToldFirst)
    #expect(members == ["ann": .readWrite, "bob": .readWrite, "cyd": .owner])
  }

  @Test(
    "who was removed after they had taken a home over is out, and it is its former owner's again",
    arguments: [true, false])
  func removedLater(isSecondToldFirst: Bool) throws {
    let members = try members(
      first: .handsOverToBob, heardBy: \.bob, second: .removesBob, heardBy: \.cyd,
      isSecondToldFirst: isSecondToldFirst)
    #expect(members == ["ann": .owner, "cyd": .readWrite])
  }

  @Test(
    "who got another role after they had taken a home over has it; the former owner owns it again",
    arguments: [true, false])
  func demotedLater(isSecondToldFirst: Bool) throws {
    let members = try members(
      first: .handsOverToBob, heardBy: \.bob, second: .makesBobReader, heardBy: \.cyd,
      isSecondToldFirst: isSecondToldFirst)
    #expect(members == ["ann": .owner, "bob": .readOnly, "cyd": .readWrite])
  }

  @Test(
    "a home has one owner, whatever two lives of the hub tell of it", arguments: Deed.allCases,
    Deed.allCases)
  func oneOwner(first: Deed, second: Deed) throws {
    for isSecondToldFirst in [true, false] {
      _ = try members(
        first: first, heardBy: \.bob, second: second, heardBy: \.cyd,
        isSecondToldFirst: isSecondToldFirst)
    }
  }
}
