import Documents
import Things
import Wording

extension ClaimQuery.Paper {
  package init(in region: Region) { self = region.usesLetterPaper ? .letter : .a4 }

  var size: PageSize { self == .a4 ? .a4 : .letter }
}
extension ClaimItems.Choice {
  /// The items that an address asks for. A deleted room or label matches no items.
  package init(_ query: ClaimQuery) {
    self.init()
    placeIDs = Set(query.roomIDs.filter { $0 != ClaimQuery.noRoom })
    includesPlaceless = query.roomIDs.contains(ClaimQuery.noRoom)
    labelIDs = Set(query.labelIDs)
    search = query.search
    includesArchived = query.hasArchived
    includesSold = query.hasSold
  }
}
