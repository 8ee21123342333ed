/// A deleted zone that its owner may restore.
public struct DeletedZoneSummary: Equatable, Sendable {
  public var zone: ZoneID
  public var kind: ZoneKind
  /// What the zone was called.
  public var title: String
  /// The display name of the person who deleted it.
  public var person: String
  public var personID: AccountID
  /// When it was deleted, milliseconds since 1970.
  public var at: Int64
  /// Until when it can be restored, milliseconds since 1970.
  public var until: Int64
  /// How many records of each table were deleted with it.
  public var counts: [String: Int]
  /// Who gets access again besides the owner.
  public var members: [Share.Member]

  public init(
    zone: ZoneID, kind: ZoneKind, title: String, person: String, personID: AccountID, at: Int64,
    until: Int64, counts: [String: Int], members: [Share.Member]
  ) {
    self.zone = zone
    self.kind = kind
    self.title = title
    self.person = person
    self.personID = personID
    self.at = at
    self.until = until
    self.counts = counts
    self.members = members
  }
}

/// Who gets access to a restored zone.
public struct RestoreRequest: Equatable, Sendable {
  /// Only the owner, none of the former members.
  public var isAlone: Bool

  public init(isAlone: Bool = false) { self.isAlone = isAlone }
}
