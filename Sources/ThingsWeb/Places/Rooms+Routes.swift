import HTTPServer
import Household
import SQLite
import SyncProtocol
import Things
import Values
import Web

/// The rooms of a home, with the shelves and boxes in them.
extension WebApplication {
  func roomsPage(home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in try await at.member.rooms(of: at.link) }
  }

  func addRoom(home: ZoneID) -> Endpoint {
    .editing(.home(home)) { at in
      let draft = PlaceDraft(at.form)
      let add = AddLocation(homeID: home, parentID: draft.parentID, draft.details(over: nil))
      do {
        let place = try await at.write { try add($0) }
        return at.member.goTo(.rooms(.rooms(home: home)), saying: .things(.roomAdded(place.name)))
      } catch AddLocation.Failure.invalid(let problems) {
        return try await at.member.rooms(of: at.link, draft.values(problems))
      } catch AddLocation.Failure.nameTaken {
        return try await at.member.rooms(of: at.link, draft.valuesWithTakenName())
      }
    }
  }

  func roomPage(home: ZoneID, room: RecordID, isEditing: Bool) -> Endpoint {
    guard isEditing else {
      return .viewing(.home(home)) { at in
        try await at.member.room(room, of: at.link, form: nil)
      }
    }
    return .editing(.home(home)) { at in
      let place = try await at.member.read { try Location.find(room, in: $0) }
      guard let place else { throw Abort.notFound }
      return try await at.member.room(room, of: at.link, form: PlaceDraft(place).values([]))
    }
  }

  func editRoom(home: ZoneID, room: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      let draft = PlaceDraft(at.form)
      do {
        let place = try await at.write { transaction in
          guard let old = try Location.find(room, in: transaction.connection), old.homeID == home
          else { throw EditLocation.Failure.locationNotFound }
          let base = draft.base
          let edited = try EditLocation(
            locationID: room, details: draft.details(over: old.details),
            base: base?.details(over: old.details))(transaction)
          let shownParentID = base == nil ? old.parentID : base?.parentID
          guard draft.parentID != shownParentID else { return edited }
          return try MoveLocation(locationID: room, parentID: draft.parentID)(transaction)
        }
        return at.member.goTo(
          .rooms(.room(home: home, room: room)), saying: .things(.roomSaved(place.name)))
      } catch UseCaseFailure.invalid(let problems) {
        return try await at.member.room(room, of: at.link, form: draft.values(problems))
      } catch UseCaseFailure.nameTaken {
        return try await at.member.room(room, of: at.link, form: draft.valuesWithTakenName())
      }
    }
  }

  func deleteRoomPage(home: ZoneID, room: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      try await at.member.page(
        home: home, { DeletePlacePage.view($0, in: $1) },
        load: { reader in
          let tree = try LocationTree(home: home, in: reader.connection)
          guard let node = tree.node(room) else { return nil }
          let inside = tree.nodes.count { $0.location.parentID == room }
          return DeletePlacePage.Model(
            home: at.link, subject: .room(PlaceLink(node.location), insideCount: inside),
            itemCount: node.itemCount)
        })
    }
  }

  func deleteRoom(home: ZoneID, room: RecordID) -> Endpoint {
    .editing(.home(home)) { at in
      let name = try await at.write { transaction in
        guard let place = try Location.find(room, in: transaction.connection),
          place.homeID == home
        else { throw DeleteLocation.Failure.locationNotFound }
        try DeleteLocation(locationID: room)(transaction)
        return place.name
      }
      return at.member.goTo(.rooms(.rooms(home: home)), saying: .things(.roomDeleted(name)))
    }
  }
}

/// The form of a place, as it was typed.
struct PlaceDraft: Sendable {
  private let name: String
  private let emoji: String
  private let note: String?
  private let parent: String
  private let version: String

  init(_ form: HTTPParameters) {
    name = form.first("name") ?? ""
    emoji = form.first("emoji") ?? ""
    note = form.first("note")
    parent = form.first("parentID") ?? ""
    version = form.first("version") ?? ""
  }

  init(_ place: Location) {
    name = place.name
    emoji = place.emoji
    note = place.note
    parent = place.parentID ?? ""
    version = URLCoding.encode([
      ("name", name), ("emoji", emoji), ("note", place.note), ("parentID", parent),
    ])
  }

  /// The form's original values; `nil` if they were not sent.
  var base: PlaceDraft? { HTTPParameters(version: version).map { PlaceDraft($0) } }

  var parentID: RecordID? { parent.isEmpty ? nil : parent }

  /// The details with the typed values; a note that the form did not send stays.
  func details(over old: LocationDetails?) -> LocationDetails {
    var details = old ?? LocationDetails(name: name)
    if old == nil, parentID != nil { details.kind = .container }
    details.name = name
    details.emoji = emoji
    if let note { details.note = note }
    return details
  }

  func values(_ problems: [InputProblem]) -> FormValues<RoomPage.Field> {
    var values = FormValues<RoomPage.Field>()
    values.version = version
    values[.name] = FieldValue(name)
    values[.emoji] = FieldValue(emoji)
    values[.note] = FieldValue(note ?? "")
    values[.parentID] = FieldValue(parent)
    for problem in problems {
      let field = RoomPage.Field(rawValue: problem.field.rawValue) ?? .name
      values[field].problem = FieldProblem(problem, text: values[field].text)
    }
    return values
  }

  func valuesWithTakenName() -> FormValues<RoomPage.Field> {
    var values = values([])
    values[.name].problem = .nameTaken(name)
    return values
  }
}

extension Member {
  fileprivate func rooms(
    of home: ZoneLink, _ values: FormValues<RoomPage.Field> = .init()
  ) async throws -> HTTPResponse {
    var shown = FormValues<RoomsPage.Field>()
    shown[.name] = values[.name]
    shown[.emoji] = values[.emoji]
    shown[.parentID] = values[.parentID]
    return try await page(
      home: home.id, status: values.hasProblems ? .unprocessableContent : .ok,
      { RoomsPage.view($0, in: $1) },
      load: { [shown] reader in
        let tree = try LocationTree(home: home.id, in: reader.connection)
        let worth = try PlaceValues(home: home.id, in: reader.connection)
        return RoomsPage.Model(
          home: home, role: reader.role(in: home.id) ?? .viewer,
          places: RoomsPage.Place.all(in: tree, worth),
          countWithoutPlace: tree.placelessItemCount, values: shown)
      })
  }

  fileprivate func room(
    _ id: RecordID, of home: ZoneLink, form: FormValues<RoomPage.Field>?
  ) async throws -> HTTPResponse {
    try await page(
      home: home.id, place: id, status: form?.hasProblems == true ? .unprocessableContent : .ok,
      { RoomPage.view($0, in: $1) },
      load: { try RoomPage.Model(room: id, of: home, form, $0) })
  }
}

extension RoomPage.Model {
  init?(
    room id: RecordID, of home: ZoneLink, _ values: FormValues<RoomPage.Field>?,
    _ reader: PageReader
  ) throws {
    let tree = try LocationTree(home: home.id, in: reader.connection)
    guard let node = tree.node(id), let role = reader.role(in: home.id) else { return nil }
    var filter = ItemFilter()
    filter.homeID = home.id
    filter.place = .inside(id)
    let list = try ItemList(filter: filter, sort: .name, in: reader.connection)
    let worth = try PlaceValues(home: home.id, in: reader.connection)
    let inside = tree.places(inside: id)
    let all = zip(tree.nodes, RoomsPage.Place.all(in: tree, worth))
    let places = try LocationPaths(
      of: list.rows.compactMap(\.locationID), in: reader.connection)
    let form = values.map { values in
      RoomPage.Form(
        values: values,
        places: all.filter { node, _ in
          node.location.id != id && !inside.contains(node.location.id)
        }.map(\.1))
    }
    self.init(
      home: home, role: role, place: PlaceLink(node.location),
      parents: tree.parents(of: node.location), note: node.location.note,
      inside: all.filter { node, _ in node.location.parentID == id }.map(\.1),
      rows: list.rows.map { ItemRow($0, places: places, showsHome: false, reader) },
      itemCount: node.nestedItemCount, values: worth.sum(of: inside.union([id])), form: form)
    photos = try Photo.of(.location(id), home: home.id, in: reader.connection)
      .map { PhotoViewerPage.Photo($0, reader) }
    canMove = role != .viewer && !reader.writableHomes(except: home.id).isEmpty
    checkedOn = node.location.checkedOn.flatMap { CalendarDay($0) }
    isBeingChecked = node.location.checkStartedOn != nil
  }
}

extension RoomsPage.Place {
  /// All places in the order of the tree; the values of each include the places inside it.
  static func all(in tree: LocationTree, _ worth: PlaceValues) -> [RoomsPage.Place] {
    tree.nodes.enumerated().map { index, node in
      let inside = tree.nodes[(index + 1)...].prefix { $0.depth > node.depth }
      return RoomsPage.Place(
        node, worth.sum(of: Set([node.location.id] + inside.map(\.location.id))))
    }
  }

  private init(_ node: LocationTree.Node, _ values: [Money]) {
    self.init(
      PlaceLink(node.location), depth: node.depth, itemCount: node.nestedItemCount,
      directCount: node.itemCount, values: values)
    checkedOn = node.location.checkedOn.flatMap { CalendarDay($0) }
    isBeingChecked = node.location.checkStartedOn != nil
  }
}

extension LocationTree {
  /// The IDs of all places inside a place, at any depth.
  func places(inside id: RecordID) -> Set<RecordID> {
    guard let start = nodes.firstIndex(where: { $0.location.id == id }) else { return [] }
    let depth = nodes[start].depth
    return Set(nodes[(start + 1)...].prefix { $0.depth > depth }.map(\.location.id))
  }

  /// The places that contain a place, outermost first.
  func parents(of place: Location) -> [PlaceLink] {
    var parents: [PlaceLink] = []
    var next = place.parentID
    // Two people can create a loop of places; it is followed only once.
    while let id = next, let parent = node(id)?.location, !parents.contains(where: { $0.id == id }),
      id != place.id, parents.count < LocationTree.maxShownDepth
    {
      parents.append(PlaceLink(parent))
      next = parent.parentID
    }
    return parents.reversed()
  }
}

/// The total value of the items in each place of a home.
struct PlaceValues {
  private let values: [RecordID: [Dashboard.CurrencyValue]]
  private let currency: String

  init(home: ZoneID, in connection: Connection) throws {
    currency = try Home.currency(of: home, in: connection)
    values = try Dashboard.valuesByPlace(home: home, in: connection)
  }

  /// One total per currency, with the home's currency first.
  func sum(of places: Set<RecordID>) -> [Money] {
    Dashboard.sum(places.flatMap { values[$0] ?? [] }).moneys(first: currency)
  }
}
