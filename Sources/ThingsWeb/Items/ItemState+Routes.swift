import HTTPServer
import Household
import SQLite
import SyncProtocol
import Things
import Web

/// Changes to the state of an item in one step: lent, returned, sold, archived.
extension WebApplication {
  func lendItemPage(_ id: RecordID) -> Endpoint {
    .editing(.item(id)) { at in
      try await at.statePage(.ok, { _ in .lend }, id, FormValues())
    }
  }

  func lendItem(_ id: RecordID) -> Endpoint {
    .editing(.item(id)) { at in
      var values = at.stateValues()
      let until = values.day(.lentUntil)
      do {
        guard !values.hasProblems else { throw SetItemState.Failure.invalid([]) }
        let person = values[.lentTo].text
        let undo = try await at.set(id, .lent(to: person, until: until))
        return at.member.goTo(
          .items(.item(id)),
          saying: .things(.itemLent(undo.before.details.name, to: InputText.line(person))),
          undo: .itemState(undo))
      } catch SetItemState.Failure.invalid(let problems) {
        values.take(problems)
        return try await at.statePage(.unprocessableContent, { _ in .lend }, id, values)
      }
    }
  }

  func returnItem(_ id: RecordID) -> Endpoint {
    .editing(.item(id)) { at in
      let undo = try await at.set(id, .returned)
      return at.member.goTo(
        .items(.item(id)), saying: .things(.itemReturned(undo.before.details.name)),
        undo: .itemState(undo))
    }
  }

  func sellItemPage(_ id: RecordID) -> Endpoint {
    .editing(.item(id)) { at in
      let today = try await at.member.words().calendarDay(at.guest.date).text
      return try await at.statePage(
        .ok, { .sell(currency: $0) }, id, FormValues([.soldOn: FieldValue(today)]))
    }
  }

  func sellItem(_ id: RecordID) -> Endpoint {
    .editing(.item(id)) { at in
      let words = try await at.member.words()
      let currency = try await at.member.read { connection in
        try Item.find(id, in: connection)?.details.currency ?? ""
      }
      var values = at.stateValues()
      let day = values.day(.soldOn) ?? ""
      let minor = values.amount(.price, currency, words)
      do {
        guard !values.hasProblems else { throw SetItemState.Failure.invalid([]) }
        let buyer = values[.soldTo].text
        let undo = try await at.set(id, .sold(on: day, to: buyer, minor: minor))
        return at.member.goTo(
          .items(.item(id)), saying: .things(.itemSold(undo.before.details.name)),
          undo: .itemState(undo))
      } catch SetItemState.Failure.invalid(let problems) {
        values.take(problems)
        return try await at.statePage(
          .unprocessableContent, { .sell(currency: $0) }, id, values)
      }
    }
  }

  func unsellItem(_ id: RecordID) -> Endpoint {
    .editing(.item(id)) { at in
      let undo = try await at.set(id, .unsold)
      return at.member.goTo(
        .items(.item(id)), saying: .things(.itemUnsold(undo.before.details.name)),
        undo: .itemState(undo))
    }
  }

  func setArchived(_ isArchived: Bool, _ id: RecordID) -> Endpoint {
    .editing(.item(id)) { at in
      let undo = try await at.set(id, isArchived ? .archived : .unarchived)
      let name = undo.before.details.name
      return at.member.goTo(
        .items(.item(id)),
        saying: isArchived ? .things(.itemArchived(name)) : .things(.itemUnarchived(name)),
        undo: .itemState(undo))
    }
  }
}

extension AtZone<Editing> {
  fileprivate func set(_ id: RecordID, _ change: SetItemState.Change) async throws -> UndoItemState
  {
    try await write { try SetItemState(itemID: id, change)($0) }
  }

  fileprivate func stateValues() -> FormValues<ItemStatePage.Field> {
    var values = FormValues<ItemStatePage.Field>()
    for field in ItemStatePage.Field.allCases {
      values[field] = FieldValue(self.field(field.rawValue))
    }
    return values
  }

  /// - Parameter step: makes the step from the item's currency.
  fileprivate func statePage(
    _ status: HTTPStatus, _ step: @escaping @Sendable (String) -> ItemStatePage.Step,
    _ id: RecordID, _ values: FormValues<ItemStatePage.Field>
  ) async throws -> HTTPResponse {
    let link = link
    return try await member.page(
      home: homeID, status: status, { ItemStatePage.view($0, in: $1) },
      load: { reader in
        guard let item = try Item.find(id, in: reader.connection) else { return nil }
        return ItemStatePage.Model(
          step(item.details.currency), id: id, name: item.details.name, home: link,
          values: values)
      })
  }
}

extension FormValues<ItemStatePage.Field> {
  /// Shows each of the household's problems beside its field.
  fileprivate mutating func take(_ problems: [InputProblem]) {
    for problem in problems {
      let field = ItemStatePage.Field(rawValue: problem.field.rawValue) ?? .price
      guard self[field].problem == nil else { continue }
      self[field].problem = FieldProblem(problem, text: self[field].text)
    }
  }
}

extension Undo {
  static func itemState(_ undo: UndoItemState) -> Undo {
    Undo { .items(.item(try RestoreItemState(undo)($0).id)) }
  }
}
