import Web

/// The family's tablet: everybody picks their face.
package enum KioskRoute: RouteFamily {
  /// The faces.
  case kiosk
  /// Where somebody shows that it is they.
  case pick(person: String)
  /// Makes the browser that asks a tablet of the family.
  case newKiosk(family: String)
  case endKiosk(family: String, kiosk: String)
  /// A person's own PIN, or that of a child whose account they keep.
  case pin(family: String, person: String)

  package static let traits: PlaceTraits = .typesSecret
  package static let readers = [
    of(kiosk), of { pick(person: $0) }, of { newKiosk(family: $0) },
    of { endKiosk(family: $0, kiosk: $1) }, of { pin(family: $0, person: $1) },
  ]

  package var place: Place {
    switch self {
    case .kiosk: at("kiosk", get: { $0.kioskPage() })
    case .pick(let person):
      at("kiosk", person, get: { $0.kioskEntryPage(person) }, post: { $0.enterKiosk(person) })
    case .newKiosk(let family):
      at("families", family, "kiosks", makes: { $0.makeKiosk(family) })
        .marked(.onOwnDevice)
    case .endKiosk(let family, let kiosk):
      at("families", family, "kiosks", kiosk, "end", post: { $0.endKiosk(kiosk, family) })
    case .pin(let family, let person):
      at(
        "families", family, "pins", person, get: { $0.pinPage(family, person) },
        post: { $0.setPin(family, person) }
      ).marked(.onOwnDevice)
    }
  }
}

extension Route {
  package static func kiosks(_ route: KioskRoute) -> Route { Route(route) }
}
