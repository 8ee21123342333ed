import Finances
import Testing

@testable import MoneyWeb
@testable import Web

/// A button that is pressed again after its form was refused.
@Suite struct SecondPressTests {
  @Test("a form that was refused is tried again when it is sent again, unlike one that has added")
  func refusedOnce() async throws {
    let world = try await MoneyWorld()
    let (anna, group) = (world.anna, "/groups/\(world.group)")
    let path = "\(group)/expenses/new"
    let category = ExpenseCategory.id(named: "Circus", in: world.group)
    try await anna.get(path)
    // The same page, open still: the refusal is another page with a form of its own.
    let first = Browser(world.hearth)
    (first.cookies, first.formToken) = (anna.cookies, anna.formToken)
    let fields =
      [
        ("title", "Tickets"), ("amount", "9"), ("currency", "EUR"), ("day", "2026-06-01"),
        ("way", "equal"), ("payer", world.member("Anna")), ("categoryID", category),
      ] + ["Anna", "Ben"].flatMap { [("row", world.member($0)), ("in", world.member($0))] }
    #expect(try await anna.submit(path, repeated: fields).status == 422)
    #expect(try await world.expenses().isEmpty)
    // Meanwhile Ben adds the category.
    try await world.ben.get("\(group)/categories")
    let added = try await world.ben.submit("\(group)/categories", ["name": "Circus"])
    #expect(added.status == 303, "\(added.main)")
    for _ in 0..<2 {
      let answer = try await first.submit(path, repeated: fields)
      #expect(answer.status == 303, "\(answer.main)")
    }
    #expect(try await world.expenses().map(\.details.title) == ["Tickets"])
  }
}
