import Blobs
import FoundationEssentials
import HTTPServer
import Household
import Replica
import SQLite
import SharingWeb
import SyncProtocol
import Things
import Web

/// The sync state of a device, and actions for changes that the hub refused.
extension WebApplication {
  func syncPage() -> Endpoint {
    .member { member in
      let work = member.workspace.pendingWork
      let waiting = try await work?.pendingChanges() ?? []
      let refused = try await work?.refusedChanges() ?? []
      let paused = try await work?.pausedNumbers() ?? []
      let hiddenCount = try await work?.hiddenChangeCount() ?? 0
      let state = member.workspace.syncState
      let hub = member.app.backend.device?.hub
      let last = work?.lastSyncedAt
      let obstacle = work?.obstacle
      let unsentFileCount = work?.unsentFileCount ?? 0
      let joins = try await member.waitingJoins()
      let lost = refused.isEmpty ? [:] : await member.namesOfLostHomes()
      let hashes = Set(refused.flatMap { $0.changeSet.photoFiles.map(\.hash) })
      let here = try await member.app.pool.run { [blobs = member.app.photos.blobs] in
        hashes.filter { blobs.size(of: $0) != nil }
      }
      return try await member.page(
        { SyncPage.view($0, in: $1) },
        load: { reader in
          var model = SyncPage.Model(
            state: state, hub: hub, lastSyncedAt: last.map { Date(milliseconds: $0) },
            pending: try waiting.map { note in
              var row = try SyncPage.Pending(note.changeSet, writtenAt: note.writtenAt, reader)
              row.isPaused = paused.contains(note.changeSet.id.number)
              return row
            },
            refused: try refused.map {
              try SyncPage.Refused($0, reader, lost: lost, isHere: here.contains)
            })
          model.hiddenCount = hiddenCount
          model.obstacle = obstacle.map { SyncPage.Obstacle($0) }
          model.unsentFileCount = unsentFileCount
          model.joins = joins.map { WaitingJoinRow($0, reader) }
          model.aside = try Replica.zonesAside(in: reader.connection).map { aside in
            SyncPage.Aside(
              home: try Home.find(aside.zone, in: reader.connection).map {
                ZoneLink(id: $0.id, name: $0.name)
              },
              reason: SyncPage.AsideReason(aside.reason), since: Date(milliseconds: aside.since))
          }
          return model
        })
    }
  }

  /// The picture of a refused change, which has no record but still has its file.
  func refusedPhoto(_ id: String, _ photo: RecordID) -> Endpoint {
    .member { member in
      let number = try member.number(id)
      let change = try await member.work(id).refusedChanges().first { $0.number == number }
      guard let file = change?.changeSet.photoFiles.first(where: { $0.id == photo }),
        let slice = try await member.app.pictures.slice(
          at: member.app.photos.blobs.path(of: file.hash))
      else { throw Abort.notFound }
      return HTTPResponse(
        headers: Photo.headers(ofOriginal: file.hash, file.kind), body: .file(slice))
    }
  }

  func syncNow() -> Endpoint {
    .member { member in
      await member.workspace.syncNow()
      return member.goTo(.syncing(.sync), saying: .account(.syncAsked))
    }
  }

  func retryChange(_ id: String) -> Endpoint {
    .member { member in
      // The obstacle may be gone at the hub without this device knowing it: for example a new role.
      await member.workspace.syncNow()
      do {
        try await member.work(id).retry(try member.number(id))
      } catch ReplicaError.cannotRetry {
        // The change stays parked: its record is still missing, or its home still read-only.
        return member.goTo(.syncing(.sync), saying: .account(.changeStillRefused))
      }
      return member.goTo(.syncing(.sync), saying: .account(.changeRetried))
    }
  }

  func discardChange(_ id: String) -> Endpoint {
    .member { member in
      try await member.work(id).discard(try member.number(id))
      return member.goTo(.syncing(.sync), saying: .account(.changeDiscarded))
    }
  }
}

extension Member {
  package func work(_ id: String) throws -> any PendingWork {
    guard let work = workspace.pendingWork else { throw Abort.notFound }
    return work
  }

  package func number(_ id: String) throws -> Int64 {
    guard let number = Int64(id) else { throw Abort.notFound }
    return number
  }
}

extension ChangeSet {
  /// The first mutation of a named record, or else the first mutation.
  package var subject: Mutation? {
    mutations.first { SyncPage.Kind(table: $0.table) != .other } ?? mutations.first
  }

  /// The files of the photos that the change set adds.
  package var photoFiles: [(id: RecordID, hash: BlobHash, kind: Photo.Kind)] {
    mutations.compactMap { mutation in
      guard mutation.table == "photos", mutation.kind == .insert,
        let hash = mutation.registers["blobHash"]?.text.flatMap({ BlobHash($0) }),
        let kind = mutation.registers["kind"]?.text.flatMap(Photo.Kind.init)
      else { return nil }
      return (mutation.id, hash, kind)
    }
  }
}

extension SyncPage.Pending {
  /// A change set, described by its ``ChangeSet/subject``.
  init(_ changeSet: ChangeSet, writtenAt: Int64, _ reader: PageReader) throws {
    guard let mutation = changeSet.subject else {
      self.init(.changed, .other, name: "", home: nil, madeAt: Date(milliseconds: writtenAt))
      return
    }
    let verb: SyncPage.Verb =
      switch mutation.kind {
      case .insert: .added
      case .update, .move: .changed
      case .delete: .deleted
      }
    self.init(
      verb, SyncPage.Kind(table: mutation.table), name: try Self.name(of: mutation, reader),
      home: reader.surroundings.zones.first { $0.zone.id == mutation.zone }?.zone,
      madeAt: Date(milliseconds: writtenAt))
  }

  private static func name(of mutation: Mutation, _ reader: PageReader) throws -> String {
    for register in ["name", "provider", "title"] {
      if let name = mutation.registers[register]?.text { return name }
    }
    switch mutation.table {
    case "policies": return try Policy.find(mutation.id, in: reader.connection)?.provider ?? ""
    case "homes": return try Home.find(mutation.id, in: reader.connection)?.name ?? ""
    default:
      return try reader.areas.page(
        ofRecord: mutation.id, in: mutation.table, reader.connection)?.name ?? ""
    }
  }
}

extension SyncPage.Kind {
  init(table: String) {
    switch table {
    case "items": self = .item
    case "locations": self = .room
    case "labels": self = .label
    case "policies": self = .policy
    case "homes": self = .home
    case "photos": self = .photo
    case "expenses": self = .expense
    case "groups": self = .group
    case "groupMembers": self = .member
    default: self = .other
    }
  }
}

extension SyncPage.Refused {
  /// - Parameter isHere: whether a photo's file is on this machine.
  init(
    _ parked: ParkedChange, _ reader: PageReader, lost: [ZoneID: String],
    isHere: (BlobHash) -> Bool
  ) throws {
    let reason = parked.refusal.reason
    let host = reader.areas.changeHost(of: parked.changeSet)
    let draft = try host?.written(in: parked.changeSet, reader) ?? []
    var refusal = try SyncPage.Refusal(parked, in: reader.connection)
    let whereabouts = try refusal.isOfSomethingGone ? Whereabouts(parked.changeSet, reader) : nil
    if let whereabouts { refusal = whereabouts.refusal }
    // Only existing records can be changed, and nothing can be added to a home that is gone.
    let isNew = parked.changeSet.subject?.kind == .insert
    let canRedo = whereabouts.map { $0.isThere && !isNew } ?? true
    var change = try SyncPage.Pending(parked.changeSet, writtenAt: parked.writtenAt, reader)
    if change.home == nil, let zone = parked.changeSet.subject?.zone, let name = lost[zone] {
      change.home = ZoneLink(id: zone, name: name)
    }
    self.init(
      id: String(parked.number),
      change: change, refusal: refusal,
      canRetry: reason != .invalid && reason != .unknownType
        && parked.changeSet.preconditions.isEmpty && canRedo,
      // A record that exists needs no copy.
      copy: reason == .lost || whereabouts?.isThere == true
        ? nil : try host?.copyPage(of: parked.changeSet, id: String(parked.number), reader),
      place: whereabouts?.place,
      photoIDs: parked.changeSet.photoFiles.filter { isHere($0.hash) }.map(\.id),
      draftNames: draft.map(\.name), draftValues: draft.map(\.value))
    if refusal == .changedByOther {
      choice = try host?.choicePage(of: parked.changeSet, id: String(parked.number), reader)
    }
  }
}

/// The present place of the record that a refused change was about.
private struct Whereabouts {
  var refusal: SyncPage.Refusal
  var place: SyncPage.Place
  /// Whether the record itself was found, and not only the home that its home was merged into.
  var isThere: Bool

  /// `nil` when nothing is known about the record.
  init?(_ changeSet: ChangeSet, _ reader: PageReader) throws {
    if let (home, place) = try changeSet.subject.flatMap({ try Self.find($0, reader) }) {
      self.init(refusal: .isElsewhere(home: home), place: place, isThere: true)
      return
    }
    for zone in Set(changeSet.mutations.flatMap(\.zones)).sorted() {
      guard try ZoneRow.find(zone, in: reader.connection) == nil,
        let merge = try HomeMerge.of(source: zone, in: reader.connection)
      else { continue }
      let home = reader.surroundings.sidebar.homes.first {
        $0.id == merge.restoredID ?? merge.targetID
      }
      self.init(
        refusal: .homeMerged(into: merge.targetName),
        // A merged home's own address leads to what became of it.
        place: SyncPage.Place(
          home?.name ?? merge.targetName, reader.landmarks.home(home?.id ?? zone)),
        isThere: false)
      return
    }
    return nil
  }

  private init(refusal: SyncPage.Refusal, place: SyncPage.Place, isThere: Bool) {
    self.refusal = refusal
    self.place = place
    self.isThere = isThere
  }

  /// The record, or the item that it is part of, in a home other than the one of the change.
  private static func find(
    _ mutation: Mutation, _ reader: PageReader
  ) throws -> (home: String, place: SyncPage.Place)? {
    let connection = reader.connection
    func known(_ home: ZoneID) -> String? {
      guard home != mutation.zone else { return nil }
      return reader.surroundings.sidebar.homes.first { $0.id == home }?.name
    }
    let item = mutation.table == "items" ? mutation.id : mutation.registers["itemID"]?.text
    let page = try reader.areas.page(
      ofRecord: item ?? mutation.id, in: item == nil ? mutation.table : "items", connection)
    return page.flatMap { page in
      known(page.zone).map { ($0, SyncPage.Place(page.name, page.route)) }
    }
  }
}

extension SyncPage.Refusal {
  /// Whether the refusal only says that the person cannot reach something.
  fileprivate var isOfSomethingGone: Bool {
    switch self {
    case .recordGone, .homeDeleted, .accessLost: true
    default: false
    }
  }

  /// Why the hub refused the change, or the obstacle by now.
  init(_ parked: ParkedChange, in connection: Connection) throws {
    switch parked.refusal.reason {
    case .lost: self = .lostByRestore(others: parked.changeSet.mutations.count - 1)
    case .precondition where parked.changeSet.preconditions == [.never]: self = .undoneByRestore
    case .unrecognised: self = .newerReason(parked.refusal.detail)
    case .unknown where parked.refusal.detail == Household.fileRegister: self = .fileMissing
    case .limit: self = .limitReached(ReachedLimit(parked.refusal))
    case let reason:
      let zones = Set(parked.changeSet.mutations.flatMap(\.zones))
      self.init(reason, roles: try zones.map { try ZoneRow.find($0, in: connection)?.role })
    }
  }

  /// - Parameter roles: the person's role in each home of the change; `nil` for a home that is not
  ///   theirs.
  init(_ reason: RefusalReason, roles: [Grant?]) {
    switch reason {
    // Merges are never parked, so `notInvited` does not occur in practice.
    case .permission, .regranted, .readOnly, .notInvited:
      if roles.contains(nil) {
        self = .accessLost
      } else {
        self = roles.contains { $0?.canWrite == false } ? .viewOnly : .accessIsBack
      }
    case .zoneGone: self = roles.contains(nil) ? .homeDeleted : .accessIsBack
    case .lastZone: self = .onlyHome
    case .paused: self = .sharingPaused
    case .gone, .unknown, .parentGone, .combined: self = .recordGone
    // What stays as it was first written is met only by what somebody else has made anew.
    case .exists, .unseenChildren, .stale, .claimed, .appendOnly, .precondition, .numberReused:
      self = .changedByOther
    case .limit: self = .limitReached(.other)
    case .hubOwned, .invalid, .unknownType, .lost, .unrecognised: self = .invalid
    }
  }
}

extension SyncPage.Obstacle {
  fileprivate init(_ obstacle: SyncObstacle) {
    switch obstacle {
    case .waiting(let until): self = .waiting(until: Date(milliseconds: until))
    case .failing: self = .failing
    }
  }
}

extension SyncPage.AsideReason {
  fileprivate init(_ reason: ZoneAside.Reason) {
    switch reason {
    case .unreadable: self = .unreadable
    case .inconsistent: self = .inconsistent
    case .unstorable: self = .unstorable
    case .forgotten: self = .forgotten
    }
  }
}
