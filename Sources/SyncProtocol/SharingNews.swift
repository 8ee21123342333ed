/// What the hub tells one account of sharing (`GET flags`); a device keeps it for a while.
public struct SharingNews: Equatable, Sendable {
  /// How long it counts as fresh: 15 minutes.
  public static let lifeSeconds: Int64 = 15 * 60

  /// Grows with every change of the flag; 0 when nobody has ever changed it.
  public var version: Int64
  /// The account may invite others and offer what is its own.
  public var canInvite: Bool
  /// People may join at all. Whether an invite lets somebody in is asked with the invite.
  public var canJoin: Bool
  /// What is shared may be read and not written (the kill switch).
  public var isPaused: Bool
  /// The hub is for trying things out: a device may be told to show or to hide sharing.
  public var allowsOverride: Bool
  /// The account would need a plan to invite, and has none.
  public var needsPlan: Bool
  /// What is shared is not even shown while it is paused.
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

  /// What is assumed of a hub that has said nothing.
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
