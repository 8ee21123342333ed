import Finances
import Household

/// The commands about what the expenses of a group are for.
enum GroupCategoryCommands {
  static let all = [list, add, edit, remove]

  private static let category = Command.Operand(
    name: "CATEGORY", help: "one of the group's categories: its name, or its id")

  private static let list = Command(
    path: ["group", "categories"], summary: "List the categories of a group",
    details: "By name. Each group has its own.", operands: [GroupCommands.group],
    options: MoneyPlace.options,
    examples: [.init("hearth group categories Flat --json", "with their ids, for a program")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    let rows = try await invocation.read { reader in
      try ExpenseCategory.of(try reader.group(wanted).id, in: reader.connection)
        .map { CategoryRow($0) }
    }
    return try invocation.list(
      rows, or: "No categories. Add one with: hearth group add-category GROUP NAME"
    ) { [$0.emoji, $0.name, $0.id] }
  }

  private static let add = Command(
    path: ["group", "add-category"], summary: "Add a category to a group",
    details: "Whoever may write in the group may. No two categories have the same name.",
    operands: [GroupCommands.group, .init(name: "NAME", help: "what it is called")],
    options: [.emoji, .colour] + MoneyPlace.options,
    examples: [.init("hearth group add-category Trip Skiing --emoji ⛷️", "for lift passes")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    var details = CategoryDetails(name: try invocation.requiredOperand(1))
    try take(invocation, into: &details)
    return try await invocation.write(CategoryRow.init, saying: { "Added. \($0.name)  \($0.id)" }) {
      [details] reader in
      let add = AddCategory(groupID: try reader.group(wanted).id, details)
      return MoneyChange { try add($0) }
    }
  }

  private static let edit = Command(
    path: ["group", "edit-category"], summary: "Rename a category, or change its emoji and colour",
    details: "Only what is named changes; its expenses keep it.",
    operands: [GroupCommands.group, category],
    options: [.value("name", "NAME", "what it is called"), .emoji, .colour] + MoneyPlace.options,
    examples: [.init("hearth group edit-category Trip Skiing --name 'Winter sports'", "renamed")]
  ) { invocation in
    try invocation.requireChange("group edit-category", ["name", "emoji", "colour"])
    return try await invocation.write(CategoryRow.init, saying: { "Saved \($0.name)." }) { reader in
      let category = try named(invocation, reader)
      var details = category.details
      if let name = invocation["name"] { details.name = name }
      try take(invocation, into: &details)
      let edit = EditCategory(
        categoryID: category.id, details: details, base: category.details)
      return MoneyChange { try edit($0) }
    }
  }

  private static let remove = Command(
    path: ["group", "remove-category"], summary: "Delete a category of a group",
    details: "Its expenses stay, without a category, and so does what repeats.",
    operands: [GroupCommands.group, category], options: MoneyPlace.options,
    examples: [.init("hearth group remove-category Trip Skiing", "nobody went")]
  ) { invocation in
    return try await invocation.write(CategoryRow.init, saying: { "Deleted \($0.name)." }) {
      reader in
      let category = try named(invocation, reader)
      return MoneyChange { transaction in
        try DeleteCategory(categoryID: category.id)(transaction)
        return category
      }
    }
  }

  /// Takes the emoji and the colour that were typed.
  static func take(_ invocation: Invocation, into details: inout CategoryDetails) throws {
    if let emoji = invocation["emoji"] { details.emoji = emoji }
    if let colour = try invocation.colour() { details.colorIndex = colour }
  }

  private static func named(
    _ invocation: Invocation, _ reader: MoneyReader
  ) throws -> ExpenseCategory {
    try reader.category(
      try invocation.requiredOperand(1), of: try reader.group(try invocation.requiredOperand(0)),
      at: "CATEGORY")
  }
}
