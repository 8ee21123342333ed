import SharingWeb
import Values
import Web

extension GroupImportPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    switch model {
    case .choose(let choose): self.choose(choose, in: context)
    case .columns(let columns): self.columns(columns, in: context)
    case .preview(let preview): self.preview(preview, in: context)
    case .progress(let progress): self.progress(progress, in: context)
    case .result(let result): self.result(result, in: context)
    }
  }

  private static func crumbs(_ words: Catalogue) -> [Crumb] {
    [Crumb(words.money, .groups(.groups()))]
  }

  /// Posts `file` and `group` (empty for a new one) to ``GroupImportRoute/choose(group:)``.
  private static func choose(_ model: Choose, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.importExpenses, isLive: false) {
      context.top(words.importExpenses, crumbs: crumbs(words), note: words.importExpensesIntro)
      div(.class("form-page")) {
        if let problem = model.problem { note(.bad) { words.expenseFileProblem(problem) } }
        section(.class("card", "pad")) {
          context.importForm(
            .groupImports(.choose()), words.expenseFileKinds(words.fileSize(model.maxBytes)),
            accept: ".csv,.tsv,.txt,.json,.zip"
          ) {
            context.picker(
              "group", words.importIntoGroup, FieldValue(model.groupID ?? ""),
              [("", words.aNewGroup)] + model.groups.map { ($0.id, $0.name) })
          }
        }
        note { words.previewFirst }
        context.recentImports(model.recent, undo: { .groupImports(.undo($0)) }) {
          words.importedExpenses($1, $0.newCount)
        }
      }
    }
  }

  private static func columns(_ model: Columns, in context: ViewContext) -> HTML {
    columns(
      model, crumbs: importCrumbs(context.words), text: context.words.nameColumnsText,
      to: .groupImports(.columns(model.id)), cancel: .groupImports(.cancel(model.id)), in: context)
  }

  /// Posts `role-0` and so on, one for each column.
  static func columns(
    _ model: Columns, crumbs: [Crumb], text: String, to route: Route, cancel: Route,
    in context: ViewContext
  ) -> HTML {
    let words = context.words
    return context.page(words.nameColumns, isLive: false) {
      context.top(words.nameColumns, crumbs: crumbs, note: model.fileName)
      div(.class("form-page")) {
        note { text }
        model.missing.map { missing in note(.bad) { words.missingColumn(missing) } }
        context.importChoices(
          route, cancel: cancel, run: nil, more: submit(words.previewImport, .arrow)
        ) {
          model.columns.enumerated().map { number, column in
            context.picker(
              "role-\(number)", column.heading, FieldValue(column.role),
              model.roles.map { role in
                (role.rawValue, words.columnRole(role, isOwn: model.isOwn))
              },
              FieldStyle(hint: column.sample.isEmpty ? nil : words.sampleOfColumn(column.sample)))
          }
        }
      }
    }
  }

  static func importCrumbs(_ words: Catalogue) -> [Crumb] {
    crumbs(words) + [Crumb(words.importExpenses, .groupImports(.choose()))]
  }

  private static func progress(_ model: ImportProgress, in context: ViewContext) -> HTML {
    let words = context.words
    return context.importPage(
      words.importingExpenses, model,
      model.areFiles
        ? words.fileProgress(model.doneCount, of: model.totalCount)
        : words.expenseProgress(model.doneCount, of: model.totalCount))
  }

  private static func result(_ model: Result, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.imported, isLive: false) {
      context.top(
        words.imported, crumbs: [Crumb(model.group.name, .groups(.group(model.group.id)))])
      div(.class("stack")) {
        buckets(
          words, new: model.newCount, present: model.presentCount, leftOut: model.leftOutCount,
          isDone: true)
        files(model.files, words, isDone: true)
        balances(model.balances, words)
        problems(words.notImported, model.problems, words)
        actions {
          if let undoID = model.undoID {
            linkButton(.groupImports(.undo(undoID)), words.undoImport, .undo)
          }
          linkButton(.groups(.group(model.group.id)), words.seeGroup, .arrow, style: .primary)
        }
      }
    }
  }

  /// Posts to ``GroupImportRoute/undo(_:)``.
  package static func undo(_ model: Undo, in context: ViewContext) -> HTML {
    let words = context.words
    var rows: [(icon: Icon, text: String, detail: String)] = []
    if let group = model.group { rows.append((.people, words.groupGoes(group), "")) }
    if model.expenseCount > 0 {
      rows.append((.trash, words.expensesGo(model.expenseCount), ""))
    }
    if model.memberCount > 0 { rows.append((.person, words.membersGo(model.memberCount), "")) }
    if model.categoryCount > 0 {
      rows.append((.tag, words.categoriesGo(model.categoryCount), ""))
    }
    if !model.kept.isEmpty {
      rows.append((.lock, words.expensesKept(model.kept.count), words.someOfImport(model.kept)))
    }
    return context.undoImport(
      of: model.fileName, importedAt: model.importedAt, crumbs: importCrumbs(words), rows,
      back: .groupImports(.choose()), undo: model.isEmpty ? nil : .groupImports(.undo(model.id)))
  }
}
