import OlderHub
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// Files of earlier programs, with change sets in them that stand in every state.
@Suite struct OlderReplicaTests {
  private static let versions = 1..<OlderReplica.current
  /// Those that kept in columns of their own what is one state now.
  private static let versionsOfColumns = 1..<4

  /// The engine's tables and indexes, with their columns.
  private func shape(_ connection: Connection) throws -> [String] {
    try connection.query(
      """
      SELECT s.type, s.name, c.name, c.type, c."notnull", c.pk
      FROM sqlite_schema AS s LEFT JOIN pragma_table_info(s.name) AS c
      WHERE s.name LIKE 'sync%' ORDER BY s.name, c.name
      """
    ) { row in (0..<6).map { row.optionalText(Int32($0)) ?? "-" }.joined(separator: " ") }
  }

  @Test("what the tests take for an earlier file has the tables that its program made")
  func shapes() throws {
    #expect(OlderReplica.current == Replica.migrations.count)
    for version in Self.versions {
      let device = try SyncWorld().device("ann")
      try OlderReplica.downgrade(device.connection, to: version)
      let made = try Connection(path: ":memory:", durability: .off)
      try Migrations([TestSchema.sql] + Replica.migrations.prefix(version)).migrate(made)
      #expect(try shape(device.connection) == shape(made))
    }
  }

  /// The program of today opens what an earlier one has left.
  private func reopen(_ device: SyncDevice, fromVersion version: Int) throws {
    for script in Replica.migrations[version...] { try device.connection.executeScript(script) }
    try device.restart()
  }

  private func states(_ device: SyncDevice) throws -> [String] {
    try device.texts(
      """
      SELECT number || ' ' || state || ' ' || hex(body) || ' ' || hex(coalesce(answer, ''))
        || ' ' || hex(undo) FROM syncPending ORDER BY number
      """)
  }

  @Test(
    "what waits, is hidden, was put off, answered or refused is so in a file of an earlier program",
    arguments: versionsOfColumns)
  func everyState(version: Int) throws {
    let world = try SyncWorld()
    let (one, two) = (try world.device("ann", "one"), try world.device("ann", "two"))
    let home = try one.addHome("Flat")
    let (stale, restored) = (try one.addHome("Stale"), try one.addHome("Restored"))
    let items = try ["lamp", "vase"].map { try one.addItem($0, in: home) }
    try one.sync()
    try two.sync()
    // Refused, and kept for its author.
    try two.deleteItem(items[0])
    try two.sync()
    try one.rename(items[0], "refused")
    try one.sync()
    // Answered; hidden, since what it renames is gone.
    try one.addItem("answered", in: home)
    try one.rename(items[1], "hidden")
    try two.deleteItem(items[1])
    try two.sync()
    try one.pull()
    let first = try #require(try one.replica.nextPush(maxChangeSets: 1))
    try one.replica.receive(world.hub.push(first, as: "ann"), to: first)
    // Accepted with the hub's word, and not pulled.
    _ = try one.replica.prepare { transaction in
      try transaction.connection.execute(
        "INSERT INTO items (id, homeID, name) VALUES (?, ?, 'confirmed')",
        .text(transaction.newID()), .text(home))
    }
    let request = try #require(try one.replica.confirmationRequest())
    let answer = try world.hub.push(request, as: "ann")
    #expect(try one.replica.receiveConfirmation(answer, to: request) == .accepted)
    // Waiting, in a new home; put off by the hub.
    let new = try one.addHome("New")
    try one.addItem("waiting", in: new)
    let later = try #require(try one.replica.nextPush())
    try one.replica.receive(
      .answers(later.changeSets.map { _ in .wait }, nowMilliseconds: world.now), to: later)
    #expect(try one.replica.nextPush() == nil)
    #expect(
      try one.texts("SELECT state FROM syncPending ORDER BY number")
        == ["answered", "hidden", "confirmed", "waiting", "waiting"])
    let before = try states(one)

    try OlderReplica.downgrade(one.connection, to: version)
    // As an earlier program marked zones that are to be loaded anew.
    for (zone, sequence) in [(stale, Int64(-1)), (restored, -2)] {
      try one.connection.execute(
        "UPDATE syncZones SET sequence = ? WHERE id = ?", .integer(sequence), .text(zone))
    }
    try reopen(one, fromVersion: version)

    #expect(try states(one) == before)
    #expect(
      try one.texts("SELECT name FROM homes AS h JOIN syncZones AS z USING (id) ORDER BY state")
        == ["Flat", "New", "Restored", "Stale"])
    #expect(try one.refusals == [.gone])
    #expect(try one.items == ["answered", "waiting"])
    #expect(try one.replica.nextPush() == later)
    try one.sync()
    #expect(try one.items == ["answered", "confirmed", "waiting"])
    #expect(try one.refusals == [.gone, .gone])
    #expect(try one.pendingCount == 0)
    #expect(try one.replica.isConfirmed())
    #expect(try one.texts("SELECT DISTINCT state FROM syncZones") == ["current"])
    try two.sync()
    #expect(try two.items == one.items)
  }

  @Test(
    "a hub-confirmed transaction of an earlier program is asked for again as the same",
    arguments: versions)
  func asked(version: Int) throws {
    let world = try SyncWorld()
    let bob = try world.device("bob", isBeside: true)
    try bob.sync()
    _ = try bob.replica.prepare { transaction in
      try transaction.connection.execute(
        "INSERT INTO homes (id, name, left, right) VALUES (?, 'Flat', 0, 0)",
        .text(transaction.newID()))
    }
    let request = try #require(try bob.replica.confirmationRequest())
    try OlderReplica.downgrade(bob.connection, to: version)
    try reopen(bob, fromVersion: version)
    #expect(try bob.replica.confirmationRequest() == request)
    #expect(try bob.pendingCount == 0)
    let answer = try world.hub.push(request, as: "bob")
    #expect(try bob.replica.receiveConfirmation(answer, to: request) == .accepted)
    try bob.pull()
    #expect(try bob.texts("SELECT name FROM homes") == ["Flat"])
    #expect(try bob.replica.isConfirmed())
  }

  @Test("what an earlier program keeps for a restored hub is told to it", arguments: versions)
  func kept(version: Int) throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    let backup = try world.backup()
    try ann.addItem("lamp", in: home)
    try ann.sync()
    try OlderReplica.downgrade(ann.connection, to: version)
    try reopen(ann, fromVersion: version)
    try world.restore(backup)
    try ann.sync()
    #expect(try ann.items == ["lamp"])
    let other = try world.device("ann", "another")
    try other.sync()
    #expect(try other.items == ["lamp"])
  }
}
