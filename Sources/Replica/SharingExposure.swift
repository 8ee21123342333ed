import SyncProtocol

/// What a device may show of sharing at a moment, and why.
///
/// In this order: a pause; an override, if the hub allows devices to have one; the hub's fresh
/// news; its older news, for a week. Without any of these, nothing is shown (I1-1, I1-2).
public struct SharingExposure: Equatable, Sendable {
  public enum Source: Equatable, Sendable { case paused, overridden, fresh, stale, unknown }

  /// How long the hub's news counts while the hub cannot be asked: a week.
  public static let staleMilliseconds: Int64 = 7 * 86_400_000

  public var source: Source
  /// The news that pages must follow.
  public var news: SharingNews
  /// Whether the hub should be asked again.
  public var needsRefresh: Bool

  /// Decides what to show.
  ///
  /// - Parameters:
  ///   - kept: the hub's latest news; `nil` for a device that has not heard from its hub.
  ///   - override: what the device was told to do; counts only if the hub allows overrides.
  ///   - now: the device's clock, milliseconds since 1970.
  public init(_ kept: KeptNews?, override: Bool? = nil, now: Int64) {
    guard let kept else {
      (source, news, needsRefresh) = (.unknown, .none, true)
      return
    }
    // A clock that was set back does not tell the news's age, only the age that it had before.
    let wasSetBack = now < kept.latest
    let age = max(now, kept.latest) - kept.heardAt
    let isFresh = !wasSetBack && age < SharingNews.lifeSeconds * 1000
    let isOver = age > Self.staleMilliseconds
    needsRefresh = !isFresh
    news = kept.news
    if kept.news.isPaused {
      source = .paused
    } else if let override, kept.news.allowsOverride, !isOver {
      source = .overridden
      (news.canInvite, news.canJoin) = (override, override)
    } else if isOver {
      (source, news) = (.unknown, .none)
    } else {
      source = isFresh ? .fresh : .stale
    }
  }
}
