import FoundationEssentials

/// The values that every page needs besides its own model, such as the person's words and the time.
package struct ViewContext: Sendable {
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
  /// The frame around the page; `nil` for pages before signing in and for full-screen flows.
  package var frame: Frame?
  /// The message to show once, on the first page after something was done.
  package var flash: Flash?
  /// Whether htmx made the request, so that only the main region and the title are rendered.
  package var isFragment: Bool
  /// The addresses of static files.
  package var assets: AssetAddresses
  /// The areas whose pages this one can lead to.
  package let areas: Areas
  /// The version of what the page shows, for its stream of events.
  package var version = ""
  /// The home that the page is about. Its forms send it along, so that the person is told when that
  /// home is gone, even if the address names only an item.
  package var homeID: String?
  /// The list that the item on the page was opened from.
  package var origin: ItemOrigin?

  package init(
    words: Catalogue, csrfToken: String, now: Date, route: Route, frame: Frame? = nil,
    flash: Flash? = nil, isFragment: Bool = false, assets: AssetAddresses,
    areas: Areas, origin: ItemOrigin? = nil
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
    self.areas = areas
    self.origin = origin
  }

  package var landmarks: any Landmarks { areas.landmarks }

  /// Whether the person sees no amounts in the home that the page is about; on a page of several,
  /// in none of their homes.
  package var hidesAmounts: Bool {
    guard let frame, !frame.unseenAmounts.isEmpty else { return false }
    if let homeID { return frame.unseenAmounts.contains(homeID) }
    return frame.homes.allSatisfy { frame.unseenAmounts.contains($0.id) }
  }

  /// A field for an amount, for whoever sees those of the page's home. One with a problem is there
  /// for everybody.
  package func amountField(
    _ name: String, _ title: String, _ value: FieldValue, _ style: FieldStyle
  ) -> HTML {
    hidesAmounts && value.problem == nil ? .empty : field(name, title, value, style)
  }

  /// Fields for a currency. Who sees no amounts keeps the one that is there.
  ///
  /// - Parameter amount: the field of an amount that is among these fields.
  package func currencyFields(
    _ name: String, _ value: FieldValue, beside amount: HTML = .empty, _ fields: () -> HTML
  ) -> HTML {
    guard hidesAmounts, value.problem == nil else { return fields() }
    return HTML(joining: [input(.type("hidden"), .name(name), .value(value.text)), amount])
  }
}

/// A message about what was just done, and the way to undo it.
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
  package func route(_ name: String) -> Route {
    .site(.asset(hash: hashes[name] ?? "missing", name: name))
  }
}
