import FoundationEssentials
import SharingWeb
import Values
import Web

/// One home's settings: details, organisation, sharing, primary, delete.
package enum HomeSettingsPage {
  package enum Field: String, CaseIterable, Sendable {
    case name, emoji, address1, address2, city, state, zip, country, currency, note
    case purchasedOn, purchase
  }

  /// A photo of the home; the first is shown above the dashboard.
  package struct Photo: Equatable, Sendable {
    package var id: String
    /// What people say about it; empty when nothing was said.
    package var caption: String = ""
    package var state: FileState = .available
  }

  /// What goes when the home is deleted.
  package struct Contents: Equatable, Sendable {
    package var items: Int
    package var rooms: Int
    package var labels: Int
    package var photos: Int
    /// Receipts, manuals and other papers.
    package var papers: Int = 0
    package var policies: Int = 0
    /// The number of fields that the home offers for its items.
    package var fields: Int = 0
    /// The number of templates for new items.
    package var templates = 0
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var role: Role
    package var values: FormValues<Field>
    package var colour: PaletteColour
    package var sharing: SharingSection.Model
    package var isPrimary: Bool
    package var contents: Contents
    /// The last home cannot be deleted.
    package var isOnlyHome: Bool
    /// The person's own imports into the home that can still be taken back.
    package var imports: [RecentImport] = []
    package var photos: [Photo] = []
    /// What was wrong with photos of the upload that was just made.
    package var refusedPhotos: RefusedFiles?
    /// Whether nothing in the home can be changed now, because of the person's role or because
    /// sharing is paused.
    package var isReadOnly: Bool

    package init(
      home: ZoneLink, role: Role = .owner, values: FormValues<Field>,
      colour: PaletteColour = .green, sharing: SharingSection.Model, isPrimary: Bool,
      contents: Contents,
      isOnlyHome: Bool = false
    ) {
      self.home = home
      self.role = role
      self.values = values
      self.colour = colour
      self.sharing = sharing
      self.isPrimary = isPrimary
      self.contents = contents
      self.isOnlyHome = isOnlyHome
      isReadOnly = role == .viewer
    }
  }
}
