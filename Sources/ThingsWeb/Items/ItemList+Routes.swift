import HTTPServer
import SQLite
import SyncProtocol
import Things
import Values
import Web

/// Lists of items in one home or in all; the address holds search, filters, order and page.
extension WebApplication {
  func allItems(_ query: ItemQuery) -> Endpoint {
    .member { member in
      try await member.page(
        { ItemListPage.view($0, in: $1) },
        load: { reader in
          member.countAllInventory(query, reader.surroundings.sidebar)
          return try ItemListPage.Model(home: nil, query, reader)
        })
    }
  }

  func items(of home: ZoneID, _ query: ItemQuery) -> Endpoint {
    .viewing(.home(home)) { at in
      try await at.member.page(
        home: home, { ItemListPage.view($0, in: $1) },
        load: { try ItemListPage.Model(home: home, query, $0) })
    }
  }
}

extension ItemListPage.Model {
  init(home homeID: ZoneID?, _ query: ItemQuery, _ reader: PageReader) throws {
    let connection = reader.connection
    let sidebar = reader.surroundings.sidebar
    let home = sidebar.homes.first { $0.id == homeID }
    // On all inventory the query may name a home; it must be one of the person's.
    let chosen = homeID ?? sidebar.homes.first { $0.id == query.homeID }?.id
    let writable = Set(sidebar.homes.filter { $0.role >= .readWrite }.map(\.id))
    let filter = try ItemFilter(query, home: chosen, reader.searchSetting(), in: connection)
    let list = try ItemList(
      filter: filter, sort: StoredItemSort(query.sort),
      after: query.after.flatMap { ItemCursor($0) }, in: connection)
    let places = try LocationPaths(of: list.rows.compactMap(\.locationID), in: connection)
    let adding = home ?? sidebar.homes.first { $0.id == sidebar.activeHomeID }
    let rooms = try chosen.map { id in
      var rooms = try RoomList(home: id, in: connection).locations(in: connection)
      // A place inside a room is offered only while it is the chosen one.
      if let place = query.roomID, !rooms.contains(where: { $0.id == place }),
        let inside = try Location.find(place, in: connection), inside.homeID == id
      {
        rooms.append(inside)
      }
      return rooms.map { PlaceLink($0) }
    }
    // Labels with the same name are one choice, even in different homes (X01).
    let labels = try LabelList.groups(home: chosen, in: connection).compactMap {
      LabelLink($0, asked: query.labelID)
    }
    self.init(
      home: home.map { ZoneLink(id: $0.id, name: $0.name) },
      role: sidebar.homes.filter { homeID == nil || $0.id == homeID }.map(\.role).max()
        .map { Role($0) } ?? .viewer,
      query: query,
      rows: list.rows.map { stored in
        var row = ItemRow(stored, places: places, showsHome: chosen == nil, reader)
        if writable.contains(stored.homeID) { row.isTicked = query.ticksPage }
        return row
      },
      count: .init(list.count),
      values: query.isFiltered ? [] : try Dashboard.values(home: homeID, in: connection).moneys,
      homes: sidebar.homes.map { ZoneLink(id: $0.id, name: $0.name) }, rooms: rooms ?? [],
      labels: labels, next: list.next.map(\.description),
      addsTo: adding.flatMap { row in
        row.role >= .readWrite ? ZoneLink(id: row.id, name: row.name) : nil
      })
    isCutShort = list.isCutShort
    searches = try reader.savedSearches(ofKind: .home)
    if query.isFiltered { typed = try query.text(in: connection) }
    let understood = SearchQuery(query.search, reader.searchSetting())
    parts = try SearchParts(
      understood, of: query.search, reader.words, clause: { reader.words.clause($0) }
    ) { clause in
      var inside = ItemFilter()
      inside.homeID = chosen
      return try inside.namesNothing(clause, in: connection)
    }
    if rows.contains(where: { $0.isTicked != nil }) {
      actions = [.move, .label, .edit] + filter.archive.actions + [.export, .delete]
    }
  }
}

extension ItemFilter {
  /// The filter that an address asks for. A deleted room or label matches no items.
  init(
    _ query: ItemQuery, home: ZoneID?, _ setting: SearchQuery.Setting, in connection: Connection
  ) throws {
    self.init()
    homeID = home
    add(SearchQuery(query.search, setting))
    place = query.roomID.map { $0 == ItemQuery.noRoom ? .nowhere : .inside($0) }
    if let labelID = query.labelID {
      labelKey = try Label.find(labelID, in: connection)?.nameKey ?? "\u{0}"
    }
    isUnpriced = query.hasNoPrice
    if query.hasNoPhoto { hasPhoto = false }
    lacksSerial = query.hasNoSerial
    lacksReceipt = query.hasNoReceipt
    // The search text may ask for archived items, too.
    if query.isArchived { archive = .inside }
    // Lists do not count archived items as lent.
    if query.isLent, archive != .inside { (isLent, archive) = (true, .outside) }
  }
}

extension ItemListPage.Count {
  fileprivate init(_ count: ItemList.Count) {
    self =
      switch count {
      case .exactly(let number): .exactly(number)
      case .moreThan(let number): .moreThan(number)
      case .atLeast(let number): .atLeast(number)
      }
  }
}

extension ItemFilter.Archive {
  /// The archive actions for the listed items.
  fileprivate var actions: [BulkChangePage.Action] {
    switch self {
    case .outside: [.archive]
    case .inside: [.unarchive]
    case .either: [.archive, .unarchive]
    }
  }
}

extension LabelLink {
  /// One link for all labels of a name; `nil` for an empty group.
  ///
  /// - Parameter asked: represents the group if it is one of its labels; otherwise the first label
  ///   does.
  fileprivate init?(_ group: LabelList.Group, asked: RecordID?) {
    guard let first = group.labelIDs.first else { return nil }
    self.init(
      id: group.labelIDs.first { $0 == asked } ?? first, name: group.name, emoji: group.emoji,
      colour: PaletteColour(index: group.colorIndex))
  }
}

extension StoredItemSort {
  init(_ sort: ItemSort) {
    switch sort {
    case .newest: self = .newest
    case .name: self = .name
    case .value: self = .value
    case .room: self = .room
    }
  }
}
