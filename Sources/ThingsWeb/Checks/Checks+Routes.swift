import FoundationEssentials
import HTTPServer
import Replica
import SQLite
import SyncProtocol
import Things
import Values
import Web

/// Checks of a place, in which a person ticks off the items that are there.
///
/// All progress is stored in rows, so a check continues after any interruption and on any device.
extension WebApplication {
  func checkPage(home: ZoneID, room: RecordID, _ query: CheckQuery) -> Endpoint {
    .viewing(.home(home)) { at in
      let link = at.link
      return try await at.member.page(
        home: home, place: room, { CheckPage.view($0, in: $1) },
        load: { try CheckPage.Model(room: room, of: link, query, $0) })
    }
  }

  func startCheck(home: ZoneID, room: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      let day = try await at.today()
      try await at.write { transaction in
        guard try Location.find(room, in: transaction.connection)?.homeID == home else {
          throw StartCheck.Failure.locationNotFound
        }
        try StartCheck(locationID: room, on: day)(transaction)
      }
      return at.member.goTo(.checks(.check(home: home, room: room)))
    }
  }

  func checkItemPage(
    home: ZoneID, room: RecordID, item: RecordID, _ query: CheckQuery
  ) -> Endpoint {
    .editing(.home(home)) { at in try await at.checkItemPage(room, item, query) }
  }

  func checkItem(home: ZoneID, room: RecordID, item: RecordID, _ query: CheckQuery) -> Endpoint {
    .editing(.home(home)) { at in
      let list: Route = .checks(.check(home: home, room: room, query))
      let isGoing = query.isMissingOnly || query.endedSince != nil
      let next = at.field("next")
      let fragment = isGoing ? (isRecordID(next) ? "item-\(next)" : "items") : "item-\(item)"
      let day = try await at.today()
      /// Writes only if the item is in this home.
      @Sendable func write<Result: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws -> Result
      ) async throws -> Result {
        try await at.write { transaction in
          guard try Item.find(item, in: transaction.connection)?.homeID == home else {
            throw SightItem.Failure.itemNotFound
          }
          return try body(transaction)
        }
      }
      switch at.field("do") {
      case "seen":
        _ = try await write { try SightItem(itemID: item, on: day)($0) }
        return at.member.goTo(list, fragment: fragment)
      case "unseen":
        _ = try await write { try UnsightItem(itemID: item)($0) }
        return at.member.goTo(list, fragment: fragment)
      case "move":
        let place = at.field("locationID")
        do {
          let undo = try await write {
            try SightItem(itemID: item, on: day, .elsewhere(place.isEmpty ? nil : place))($0)
          }
          return at.member.goTo(
            list, saying: .things(.itemSeen(undo.before.details.name)), undo: .sighting(undo))
        } catch SightItem.Failure.locationNotFound {
          // The place has been deleted since the form was shown, so the form is shown again.
          return try await at.checkItemPage(
            room, item, query, FieldValue(place, problem: .notOffered))
        }
      case "archive":
        let undo = try await write { try SetItemState(itemID: item, .archived)($0) }
        return at.member.goTo(
          list, saying: .things(.itemArchived(undo.before.details.name)), undo: .itemState(undo))
      default: throw Abort.badRequest
      }
    }
  }

  func finishCheckPage(home: ZoneID, room: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      let link = at.link
      return try await at.member.page(
        home: home, place: room, { FinishCheckPage.view($0, in: $1) },
        load: { reader in
          guard let place = try Location.find(room, in: reader.connection), place.homeID == home,
            let start = place.checkStartedOn
          else { return nil }
          let progress = try CheckProgress(place: place, since: start, in: reader.connection)
          return FinishCheckPage.Model(
            home: link, place: PlaceLink(place), itemCount: progress.itemCount,
            seenCount: progress.seenCount)
        })
    }
  }

  func finishCheck(home: ZoneID, room: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      let (day, isStopped) = (try await at.today(), at.field("do") == "stop")
      let (name, start) = try await at.write { transaction -> (String, String?) in
        guard let place = try Location.find(room, in: transaction.connection),
          place.homeID == home
        else { throw FinishCheck.Failure.locationNotFound }
        guard !isStopped else {
          try StopCheck(locationID: room)(transaction)
          return (place.name, nil)
        }
        return (
          place.name, try FinishCheck(locationID: room, on: day)(transaction).startedOn
        )
      }
      guard let start else {
        return at.member.goTo(
          .rooms(.room(home: home, room: room)), saying: .things(.checkStopped(name)))
      }
      return at.member.goTo(
        .checks(.check(home: home, room: room, CheckQuery(endedSince: start))),
        saying: .things(.checkFinished(name)))
    }
  }

  func seeItem(_ id: RecordID) -> Endpoint {
    .editing(.item(id)) { at in
      let day = try await at.today()
      let undo = try await at.write { try SightItem(itemID: id, on: day)($0) }
      return at.member.goTo(
        .items(.item(id)), saying: .things(.itemSeen(undo.before.details.name)),
        undo: .sighting(undo))
    }
  }
}

extension AtZone<Editing> {
  /// Today in the person's time zone, `YYYY-MM-DD`.
  fileprivate func today() async throws -> String {
    let now = try await member.hubNow()
    return try await member.words().calendarDay(now).text
  }

  fileprivate func checkItemPage(
    _ room: RecordID, _ id: RecordID, _ query: CheckQuery, _ chosen: FieldValue? = nil
  ) async throws -> HTTPResponse {
    let link = link
    return try await member.page(
      home: homeID, status: chosen?.problem == nil ? .ok : .unprocessableContent,
      { CheckItemPage.view($0, in: $1) },
      load: { reader in
        guard let item = try Item.find(id, in: reader.connection), item.homeID == link.id,
          let place = try Location.find(room, in: reader.connection), place.homeID == link.id
        else { return nil }
        let places = try LocationTree(home: link.id, in: reader.connection).nodes
        return CheckItemPage.Model(
          id: id, name: item.details.name, home: link, place: PlaceLink(place), query: query,
          places: places.map { PlaceLink($0.location) }, depths: places.map(\.depth),
          chosen: chosen ?? FieldValue(item.details.locationID ?? ""))
      })
  }
}

extension CheckPage.Model {
  init?(room: RecordID, of home: ZoneLink, _ query: CheckQuery, _ reader: PageReader) throws {
    let connection = reader.connection
    guard let place = try Location.find(room, in: connection), place.homeID == home.id,
      let role = reader.role(in: home.id)
    else { return nil }
    let ended = query.endedSince.flatMap { CalendarDay($0) }
    let running = place.checkStartedOn.flatMap { CalendarDay($0) }
    let since = ended ?? running
    self.init(
      home: home, role: role, place: PlaceLink(place),
      stage: ended != nil ? .ended : running.map { .underWay($0) } ?? .none,
      checkedOn: place.checkedOn.flatMap { CalendarDay($0) }, itemCount: 0, seenCount: 0,
      query: query, rows: [])
    guard let since else { return }
    let progress = try CheckProgress(place: place, since: since.text, in: connection)
    (itemCount, seenCount) = (progress.itemCount, progress.seenCount)
    let isMissingOnly = ended != nil || query.isMissingOnly
    let list = try CheckList(
      place: place, missingSince: isMissingOnly ? since.text : nil,
      after: query.after.flatMap { ItemCursor($0) }, in: connection)
    let places = try LocationPaths(of: list.rows.compactMap(\.locationID), in: connection)
    rows = list.rows.map { stored in
      let day = list.seenOn[stored.id]
      return .init(
        ItemRow(stored, places: places, showsHome: false, reader),
        seenOn: day.flatMap { CalendarDay($0) }, isSeen: day.map { $0 >= since.text } ?? false)
    }
    next = list.next.map(\.description)
  }
}

extension Undo {
  static func sighting(_ undo: UndoSighting) -> Undo {
    Undo { .items(.item(try RestoreSighting(undo)($0).id)) }
  }
}
