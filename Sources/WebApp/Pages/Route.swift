/// Every address of the web app. Pages and handlers make addresses only here, and the server reads
/// them only here (``init(path:query:)``), so a link cannot point to nowhere.
///
/// A case names a place, not a method: a `GET` shows it and a `POST` to the same case acts on it,
/// where both exist.
package enum Route: Equatable, Hashable, Sendable {
  // Coming in
  /// `then` is a path of this app to go on to; anything else is dropped when the address is read.
  case signIn(then: String? = nil)
  /// `invite` is the token that admits the sign-up.
  case signUp(invite: String? = nil)
  case setUp
  case signOut
  case start
  /// Connects a device to its hub.
  case device

  // Around the house
  case dashboard
  case menu
  case items(ItemQuery = ItemQuery())
  case people
  case homes
  case newHome
  /// One home's own dashboard; showing it makes it the active home of this browser.
  case home(String)
  case homeItems(home: String, ItemQuery = ItemQuery())
  case rooms(home: String)
  case room(home: String, room: String, isEditing: Bool = false)
  case deleteRoom(home: String, room: String)
  case labels(home: String)
  case label(home: String, label: String, isEditing: Bool = false)
  case deleteLabel(home: String, label: String)

  // Items
  /// `template`: what the form is filled in from.
  case newItem(home: String, room: String? = nil, template: String? = nil)
  case item(String, isEditing: Bool = false)
  case deleteItem(String)
  /// Moves it to another home; `home` is the one that was chosen.
  case moveItem(String, home: String? = nil)
  case photos(item: String)
  case deletePhoto(item: String, photo: String)
  case makePhotoFirst(item: String, photo: String)
  /// The bytes of a picture.
  case photo(String, PhotoSize)
  /// Asks again for the file of a photo that is not here.
  case fetchPhoto(String)
  /// Takes back what was just done; the id names the change.
  case undo(String)

  // A home's settings and sharing
  case homeSettings(String)
  case homePhotos(String)
  case deleteHomePhoto(home: String, photo: String)
  case setPrimaryHome(String)
  case deleteHome(String)
  case invites(home: String)
  case revokeInvite(home: String, invite: String)
  case person(home: String, person: String)
  case removePerson(home: String, person: String)
  case handOver(home: String, person: String)
  case stopSharing(String)
  case leaveHome(String)
  /// A table of the home's items, for whoever can see them.
  case exportHome(String)
  /// What the hub tells, on the page of people and the home's own.
  case dismissNotice(String)
  /// Takes the home from the person whom a notice names.
  case removeNoticed(String)
  /// Takes over the home that a notice offers.
  case acceptHome(String)
  /// What was in the home that a notice is about.
  case noticeCopy(String)

  // Joining
  case invite(String)
  case join
  case joined(home: String)
  /// Forgets a wish to join that waits on a device, or what came of it.
  case cancelJoin(String)

  // Import
  case importing(home: String? = nil)
  case importPreview(String)
  case runImport(String)
  case importProgress(String)
  case importResult(String)
  case cancelImport(String)
  /// Takes an import of the last 30 days back.
  case undoImport(String)

  // Sync
  case sync
  case syncNow
  case retryChange(String)
  case copyChange(String)
  case discardChange(String)
  /// A picture that a refused change has added.
  case refusedPhoto(change: String, photo: String)

  // Account
  case account
  case profile
  case password
  case region
  case endSession(String)
  case endOtherSessions

  /// A place of a feature that has its addresses to itself.
  case feature(FeatureRoute)

  // What the browser fetches by itself
  case asset(hash: String, name: String)
  case events
  case offline
  case manifest
  case serviceWorker
}

/// The sizes in which a photo is served; the number is the longer side in pixels.
package enum PhotoSize: String, CaseIterable, Hashable, Sendable {
  case thumbnail, medium, large, original

  /// The longer side in pixels; `nil`: as it was uploaded.
  package var pixels: Int? {
    switch self {
    case .thumbnail: 160
    case .medium: 640
    case .large: 1600
    case .original: nil
    }
  }
}
