import Web

/// The photos of an item, a home or a place: looking at them one by one, and their order.
package enum GalleryRoute: RouteFamily {
  /// One photo, as large as the window; a `POST` says something about it.
  case photoViewer(PhotoOwner, photo: String)
  /// Where the photos are put into an order.
  case photoOrder(PhotoOwner)
  /// Where photos are added to a place; those of items and homes have addresses of their own.
  case placePhotos(home: String, place: String)
  case deletePlacePhoto(home: String, place: String, photo: String)

  package static let traits: PlaceTraits = .keepsList
  package static let readers = [
    of { photoViewer(.item($0), photo: $1) }, of { photoViewer(.home($0), photo: $1) },
    of { photoViewer(.place(home: $0, place: $1), photo: $2) }, of { photoOrder(.item($0)) },
    of { photoOrder(.home($0)) }, of { photoOrder(.place(home: $0, place: $1)) }, of(placePhotos),
    of(deletePlacePhoto),
  ]

  package var place: Place {
    switch self {
    case .photoViewer(let owner, let photo):
      at(
        owner.segments + ["photos", photo], get: { $0.photoViewer(of: owner, photo) },
        post: { $0.captionPhoto(of: owner, photo) })
    case .photoOrder(let owner):
      at(owner.segments + ["photo-order"], post: { $0.orderPhotos(of: owner) })
    case .placePhotos(let home, let place):
      at(
        "homes", home, "rooms", place, "photos",
        get: { $0.placePhotosPage(home: home, place: place) },
        makes: { $0.addPlacePhotos(home: home, place: place) }
      ).taking(.photos)
    case .deletePlacePhoto(let home, let place, let photo):
      at(
        "homes", home, "rooms", place, "photos", photo, "delete",
        post: { $0.deletePlacePhoto(photo, home: home, place: place) })
    }
  }
}

extension Route {
  package static func gallery(_ route: GalleryRoute) -> Route { Route(route) }
}
