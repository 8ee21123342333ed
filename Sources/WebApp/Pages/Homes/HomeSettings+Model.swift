import Foundation

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
    package var home: HomeLink
    package var role: Role
    package var values: FormValues<Field>
    package var colour: PaletteColour
    package var sharing: Sharing
    package var isPrimary: Bool
    package var contents: Contents
    /// The last home cannot be deleted.
    package var isOnlyHome: Bool
    /// The person's own imports into the home that can still be taken back.
    package var imports: [ImportPage.Recent] = []
    package var photos: [Photo] = []
    /// What was wrong with photos of the upload that was just made.
    package var refusedPhotos: RefusedFiles?
    /// Whether nothing in the home can be changed now, because of the person's role or because
    /// sharing is paused.
    package var isReadOnly: Bool

    package init(
      home: HomeLink, role: Role = .owner, values: FormValues<Field>,
      colour: PaletteColour = .green, sharing: Sharing, isPrimary: Bool, contents: Contents,
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

  /// Who has the home, and who is invited.
  package struct Sharing: Equatable, Sendable {
    /// Someone who has the home.
    package struct Member: Equatable, Sendable {
      package var person: PersonBadge
      package var role: Role
      package var isYou: Bool
      package var joinedAt: Date
      /// The owner has asked them to take the home over.
      package var isOffered = false

      package init(_ person: PersonBadge, role: Role, isYou: Bool = false, joinedAt: Date) {
        self.person = person
        self.role = role
        self.isYou = isYou
        self.joinedAt = joinedAt
      }
    }

    /// The owner first.
    package var members: [Member]
    /// Invites that still work; only the owner sees them.
    package var invites: [Invite] = []
    /// Whether the person may invite now; what exists stays in any case.
    package var access: Access = .open
    /// The name entered for an invite that was not created, with its problem.
    package var invitee = FieldValue()

    /// Whether anyone but the owner has the home.
    package var isShared: Bool { members.count > 1 }
    /// When the next invite ends, so that it goes from an open page by itself.
    package var nextEnd: Date? { invites.map(\.expiresAt).min() }
    /// Who owns the home.
    package var owner: Member? { members.first { $0.role == .owner } }
  }

  /// Whether somebody may invite now.
  package enum Access: Equatable, Sendable {
    case open
    /// Sharing is not open to them at this hub.
    case switchedOff
    case needsPlan
    /// What is shared may only be read for now.
    case paused
    /// Unknown, because the hub has not told this device.
    case unknown
  }

  /// An invite that was made before. Its link cannot be shown again.
  package struct Invite: Equatable, Sendable {
    package var id: String
    package var role: Role
    package var usedCount: Int
    package var maxUses: Int
    package var expiresAt: Date
    package var madeAt: Date
    /// The only account it is for; `nil` for anybody's, and while the hub cannot be asked.
    package var boundTo: String?
    /// Who joins by it may move no home of theirs into this one; `false` while the hub cannot be
    /// asked.
    package var isApart = false

    package init(
      id: String, role: Role, usedCount: Int, maxUses: Int, expiresAt: Date, madeAt: Date
    ) {
      self.id = id
      self.role = role
      self.usedCount = usedCount
      self.maxUses = maxUses
      self.expiresAt = expiresAt
      self.madeAt = madeAt
    }
  }
}
