import Finances
import Household
import Replica
import SQLite
import SyncProtocol

extension Shape<CategoryDetails> {
  static let category = Shape(
    name: "Category", fields: Field.all(CategoryDetails.fields, at: \.self),
    readOnly: [.init("id", ["type": "string"]), .init("groupID", ["type": "string"])])
}

/// What the expenses of a group are for.
enum ExpenseCategoriesResource: Resource {
  static let tag = "Categories"

  static let schemas: [JSON.Member] = [
    .init("Category", Shape.category.schema), .init("NewCategory", Shape.category.newSchema),
    .init("CategoryChange", Shape.category.changeSchema), Page.schema(of: "Category"),
  ]

  private static let path = "\(GroupsResource.path)/{groupID}/categories"
  private static let categoryID = Parameter(
    "categoryID", .id, example: .string(Examples.category), "The category.")
  private static let parameters = [GroupsResource.groupID, categoryID]
  private static let taken = "`name_taken`: the group has a category of that name."

  static let operations = [
    Operation(
      method: .get, path: path, id: "listCategories", summary: "The categories of a group, by name",
      scope: .read, pathParameters: [GroupsResource.groupID], query: Parameter.paging,
      outcome: .json("CategoryPage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addCategory", summary: "Add a category", scope: .write,
      pathParameters: [GroupsResource.groupID],
      body: .json("NewCategory", example: ["name": "Skiing", "emoji": "⛷️"]), status: .created,
      outcome: .json("Category", example: example), isVersioned: true, conflicts: [taken],
      handler: add),
    Operation(
      method: .get, path: "\(path)/{categoryID}", id: "getCategory", summary: "One category",
      scope: .read, pathParameters: parameters, outcome: .json("Category", example: example),
      isVersioned: true, handler: get),
    Operation(
      method: .patch, path: "\(path)/{categoryID}", id: "changeCategory",
      summary: "Change a category", details: "Only what is sent is changed.", scope: .write,
      pathParameters: parameters, body: .change("CategoryChange", example: ["emoji": "🎿"]),
      outcome: .json("Category", example: example), isVersioned: true, conflicts: [taken],
      handler: change),
    Operation(
      method: .delete, path: "\(path)/{categoryID}", id: "deleteCategory",
      summary: "Delete a category; its expenses stay, without one", scope: .write,
      pathParameters: parameters, status: .noContent, outcome: .nothing, isVersioned: true,
      handler: delete),
  ]

  private static let list: Operation.Handler = { call in
    let (cursor, limit) = (try call.nameCursor(), call.limit)
    return .json(
      try await call.read { connection in
        try call.requireGroup(in: connection)
        let page = try NamePage<ExpenseCategory>(
          home: call.groupID, column: "groupID", after: cursor, limit: limit, key: \.nameKey,
          in: connection)
        return Page.json(page.rows.map(\.json), next: page.next?.description)
      })
  }

  private static let get: Operation.Handler = { call in
    let json = try await call.read { try find(call, in: $0).json }
    return .json(json, tag: json.tag)
  }

  private static func find(_ call: Call, in connection: Connection) throws -> ExpenseCategory {
    try call.requireGroup(in: connection)
    guard let category = try ExpenseCategory.find(call.path("categoryID"), in: connection),
      category.groupID == call.groupID
    else { throw Problem.notFound }
    return category
  }

  private static let add: Operation.Handler = { call in
    var details = CategoryDetails(name: "")
    try Shape.category.take(call.body, into: &details, isNew: true)
    let json = try await call.write { [details] transaction in
      try call.requireWritableGroup(in: transaction.connection)
      return try AddCategory(groupID: call.groupID, details)(transaction).json
    }
    let id = json["id"]?.text ?? ""
    return .made(
      json, at: "\(GroupsResource.path)/\(call.groupID)/categories/\(id)", tag: json.tag)
  }

  private static let change: Operation.Handler = { call in
    let json = try await call.write(in: call.groupID) { transaction in
      let category = try find(call, in: transaction.connection)
      try call.checkVersion(category.json)
      var details = category.details
      try Shape.category.take(call.body, into: &details, isNew: false)
      return try EditCategory(
        categoryID: category.id, details: details, base: category.details)(transaction).json
    }
    return .json(json, tag: json.tag)
  }

  private static let delete: Operation.Handler = { call in
    try await call.write(in: call.groupID) { transaction in
      let category = try find(call, in: transaction.connection)
      try call.checkVersion(category.json)
      try DeleteCategory(categoryID: category.id)(transaction)
    }
    return .done
  }

  private static let example = ExpenseCategory(
    id: Examples.category, groupID: Examples.group,
    details: CategoryDetails(name: "Skiing", emoji: "⛷️")
  ).json
}

extension ExpenseCategory {
  fileprivate var json: JSON {
    .object(
      [.init("id", .string(id)), .init("groupID", .string(groupID))]
        + Shape.category.shown(details))
  }
}
