import SyncProtocol

/// What sharing is on a device at a moment, and what says so. A pause goes before everything; an
/// override, where the hub lets devices have one, before what the hub said; that before what it said
/// a while ago, for a week; and without any of it nothing is shown (I1-1, I1-2).
public struct SharingExposure: Equatable, Sendable {
  public enum Source: Equatable, Sendable { case paused, overridden, fresh, stale, unknown }

  /// How long what the hub said counts when it cannot be asked: a week.
  public static let staleMilliseconds: Int64 = 7 * 86_400_000

  public var source: Source
  /// What the pages go by.
  public var news: SharingNews
  /// The hub should be asked again.
  public var needsRefresh: Bool

  /// - Parameters:
  ///   - kept: `nil` for a device that has not heard from its hub.
  ///   - override: what the device was told to do; counts only where the hub lets it.
  ///   - now: the device's clock, milliseconds since 1970.
  public init(_ kept: KeptNews?, override: Bool? = nil, now: Int64) {
    guard let kept else {
      (source, news, needsRefresh) = (.unknown, .none, true)
      return
    }
    // A clock that was set back says nothing of how old something is, only how old it was before.
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
