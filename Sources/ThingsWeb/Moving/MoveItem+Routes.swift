import HTTPServer
import Household
import SQLite
import SyncProtocol
import Things
import Web

/// Moving an item to another of the person's homes (X13).
extension WebApplication {
  func moveItemPage(_ id: RecordID, to home: ZoneID?) -> Endpoint {
    .editing(.item(id)) { at in try await at.movePage(id, to: home) }
  }

  func moveItem(_ id: RecordID) -> Endpoint {
    .editing(.item(id)) { at in
      let (home, place) = (at.field("home"), at.field("locationID"))
      let move = MoveItem(itemID: id, homeID: home, locationID: place.isEmpty ? nil : place)
      guard home != at.homeID else { return at.member.goTo(.items(.item(id))) }
      do {
        let (undo, name) = try await at.write { transaction in
          let undo = try move.undoably(transaction)
          return (undo, try Home.find(home, in: transaction.connection)?.name ?? "")
        }
        return at.member.goTo(
          .items(.item(id)), saying: .things(.itemMoved(undo.name, home: name)), undo: .move(undo))
      } catch MoveItem.Failure.locationNotFound {
        // The place has been deleted since the form was shown, or never existed, so the form is
        // shown again.
        return try await at.movePage(id, to: home, place: FieldValue(place, problem: .notOffered))
      }
    }
  }
}

extension AtZone<Editing> {
  fileprivate func movePage(
    _ id: RecordID, to asked: ZoneID?, place: FieldValue = FieldValue()
  ) async throws -> HTTPResponse {
    let link = link
    return try await member.page(
      home: homeID, status: place.problem == nil ? .ok : .unprocessableContent,
      { MoveItemPage.view($0, in: $1) },
      load: { reader in
        guard let page = try StoredItemPage(item: id, in: reader.connection) else { return nil }
        let homes = reader.writableHomes(except: page.item.homeID)
        let only = homes.count == 1 ? homes.first : nil
        let target = asked.map { asked in homes.first { $0.id == asked } } ?? only
        // A home that is missing or read-only for the person has no page.
        if asked != nil, target == nil { return nil }
        var model = MoveItemPage.Model(
          id: id, name: page.item.details.name, home: link,
          homes: homes.map { ZoneLink(id: $0.id, name: $0.name) })
        model.chosen = try target.map { try MoveItemPage.Chosen(page, to: $0, place, reader) }
        return model
      })
  }
}

extension PageReader {
  /// The homes in which the person may write, except `home`; by name.
  package func writableHomes(except home: ZoneID) -> [HomeList.Row] {
    surroundings.sidebar.homes.filter { $0.id != home && $0.role >= .readWrite }
  }
}

extension MoveItemPage.Chosen {
  fileprivate init(
    _ page: StoredItemPage, to home: HomeList.Row, _ place: FieldValue, _ reader: PageReader
  ) throws {
    let connection = reader.connection
    let tree = try LocationTree(home: home.id, in: connection).nodes
    self.init(
      home: ZoneLink(id: home.id, name: home.name),
      places: tree.map { PlaceLink($0.location) }, depths: tree.map(\.depth))
    let labels = try MoveItem(itemID: page.item.id, homeID: home.id).labels(in: connection)
    (knownLabels, newLabels) = (labels.known, labels.made)
    (photoCount, fieldCount) = (page.photos.count, page.fields.count)
    (paperCount, maintenanceCount) = (page.attachments.count, page.maintenance.count)
    let old = try Participant.all(home: page.item.homeID, in: connection)
    let (oldIDs, newIDs) = (
      Set(old.map(\.accountID) + [reader.accountID]),
      Set(home.participants.map(\.accountID) + [reader.accountID])
    )
    gaining = home.participants.filter { !oldIDs.contains($0.accountID) }.map(\.name)
    losing = old.filter { !newIDs.contains($0.accountID) }.map(\.name)
    self.place = place
  }
}

extension Undo {
  static func move(_ undo: UndoMove) -> Undo {
    Undo { .items(.item(try MoveBack(undo)($0).id)) }
  }
}
