import Web

/// What can be done about a home or a group that was deleted; the list of them is on the page of all
/// of their kind.
package enum DeletedZoneRoute: RouteFamily {
  package typealias Kind = ZoneLink.Kind

  case restoreZone(Kind, zone: String)
  /// Removes it for good.
  case purgeZone(Kind, zone: String)

  package static let readers = Kind.allCases.flatMap { kind in
    [of { restoreZone(kind, zone: $0) }, of { purgeZone(kind, zone: $0) }]
  }

  package var place: Place {
    switch self {
    case .restoreZone(let kind, let zone):
      at(
        kind.rawValue, "deleted", zone, "restore", get: { $0.restorePage(kind, zone) },
        post: { $0.restore(kind, zone) }
      ).marked(.onOwnDevice)
    case .purgeZone(let kind, let zone):
      at(
        kind.rawValue, "deleted", zone, "purge", get: { $0.purgePage(kind, zone) },
        post: { $0.purge(kind, zone) }
      ).marked(.onOwnDevice)
    }
  }
}

extension Route {
  package static func deleted(_ route: DeletedZoneRoute) -> Route { Route(route) }

  /// Where a deleted home or group is restored.
  package static func restore(_ zone: ZoneLink) -> Route {
    .deleted(.restoreZone(zone.kind, zone: zone.id))
  }

  /// Where a deleted home or group is removed for good.
  package static func purge(_ zone: ZoneLink) -> Route {
    .deleted(.purgeZone(zone.kind, zone: zone.id))
  }
}
