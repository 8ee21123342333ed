import Foundation

/// What every page needs beside its own model: who looks, from where, and in which words.
package struct ViewContext: Equatable, Sendable {
  /// The words, in the person's language, region and time zone.
  package var words: Catalogue
  /// Put into every form that changes something, and checked by its handler.
  package var csrfToken: String
  /// The moment for “4 minutes ago”.
  package var now: Date
  /// The same moment by the hub's clock, which decides when invites end (D-INV-17).
  package var hubNow: Date
  /// The address being shown; it marks the current entry of the navigation.
  package var route: Route
  /// What stands around the page; `nil` for pages before signing in and for full-screen flows.
  package var frame: Frame?
  /// Said once, on the first page after something was done.
  package var flash: Flash?
  /// A request of htmx: only the main region and the title are rendered.
  package var isFragment: Bool
  /// Where static files live.
  package var assets: AssetAddresses
  /// Of what the page shows, for its stream of events.
  package var version = ""
  /// The home that the page is about; its forms say it, so that what is written for a home that is
  /// gone by then is told of as such, also where an address names an item only.
  package var homeID: String?
  /// The list that the item on the page was opened from.
  package var origin: ItemOrigin?

  package init(
    words: Catalogue, csrfToken: String, now: Date, route: Route, frame: Frame? = nil,
    flash: Flash? = nil, isFragment: Bool = false, assets: AssetAddresses,
    origin: ItemOrigin? = nil
  ) {
    self.words = words
    self.csrfToken = csrfToken
    self.now = now
    hubNow = now
    self.route = route
    self.frame = frame
    self.flash = flash
    self.isFragment = isFragment
    self.assets = assets
    self.origin = origin
  }
}

/// What was just done, and how to take it back.
package struct Flash: Equatable, Sendable {
  package var message: FlashMessage
  /// The id of the change for ``Route/undo(_:)``; `nil` when it cannot be undone.
  package var undoID: String?

  package init(_ message: FlashMessage, undoID: String? = nil) {
    self.message = message
    self.undoID = undoID
  }
}

/// The addresses of the static files, which carry their content's hash.
package struct AssetAddresses: Equatable, Sendable {
  /// Content hashes by file name.
  package var hashes: [String: String]

  package init(hashes: [String: String]) { self.hashes = hashes }

  /// The address of a file; a file that is not built in gets an address that answers 404.
  func route(_ name: String) -> Route {
    .site(.asset(hash: hashes[name] ?? "missing", name: name))
  }
}
