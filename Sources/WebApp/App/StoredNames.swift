import Documents
import Household
import Images
import SyncProtocol

// The household and the pages use some of the same words, one for rows and one for what is shown.
// In this target the plain word is the page's; these are the rows'.

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
