/// What the hub tells an account about sharing (`GET flags`); a device keeps it for a while.
public struct SharingNews: Equatable, Sendable {
  /// How long the news counts as fresh: 15 minutes, in seconds.
  public static let lifeSeconds: Int64 = 15 * 60

  /// Grows with every change of the flag; 0 when nobody has ever changed it.
  public var version: Int64
  /// The account may invite others, and offer its own zones to them.
  public var canInvite: Bool
  /// Joining is open at all. Whether a given invite admits the account is asked with that invite.
  public var canJoin: Bool
  /// Shared zones can be read but not written (the kill switch).
  public var isPaused: Bool
  /// The hub is for trying things out: a device may be told to show or hide sharing.
  public var allowsOverride: Bool
  /// The account would need a plan to invite, and has none.
  public var needsPlan: Bool
  /// While sharing is paused, shared zones are not shown either.
  public var hidesShared: Bool

  public init(
    version: Int64, canInvite: Bool, canJoin: Bool, isPaused: Bool = false,
    allowsOverride: Bool = false, needsPlan: Bool = false, hidesShared: Bool = false
  ) {
    self.version = version
    self.canInvite = canInvite
    self.canJoin = canJoin
    self.isPaused = isPaused
    self.allowsOverride = allowsOverride
    self.needsPlan = needsPlan
    self.hidesShared = hidesShared
  }

  /// The assumption about a hub that has said nothing.
  public static let none = SharingNews(version: 0, canInvite: false, canJoin: false)
}

extension SharingNews: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("version", version)
      writer.field("invite", canInvite)
      writer.field("join", canJoin)
      writer.field("paused", isPaused)
      writer.field("override", allowsOverride)
      writer.field("needsPlan", needsPlan)
      writer.field("hidden", hidesShared)
      writer.field("seconds", Self.lifeSeconds)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        version: try fields.sequence("version"), canInvite: try fields["invite"],
        canJoin: try fields["join"], isPaused: try fields["paused", default: false],
        allowsOverride: try fields["override", default: false],
        needsPlan: try fields["needsPlan", default: false],
        hidesShared: try fields["hidden", default: false])
    }
  }
}
