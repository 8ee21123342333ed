import HTTPServer
import Household
import SQLite
import SyncProtocol
import Things
import Web

/// Moving a place with everything in it to another of the person's homes.
extension WebApplication {
  func movePlacePage(home: ZoneID, room: RecordID, to target: ZoneID?) -> Endpoint {
    .editing(.home(home)) { at in try await at.movePlacePage(room, to: target) }
  }

  func movePlace(home: ZoneID, room: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      let (target, parent) = (at.field("home"), at.field("parentID"))
      let move = MovePlace(
        locationID: room, homeID: target, parentID: parent.isEmpty ? nil : parent,
        name: at.form.first("name"))
      var values = FormValues<MovePlacePage.Field>()
      values[.name] = FieldValue(at.field("name"))
      values[.parentID] = FieldValue(parent)
      do {
        let (undo, name) = try await at.write { transaction in
          guard try Location.find(room, in: transaction.connection)?.homeID == home else {
            throw MovePlace.Failure.locationNotFound
          }
          let undo = try move(transaction)
          return (undo, try Home.find(target, in: transaction.connection)?.name ?? "")
        }
        return at.member.goTo(
          .rooms(.room(home: target, room: room)),
          saying: .things(.itemMoved(undo.before.name, home: name)),
          undo: .movePlace(undo))
      } catch MovePlace.Failure.sameHome {
        return at.member.goTo(.rooms(.room(home: home, room: room)))
      } catch MovePlace.Failure.parentNotFound {
        // The parent has been deleted since the form was shown, or never existed: the form is shown
        // again.
        values[.parentID].problem = .notOffered
      } catch MovePlace.Failure.tooDeep(let max) {
        values[.parentID].problem = .tooDeep(max: max)
      } catch MovePlace.Failure.nameTaken {
        values[.name].problem = .nameTaken(values[.name].text)
      } catch MovePlace.Failure.invalid(let problems) {
        values[.name].problem = problems.first.map { FieldProblem($0, text: values[.name].text) }
      } catch MovePlace.Failure.tooManyItems, MovePlace.Failure.tooManyPlaces {
        return try await at.movePlacePage(room, to: target, status: .unprocessableContent)
      }
      return try await at.movePlacePage(
        room, to: target, values, status: .unprocessableContent)
    }
  }
}

extension AtZone<Editing> {
  fileprivate func movePlacePage(
    _ id: RecordID, to asked: ZoneID?, _ values: FormValues<MovePlacePage.Field>? = nil,
    status: HTTPStatus = .ok
  ) async throws -> HTTPResponse {
    let link = link
    return try await member.page(
      home: homeID, place: id, status: status, { MovePlacePage.view($0, in: $1) },
      load: { reader in
        guard let place = try Location.find(id, in: reader.connection), place.homeID == link.id
        else { return nil }
        let homes = reader.writableHomes(except: link.id)
        let only = homes.count == 1 ? homes.first : nil
        let target = asked.map { asked in homes.first { $0.id == asked } } ?? only
        // A home that is missing or read-only for the person has no page.
        if asked != nil, target == nil { return nil }
        var model = MovePlacePage.Model(
          place: PlaceLink(place), home: link,
          homes: homes.map { ZoneLink(id: $0.id, name: $0.name) })
        model.chosen = try target.map { try MovePlacePage.Chosen(place, to: $0, values, reader) }
        return model
      })
  }
}

extension MovePlacePage.Chosen {
  fileprivate init(
    _ place: Location, to home: HomeList.Row, _ typed: FormValues<MovePlacePage.Field>?,
    _ reader: PageReader
  ) throws {
    let connection = reader.connection
    let tree = try LocationTree(home: home.id, in: connection).nodes
    self.init(
      home: ZoneLink(id: home.id, name: home.name),
      places: tree.map { PlaceLink($0.location) }, depths: tree.map(\.depth))
    if let plan = try MovePlace(locationID: place.id, homeID: home.id).plan(in: connection) {
      (placeCount, itemCount, archivedCount) = (
        plan.placeCount, plan.itemCount, plan.archivedCount
      )
      (photoCount, paperCount) = (plan.photoCount, plan.paperCount)
      (maintenanceCount, fieldCount) = (plan.maintenanceCount, plan.fieldCount)
      (insuredCount, templateCount) = (plan.insuredCount, plan.templateCount)
      (knownLabels, newLabels) = (plan.labels.known, plan.labels.made)
      if plan.itemCount > MovePlace.maxItems {
        tooMany = .items(MovePlace.maxItems)
      } else if plan.placeCount >= MovePlace.maxPlaces {
        tooMany = .places(MovePlace.maxPlaces)
      }
    }
    let old = try Participant.all(home: place.homeID, in: connection)
    let (oldIDs, newIDs) = (
      Set(old.map(\.accountID) + [reader.accountID]),
      Set(home.participants.map(\.accountID) + [reader.accountID])
    )
    gaining = home.participants.filter { !oldIDs.contains($0.accountID) }.map(\.name)
    losing = old.filter { !newIDs.contains($0.accountID) }.map(\.name)
    values[.name] = FieldValue(place.name)
    if let typed { values = typed }
  }
}

extension Undo {
  static func movePlace(_ undo: UndoPlaceMove) -> Undo {
    Undo {
      let place = try MovePlaceBack(undo)($0)
      return .rooms(.room(home: place.homeID, room: place.id))
    }
  }
}
