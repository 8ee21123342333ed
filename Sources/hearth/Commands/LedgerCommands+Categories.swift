import Finances
import Household

// What somebody spends and earns money for.
extension LedgerCommands {
  static let categories = [listCategories, addCategory, editCategory, removeCategory]

  private static let ownCategory = Command.Operand(
    name: "CATEGORY", help: "one of the own categories: its name, or its id")

  private static let listCategories = Command(
    path: ["ledger", "categories"], summary: "List somebody's own categories",
    details: "A group's category counts as the own one of the same name.",
    options: MoneyPlace.options,
    examples: [.init("hearth ledger categories", "by name")]
  ) { invocation in
    let rows = try await invocation.read { reader in
      try LedgerCategory.own(in: reader.connection).map { CategoryRow($0) }
    }
    return try invocation.list(
      rows, or: "No own categories yet. Add one with: hearth ledger add-category NAME"
    ) { [$0.emoji, $0.name, $0.id] }
  }

  private static let addCategory = Command(
    path: ["ledger", "add-category"], summary: "Add an own category",
    details: "For what is spent and earned, and for shares of groups.",
    operands: [.init(name: "NAME", help: "what it is called")],
    options: [.emoji, .colour] + MoneyPlace.options,
    examples: [.init("hearth ledger add-category Garden --emoji 🌻", "with a picture")]
  ) { invocation in
    var details = CategoryDetails(name: try invocation.requiredOperand(0))
    try GroupCategoryCommands.take(invocation, into: &details)
    let add = AddLedgerCategory(details)
    return try await invocation.write(CategoryRow.init, saying: { "Added. \($0.name)  \($0.id)" }) {
      _ in
      MoneyChange { try add($0) }
    }
  }

  private static let editCategory = Command(
    path: ["ledger", "edit-category"],
    summary: "Rename an own category, or change its emoji and colour",
    details: "Only what is named changes; what was given to it keeps it.", operands: [ownCategory],
    options: [.value("name", "NAME", "what it is called"), .emoji, .colour] + MoneyPlace.options,
    examples: [.init("hearth ledger edit-category Garden --name 'House and garden'", "renamed")]
  ) { invocation in
    try invocation.requireChange("ledger edit-category", ["name", "emoji", "colour"])
    let wanted = try invocation.requiredOperand(0)
    return try await invocation.write(CategoryRow.init, saying: { "Saved \($0.name)." }) { reader in
      let category = try reader.ownCategory(wanted, at: "CATEGORY")
      var details = category.details
      if let name = invocation["name"] { details.name = name }
      try GroupCategoryCommands.take(invocation, into: &details)
      let edit = EditLedgerCategory(
        categoryID: category.id, details: details, base: category.details)
      return MoneyChange { try edit($0) }
    }
  }

  private static let removeCategory = Command(
    path: ["ledger", "remove-category"], summary: "Delete an own category",
    details: """
      What was given to it stays, without a category; its budgets go with it. Categories of groups \
      are not touched.
      """,
    operands: [ownCategory], options: MoneyPlace.options,
    examples: [.init("hearth ledger remove-category Garden", "no garden any more")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    return try await invocation.write(CategoryRow.init, saying: { "Deleted \($0.name)." }) {
      reader in
      let delete = DeleteLedgerCategory(
        categoryID: try reader.ownCategory(wanted, at: "CATEGORY").id)
      return MoneyChange { try delete($0) }
    }
  }
}
