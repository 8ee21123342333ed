import Finances
import Household

/// What an account's own money is for.
enum LedgerCategoriesResource: Resource {
  static let tag = "Own categories"

  static let schemas: [JSON.Member] = [
    .init("OwnCategory", Shape.ownCategory.schema),
    .init("NewOwnCategory", Shape.ownCategory.newSchema),
    .init("OwnCategoryChange", Shape.ownCategory.changeSchema), Page.schema(of: "OwnCategory"),
  ]

  private static let path = "\(LedgerResource.path)/categories"

  private static let handlers = CategoryHandlers<LedgerCategory>(
    shape: .ownCategory,
    parameter: Parameter(
      "ownCategoryID", .id, example: .string(Examples.category), "The category."),
    zoneMember: nil, zone: { _, connection, _ in try connection.ownZone() },
    address: { _ in path },
    adding: { details, _, transaction in
      try AddLedgerCategory(details)(transaction)
    },
    changing: { try EditLedgerCategory(categoryID: $0.id, details: $1, base: $0.details)($2) },
    deleting: { try DeleteLedgerCategory(categoryID: $0.id)($1) })

  static let operations = handlers.operations(
    path: path, "OwnCategory", whose: "Your own", pathParameters: [], needsAllHomes: true,
    deletion: "Delete a category; what has it stays, without one, and its budgets go",
    example: handlers.shown(
      LedgerCategory(
        id: Examples.category, zoneID: "", details: CategoryDetails(name: "Skiing", emoji: "⛷️"))))
}
