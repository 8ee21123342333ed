import Hub
import SQLite
import SyncProtocol

/// Notices what other processes commit to a hub's file, an import beside the server for example, so
/// that pages and devices hear of it as of everything else.
///
/// SQLite counts the commits of others in `PRAGMA data_version`; only when that has moved are the
/// heads of the zones read and compared.
///
/// `@unchecked Sendable` because the one thread that looks is the only one to use it.
final class OutsideCommits: @unchecked Sendable {
  private let connection: Connection
  private let hub: Hub
  private var version: Int64 = -1
  private var heads: [ZoneID: Int64] = [:]
  private var accounts: [AccountID: Int64] = [:]
  private var gates = ""
  private var recoveringUntil: Int64?

  /// How long after a commit it is noticed at most.
  static let intervalSeconds = 1.0

  /// Everything that decides who may share.
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

  /// Looks once, and tells the hub's listeners of what is new. Blocks for one indexed scan of the
  /// zones when anything was committed, the server's own commits included.
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
      // Whoever has something that waited sends it again.
      if until != recoveringUntil { notice.accounts.formUnion(accounts.keys) }
      recoveringUntil = until
      if gates != self.gates { (self.gates, notice.isAboutFlags) = (gates, true) }
    }
    version = now
    return notice
  }
}
