import Web

/// The addresses of families.
package enum FamilyRoute: RouteFamily {
  /// Today in the person's family, or how to found or join one.
  case families
  case newFamily
  case familySettings(String)
  case deleteFamily(String)
  case face(family: String, person: String)
  case absences(String)
  case removeAbsence(family: String, absence: String)
  /// Leaves the present family for another one.
  case switchFamily(token: String)

  package static let readers = [
    of(families), of(newFamily), of(familySettings), of(deleteFamily), of(face), of(absences),
    of(removeAbsence), of { switchFamily(token: $0) },
  ]

  package var place: Place {
    switch self {
    case .families: at("families", get: { $0.familiesPage() }).marked(.inSidebar)
    case .newFamily:
      at("families", "new", get: { $0.newFamilyPage() }, makes: { $0.addFamily() })
    case .familySettings(let family):
      at(
        "families", family, "settings", get: { $0.familySettingsPage(family) },
        post: { $0.saveFamily(family) })
    case .deleteFamily(let family):
      at(
        "families", family, "delete", get: { $0.deleteFamilyPage(family) },
        post: { $0.deleteFamily(family) }
      ).marked(.onOwnDevice)
    case .face(let family, let person):
      at(
        "families", family, "faces", person, get: { $0.facePage(family, person) },
        post: { $0.saveFace(family, person) })
    case .absences(let family):
      at(
        "families", family, "away", get: { $0.absencesPage(family) },
        makes: { $0.addAbsence(family) })
    case .removeAbsence(let family, let absence):
      at("families", family, "away", absence, "remove", post: { $0.removeAbsence(family, absence) })
    case .switchFamily(let token):
      at(
        "families", "switch", token, get: { $0.switchFamilyPage(token) },
        post: { $0.switchFamily(token) }
      ).marked([.secret, .onOwnDevice])
    }
  }
}

extension Route {
  package static func family(_ route: FamilyRoute) -> Route { Route(route) }
}
