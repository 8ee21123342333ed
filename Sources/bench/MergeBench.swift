import Foundation
import Household
import Hub
import HubSQLite
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import Things
import Threads

/// One home that goes into another one as large: half of the places and labels have the same names.
/// The hub and the replica are in this process and on a disk, as they are beside each other.
struct MergeBench {
  var folder: String
  var itemCount = 10_000
  var placeCount = 500
  var labelCount = 200
  var photoCount = 2000

  func run() async throws {
    // There is none the first time.
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(
      atPath: "\(folder)/tmp", withIntermediateDirectories: true)
    let site = try Site(folder: folder)
    let owner = try site.person("owner")
    let joiner = try site.person("joiner")
    let target = try await fill(site, owner, "Lake Cabin", from: 0)
    let source = try await fill(site, joiner, "Cottage", from: placeCount / 2)
    let invitations = Invitations(
      hub: site.hub, codeKey: [UInt8](repeating: 3, count: Invitations.codeKeyBytes))
    let invite = try invitations.issue(
      InviteRequest(zone: target, role: .readWrite), by: owner.account)
    _ = try site.hub.redeem(inviteID: invite.id, by: joiner.account)
    let file = try await site.replica(of: joiner)
    let head = try site.hub.store.read { try $0.zone(target)?.head ?? 0 }

    let merge = MergeHome(sourceID: source, targetID: target, isCombining: true)
    let start = monotonicSeconds()
    let plan = try file.read { connection in
      try MergeHome.plan(
        of: source, into: MergeTarget(home: target, in: connection), isCombining: true,
        in: connection)
    }
    let planned = monotonicSeconds() - start
    let begin = monotonicSeconds()
    let done = try await file.confirm(
      relyingOn: merge.reliance, via: site.transport(joiner)
    ) { try merge($0) }
    let seconds = monotonicSeconds() - begin
    let counts = done.counts
    guard counts == plan?.counts, counts.items == itemCount, counts.photos == photoCount,
      counts.combinedPlaces == placeCount / 2
    else { throw BenchFailure("the merge did something else than it promised: \(counts)") }
    let entries = try site.hub.store.read { try ($0.zone(target)?.head ?? 0) - head }
    guard entries == 1 else { throw BenchFailure("\(entries) change sets instead of one") }
    try Measurement(
      "merge", seconds, "s", ["plan": planned, "items": Double(counts.items)]
    ).report()
    let undoBegin = monotonicSeconds()
    _ = try await file.confirm(
      relyingOn: Replica.Reliance(zones: [target], accountList: true),
      via: site.transport(joiner)
    ) { try UndoMerge(mergeID: done.id)($0) }
    try Measurement("merge-undo", monotonicSeconds() - undoBegin, "s").report()
  }

  private func fill(
    _ site: Site, _ person: Manifest.Person, _ name: String, from number: Int
  ) async throws -> ZoneID {
    let file = try await site.replica(of: person)
    let home = try write(file, person, name, from: number)
    try await file.sync(via: site.transport(person))
    return home
  }

  /// Not `async`, so that it takes the `write` that blocks.
  private func write(
    _ file: ReplicaFile, _ person: Manifest.Person, _ name: String, from number: Int
  ) throws -> ZoneID {
    let home = try file.write { try CreateHome(HomeDetails(name: name), rooms: [])($0).id }
    try file.write { transaction in
      let places = try (number..<number + placeCount).map { index in
        try AddLocation(homeID: home, LocationDetails(name: "Place \(index)"))(transaction).id
      }
      let labels = try (number..<number + labelCount).map { index in
        try AddLabel(homeID: home, LabelDetails(name: "Label \(index)"))(transaction).id
      }
      let source = ItemRows(
        home: home, account: person.account, locations: places,
        startMilliseconds: wallMilliseconds() - 86_400_000)
      for index in 0..<itemCount {
        try transaction.connection.execute(Item.sql.insert, source.values(index))
        let (item, label) = (source.id(index), labels[index % labels.count])
        try transaction.connection.execute(
          ItemLabel.sql.insert, .text(ItemLabel.id(item: item, label: label)), .text(home),
          .text(item),
          .text(label))
        guard index < photoCount else { continue }
        try AddPhoto(
          homeID: home, subject: .item(item),
          file: StoredPhoto(
            blobHash: String(repeating: "a", count: 64), byteCount: 1000, kind: .jpeg, width: 40,
            height: 30))(transaction)
      }
    }
    return home
  }
}
