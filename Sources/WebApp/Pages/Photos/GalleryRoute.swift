/// The photos of an item, a home or a place: looking at them one by one, and their order.
package enum GalleryRoute: RouteFamily {
  /// One photo, as large as the window; a `POST` says something about it.
  case photoViewer(PhotoOwner, photo: String)
  /// Where the photos are put into an order.
  case photoOrder(PhotoOwner)
  /// Where photos are added to a place; those of items and homes have addresses of their own.
  case placePhotos(home: String, place: String)
  case deletePlacePhoto(home: String, place: String, photo: String)

  var segments: [String] {
    switch self {
    case .photoViewer(let owner, let photo): owner.segments + ["photos", photo]
    case .photoOrder(let owner): owner.segments + ["photo-order"]
    case .placePhotos(let home, let place):
      PhotoOwner.place(home: home, place: place).segments + ["photos"]
    case .deletePlacePhoto(let home, let place, let photo):
      PhotoOwner.place(home: home, place: place).segments + ["photos", photo, "delete"]
    }
  }

  var name: String {
    switch self {
    case .photoViewer: "photoViewer"
    case .photoOrder: "photoOrder"
    case .placePhotos: "placePhotos"
    case .deletePlacePhoto: "deletePlacePhoto"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    guard let (owner, rest) = PhotoOwner.read(segments) else { return nil }
    switch (rest.first, rest.count, owner) {
    case ("photo-order", 1, _): self = .photoOrder(owner)
    case ("photos", 2, _): self = .photoViewer(owner, photo: rest[rest.startIndex + 1])
    case ("photos", 1, .place(let home, let place)): self = .placePhotos(home: home, place: place)
    case ("photos", 3, .place(let home, let place)) where rest.last == "delete":
      self = .deletePlacePhoto(home: home, place: place, photo: rest[rest.startIndex + 1])
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .photoViewer(let owner, let photo): app.photoViewer(of: owner, photo)
    case .placePhotos(let home, let place): app.placePhotosPage(home: home, place: place)
    case .photoOrder, .deletePlacePhoto: nil
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .photoViewer(let owner, let photo): app.captionPhoto(of: owner, photo)
    case .photoOrder(let owner): app.orderPhotos(of: owner)
    case .placePhotos(let home, let place): app.addPlacePhotos(home: home, place: place)
    case .deletePlacePhoto(let home, let place, let photo):
      app.deletePlacePhoto(photo, home: home, place: place)
    }
  }

  /// Whether a `POST` brings files.
  var takesFiles: Bool { if case .placePhotos = self { true } else { false } }
}

extension Route {
  package static func gallery(_ route: GalleryRoute) -> Route { .feature(.gallery(route)) }
}
