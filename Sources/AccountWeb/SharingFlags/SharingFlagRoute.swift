import Web

/// Who may share at this hub: for its administrators.
package enum SharingFlagRoute: RouteFamily {
  case flags
  /// Pauses all sharing, after a page that explains the consequences.
  case kill

  package static let traits: PlaceTraits = .onOwnDevice
  package static let readers = [of(flags), of(kill)]

  package var place: Place {
    switch self {
    case .flags: at("admin", "flags", get: { $0.flagsPage() }, post: { $0.saveFlags() })
    case .kill:
      at("admin", "flags", "kill", get: { $0.killSharingPage() }, post: { $0.killSharing() })
    }
  }
}

extension Route {
  package static func sharingFlags(_ route: SharingFlagRoute) -> Route { Route(route) }
}
