import Values
import Web

/// Taking one's own ledger out as a file, and bringing one in, which is shown first.
package enum LedgerFilesPage {
  package static let maxShown = 50

  package struct Model: Equatable, Sendable {
    package var problem: Problem?
    package var maxBytes: Int64
  }

  /// Why a file cannot be brought in.
  package enum Problem: Equatable, Sendable {
    case file(ImportFileProblem)
    case notALedger
    case newer
    /// The table that this page writes for spreadsheets.
    case spreadsheet
    /// A table without columns that are called like this.
    case columns([GroupImportPage.MissingColumn])
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
    /// Whether the ledger has changed since the person saw the preview before.
    package var isStale = false

    var newCount: Int { entryCount + budgetCount + noteCount + newCategories.count }
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
          context.uploadForm(.ledgerFiles(.ledgerFiles)) {
            label(.class("drop", "tall")) {
              Icon.upload(28)
              span { words.chooseFile }
              small { words.ledgerFileKinds(words.fileSize(model.maxBytes)) }
              input(
                .type("file"), .name("file"), .accept(".json,.zip,.csv,.tsv,.txt"), .required(),
                .ariaLabel(words.chooseFile), .dataPreview("import-file"))
            }
            div(.class("previews"), .id("import-file"))
            actions { submit(words.showPreview, .arrow) }
          }
        }
        note { words.previewFirst }
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
        section(.class("stats"), .ariaLabel(words.atAGlance)) {
          box(words.bucketNew, model.entryCount, words.entriesComing, "good", words)
          box(words.bucketPresent, model.presentCount, words.thereAlready, "calm", words)
        }
        if !model.newCategories.isEmpty { note { words.categoriesComing(model.newCategories) } }
        if model.budgetCount > 0 { note { words.budgetsComing(model.budgetCount) } }
        if model.noteCount > 0 { note { words.shareNotesComing(model.noteCount) } }
        if model.newCount == 0 { note { words.nothingNew } }
        problems(model, words)
        rows(model, words)
        actions {
          context.postButton(
            .ledgerFiles(.cancelLedgerImport(model.id)), words.cancel, style: .quiet)
          if model.newCount > 0 {
            context.postButton(
              .ledgerFiles(.ledgerPreview(model.id)), words.bringLedgerInNow, .check,
              style: .primary)
          }
        }
      }
    }
  }

  private static func crumbs(_ words: Catalogue) -> [Crumb] {
    [Crumb(words.money, .groups(.groups)), Crumb(words.personal, .ledger(.ledger()))]
  }

  private static func box(
    _ title: String, _ count: Int, _ note: String, _ tone: String, _ words: Catalogue
  ) -> HTML {
    div(.class("card", "stat", "bucket", tone)) {
      small { title }
      b(.class("num")) { words.number(count) }
      small { note }
    }
  }

  /// What of a table stays out, and what else is to be known of it.
  private static func problems(_ model: Preview, _ words: Catalogue) -> HTML {
    guard !model.problems.isEmpty else { return .empty }
    return section(.class("card", "pad", "stack")) {
      if model.leftOutCount > 0 { b { words.rowsStayOut(model.leftOutCount) } }
      ul { model.problems.map { problem in li { words.groupImportProblem(problem) } } }
    }
  }

  private static func rows(_ model: Preview, _ words: Catalogue) -> HTML {
    guard !model.rows.isEmpty else { return .empty }
    return details(.class("card", "more"), .open(model.entryCount <= 10)) {
      summary {
        h2 { words.newEntriesTitle }
        span(.class("chip", "num")) { words.number(model.entryCount) }
        Icon.chevronDown()
      }
      ul(.class("lines", "padded")) {
        model.rows.map { row in
          li {
            div(.class("grow")) {
              b { row.title }
              small { row.day.map { words.day($0) } ?? "" }
            }
            span(.class("num", row.isIncome ? "plus" : nil)) {
              words.amount(row.amount, row.isIncome ? .income : .spending)
            }
          }
        }
      }
      if model.entryCount > model.rows.count {
        p(.class("pad", "muted")) { words.andMore(model.entryCount - model.rows.count) }
      }
    }
  }
}
