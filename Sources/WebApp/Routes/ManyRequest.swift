import HTTPServer
import Household
import SQLite
import SyncProtocol

/// What the forms of ``ManyPage`` send: which items of which list, and what to do with them.
struct ManyRequest: Sendable {
  typealias Action = ManyPage.Action

  let action: Action
  /// The list with its search and filters.
  let list: Route
  let query: ItemQuery
  /// The home of the list; `nil` for all inventory.
  let homeID: ZoneID?
  /// All that the list shows, on every page; else `ids`.
  let isAll: Bool
  let ids: [RecordID]
  /// The selection that the person has confirmed.
  let confirmed: String?
  /// Where to, as `home` or `home place`.
  let target: String
  let added: [String]
  let removed: [String]
  let newLabel: String
  let field: ManyPage.Field?
  let value: String

  /// Throws ``Stop/badRequest`` for what no form of ours sends.
  init(_ member: Member) throws {
    guard let action = Action(rawValue: member.field("do")), let list = member.guest.itemOrigin
    else { throw Stop.badRequest }
    self.action = action
    self.list = list.route
    switch list.route.place(of: ItemRoute.self) {
    case .items(let query): (self.query, homeID) = (query, nil)
    case .homeItems(let home, let query): (self.query, homeID) = (query, home)
    default: throw Stop.badRequest
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
    field = ManyPage.Field(rawValue: member.field("field"))
    value = field.map { member.field("value-\($0.rawValue)") } ?? ""
  }

  /// - Parameter setting: what the meaning of the search depends on.
  func selection(
    _ setting: SearchQuery.Setting, in connection: Connection
  ) throws -> ItemSelection {
    guard isAll else { return .items(ids) }
    return .matching(
      try ItemFilter(query, home: homeID ?? query.homeID, setting, in: connection))
  }

  /// What is to be done; `nil` while something has to be chosen.
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

  private func edit(_ field: ManyPage.Field) -> ItemEdit {
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

  /// The fields that bring all this along to the next form.
  ///
  /// - Parameter withChoice: also what was chosen to be done.
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
