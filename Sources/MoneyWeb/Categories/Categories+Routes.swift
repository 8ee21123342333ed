import Finances
import HTTPServer
import Household
import Replica
import SQLite
import SyncProtocol
import Values
import Web

/// The categories of a group.
extension WebApplication {
  func categoriesPage(_ group: ZoneID) -> Endpoint {
    .viewing(.group(group)) { at in try await at.categoriesPage(nil, draft: nil) }
  }

  func addCategory(_ group: ZoneID) -> Endpoint {
    .editing(.group(group)) { at in
      let words = try await at.member.words()
      var draft = CategoryDraft(at.form, words: words)
      let details = draft.details
      do {
        let category = try await at.write { try AddCategory(groupID: group, details)($0) }
        return at.member.goTo(
          .categories(.categories(group: group)), saying: .money(.added(category.details.name)))
      } catch let failure as FinanceFailure {
        try draft.show(failure)
        return try await at.categoriesPage(nil, draft: draft)
      }
    }
  }

  func categoryPage(_ group: ZoneID, _ category: RecordID) -> Endpoint {
    .editing(.group(group)) { at in try await at.categoriesPage(category, draft: nil) }
  }

  func editCategory(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let words = try await at.member.words()
      var draft = CategoryDraft(at.form, words: words)
      let edit = EditCategory(
        categoryID: id, details: draft.details, base: draft.base(words: words))
      do {
        let category = try await at.write { transaction in
          try transaction.requireCategory(id, of: group)
          return try edit(transaction)
        }
        return at.member.goTo(
          .categories(.categories(group: group)), saying: .money(.saved(category.details.name)))
      } catch let failure as FinanceFailure {
        try draft.show(failure)
        return try await at.categoriesPage(id, draft: draft)
      }
    }
  }

  func deleteCategory(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let name = try await at.write { transaction in
        let category = try transaction.requireCategory(id, of: group)
        try DeleteCategory(categoryID: id)(transaction)
        return category.details.name
      }
      return at.member.goTo(
        .categories(.categories(group: group)), saying: .money(.categoryDeleted(name)))
    }
  }
}

extension WriteTransaction {
  /// A category of the group. Throws `categoryNotFound` if it is gone, and ``Stop/notFound`` if it
  /// is another group's.
  @discardableResult
  fileprivate func requireCategory(_ id: RecordID, of group: ZoneID) throws -> ExpenseCategory {
    guard let category = try ExpenseCategory.find(id, in: connection) else {
      throw FinanceFailure.categoryNotFound
    }
    guard category.groupID == group else { throw Abort.notFound }
    return category
  }
}

/// The form of a category.
typealias CategoryDraft = RecordDraft<CategoryDetails>

extension RecordDraft<CategoryDetails> {
  init(_ form: HTTPParameters, words: Catalogue) {
    self.init(form, CategoryDetails.fields, standard: CategoryDetails(name: ""), words: words)
  }

  /// Shows what the form can show; throws everything else.
  mutating func show(_ failure: FinanceFailure) throws {
    switch failure {
    case .invalid(let problems): show(problems, other: .name)
    case .nameTaken: values[.name].problem = .nameTaken(values[.name].text)
    default: throw failure
    }
  }
}

extension CategoriesPage.Model {
  /// - Parameters:
  ///   - changed: the category that the form is of; `nil` for a new one.
  ///   - draft: what was typed; `nil` for a form that is opened.
  /// - Returns: `nil` if there is no such category.
  init?(
    _ owner: CategoriesPage.Owner, _ categories: [some Finances::Category], canWrite: Bool,
    _ changed: RecordID?, _ draft: CategoryDraft?, _ words: Catalogue
  ) {
    var shown = draft
    if let changed {
      guard let category = categories.first(where: { $0.id == changed }) else { return nil }
      shown = draft ?? CategoryDraft(category.details, CategoryDetails.fields, words: words)
    }
    self.init(
      owner: owner,
      rows: categories.map {
        CategoriesPage.Row(
          id: $0.id, name: $0.details.name, emoji: $0.details.emoji,
          colour: PaletteColour(index: $0.details.colorIndex))
      }, canWrite: canWrite)
    self.changed = changed
    if let shown {
      (values, version) = (shown.values, shown.version)
      colour = PaletteColour(index: shown.details.colorIndex)
    }
  }
}

extension AtZone {
  fileprivate func categoriesPage(
    _ changed: RecordID?, draft: CategoryDraft?
  ) async throws -> HTTPResponse {
    let group = zone
    return try await member.page(
      status: draft == nil ? .ok : .unprocessableContent, { CategoriesPage.view($0, in: $1) },
      load: { reader in
        CategoriesPage.Model(
          .group(group), try ExpenseCategory.of(group.id, in: reader.connection),
          canWrite: reader.role(in: group.id).map { $0 != .viewer } ?? false, changed, draft,
          reader.words)
      })
  }
}
