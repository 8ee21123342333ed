import Household
import Images
import SyncProtocol

// Some types have the same name in the household, for rows, and in the pages, for what is shown.
// In this target the plain name is the page's type; these aliases name the others.

/// What an account may do in a zone.
package typealias Grant = SyncProtocol::Role
package typealias DrawnQRCode = Images::QRCode

extension ZoneLink.Kind {
  /// `nil` for a kind that has no pages.
  package init?(_ kind: ZoneKind) {
    switch kind {
    case .home: self = .home
    case .group: self = .group
    case .family: self = .family
    case .personal: return nil
    }
  }

  package var zoneKind: ZoneKind {
    switch self {
    case .home: .home
    case .group: .group
    case .family: .family
    }
  }
}

extension Role {
  package init(_ grant: Grant) {
    switch grant {
    case .owner: self = .owner
    case .readWrite: self = .editor
    case .readOnly: self = .viewer
    }
  }

  package var grant: Grant {
    switch self {
    case .owner: .owner
    case .editor: .readWrite
    case .viewer: .readOnly
    }
  }
}
