import Web

/// The addresses of homes: their dashboards and their settings.
package enum HomeRoute: Equatable, Hashable, Sendable {
  case start
  case dashboard
  case homes
  case newHome
  /// One home's own dashboard; showing it makes it the active home of this browser.
  case home(String)
  case homeSettings(String)
  case homePhotos(String)
  case deleteHomePhoto(home: String, photo: String)
  case setPrimaryHome(String)
  case deleteHome(String)
}

extension HomeRoute: RouteFamily {
  package var place: Place {
    switch self {
    case .start:
      at(
        "start", get: { $0.startPage(isFurther: false) }, makes: { $0.createHome(isFurther: false) }
      ).taking(.photos)
    case .dashboard: at([], get: { $0.activeDashboard() })
    case .homes: at("homes", get: { $0.homesPage() })
    case .newHome:
      at(
        "homes", "new", get: { $0.startPage(isFurther: true) },
        makes: { $0.createHome(isFurther: true) }
      ).taking(.photos)
    case .home(let id): at("homes", id, get: { $0.dashboard(of: id) }).marked(.inSidebar)
    case .homeSettings(let home):
      at("homes", home, "settings", get: { $0.homeSettingsPage(home) }, post: { $0.saveHome(home) })
        .marked(.settings)
    case .homePhotos(let home):
      at(
        "homes", home, "photos", get: { $0.homePhotosPage(home) }, makes: { $0.addHomePhotos(home) }
      ).taking(.photos)
    case .deleteHomePhoto(let home, let photo):
      at("homes", home, "photos", photo, "delete", post: { $0.deleteHomePhoto(photo, of: home) })
    case .setPrimaryHome(let home): at("homes", home, "primary", post: { $0.setPrimaryHome(home) })
    case .deleteHome(let home):
      // Everybody else loses it.
      at("homes", home, "delete", get: { $0.deleteHomePage(home) }, post: { $0.deleteHome(home) })
        .marked(.onOwnDevice)
    }
  }

  package static let readers = [
    of(start), of(dashboard), of(homes), of(newHome), of(home), of(homeSettings), of(homePhotos),
    of(deleteHomePhoto), of(setPrimaryHome), of(deleteHome),
  ]
}

extension Route {
  package static func homes(_ route: HomeRoute) -> Route { Route(route) }
}
