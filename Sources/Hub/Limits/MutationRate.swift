import SyncProtocol
import Threads

/// How many mutations accounts push, so that none keeps the hub to itself. In memory: a restart
/// forgets who has sent much.
///
/// Each account has a minute's worth, which comes back evenly. A push takes what it needs as long
/// as anything is left, and what it takes too much is made up for by waiting.
final class MutationRate: Sendable {
  /// The longest wait that is told; whoever must wait longer is told again.
  static let maxWaitSeconds = 60
  /// Accounts that are kept in mind; those that have a whole minute's worth go first.
  private static let maxAccounts = 10_000

  private struct Bucket {
    var left: Double
    var at: Int64
  }

  private let perMinute: Double
  private let buckets = Lock<[AccountID: Bucket]>([:])

  init(perMinute: Int) { self.perMinute = Double(perMinute) }

  /// Takes `count` from an account's worth at `now` (milliseconds since 1970). Returns `nil` when
  /// it may go on, else after how many seconds to ask again; nothing is taken then.
  func take(_ count: Int, by account: AccountID, now: Int64) -> Int? {
    buckets.withLock { buckets in
      if buckets.count >= Self.maxAccounts, buckets[account] == nil {
        buckets = buckets.filter { refilled($0.value, now).left < perMinute }
      }
      var bucket = refilled(buckets[account] ?? Bucket(left: perMinute, at: now), now)
      defer { buckets[account] = bucket }
      guard bucket.left > 0 else {
        let seconds = (1 - bucket.left) * 60 / perMinute
        return max(1, Int(min(seconds.rounded(.up), Double(Self.maxWaitSeconds))))
      }
      bucket.left -= Double(count)
      return nil
    }
  }

  /// A clock that was set back gives nothing, and takes nothing.
  private func refilled(_ bucket: Bucket, _ now: Int64) -> Bucket {
    let gained = Double(max(0, now - bucket.at)) / 60_000 * perMinute
    return Bucket(left: min(perMinute, bucket.left + gained), at: now)
  }
}
