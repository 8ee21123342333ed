import SyncProtocol

extension InviteOffer {
  /// Whether the account is in the zone already and would become more there by the invite.
  package var isUpgrade: Bool { ownRole.map { role > $0 } ?? false }
}
