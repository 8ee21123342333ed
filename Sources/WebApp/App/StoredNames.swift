import Documents
import Household
import Images
import SyncProtocol

// Some types have the same name in the household, for rows, and in the pages, for what is shown.
// In this target the plain name is the page's type; these aliases name the others.

/// What an account may do in a zone.
typealias Grant = SyncProtocol::Role
typealias StoredItemPage = Household::ItemPage
typealias StoredItemRow = Household::ItemRow
typealias StoredItemSort = Household::ItemSort
typealias ShownItemSort = ItemSort
typealias DrawnQRCode = Images::QRCode
typealias PrintedLabel = Documents::Label
typealias MadeThumbnail = Images::Thumbnail

extension Role {
  init(_ grant: Grant) {
    switch grant {
    case .owner: self = .owner
    case .readWrite: self = .editor
    case .readOnly: self = .viewer
    }
  }

  var grant: Grant {
    switch self {
    case .owner: .owner
    case .editor: .readWrite
    case .viewer: .readOnly
    }
  }
}
