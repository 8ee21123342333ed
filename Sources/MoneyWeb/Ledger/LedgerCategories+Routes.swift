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
      var draft = CategoryDraft(member.form, words: words)
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
      var draft = CategoryDraft(member.form, words: words)
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

extension Member {
  fileprivate func categoriesPage(
    _ changed: RecordID?, draft: CategoryDraft?
  ) async throws -> HTTPResponse {
    try await page(
      status: draft == nil ? .ok : .unprocessableContent, { CategoriesPage.view($0, in: $1) },
      load: { reader in
        CategoriesPage.Model(
          .person, try LedgerCategory.own(in: reader.connection), canWrite: true, changed, draft,
          reader.words)
      })
  }
}
