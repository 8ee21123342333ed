import HTTPServer
import Household
import SQLite
import SyncProtocol
import Things
import Web

/// Where a child looks for things.
extension WebApplication {
  func findPage(_ search: String?, after: String?) -> Endpoint {
    .member { member in
      try await member.page(
        { FindPage.view($0, in: $1) },
        load: { reader in try FindPage.Model(search ?? "", after: after, reader) })
    }
  }

  func foundPage(_ item: RecordID) -> Endpoint {
    .viewing(.item(item)) { at in
      try await at.member.page(
        home: at.homeID, { FoundPage.view($0, in: $1) },
        load: { try FoundPage.Model(item, $0) })
    }
  }
}

extension FindPage.Model {
  fileprivate init(_ search: String, after: String?, _ reader: PageReader) throws {
    let connection = reader.connection
    var filter = ItemFilter()
    filter.search = search
    let list = try ItemList(
      filter: filter, sort: .name, after: after.flatMap { ItemCursor($0) }, in: connection)
    let places = try LocationPaths(of: list.rows.compactMap(\.locationID), in: connection)
    self.init(
      search: search,
      rows: list.rows.map { ItemRow($0, places: places, showsHome: false, reader) },
      next: list.next.map(\.description), links: try reader.childLinks)
    isFirst = after == nil
  }
}

extension FoundPage.Model {
  fileprivate init?(_ id: RecordID, _ reader: PageReader) throws {
    guard let page = try StoredItemPage(item: id, in: reader.connection) else { return nil }
    let here = page.photos.filter {
      reader.state(ofFile: $0.id, blobHash: $0.blobHash, in: page.item.homeID) == .available
    }
    self.init(
      id: id, name: page.item.details.name, place: page.path.map { PlaceLink($0) },
      photoIDs: here.prefix(6).map(\.id), links: try reader.childLinks)
    lentTo = page.item.details.lentTo
  }
}
