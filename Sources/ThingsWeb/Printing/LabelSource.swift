import Documents
import SQLite
import SyncProtocol
import Things
import Web

/// What labels are printed for.
enum LabelSubject: Sendable {
  case item(RecordID)
  case place(RecordID)
  case list(ItemQuery)
}

/// The labels of a subject: their texts, and the addresses in their codes.
struct LabelSource {
  let home: ZoneLink
  let query: LabelQuery
  /// The public address of the app, without a slash at its end.
  let origin: String
  private let search: SearchQuery.Setting
  private let tree: LocationTree
  private let paths: [RecordID: [String]]

  init(
    home: ZoneLink, _ query: LabelQuery, origin: String, _ search: SearchQuery.Setting,
    in connection: Connection
  ) throws {
    self.search = search
    self.home = home
    self.query = query
    self.origin = origin
    tree = try LocationTree(home: home.id, in: connection)
    paths = Dictionary(
      tree.nodes.map { ($0.location.id, $0.path) }, uniquingKeysWith: { first, _ in first })
  }

  /// The subject as the page shows it; `nil` for an item or a place that does not exist.
  func shown(
    _ subject: LabelSubject, in connection: Connection
  ) throws -> LabelSheetPage.Subject? {
    switch subject {
    case .item(let id):
      return try Item.find(id, in: connection).map { .item(id: id, name: $0.details.name) }
    case .place(let id):
      return tree.node(id).map {
        .place(PlaceLink($0.location), insideCount: tree.places(inside: id).count)
      }
    case .list(let query): return .list(query)
    }
  }

  /// At most `limit` labels, in print order.
  func labels(
    of subject: LabelSubject, limit: Int, in connection: Connection
  ) throws -> [PrintedLabel] {
    switch subject {
    case .item(let id): return try labels(ofItems: [id], in: connection)
    case .place(let id) where query.contents == .places:
      let inside = tree.places(inside: id)
      return tree.nodes.filter { $0.location.id == id || inside.contains($0.location.id) }
        .prefix(limit).map(label)
    case .place(let id):
      let inside = tree.places(inside: id)
      let places = tree.nodes.lazy.map(\.location.id).filter { $0 == id || inside.contains($0) }
      let ids = try PlaceItems.ids(in: places, home: home.id, limit: limit, in: connection)
      return try labels(ofItems: ids, in: connection)
    case .list(let query):
      return try labels(
        ItemFilter(query, home: home.id, search, in: connection), StoredItemSort(query.sort),
        limit: limit, in: connection)
    }
  }

  private func labels(
    _ filter: ItemFilter, _ sort: StoredItemSort, limit: Int, in connection: Connection
  ) throws -> [PrintedLabel] {
    var labels: [PrintedLabel] = []
    var cursor: ItemCursor?
    repeat {
      let page = try ItemList(
        filter: filter, sort: sort, after: cursor,
        limit: min(ItemList.maxLimit, limit - labels.count), in: connection)
      labels += try self.labels(ofItems: page.rows.map(\.id), in: connection)
      cursor = page.next
    } while cursor != nil && labels.count < limit
    return labels
  }

  private func labels(
    ofItems ids: [RecordID], in connection: Connection
  ) throws -> [PrintedLabel] {
    try ClaimDetails.items(ids, in: connection).map { item in
      let details = item.details
      return PrintedLabel(
        code: origin + Route.items(.item(item.id)).url, title: details.name,
        details: lines(place: details.locationID.flatMap { paths[$0] } ?? []),
        assetID: query.showsID ? details.assetID : "")
    }
  }

  private func label(of node: LocationTree.Node) -> PrintedLabel {
    PrintedLabel(
      code: origin + Route.rooms(.room(home: home.id, room: node.location.id)).url,
      title: node.location.name, details: lines(place: node.path.dropLast()))
  }

  /// The lines below the name, with the place first.
  private func lines(place path: [String]) -> [String] {
    var lines: [String] = []
    if query.showsPlace, !path.isEmpty { lines.append(path.joined(separator: " › ")) }
    if query.showsHome { lines.append(home.name) }
    return lines
  }
}
