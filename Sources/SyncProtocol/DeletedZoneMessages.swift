/// A deleted zone that its owner may bring back.
public struct DeletedZoneSummary: Equatable, Sendable {
  public var zone: ZoneID
  public var kind: ZoneKind
  /// What it was called.
  public var title: String
  /// Who deleted it, as others see them, and the account.
  public var person: String
  public var personID: AccountID
  /// When it was deleted, milliseconds since 1970.
  public var at: Int64
  /// Until when it can be brought back, milliseconds since 1970.
  public var until: Int64
  /// How many records of each table went with it.
  public var counts: [String: Int]
  /// Who gets it back besides the owner.
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

/// Who gets a deleted zone back.
public struct RestoreRequest: Equatable, Sendable {
  /// Nobody but the owner.
  public var isAlone: Bool

  public init(isAlone: Bool = false) { self.isAlone = isAlone }
}
