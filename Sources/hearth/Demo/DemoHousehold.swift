import Demo
import Finances
import FoundationEssentials
import Glibc
import Household
import Hub
import HubHTTP
import Replica
import SyncProtocol
import Things
import TimeZones
import Values
import Wording

/// Fills an empty hub with a made-up household: two people and their three children, three homes with
/// their contents, three groups that share expenses, and some weeks of a family.
///
/// It uses the same means as real people: accounts, invites, use cases, and the process that reads
/// pictures.
struct DemoHousehold {
  static let password = "look around freely"
  static let owner = (name: "robin", displayName: "Robin Winter")
  static let partner = (name: "alex", displayName: "Alex Okafor")
  private static let picturesPerReport = 50

  let hub: LocalHub
  var imageProgram = "/proc/self/exe"

  /// The number of items in all homes.
  static var itemCount: Int { DemoHome.all.reduce(0) { $0 + $1.items.count } }

  func fill(_ progress: @escaping @Sendable (String) -> Void) async throws {
    let invitations = Invitations(
      hub: hub.hub, codeKey: try HubFolder(path: hub.folder.path).codeKey)
    let robin = try account(Self.owner)
    let alex = try account(Self.partner)
    let ownPhotos = try await pictures([.flat, .cabin], by: robin, from: 0, progress)
    let count = ownPhotos.values.reduce(0) { $0 + $1.count }
    let rentedPhotos = try await pictures([.storage], by: alex, from: count, progress)
    progress("Furnishing \(DemoHome.all.count) homes …")
    let own = try await make([.flat, .cabin], ownPhotos, by: robin)
    let rented = try await make([.storage], rentedPhotos, by: alex)
    // Shows each role: Alex can change things in the flat, and only view the cabin.
    let shares = [
      (zone: own[0], from: robin, to: alex, role: Role.readWrite),
      (zone: own[1], from: robin, to: alex, role: .readOnly),
      (zone: rented[0], from: alex, to: robin, role: .readOnly),
    ]
    for share in shares {
      let invite = try invitations.issue(
        InviteRequest(zone: share.zone, role: share.role, boundTo: share.to.name),
        by: share.from.id)
      _ = try hub.hub.redeem(inviteID: invite.id, by: share.to.id, as: .home)
    }
    progress("Sharing what \(DemoGroup.all.count) groups have paid …")
    for group in DemoGroup.all {
      let (owner, partner) = group.owner == .robin ? (robin, alex) : (alex, robin)
      let id = try await make(group, by: owner)
      let invite = try invitations.issue(
        InviteRequest(zone: id, role: .readWrite, boundTo: partner.name), by: owner.id)
      _ = try hub.hub.redeem(inviteID: invite.id, by: partner.id, as: .group)
      try await join(group, id, by: partner)
    }
    progress("Living \(DemoFamily.dayCount) days of a family …")
    try await makeFamily(robin, alex, invitations)
    for (account, ledger) in [(robin, DemoLedger.robin), (alex, DemoLedger.alex)] {
      let make = MakeDemoLedger(ledger, today: today)
      try await write(by: account) { try make($0) }
    }
  }

  private func account(_ person: (name: String, displayName: String)) throws -> Account {
    try hub.accounts.create(
      name: person.name, displayName: person.displayName, password: Self.password,
      by: .commandLine)
  }

  /// Draws and stores the pictures of some homes of one person; returns them by the home's name.
  ///
  /// - Parameter start: how many pictures were drawn before, so that no two look alike.
  private func pictures(
    _ homes: [DemoHome], by account: Account, from start: Int,
    _ progress: @escaping @Sendable (String) -> Void
  ) async throws -> [String: [StoredPhoto]] {
    try await hub.withIntake(of: account.id, imageProgram: imageProgram) { intake in
      var photos: [String: [StoredPhoto]] = [:]
      var count = start
      let file = "\(hub.folder.temporary)/picture-\(getpid()).jpg"
      defer { unlink(file) }
      for home in homes {
        // The picture of the home itself comes last.
        for motif in home.items.map(\.motif) + [.house] {
          try Posix.write(try DemoPicture(motif, seed: count * 31 + 7).jpeg(), to: file)
          photos[home.name, default: []].append(try await intake.store(at: file))
          count += 1
          if count.isMultiple(of: Self.picturesPerReport) {
            progress("Drawing pictures: \(count) of \(Self.itemCount) …")
          }
        }
      }
      return photos
    }
  }

  /// Creates homes of one person, each in one change set. The first becomes the primary one.
  private func make(
    _ homes: [DemoHome], _ photos: [String: [StoredPhoto]], by account: Account
  ) async throws -> [ZoneID] {
    try await hub.withReplica(of: account, in: hub.folder.replicas) { replica, transport in
      let today = Date()
      var ids: [ZoneID] = []
      for home in homes {
        ids.append(
          try await replica.confirm(relyingOn: .nothing, via: transport) { transaction in
            var pictures = photos[home.name] ?? []
            guard let homePhoto = pictures.popLast() else {
              preconditionFailure("a home without pictures")
            }
            return try MakeDemoHome(
              home, photos: pictures, homePhoto: homePhoto, today: today)(transaction)
          })
      }
      let (first, name) = (ids[0], account.displayName)
      try await replica.confirm(relyingOn: .nothing, via: transport) { transaction in
        try SetPrimaryHome(homeID: first)(transaction)
        try EditProfile(
          displayName: name, locale: "en-GB", timeZone: "Europe/Berlin", currency: "EUR"
        )(transaction)
      }
      return ids
    }
  }
}

extension DemoHousehold {
  /// The present day where both people are.
  private var today: CalendarDay { Catalogue(timeZone: Self.timeZone).calendarDay(Date()) }

  private static let timeZone = CivilTimeZone(identifier: "Europe/Berlin") ?? .utc

  /// Creates a group with everything that has happened in it.
  private func make(_ group: DemoGroup, by account: Account) async throws -> ZoneID {
    let chapters = group.chapters(today)
    return try await hub.withReplica(
      of: account, in: hub.folder.replicas, deriving: [Finances.self]
    ) { replica, transport in
      let id = try await replica.confirm(relyingOn: .nothing, via: transport) {
        try MakeDemoGroup(group)($0)
      }
      for chapter in chapters {
        let add = AddDemoExpenses(group, id, chapter)
        try await replica.confirm(relyingOn: .nothing, via: transport) { try add($0) }
        guard let day = chapter.settledOn else { continue }
        let settle = SettleDemoGroup(id, on: day)
        while try await replica.confirm(relyingOn: .nothing, via: transport, { try settle($0) }) {}
      }
      return id
    }
  }

  /// The family of both with three children, who have accounts with the same password.
  private func makeFamily(
    _ robin: Account, _ alex: Account, _ invitations: Invitations
  ) async throws {
    var accounts: [DemoFamily.Person: Account] = [.robin: robin, .alex: alex]
    for person in DemoFamily.Person.allCases where accounts[person] == nil {
      accounts[person] = try account((person.rawValue, person.displayName))
    }
    let family = try await write(by: robin) { try MakeDemoFamily()($0) }
    for person in DemoFamily.Person.allCases.dropFirst() {
      guard let account = accounts[person] else { continue }
      let invite = try invitations.issue(
        InviteRequest(zone: family, role: person.role.role, boundTo: account.name), by: robin.id)
      _ = try hub.hub.redeem(inviteID: invite.id, by: account.id, as: .family)
    }
    let plan = PlanDemoFamily(family, accounts: accounts.mapValues(\.id), today: today)
    try await write(by: robin) { try plan($0) }
    for person in DemoFamily.Person.allCases {
      guard let account = accounts[person] else { continue }
      let tick = TickDemoFamily(
        family, person, today: today, daysAgo: 0..<DemoFamily.dayCount)
      try await write(by: account) { try tick($0) }
    }
    let approve = ApproveDemoFamily(family, today: today)
    try await write(by: robin) { try approve($0) }
  }

  @discardableResult
  private func write<Result: Sendable>(
    by account: Account, _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await hub.withReplica(of: account, in: hub.folder.replicas) { replica, transport in
      try await replica.confirm(relyingOn: .nothing, via: transport, body)
    }
  }

  private func join(_ group: DemoGroup, _ id: ZoneID, by account: Account) async throws {
    let join = JoinDemoGroup(group, id, today: today)
    try await write(by: account) { try join($0) }
  }
}
