import Foundation
import Glibc
import SQLite
import Usage

/// A folder with counters in it; removed with it. Its clock stands still until it is moved.
final class UsageFolder: @unchecked Sendable {  // because a test uses one from one task
  static let day: Int64 = 86_400_000
  static let start: Int64 = 1_781_258_400_000

  let path = NSTemporaryDirectory() + "hearth-usage-" + UUID().uuidString
  var now = UsageFolder.start
  var complaints: [String] = []

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // Rests of a test in the system's temporary folder.
    try? FileManager.default.removeItem(atPath: path)
  }

  var events: String { path + "/analytics.db" }
  var settings: String { path + "/analytics.settings" }

  /// One that writes when it is told to.
  func recorder(maxWaiting: Int = 100) throws -> UsageRecorder {
    try UsageRecorder(
      path: events, settingsPath: settings, maxWaiting: maxWaiting, writesByItself: false,
      now: { self.now }, complain: { self.complaints.append($0) })
  }

  func report(launchAt: Int64? = nil) throws -> UsageReport {
    try UsageReport(UsageStore(path: events), launchAt: launchAt, now: now)
  }

  func count(_ table: String = "events") throws -> Int {
    try Connection(path: events, mode: .readOnly)
      .first("SELECT count(*) FROM \(table)") { Int($0.integer(0)) } ?? 0
  }

  func events(_ name: UsageEvent.Name) throws -> [String] {
    try Connection(path: events, mode: .readOnly).query(
      "SELECT properties FROM events WHERE name = ? ORDER BY at, rowid", .text(name.rawValue)
    ) { $0.text(0) }
  }
}

extension UsageActor {
  init(_ person: String, _ device: String = "phone") {
    self.init(accountID: person, deviceID: "\(device) of \(person)")
  }
}
