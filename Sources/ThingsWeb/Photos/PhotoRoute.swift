import Web

/// The addresses of the photos of an item, and of the bytes of pictures.
package enum PhotoRoute: Equatable, Hashable, Sendable {
  case photos(item: String)
  case deletePhoto(item: String, photo: String)
  case makePhotoFirst(item: String, photo: String)
  /// The bytes of a picture.
  case photo(String, PhotoSize)
  /// Asks again for the file of a photo that is not here.
  case fetchPhoto(String)
}

extension PhotoRoute: RouteFamily {
  package var place: Place {
    switch self {
    case .photos(let item):
      at("items", item, "photos", get: { $0.itemPhotos(item) }, makes: { $0.addPhotos(to: item) })
        .marked(.keepsList).taking(.photos)
    case .deletePhoto(let item, let photo):
      at("items", item, "photos", photo, "delete", post: { $0.deletePhoto(photo, of: item) })
        .marked(.keepsList)
    case .makePhotoFirst(let item, let photo):
      at("items", item, "photos", photo, "first", post: { $0.makePhotoFirst(photo, of: item) })
        .marked(.keepsList)
    case .photo(let id, let size):
      at("photos", id, size.rawValue, get: { $0.photo(id, size) }).marked([
        .whileDeciding, .ofChildren,
      ])
    case .fetchPhoto(let id):
      at("photos", id, "fetch", post: { $0.fetchPhoto(id) }).marked(.keepsList)
    }
  }

  package static let readers = [
    of(photos), of(deletePhoto), of(makePhotoFirst), of(photo), of(fetchPhoto),
  ]
}

extension Route {
  package static func photos(_ route: PhotoRoute) -> Route { Route(route) }
}
