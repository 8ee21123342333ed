import Dispatch
import Hub
import SQLite
import SyncProtocol
import Testing
import Things
import Threads

@testable import SharingWeb
@testable import ThingsWeb
@testable import Web

/// Keeps every thread that writes browsers' replicas busy: what is pulled arrives when it is
/// opened.
final class WriterGate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  init(_ hearth: Hearth) {
    for _ in 0..<Hearth.writerCount {
      hearth.writers.submit { [semaphore] in semaphore.wait() }
    }
  }

  /// Once.
  func open() { for _ in 0..<Hearth.writerCount { semaphore.signal() } }
}

/// A home that was joined comes later than the page that asks for it, or not at all for a while.
@Suite("A joined home that comes late") struct SlowJoinTests {
  /// Where nobody waits for a pull.
  private func slowHearth() throws -> Hearth { try Hearth(signUps: .open, maxPullWaitSeconds: 0) }

  // S0-TC3 S0-RQ2
  @Test(
    "D-INV-7 who joins a home that takes long to come sees that it is on its way, then the home",
    .timeLimit(.minutes(20)))
  func onItsWay() async throws {
    let setting = try await JoinSetting(at: try slowHearth())
    let ben = setting.ben
    let eve = try await setting.hearth.person("eve", displayName: "Eve")
    try await ben.get("/i/\(setting.token)")
    let gate = WriterGate(setting.hearth)
    let answer = try await ben.submit("/i/\(setting.token)", ["choice": "alongside"])
    let joined = try #require(answer.location)
    for _ in 0..<2 {
      let page = try await ben.get(joined)
      #expect(page.status == 200)
      #expect(page.text.contains(catalogue.homeIsComing("Cabin")))
      #expect(page.text.contains("data-refresh-seconds=\"1\""))
      #expect(page.text.contains("href=\"\(joined)\""))
    }
    gate.open()
    #expect(try await eve.get(joined).status == 404)
    while try await ben.get(joined).text.contains("Cabin is on its way") {
      try Task.checkCancellation()
    }
    let page = try await ben.get(joined)
    #expect(page.text.contains(catalogue.welcomeTo("Cabin")))
    #expect(page.text.contains("/homes/\(setting.cabin)/settings/leave"))
    #expect(try await ben.get("/homes/\(setting.cottage)/items").main.contains("Rake"))
  }

  @Test(
    "D-INV-7 a merge waits until the joined home is here, and does what it would have done",
    .timeLimit(.minutes(20)))
  func delayedMerge() async throws {
    let setting = try await JoinSetting(at: try slowHearth())
    let ben = setting.ben
    let address = try await setting.chooseCottage()
    let gate = WriterGate(setting.hearth)
    let choice: KeyValuePairs = [
      "choice": "merge", "home": setting.cottage, "names": "combine",
    ]
    // Each of these waits longer than a failing pull would be tried again.
    for _ in 0..<2 {
      let answer = try await ben.submit(address, choice)
      let status = try #require(answer.location)
      let page = try await ben.get(status)
      #expect(page.text.contains(catalogue.joiningNow("Cabin")))
      #expect(!page.text.contains(catalogue.tryAgain))
    }
    gate.open()
    await setting.hearth.app.backgroundTasks.finishAll()
    #expect(!setting.hadToGiveUp)
    let merge = Route.merging(.merged(HomeMerge.id(source: setting.cottage))).path
    while try await ben.get(merge).status != 200 {
      try Task.checkCancellation()
    }
    let done = try await ben.get(merge)
    #expect(done.main.contains("Moved 1 item, combined 1 place"))
  }

  @Test(
    "D-INV-7 a joined home that cannot be pulled is told of; trying again merges as ever",
    .timeLimit(.minutes(20)))
  func failedMerge() async throws {
    let setting = try await JoinSetting(at: try slowHearth())
    let ben = setting.ben
    let address = try await setting.chooseCottage()
    let replica = try setting.replica()
    try replica.executeScript(
      """
      CREATE TRIGGER fail BEFORE INSERT ON syncZones WHEN new.id = '\(setting.cabin)'
        BEGIN SELECT RAISE(ABORT, 'planted'); END
      """)
    let answer = try await ben.submit(
      address, ["choice": "merge", "home": setting.cottage, "names": "combine"])
    await setting.hearth.app.backgroundTasks.finishAll()
    let status = try #require(answer.location)
    let failed = try await ben.get(status)
    #expect(failed.main.contains(catalogue.joinedButNotMoved("Cabin")))
    #expect(failed.main.contains("The home has not arrived here yet"))
    #expect(failed.main.contains(catalogue.tryAgain))
    // What is his is as it was, and nobody has got it.
    #expect(
      try await setting.anna.get("/homes/\(setting.cabin)/items").main.contains("Rake") == false)
    #expect(setting.hadToGiveUp)
    try replica.executeScript("DROP TRIGGER fail")
    let again = try await ben.submit(address, ["again": "1"])
    await setting.hearth.app.backgroundTasks.finishAll()
    #expect(again.status == 303, "\(again.main)")
    let finished = try await ben.get(again.location ?? status)
    let next = try #require(finished.location, "\(finished.main)")
    while try await ben.get(next).status != 200 {
      try Task.checkCancellation()
    }
    #expect(try await ben.get(next).main.contains("Moved 1 item, combined 1 place"))
    let items = try await setting.anna.get("/homes/\(setting.cabin)/items")
    #expect(items.status == 200)
  }

  @Test(
    "D-MRG-22 a large merge shows where it stands, and others write all the while",
    .timeLimit(.minutes(20)))
  func largeMerge() async throws {
    let itemCount = 600
    let hearth = try Hearth(maxPullWaitSeconds: 0)
    let (anna, cabin) = try await hearth.household("Cabin")
    let ben = try await hearth.guest(of: anna, home: cabin)
    let cottage = try await ben.addHome("Cottage")
    let tablet = try hearth.replica(of: "ben")
    try await tablet.sync()
    try tablet.write { transaction in
      for number in 0..<itemCount {
        try AddItem(
          homeID: cottage, ItemDetails(name: "Thing \(number)", currency: "EUR"))(transaction)
      }
    }
    try await tablet.sync()
    let laptop = try hearth.replica(of: "anna")
    try await laptop.sync()
    var written = 0
    func write() async throws {
      written += 1
      let name = "Hers \(written)"
      try laptop.write { transaction in
        _ = try AddItem(homeID: cabin, ItemDetails(name: name, currency: "EUR"))(transaction)
      }
      try await laptop.sync()
    }
    let merge = "/homes/\(cottage)/merge"
    while try await ben.get("\(merge)?into=\(cabin)").text.contains("600 items") == false {
      try Task.checkCancellation()
    }
    let gate = WriterGate(hearth)
    let answer = try await ben.submit(merge, ["into": cabin, "names": "combine"])
    let status = try #require(answer.location)
    let page = try await ben.get(status)
    #expect(page.status == 200 && page.text.contains(catalogue.merging))
    #expect(page.text.contains(catalogue.mayTakeAMoment))
    try await write()
    #expect(try laptop.file.status().pendingCount == 0)
    gate.open()
    let ben2 = try #require(try hearth.accounts.account(named: "ben"))
    let id = HomeMerge.id(source: cottage)
    while case .running? = hearth.app.backgroundTasks.state(id, of: ben2.id) { try await write() }
    try await laptop.sync()
    #expect(try laptop.file.status().pendingCount == 0)
    #expect(try laptop.file.parkedChanges().isEmpty)
    let items = try laptop.file.read {
      try $0.first("SELECT count(*) FROM items WHERE homeID = ?", .text(cabin)) { $0.integer(0) }
    }
    #expect(items == Int64(itemCount + written))
    while try await ben.get(status).status != 200 {
      try Task.checkCancellation()
    }
    #expect(try await ben.get(status).main.contains("Moved 600 items"))
  }
}

extension JoinSetting {
  /// Chooses to merge the cottage, and returns the address of the decision.
  fileprivate func chooseCottage() async throws -> String {
    let address = try await choose("merge")
    try await ben.get("\(address)?home=\(cottage)")
    return address
  }

  /// Ben's file beside the hub.
  fileprivate func replica() throws -> Connection {
    let account = try #require(try hearth.accounts.account(named: "ben"))
    return try Connection(path: "\(hearth.folder)/replicas/\(account.id).sqlite")
  }

  fileprivate var hadToGiveUp: Bool {
    hearth.log.withLock { $0.contains { $0.failure?.contains("JoinNotReady") == true } }
  }
}
