import Web

/// What photos are of. Items, homes and places have them alike (S0-US000-AC8).
package enum PhotoOwner: Equatable, Hashable, Sendable {
  case item(String)
  case home(String)
  case place(home: String, place: String)

  /// Where the photos stand on a page of their owner.
  var page: Route {
    switch self {
    case .item(let id): .items(.item(id))
    case .home(let id): .homes(.homeSettings(id))
    case .place(let home, let place): .rooms(.room(home: home, room: place))
    }
  }

  /// Where one of the photos is deleted.
  func deleting(_ photo: String) -> Route {
    switch self {
    case .item(let id): .photos(.deletePhoto(item: id, photo: photo))
    case .home(let id): .homes(.deleteHomePhoto(home: id, photo: photo))
    case .place(let home, let place):
      .gallery(.deletePlacePhoto(home: home, place: place, photo: photo))
    }
  }

  var segments: [String] {
    switch self {
    case .item(let id): ["items", id]
    case .home(let id): ["homes", id]
    case .place(let home, let place): ["homes", home, "rooms", place]
    }
  }

  /// Reads the beginning of an address; also returns what follows.
  static func read(_ segments: [String]) -> (owner: PhotoOwner, rest: ArraySlice<String>)? {
    guard segments.count > 2 else { return nil }
    switch segments[0] {
    case "items": return (.item(segments[1]), segments[2...])
    case "homes" where segments[2] == "rooms" && segments.count > 4:
      return (.place(home: segments[1], place: segments[3]), segments[4...])
    case "homes": return (.home(segments[1]), segments[2...])
    default: return nil
    }
  }
}
