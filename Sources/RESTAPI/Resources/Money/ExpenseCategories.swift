import Finances
import Household

/// What the expenses of a group are for.
enum ExpenseCategoriesResource: Resource {
  static let tag = "Categories"

  static let schemas: [JSON.Member] = [
    .init("Category", Shape.category.schema), .init("NewCategory", Shape.category.newSchema),
    .init("CategoryChange", Shape.category.changeSchema), Page.schema(of: "Category"),
  ]

  private static let path = "\(GroupsResource.path)/{groupID}/categories"

  private static let handlers = CategoryHandlers<ExpenseCategory>(
    shape: .category,
    parameter: Parameter(
      "categoryID", .id, example: .string(Examples.category), "The category."),
    zoneMember: "groupID",
    zone: { call, connection, writes in
      try writes
        ? call.requireWritableGroup(in: connection).id : call.requireGroup(in: connection).id
    },
    address: { "\(GroupsResource.path)/\($0.groupID)/categories" },
    adding: { try AddCategory(groupID: $1, $0)($2) },
    changing: { try EditCategory(categoryID: $0.id, details: $1, base: $0.details)($2) },
    deleting: { try DeleteCategory(categoryID: $0.id)($1) })

  static let operations = handlers.operations(
    path: path, "Category", whose: "A group's", pathParameters: [GroupsResource.groupID],
    deletion: "Delete a category; its expenses stay, without one",
    example: handlers.shown(
      ExpenseCategory(
        id: Examples.category, zoneID: Examples.group,
        details: CategoryDetails(name: "Skiing", emoji: "⛷️"))))
}
