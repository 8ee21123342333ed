import HearthDomain
import Foundation
import Hub
import HubSQLite
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import Things
import Threads

/// Fills a data folder with households, through the same doors as everybody: replicas that write
/// and push to the hub.
struct FillBench {
  var folder: String
  var homes = 0
  var itemsPerHome = 0
  var sizes: [Int] = []
  var members = 0
  var listeners = 0
  /// Items that each of those who listen has in a home of their own.
  var listenerItems = 0
  /// Items of a home that is to be joined, and by how many.
  var joinItems = 0
  var joiners = 3
  /// Whether those who listen are in the shared home.
  var listenersShare = false
  /// For how many days a family has ticked its routines; 0 for no family.
  var familyDays = 0
  /// Groups of ten people, and the expenses of each.
  var groupCount = 0
  var expensesPerGroup = 0

  private static let maxItemsPerWrite = 10_000

  func run() async throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder)/tmp", withIntermediateDirectories: true)
    let site = try Site(folder: folder)
    var manifest = Manifest(owner: try site.person("owner"))
    try await fillHomes(site, &manifest)
    for size in sizes {
      let person = try site.person("sized-\(size)")
      let file = try await site.replica(of: person)
      let home = try await fill(file, site, person, "Home of \(size)", size)
      manifest.sized.append(.init(items: size, home: home.id, person: person))
    }
    if members > 0 { try await fillMembers(site, &manifest) }
    if joinItems > 0 { try await fillJoining(site, &manifest) }
    for index in 0..<listeners {
      let person = try site.person("listener-\(index)")
      manifest.listeners.append(person)
      guard listenerItems > 0 else { continue }
      let file = try await site.replica(of: person)
      let home = try await fill(file, site, person, "Flat", listenerItems)
      manifest.listenerHomes.append(home.id)
    }
    if listenersShare { try share(site, manifest) }
    if familyDays > 0 { try await fillFamily(site, &manifest) }
    if groupCount > 0 { try await fillGroups(site, &manifest) }
    try manifest.save("\(folder)/bench.json")
  }

  private func fillHomes(_ site: Site, _ manifest: inout Manifest) async throws {
    guard homes > 0 else { return }
    let file = try await site.replica(of: manifest.owner)
    for index in 0..<homes {
      manifest.homes.append(
        try await fill(file, site, manifest.owner, "House \(index + 1)", itemsPerHome))
    }
  }

  private func fillMembers(_ site: Site, _ manifest: inout Manifest) async throws {
    let owner = try site.person("member-0")
    manifest.members = [owner]
    let file = try await site.replica(of: owner)
    let home = try await fill(file, site, owner, "Shared", 200)
    manifest.sharedHome = home.id
    let invitations = Invitations(
      hub: site.hub, codeKey: [UInt8](repeating: 3, count: Invitations.codeKeyBytes))
    let invite = try invitations.issue(
      InviteRequest(zone: home.id, role: .readWrite, maxUses: 50), by: owner.account)
    for index in 1..<members {
      let person = try site.person("member-\(index)")
      _ = try site.hub.redeem(inviteID: invite.id, by: person.account)
      manifest.members.append(person)
    }
  }

  /// Lets everybody who listens into the shared home.
  private func share(_ site: Site, _ manifest: Manifest) throws {
    guard let owner = manifest.members.first else { throw BenchFailure("--members is missing") }
    let invitations = Invitations(
      hub: site.hub, codeKey: [UInt8](repeating: 3, count: Invitations.codeKeyBytes))
    for person in manifest.listeners {
      let invite = try invitations.issue(
        InviteRequest(zone: manifest.sharedHome, role: .readOnly, maxUses: 1), by: owner.account)
      _ = try site.hub.redeem(inviteID: invite.id, by: person.account)
    }
  }

  private func fillJoining(_ site: Site, _ manifest: inout Manifest) async throws {
    let owner = try site.person("inviting")
    let file = try await site.replica(of: owner)
    let home = try await fill(file, site, owner, "Large", joinItems)
    let invitations = Invitations(
      hub: site.hub, codeKey: [UInt8](repeating: 3, count: Invitations.codeKeyBytes))
    let invite = try invitations.issue(
      InviteRequest(zone: home.id, role: .readWrite, maxUses: 50), by: owner.account)
    manifest.joining = Manifest.Joining(
      home: home.id, token: invite.token, items: joinItems,
      people: try (0..<joiners).map { try site.person("joiner-\($0)") })
  }

  /// Not `async`, so that it takes the `write` that blocks.
  private func makeHome(_ file: ReplicaFile, _ name: String) throws -> ZoneID {
    try file.write { try CreateHome(HomeDetails(name: name))($0).id }
  }

  private func write(
    _ file: ReplicaFile, _ body: (WriteTransaction) throws -> Void
  ) throws {
    try file.write(body)
  }

  private func fill(
    _ file: ReplicaFile, _ site: Site, _ person: Manifest.Person, _ name: String, _ count: Int
  ) async throws -> Manifest.Home {
    let home = try makeHome(file, name)
    let (locations, labels) = try file.read { connection in
      (
        try connection.query("SELECT id FROM locations WHERE homeID = ?", .text(home)) {
          $0.text(0)
        },
        try connection.query("SELECT id FROM labels WHERE homeID = ?", .text(home)) { $0.text(0) }
      )
    }
    let source = ItemRows(
      home: home, account: person.account, locations: locations,
      startMilliseconds: wallMilliseconds() - 86_400_000)
    for from in stride(from: 0, to: count, by: Self.maxItemsPerWrite) {
      try write(file) { transaction in
        for index in from..<min(count, from + Self.maxItemsPerWrite) {
          try transaction.connection.execute(Item.sql.insert, source.values(index))
          let (item, label) = (source.id(index), labels[index % labels.count])
          try transaction.connection.execute(
            ItemLabel.sql.insert, .text(ItemLabel.id(item: item, label: label)), .text(home),
            .text(item),
            .text(label))
        }
      }
      try await file.sync(via: site.transport(person))
    }
    try await file.sync(via: site.transport(person))
    return Manifest.Home(
      id: home, name: name,
      itemIDs: stride(from: 0, to: count, by: max(1, count / 200)).map(source.id))
  }
}

/// A hub in this process and the replicas beside it.
struct Site {
  let folder: String
  let hub: Hub
  let accounts: Accounts
  let pokes: Pokes
  let pool: ThreadPool

  init(folder: String) throws {
    self.folder = folder
    let store = try HubSQLite(path: "\(folder)/hub.db")
    let hub = Hub(store: store, schema: HearthDomain.schema, now: wallMilliseconds)
    self.hub = hub
    accounts = Accounts(
      store: store, signUps: .open, hasher: PasswordHasher(cost: .least), now: wallMilliseconds
    ) { try hub.createPersonalZone(for: $0, writer: $1) }
    pool = ThreadPool(name: "hub", threads: 2, maxWaiting: 64)
    pokes = Pokes(hub: hub, pool: pool)
  }

  func person(_ name: String) throws -> Manifest.Person {
    let account = try accounts.create(
      name: name, password: "a long password of \(name)", by: .commandLine)
    return Manifest.Person(
      account: account.id, name: name,
      browserToken: try accounts.openSession(
        for: account.id, kind: .browser, label: "bench"
      ).token.text,
      deviceToken: try accounts.openSession(
        for: account.id, kind: .device, label: "bench"
      ).token.text)
  }

  /// The person with a token for the JSON API.
  func withToken(_ person: Manifest.Person) throws -> Manifest.Person {
    var person = person
    person.apiToken = try accounts.makeAccessToken(
      for: person.account, name: "bench", scope: .read, lifeDays: nil
    ).secret.text
    return person
  }

  func transport(_ person: Manifest.Person) -> InProcessTransport {
    InProcessTransport(
      hub: hub, account: person.account, pokes: pokes, pool: pool, vouchesForBlobs: true)
  }

  func replica(of person: Manifest.Person) async throws -> ReplicaFile {
    let file = try openReplica("\(folder)/tmp/\(person.name).db", account: person.account)
    try await file.sync(via: transport(person))
    return file
  }
}

/// Opens a replica of the household's tables; without an observer it keeps no search index.
func openReplica(
  _ path: String, account: AccountID, observer: (any Replica.Observer & Sendable)? = nil
) throws -> ReplicaFile {
  try ReplicaFile(
    path: path, domain: Migrations(HearthDomain.migrations), schema: HearthDomain.schema,
    accountID: account, environment: .init(now: wallMilliseconds, random: .init()),
    observer: observer,
    pool: ThreadPool(name: "replica", threads: 2, maxWaiting: 64))
}
