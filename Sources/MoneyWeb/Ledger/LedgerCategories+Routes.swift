import Finances
import HTTPServer
import Household
import Replica
import SQLite
import SyncProtocol
import Values
import Web

/// A person's own categories.
extension WebApplication {
  func ledgerCategoriesPage() -> Endpoint {
    .member { member in try await member.categoriesPage(nil, draft: nil) }
  }

  func addLedgerCategory() -> Endpoint {
    .member { member in
      let words = try await member.words()
      var draft = OwnCategoryDraft(member.form, words: words)
      let details = draft.details
      do {
        let category = try await member.write { try AddLedgerCategory(details)($0) }
        return member.goTo(
          .ledger(.ledgerCategories), saying: .money(.added(category.details.name)))
      } catch let failure as FinanceFailure {
        try draft.show(failure)
        return try await member.categoriesPage(nil, draft: draft)
      }
    }
  }

  func addUsualCategories() -> Endpoint {
    .member { member in
      try await member.write { try AddUsualLedgerCategories()($0) }
      return member.goTo(.ledger(.ledgerCategories))
    }
  }

  func ledgerCategoryPage(_ id: RecordID) -> Endpoint {
    .member { member in try await member.categoriesPage(id, draft: nil) }
  }

  func editLedgerCategory(_ id: RecordID) -> Endpoint {
    .member { member in
      let words = try await member.words()
      var draft = OwnCategoryDraft(member.form, words: words)
      let edit = EditLedgerCategory(
        categoryID: id, details: draft.details, base: draft.base(words: words))
      do {
        let category = try await member.write { try edit($0) }
        return member.goTo(
          .ledger(.ledgerCategories), saying: .money(.saved(category.details.name)))
      } catch let failure as FinanceFailure {
        try draft.show(failure)
        return try await member.categoriesPage(id, draft: draft)
      }
    }
  }

  func deleteLedgerCategory(_ id: RecordID) -> Endpoint {
    .member { member in
      let category = try await member.write { try DeleteLedgerCategory(categoryID: id)($0) }
      return member.goTo(
        .ledger(.ledgerCategories), saying: .money(.categoryDeleted(category.details.name)))
    }
  }
}

private typealias OwnCategoryDraft = RecordDraft<CategoryDetails>

extension RecordDraft<CategoryDetails> {
  fileprivate init(_ form: HTTPParameters, words: Catalogue) {
    self.init(form, CategoryDetails.fields, standard: CategoryDetails(name: ""), words: words)
  }

  /// Shows what the form can show; throws everything else.
  fileprivate mutating func show(_ failure: FinanceFailure) throws {
    switch failure {
    case .invalid(let problems): show(problems, other: .name)
    case .nameTaken: values[.name].problem = .nameTaken(values[.name].text)
    default: throw failure
    }
  }
}

extension Member {
  fileprivate func categoriesPage(
    _ changed: RecordID?, draft: OwnCategoryDraft?
  ) async throws -> HTTPResponse {
    try await page(
      status: draft == nil ? .ok : .unprocessableContent,
      { LedgerCategoriesPage.view($0, in: $1) },
      load: { reader in
        let categories = try LedgerCategory.own(in: reader.connection)
        var shown = draft
        if let changed {
          guard let category = categories.first(where: { $0.id == changed }) else { return nil }
          shown =
            draft
            ?? OwnCategoryDraft(category.details, CategoryDetails.fields, words: reader.words)
        }
        var model = LedgerCategoriesPage.Model(
          rows: categories.map {
            LedgerCategoriesPage.Row(
              id: $0.id, name: $0.details.name, emoji: $0.details.emoji,
              colour: PaletteColour(index: $0.details.colorIndex))
          })
        model.changed = changed
        if let shown {
          (model.values, model.version) = (shown.values, shown.version)
          model.colour = PaletteColour(index: shown.details.colorIndex)
        }
        return model
      })
  }
}
