import HTTPServer
import Household
import SQLite
import SyncProtocol
import Things
import Web

/// A form of ``BulkChangePage`` as it was sent: the items, their list, and the action.
struct BulkChangeRequest: Sendable {
  typealias Action = BulkChangePage.Action

  let action: Action
  /// The list with its search and filters.
  let list: Route
  let query: ItemQuery
  /// The home of the list; `nil` for all inventory.
  let homeID: ZoneID?
  /// Whether all items that the list matches are meant, on every page of it; otherwise `ids`.
  let isAll: Bool
  let ids: [RecordID]
  /// The version of the selection that the person has confirmed; `nil` before that.
  let confirmed: String?
  /// The target of a move: `home`, or `home place` with a blank between the IDs.
  let target: String
  let added: [String]
  let removed: [String]
  let newLabel: String
  let field: BulkChangePage.Field?
  let value: String

  /// Throws ``Stop/badRequest`` for a request that none of our forms sends.
  init(_ member: Member) throws {
    guard let action = Action(rawValue: member.field("do")), let list = member.guest.itemOrigin
    else { throw Abort.badRequest }
    self.action = action
    self.list = list.route
    switch list.route.place(of: ItemRoute.self) {
    case .items(let query): (self.query, homeID) = (query, nil)
    case .homeItems(let home, let query): (self.query, homeID) = (query, home)
    default: throw Abort.badRequest
    }
    isAll = member.field("all") == "yes"
    let kept = member.field("items").split(separator: " ").map { String($0) }
    ids = isAll ? [] : Array(Set(member.form.all("item") + kept)).filter(isRecordID).sorted()
    let confirmed = member.field("confirmed")
    self.confirmed = confirmed.isEmpty ? nil : confirmed
    target = member.field("to")
    added = member.form.all("add")
    removed = member.form.all("remove")
    newLabel = member.field("new")
    field = BulkChangePage.Field(rawValue: member.field("field"))
    value = field.map { member.field("value-\($0.rawValue)") } ?? ""
  }

  /// - Parameter setting: the currency, day and time zone in which the search text is read.
  func selection(
    _ setting: SearchQuery.Setting, in connection: Connection
  ) throws -> ItemSelection {
    guard isAll else { return .items(ids) }
    return .matching(
      try ItemFilter(query, home: homeID ?? query.homeID, setting, in: connection))
  }

  /// The change to make; `nil` while the form lacks a choice, and for an export.
  var change: ChangeItems.Change? {
    switch action {
    case .move:
      let parts = target.split(separator: " ").map { String($0) }
      guard let home = parts.first else { return nil }
      return .move(home: home, location: parts.count > 1 ? parts[1] : nil)
    case .label:
      let new = InputText.line(newLabel)
      let adding = added + (new.isEmpty ? [] : [new])
      return adding.isEmpty && removed.isEmpty ? nil : .label(adding: adding, removing: removed)
    case .edit: return field.map { .edit(edit($0)) }
    case .archive: return .edit(.archived(true))
    case .unarchive: return .edit(.archived(false))
    case .delete: return .delete
    case .export: return nil
    }
  }

  private func edit(_ field: BulkChangePage.Field) -> ItemEdit {
    let text = InputText.line(value)
    switch field {
    case .condition: return .condition(text)
    case .manufacturer: return .manufacturer(text)
    case .purchasedFrom: return .purchasedFrom(text)
    case .purchasedOn: return .purchasedOn(text.isEmpty ? nil : text)
    case .warrantyUntil: return .warrantyUntil(text.isEmpty ? nil : text)
    case .isInsured: return .insured(text == "yes")
    }
  }

  /// The hidden fields that carry the selection to the next form.
  ///
  /// - Parameter withChoice: whether the details of the action are carried, too.
  func kept(withChoice: Bool) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] =
      isAll ? [("all", "yes")] : [("items", ids.joined(separator: " "))]
    guard withChoice else { return fields }
    if !target.isEmpty { fields.append(("to", target)) }
    fields += added.map { ("add", $0) } + removed.map { ("remove", $0) }
    if !newLabel.isEmpty { fields.append(("new", newLabel)) }
    if let field {
      fields += [("field", field.rawValue), ("value-\(field.rawValue)", value)]
    }
    return fields
  }
}
