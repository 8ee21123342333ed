import Hub
import SQLite
import SyncProtocol

/// Notices commits of other processes to the hub's file, such as an import beside the server, so
/// that pages and devices hear of them like of all others.
///
/// `PRAGMA data_version` changes with commits of other connections; only then are the zones' heads
/// read and compared.
///
/// `@unchecked Sendable` because only the thread that looks uses it.
final class OutsideCommits: @unchecked Sendable {
  private let connection: Connection
  private let hub: Hub
  private var version: Int64 = -1
  private var heads: [ZoneID: Int64] = [:]
  private var accounts: [AccountID: Int64] = [:]
  private var gates = ""
  private var recoveringUntil: Int64?

  /// How often to look, which is how late a commit is noticed at most.
  static let intervalSeconds = 1.0

  /// Selects everything that decides who may share.
  private static let gatesSQL = """
    SELECT 'flag ' || coalesce(max(version), 0) FROM sharingFlags
    UNION ALL SELECT mode FROM planSettings
    UNION ALL SELECT accountID || ' ' || givenAt || ' ' || coalesce(untilTime, '') FROM plans
    """

  init(path: String, hub: Hub) throws {
    self.hub = hub
    connection = try Connection(path: path, mode: .readOnly, cacheKibibytes: 512)
    _ = try changes()
  }

  /// Looks once, and notifies the hub's listeners of changes. Blocks for one indexed scan of the
  /// zones if anything was committed, even by the server itself.
  func look() throws {
    let notice = try changes()
    if !notice.isEmpty { hub.announceOutside(notice) }
  }

  private func changes() throws -> Hub.Notice {
    var notice = Hub.Notice()
    let now = try connection.first("PRAGMA data_version") { $0.integer(0) } ?? 0
    guard now != version else { return notice }
    try connection.transaction(.deferred) {
      try connection.forEach("SELECT id, head FROM zones") { row in
        let (id, head) = (row.text(0), row.integer(1))
        if heads.updateValue(head, forKey: id) != head { notice.zones[id] = head }
      }
      try connection.forEach("SELECT accountID, sequence FROM accountSequences") { row in
        let (id, sequence) = (row.text(0), row.integer(1))
        if accounts.updateValue(sequence, forKey: id) != sequence { notice.accounts.insert(id) }
      }
      let gates = try connection.query(Self.gatesSQL) { $0.text(0) }.joined(separator: "\n")
      let until = try connection.first("SELECT recoveringUntil FROM state") { $0.integer(0) }
      // Every account is notified, so that devices send their waiting changes again.
      if until != recoveringUntil { notice.accounts.formUnion(accounts.keys) }
      recoveringUntil = until
      if gates != self.gates { (self.gates, notice.isAboutFlags) = (gates, true) }
    }
    version = now
    return notice
  }
}
