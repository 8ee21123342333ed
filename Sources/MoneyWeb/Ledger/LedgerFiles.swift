import FoundationEssentials
import Values
import Web

/// Taking one's own ledger out as a file, and bringing one in, which is shown first.
package enum LedgerFilesPage {
  package struct Model: Equatable, Sendable {
    package var problem: Problem?
    package var maxBytes: Int64
    /// What can still be undone, the newest first.
    package var recent: [RecentImport] = []
  }

  /// Why a file cannot be brought in.
  package enum Problem: Equatable, Sendable {
    case file(ImportFileProblem)
    case notALedger
    case newer
    /// The table that this page writes for spreadsheets.
    case spreadsheet
    /// The element of a list of the document, counted from 1, cannot be stored.
    case element(Kind, number: Int, [FieldNote])
  }

  /// A list of the document.
  package enum Kind: String, CaseIterable, Equatable, Sendable {
    case entries, categories, budgets, notes
  }

  /// What is wrong with a field of an element.
  package struct FieldNote: Equatable, Sendable {
    package var field: String
    package var problem: FieldProblem
  }

  package struct Row: Equatable, Sendable {
    package var title: String
    package var day: CalendarDay?
    package var amount: Money
    package var isIncome: Bool
  }

  /// What would come; nothing has yet.
  package struct Preview: Equatable, Sendable {
    package var id: String
    package var fileName: String
    package var entryCount: Int
    package var presentCount: Int
    package var budgetCount: Int
    /// What is added to shares of groups.
    package var noteCount: Int
    package var newCategories: [String] = []
    package var rows: [Row] = []
    /// Rows of a table that cannot be read.
    package var leftOutCount = 0
    package var problems: [GroupImportPage.Problem] = []
    /// What else is to be known of a table.
    package var notices: [GroupImportPage.Problem] = []
    /// Whether it is a table, whose columns can be named.
    package var hasColumns = false
    /// Whether the ledger has changed since the person saw the preview before.
    package var isStale = false

    var newCount: Int { entryCount + budgetCount + noteCount + newCategories.count }
  }

  /// Asks before an import is undone.
  package struct Undo: Equatable, Sendable {
    package var id: String
    package var fileName: String
    package var importedAt: Date
    package var entryCount: Int
    package var categoryCount: Int
    /// Budgets, and notes on shares of groups.
    package var otherCount: Int
    /// Titles of entries that were changed since.
    package var kept: [String] = []

    var isEmpty: Bool { entryCount + categoryCount + otherCount == 0 }
  }

  /// Posts to ``LedgerFileRoute/undoLedgerImport(_:)``.
  package static func undo(_ model: Undo, in context: ViewContext) -> HTML {
    let words = context.words
    var rows: [(icon: Icon, text: String, detail: String)] = []
    if model.entryCount > 0 { rows.append((.trash, words.entriesGo(model.entryCount), "")) }
    if model.categoryCount > 0 {
      rows.append((.tag, words.categoriesGo(model.categoryCount), ""))
    }
    if model.otherCount > 0 { rows.append((.check, words.budgetsGo(model.otherCount), "")) }
    if !model.kept.isEmpty {
      rows.append((.lock, words.entriesKept(model.kept.count), words.someOfImport(model.kept)))
    }
    return context.undoImport(
      of: model.fileName, importedAt: model.importedAt,
      crumbs: crumbs(words) + [Crumb(words.moveLedger, .ledgerFiles(.ledgerFiles))], rows,
      back: .ledgerFiles(.ledgerFiles),
      undo: model.isEmpty ? nil : .ledgerFiles(.undoLedgerImport(model.id)))
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.moveLedger, isLive: false) {
      context.top(words.moveLedger, crumbs: crumbs(words))
      div(.class("form-page")) {
        if let problem = model.problem { note(.bad) { words.ledgerFileProblem(problem) } }
        section(.class("card")) {
          div(.class("pad", "head")) { h2 { words.takeLedgerOut } }
          ul(.class("lines", "padded")) {
            settingLink(
              .ledgerFiles(.ledgerDocument), .download, words.exportDocument,
              words.ledgerDocumentHint)
            settingLink(
              .ledgerFiles(.ledgerTable), .download, words.exportTable, words.ledgerTableHint)
          }
        }
        section(.class("card", "pad", "stack")) {
          div {
            h2 { words.bringLedgerIn }
            p(.class("muted")) { words.bringLedgerInText }
          }
          context.importForm(
            .ledgerFiles(.ledgerFiles), words.ledgerFileKinds(words.fileSize(model.maxBytes)),
            accept: ".json,.zip,.csv,.tsv,.txt")
        }
        note { words.previewFirst }
        context.recentImports(model.recent, undo: { .ledgerFiles(.undoLedgerImport($0)) }) {
          words.importedLedger($1, $0.newCount)
        }
      }
    }
  }

  /// Posts to ``LedgerFileRoute/ledgerPreview(_:)``.
  package static func preview(_ model: Preview, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.importPreview, isLive: false) {
      context.top(
        words.importPreview,
        crumbs: crumbs(words) + [Crumb(words.moveLedger, .ledgerFiles(.ledgerFiles))],
        note: model.fileName)
      div(.class("stack")) {
        if model.isStale { note(.bad) { words.ledgerChangedSince } }
        importBuckets(
          [
            ImportBucket(words.bucketNew, model.entryCount, words.entriesComing, .good),
            ImportBucket(words.bucketPresent, model.presentCount, words.thereAlready, .calm),
            ImportBucket(
              words.bucketLeftOut, model.leftOutCount, words.stayOut,
              model.leftOutCount > 0 ? .warn : .calm),
          ], words)
        if !model.newCategories.isEmpty { note { words.categoriesComing(model.newCategories) } }
        if model.budgetCount > 0 { note { words.budgetsComing(model.budgetCount) } }
        if model.noteCount > 0 { note { words.shareNotesComing(model.noteCount) } }
        form(model, in: context)
        GroupImportPage.problems(words.staysOut, model.problems, words)
        GroupImportPage.problems(words.goodToKnow, model.notices, words)
        rows(model, words)
      }
    }
  }

  /// Posts to ``LedgerFileRoute/ledgerColumns(_:)``.
  package static func columns(
    _ model: GroupImportPage.Columns, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return GroupImportPage.columns(
      model, crumbs: crumbs(words) + [Crumb(words.moveLedger, .ledgerFiles(.ledgerFiles))],
      text: words.nameOwnColumnsText, to: .ledgerFiles(.ledgerColumns(model.id)),
      cancel: .ledgerFiles(.cancelLedgerImport(model.id)), in: context)
  }

  private static func form(_ model: Preview, in context: ViewContext) -> HTML {
    let words = context.words
    return context.importChoices(
      .ledgerFiles(.ledgerPreview(model.id)), cancel: .ledgerFiles(.cancelLedgerImport(model.id)),
      run: model.newCount > 0 ? words.bringLedgerInNow : nil,
      more: model.hasColumns
        ? linkButton(
          .ledgerFiles(.ledgerColumns(model.id)), words.nameColumns, .edit, style: .quiet)
        : .empty
    ) {
      if model.newCount == 0 { p { words.nothingNew } }
    }
  }

  private static func crumbs(_ words: Catalogue) -> [Crumb] {
    [Crumb(words.money, .groups(.groups())), Crumb(words.personal, .ledger(.ledger()))]
  }

  private static func rows(_ model: Preview, _ words: Catalogue) -> HTML {
    importRows(words.newEntriesTitle, model.rows, total: model.entryCount, words) { row in
      HTML(joining: [
        div(.class("grow")) {
          b { row.title }
          small { row.day.map { words.day($0) } ?? "" }
        },
        span(.class("num", row.isIncome ? "plus" : nil)) {
          words.amount(row.amount, row.isIncome ? .income : .spending)
        },
      ])
    }
  }
}
