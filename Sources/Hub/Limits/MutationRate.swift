import SyncProtocol
import Threads

/// Limits how many mutations accounts push, so that none keeps the hub to itself. Kept in memory: a
/// restart forgets the counts.
///
/// Each account has the allowance of a minute, or of another time, which is refilled evenly. A push
/// is admitted as long as anything is left, and if it takes more than that, the account must wait
/// until the excess is made up for.
final class MutationRate: Sendable {
  /// The longest wait that is announced; a client that must wait longer is told so again.
  static let maxWaitSeconds = 60
  /// The number of accounts in memory from which those with a full allowance are dropped.
  private static let maxAccounts = 10_000

  private struct Bucket {
    var left: Double
    var at: Int64
  }

  private let allowance: Double
  private let milliseconds: Double
  private let buckets = Lock<[AccountID: Bucket]>([:])

  init(perMinute: Int) { (allowance, milliseconds) = (Double(perMinute), 60_000) }

  init(perDay: Int) { (allowance, milliseconds) = (Double(perDay), 86_400_000) }

  /// Takes `count` mutations from an account's allowance at `now` (milliseconds since 1970).
  ///
  /// Returns `nil` if they may be pushed; otherwise takes nothing, and returns the seconds after
  /// which to ask again.
  func take(_ count: Int, by account: AccountID, now: Int64) -> Int? {
    buckets.withLock { buckets in
      if buckets.count >= Self.maxAccounts, buckets[account] == nil {
        buckets = buckets.filter { refilled($0.value, now).left < allowance }
      }
      var bucket = refilled(buckets[account] ?? Bucket(left: allowance, at: now), now)
      defer { buckets[account] = bucket }
      guard bucket.left > 0 else {
        let seconds = (1 - bucket.left) * milliseconds / 1000 / allowance
        return max(1, Int(min(seconds.rounded(.up), Double(Self.maxWaitSeconds))))
      }
      bucket.left -= Double(count)
      return nil
    }
  }

  /// The allowance at `now`. A clock that was set back neither adds nor takes anything.
  private func refilled(_ bucket: Bucket, _ now: Int64) -> Bucket {
    let gained = Double(max(0, now - bucket.at)) / milliseconds * allowance
    return Bucket(left: min(allowance, bucket.left + gained), at: now)
  }
}
