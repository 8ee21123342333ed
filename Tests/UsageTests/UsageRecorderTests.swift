import Foundation
import SQLite
import Testing
import Usage

@Suite struct UsageRecorderTests {
  private let ana = UsageActor("ana-account")

  @Test("D-ANA-1 an event has the person, the device, the visit, the time and a version")
  func envelope() throws {
    let folder = try UsageFolder()
    let recorder = try folder.recorder()
    recorder.see(ana, homeCount: 2)
    recorder.record(.left(.home("cabin-id")), by: ana)
    recorder.see(UsageActor("ana-account", "laptop"), homeCount: 2)
    folder.now += 31 * 60_000
    recorder.see(ana, homeCount: 1)
    recorder.flush()
    let rows = try Connection(path: folder.events, mode: .readOnly).query(
      "SELECT at, version, person, device, session, name, id FROM events ORDER BY at, rowid"
    ) { row in (0..<7).map { row.columnText(Int32($0)) } }
    #expect(rows.map { $0[5] } == ["session_start", "home_left", "session_start", "session_start"])
    #expect(Set(rows.map { $0[2] }).count == 1)
    #expect(rows[0][3] == rows[1][3] && rows[0][3] != rows[2][3] && rows[0][3] == rows[3][3])
    #expect(rows[0][4] == rows[1][4])
    #expect(Set(rows.map { $0[4] }).count == 3)
    #expect(Set(rows.map { $0[6] }).count == 4)
    #expect(rows.allSatisfy { $0[1] == "1" })
    #expect(try folder.events(.sessionStart).last == #"{"home_count":1}"#)
  }

  @Test(
    "D-ANA-3 neither file holds an id: the key is apart from the hashes, and both are one's own")
  func hashed() throws {
    let folder = try UsageFolder()
    let recorder = try folder.recorder()
    recorder.record(.left(.home("cabin-id")), by: ana)
    recorder.flush()
    try recorder.setCounted(false, "ben-account")
    let settings = try #require(try UsageSettings(path: folder.settings))
    let key = try String(contentsOfFile: folder.settings, encoding: .utf8)
      .split(separator: "\n")[1].dropFirst(4)
    for name in ["analytics.db", "analytics.db-wal", "analytics.settings"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
      let text = String(decoding: bytes, as: UTF8.self)
      for id in ["cabin-id", "ana-account", "ben-account"] {
        #expect(!text.contains(id), "\(name)")
      }
      #expect(text.contains(key) == (name == "analytics.settings"))
    }
    #expect(
      try folder.events(.homeLeft) == [#"{"home_id":"\#(settings.hash(.home, "cabin-id"))"}"#])
    for path in [folder.events, folder.settings] {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect((mode as? Int) == 0o600)
    }
  }

  @Test("what is shared is named by its kind; homes keep the names that they had")
  func shared() {
    typealias Shared = UsageEvent.Shared
    let kinds: [(Shared, [UsageEvent.Name])] = [
      (.home("z"), [.inviteMade, .homeJoined, .homeLeft, .sharingStopped]),
      (.group("z"), [.groupInviteMade, .groupJoined, .groupLeft, .groupSharingStopped]),
      (.family("z"), [.familyInviteMade, .familyJoined, .familyLeft, .familySharingStopped]),
    ]
    for (shared, names) in kinds {
      let events: [UsageEvent] = [
        .inviteMade(shared, role: .viewer), .joined(shared), .left(shared),
        .sharingStopped(shared),
      ]
      #expect(events.map(\.name) == names)
    }
    #expect(
      kinds[0].1.map(\.rawValue)
        == ["invite_made", "home_joined", "home_left", "sharing_stopped"])
  }

  @Test("D-ANA-3 who says no is not counted, what was counted is gone, and it outlives the events")
  func optOut() throws {
    let folder = try UsageFolder()
    let recorder = try folder.recorder()
    recorder.record(.left(.home("a")), by: ana)
    recorder.record(.left(.home("a")), by: UsageActor("ben"))
    recorder.flush()
    recorder.record(.left(.home("b")), by: ana)
    try recorder.setCounted(false, "ana-account")
    recorder.see(ana, homeCount: 3)
    recorder.record(.left(.home("c")), by: ana)
    recorder.flush()
    // Ben's visit and what he did.
    #expect(try folder.count() == 2)
    #expect(!recorder.isCounted("ana-account") && recorder.isCounted("ben"))
    for suffix in ["", "-wal", "-shm"] { unlink(folder.events + suffix) }
    let next = try folder.recorder()
    next.record(.left(.home("d")), by: ana)
    next.flush()
    #expect(try folder.count() == 0)
    try next.setCounted(true, "ana-account")
    next.record(.left(.home("e")), by: ana)
    next.flush()
    #expect(try folder.count() == 2)
    try next.setCounted(false, "ana-account")
    try next.setCounted(true, "ana-account")
    next.see(ana, homeCount: 1)
    next.flush()
    #expect(try folder.events(.sessionStart) == [#"{"home_count":1}"#])
  }

  @Test("a queue that is full drops what comes, counts it, and tells the report")
  func full() throws {
    let folder = try UsageFolder()
    let recorder = try folder.recorder(maxWaiting: 3)
    for _ in 0..<10 { recorder.record(.left(.home("a")), by: ana) }
    // One of the three is the visit's own.
    #expect(recorder.droppedCount == 8)
    recorder.flush()
    #expect(recorder.droppedCount == 0)
    #expect(try folder.count() == 3)
    #expect(try folder.report().droppedCount == 8)
    recorder.record(.left(.home("b")), by: ana)
    recorder.flush()
    #expect(try folder.count() == 4)
  }

  @Test("a disk that refuses keeps the events for the next try, and says so once")
  func refusingDisk() throws {
    let folder = try UsageFolder()
    let recorder = try folder.recorder()
    try Connection(path: folder.events).executeScript(
      "CREATE TRIGGER refuse BEFORE INSERT ON events BEGIN SELECT raise(ABORT, 'no room'); END")
    recorder.record(.left(.home("a")), by: ana)
    #expect(!recorder.flush())
    #expect(!recorder.flush())
    #expect(folder.complaints.count == 1 && folder.complaints[0].contains("no room"))
    try Connection(path: folder.events).executeScript("DROP TRIGGER refuse")
    #expect(recorder.flush())
    #expect(try folder.count() == 2)
  }

  @Test("D-ANA-4 an event that is written again, after a failure in the middle, counts once")
  func replay() throws {
    let folder = try UsageFolder()
    let recorder = try folder.recorder()
    recorder.record(.left(.home("a")), by: ana)
    // Trimming comes after the batch is committed, and fails: the batch is tried again.
    try Connection(path: folder.events).executeScript(
      "CREATE TRIGGER refuse BEFORE DELETE ON events BEGIN SELECT raise(ABORT, 'no'); END")
    folder.now += UsageStore.lifeMilliseconds + 1
    #expect(!recorder.flush())
    #expect(try folder.count() == 2)
    try Connection(path: folder.events).executeScript("DROP TRIGGER refuse")
    folder.now = UsageFolder.start
    #expect(recorder.flush())
    #expect(try folder.count() == 2)
  }

  @Test("what happens once in a life is counted once, also after a restart")
  func once() throws {
    let folder = try UsageFolder()
    for _ in 0..<2 {
      let recorder = try folder.recorder()
      for _ in 0..<2 {
        recorder.record(
          .migrationComplete(homes: 2, items: 9, milliseconds: -4), by: ana, onceID: "migration")
      }
      recorder.flush()
    }
    #expect(
      try folder.events(.migrationComplete)
        == [#"{"duration_ms":0,"homes_count":2,"items_count":9}"#])
  }

  @Test("events of more than four hundred days are removed, once a day")
  func retention() throws {
    let folder = try UsageFolder()
    let recorder = try folder.recorder()
    recorder.record(.left(.home("a")), by: ana)
    recorder.flush()
    folder.now += UsageStore.lifeMilliseconds
    recorder.flush()
    #expect(try folder.count() == 2)
    folder.now += UsageFolder.day
    recorder.flush()
    #expect(try folder.count() == 0)
  }

  @Test("a damaged file is moved aside, whole, and counting goes on in a new one")
  func damaged() throws {
    let folder = try UsageFolder()
    do {
      let recorder = try folder.recorder()
      recorder.record(.left(.home("a")), by: ana)
      recorder.flush()
    }
    for suffix in ["-wal", "-shm"] { unlink(folder.events + suffix) }
    let rubbish = Data(repeating: 0x21, count: 9000)
    try rubbish.write(to: URL(fileURLWithPath: folder.events))
    let recorder = try folder.recorder()
    #expect(folder.complaints.count == 1 && folder.complaints[0].contains("damaged"))
    let aside = folder.events + ".damaged-\(UsageFolder.start)"
    #expect(FileManager.default.contents(atPath: aside) == rubbish)
    recorder.record(.left(.home("b")), by: ana)
    #expect(recorder.flush())
    #expect(try folder.count() == 2)
  }

  @Test("settings that cannot be read are left as they are, and nothing is counted then")
  func damagedSettings() throws {
    let folder = try UsageFolder()
    for text in ["", "hearth analytics 1\nkey 00\n", "hearth analytics 1\nkey zz\n", "no\n\n\n"] {
      try text.write(toFile: folder.settings, atomically: true, encoding: .utf8)
      #expect(throws: UsageSettings.Failure.damaged(path: folder.settings)) {
        _ = try folder.recorder()
      }
      #expect(try String(contentsOfFile: folder.settings, encoding: .utf8) == text)
    }
  }

  @Test("the thread writes by itself, and stopping writes what is left")
  func byItself() throws {
    let folder = try UsageFolder()
    let recorder = try UsageRecorder(
      path: folder.events, settingsPath: folder.settings, now: { UsageFolder.start },
      complain: { _ in })
    for _ in 0..<50 { recorder.record(.left(.home("a")), by: ana) }
    recorder.stop()
    recorder.record(.left(.home("b")), by: ana)
    #expect(try folder.count() == 51)
  }
}

extension Statement {
  /// Whatever a column holds, as a text.
  fileprivate func columnText(_ column: Int32) -> String {
    optionalText(column) ?? ""
  }
}
