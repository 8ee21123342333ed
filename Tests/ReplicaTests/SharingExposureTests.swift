import Replica
import SyncProtocol
import Testing

/// What a device shows of sharing, by what it heard when and what its clock says.
@Suite struct SharingExposureTests {
  private static let minute: Int64 = 60_000
  private static let day: Int64 = 86_400_000
  private static let heard: Int64 = 1_767_225_600_000

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var news: SharingNews?
    var override: Bool?
    /// The clock now, and the latest it has shown before, after the time it was heard at.
    var now: Int64 = 0
    var latest: Int64 = 0
    var source: SharingExposure.Source
    var canInvite: Bool
    var isPaused = false
    var needsRefresh = false

    var testDescription: String { name }
  }

  private static let open = SharingNews(version: 3, canInvite: true, canJoin: true)
  private static let closed = SharingNews(version: 3, canInvite: false, canJoin: false)
  private static let killed = SharingNews(
    version: 3, canInvite: false, canJoin: false, isPaused: true, allowsOverride: true)
  private static let openInternal = SharingNews(
    version: 3, canInvite: true, canJoin: true, allowsOverride: true)
  private static let closedInternal = SharingNews(
    version: 3, canInvite: false, canJoin: false, allowsOverride: true)

  static let rows: [Row] = [
    Row(name: "never heard", source: .unknown, canInvite: false, needsRefresh: true),
    Row(
      name: "never heard, overridden", override: true, source: .unknown, canInvite: false,
      needsRefresh: true),
    Row(name: "just heard", news: open, source: .fresh, canInvite: true),
    Row(name: "closed", news: closed, source: .fresh, canInvite: false),
    Row(
      name: "before its life ends", news: open, now: 15 * minute - 1, source: .fresh,
      canInvite: true),
    Row(
      name: "after its life", news: open, now: 15 * minute, source: .stale, canInvite: true,
      needsRefresh: true),
    Row(
      name: "a week", news: open, now: 7 * day, source: .stale, canInvite: true, needsRefresh: true),
    Row(
      name: "over a week", news: open, now: 7 * day + 1, source: .unknown, canInvite: false,
      needsRefresh: true),
    Row(
      name: "clock set back", news: open, now: -minute, source: .stale, canInvite: true,
      needsRefresh: true),
    Row(
      name: "set back to look fresh", news: open, now: minute, latest: 2 * day, source: .stale,
      canInvite: true, needsRefresh: true),
    Row(
      name: "set back after a week", news: open, now: minute, latest: 8 * day, source: .unknown,
      canInvite: false, needsRefresh: true),
    Row(
      name: "overridden off", news: openInternal, override: false, source: .overridden,
      canInvite: false),
    Row(
      name: "overridden on", news: closedInternal, override: true, source: .overridden,
      canInvite: true),
    Row(
      name: "override without leave", news: closed, override: true, source: .fresh, canInvite: false
    ),
    Row(
      name: "override after a week", news: openInternal, override: true, now: 8 * day,
      source: .unknown, canInvite: false, needsRefresh: true),
    Row(
      name: "killed beats an override", news: killed, override: true, source: .paused,
      canInvite: false, isPaused: true),
    Row(
      name: "killed for ever", news: killed, now: 400 * day, source: .paused, canInvite: false,
      isPaused: true, needsRefresh: true),
  ]

  @Test("D-GAT-1 D-GAT-7 I1-1 I1-2 S1-8.1-c S1-8.1-d S1-8.1-e", arguments: rows)
  func precedence(_ row: Row) {
    let kept = row.news.map {
      KeptNews($0, heardAt: Self.heard, latest: Self.heard + row.latest)
    }
    let shown = SharingExposure(kept, override: row.override, now: Self.heard + row.now)
    #expect(shown.source == row.source)
    #expect(shown.news.canInvite == row.canInvite)
    #expect(shown.news.isPaused == row.isPaused)
    #expect(shown.needsRefresh == row.needsRefresh)
  }

  @Test("I1-2 a pause that was seen ends with a newer version, and with no older one")
  func sticky() {
    let kept = KeptNews(Self.killed, heardAt: Self.heard)
    let older = SharingNews(version: 2, canInvite: true, canJoin: true)
    #expect(kept.hearing(older, tag: "a", at: Self.heard + 1) == kept)
    let newer = SharingNews(version: 4, canInvite: true, canJoin: true)
    #expect(!kept.hearing(newer, tag: "b", at: Self.heard + 1).news.isPaused)
  }

  @Test("what a device keeps comes back as it was")
  func wire() throws {
    let kept = KeptNews(Self.openInternal, tag: "t", heardAt: 7, latest: 9)
    #expect(try KeptNews(wireBytes: kept.wireBytes) == kept)
  }

  @Test("I1-3 what a pause hides stays hidden, however long ago it was heard, until it ends")
  func hiding() {
    var news = Self.killed
    news.hidesShared = true
    let kept = KeptNews(news, tag: "a", heardAt: Self.heard)
    for days in [0, 6, 400] as [Int64] {
      let shown = SharingExposure(kept, override: true, now: Self.heard + days * Self.day)
      #expect(shown.source == .paused && shown.news.hidesShared)
    }
    // An answer from before the pause does not end it; one from after it does.
    let old = SharingNews(version: 2, canInvite: true, canJoin: true)
    #expect(kept.hearing(old, tag: "b", at: Self.heard + 1).news.hidesShared)
    let after = SharingNews(version: 4, canInvite: true, canJoin: true)
    #expect(!kept.hearing(after, tag: "c", at: Self.heard + 1).news.hidesShared)
    #expect(!SharingExposure(nil, now: Self.heard).news.hidesShared)
  }
}
