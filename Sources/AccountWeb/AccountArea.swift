import Web

/// Sessions, the account, its devices, and what administrators see.
package enum AccountArea: Area {
  package static let families: [any RouteFamily.Type] = [
    SessionRoute.self, AccountRoute.self, SyncRoute.self, TokensRoute.self, UsageRoute.self,
    SharingFlagRoute.self, RecoveryRoute.self,
    NotificationRoute.self,
  ]

  package static func navigation(
    _ surroundings: Surroundings, _ reader: PageReader
  ) throws -> (any AreaNavigation)? {
    AccountNavigation(isAdministrator: surroundings.isAdministrator)
  }
}

extension AccountArea {
  /// What the hub refused.
  package static func attention(
    of member: Member, since: Int64?
  ) async throws -> AttentionReading {
    let state = member.workspace.syncState
    return { _, reader in
      switch state {
      case .refused(let count, _):
        [
          Attention(
            .refused, .warning, reader.words.changesRefused(count),
            detail: reader.words.changesRefusedText, .syncing(.sync))
        ]
      case .outdated:
        [Attention(.refused, .warning, reader.words.syncState(state), .syncing(.sync))]
      case .synced, .syncing, .offline, .pending: []
      }
    }
  }
}

extension AccountArea {
  /// On a device: what the hub refused.
  package static func notifications(_ reader: NotificationReader) throws -> [NotificationEntry] {
    guard case .refused(let count, _) = reader.syncState else { return [] }
    return [
      NotificationEntry(
        id: "refused \(count)", .refused, at: reader.now, .warning,
        reader.words.changesRefused(count), .syncing(.sync))
    ]
  }
}

/// The account has no area of its own: it belongs to the person.
package struct AccountNavigation: AreaNavigation {
  package let isAdministrator: Bool

  package var area: any Area.Type { AccountArea.self }

  package func personal(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] {
    [
      NavigationLink(
        .notifications(.notifications), .bell, words.notificationsTitle,
        detail: frame.newCount.map { $0 > 0 ? words.newNotifications($0) : "" } ?? ""),
      NavigationLink(.account(.account), .person, words.account),
      NavigationLink(.syncing(.sync), .sync, words.syncTitle, detail: words.syncState(frame.sync)),
    ] + (isAdministrator ? [NavigationLink(.sharingFlags(.flags), .gear, words.server)] : [])
  }
}
