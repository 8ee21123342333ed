import SyncProtocol

/// A zone that is reserved for one replica for a moment, so that a transaction which had to be
/// repeated several times can finish.
///
/// Nobody has a zone for long: a hold lasts `lengthMilliseconds` and can be renewed up to
/// `maxMilliseconds`. Afterwards its account must wait for twice as long as it had the zone. The
/// first replica that asks meanwhile is next.
public struct Hold: Equatable, Sendable {
  public static let lengthMilliseconds: Int64 = 5000
  public static let maxMilliseconds: Int64 = 15_000
  /// How long a free zone is kept for the replica that is next, which asks repeatedly.
  static let patienceMilliseconds: Int64 = 5000

  public var replica: String
  public var account: AccountID
  /// Milliseconds since 1970, like the one below.
  public var since: Int64
  public var until: Int64
  /// The replica that asked first while the zone was held; and until when the zone is kept for it.
  public var next: String?
  public var nextUntil: Int64

  public init(
    replica: String, account: AccountID, since: Int64, until: Int64, next: String? = nil,
    nextUntil: Int64 = 0
  ) {
    self.replica = replica
    self.account = account
    self.since = since
    self.until = until
    self.next = next
    self.nextUntil = nextUntil
  }

  /// Whether the zone is held at `now`. A hold from the future does not count, because the clock
  /// was set back.
  func isActive(at now: Int64) -> Bool { since <= now && now < until }

  /// The hold on a zone after a replica has asked for it, and whether that replica has it now.
  static func ask(
    _ current: Hold?, replica: String, account: AccountID, now: Int64
  ) -> (hold: Hold, isGiven: Bool) {
    let fresh = Hold(
      replica: replica, account: account, since: now, until: now + lengthMilliseconds)
    guard var hold = current, hold.since <= now else { return (fresh, true) }
    if isPlanted(.holdForEver) {
      if hold.isActive(at: now), hold.replica != replica { return (hold, false) }
      return (fresh, true)
    }
    if hold.isActive(at: now) {
      guard hold.replica == replica, hold.account == account else {
        if hold.next == nil || hold.next == replica || hold.nextUntil <= now {
          (hold.next, hold.nextUntil) = (replica, hold.until + patienceMilliseconds)
        }
        return (hold, false)
      }
      hold.until = max(hold.until, min(now + lengthMilliseconds, hold.since + maxMilliseconds))
      return (hold, true)
    }
    if let next = hold.next, next != replica, now < hold.nextUntil { return (hold, false) }
    let rests = hold.until + 2 * (hold.until - hold.since)
    if hold.account == account, now < rests { return (hold, false) }
    return (fresh, true)
  }

  /// The hold after it has served its purpose: it ends now.
  func released(at now: Int64) -> Hold {
    var hold = self
    hold.until = min(max(now, since), until)
    hold.nextUntil = now + Self.patienceMilliseconds
    return hold
  }
}
