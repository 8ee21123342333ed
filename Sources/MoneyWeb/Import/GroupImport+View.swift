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
    [Crumb(words.money, .groups(.groups))]
  }

  /// Posts `file` and `group` (empty for a new one) to ``GroupImportRoute/choose(group:)``.
  private static func choose(_ model: Choose, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.importExpenses, isLive: false) {
      context.top(words.importExpenses, crumbs: crumbs(words), note: words.importExpensesIntro)
      div(.class("form-page")) {
        if let problem = model.problem { note(.bad) { words.expenseFileProblem(problem) } }
        section(.class("card", "pad")) {
          context.uploadForm(.groupImports(.choose())) {
            label(.class("drop", "tall")) {
              Icon.upload(28)
              span { words.chooseFile }
              small { words.expenseFileKinds(words.fileSize(model.maxBytes)) }
              input(
                .type("file"), .name("file"), .accept(".csv,.tsv,.txt,.json,.zip"), .required(),
                .ariaLabel(words.chooseFile), .dataPreview("import-file"))
            }
            div(.class("previews"), .id("import-file"))
            context.picker(
              "group", words.importIntoGroup, FieldValue(model.groupID ?? ""),
              [("", words.aNewGroup)] + model.groups.map { ($0.id, $0.name) })
            actions { submit(words.showPreview, .arrow) }
          }
        }
        note { words.previewFirst }
        recent(model.recent, in: context)
      }
    }
  }

  private static func recent(_ imports: [Recent], in context: ViewContext) -> HTML {
    let words = context.words
    guard !imports.isEmpty else { return .empty }
    return section(.class("card", "pad"), .id("imports")) {
      h2 { words.recentImports }
      p(.class("muted")) { words.recentImportsNote }
      ul(.class("lines")) {
        imports.map { entry in
          li {
            div(.class("grow")) {
              b { entry.fileName }
              small {
                words.importedExpenses(
                  words.ago(entry.importedAt, now: context.now), entry.expenseCount)
              }
            }
            linkButton(.groupImports(.undo(entry.id)), words.undoStep, .undo, style: .quiet)
          }
        }
      }
    }
  }

  /// Posts `role`, once for each column, to ``GroupImportRoute/columns(_:)``.
  private static func columns(_ model: Columns, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.nameColumns, isLive: false) {
      context.top(words.nameColumns, crumbs: importCrumbs(words), note: model.fileName)
      div(.class("form-page")) {
        note { words.nameColumnsText }
        model.missing.map { missing in note(.bad) { words.missingColumn(missing) } }
        context.postForm(.groupImports(.columns(model.id)), .class("card", "pad")) {
          model.columns.enumerated().map { number, column in
            context.picker(
              "role-\(number)", column.heading, FieldValue(column.role),
              ColumnRole.allCases.map { ($0.rawValue, words.columnRole($0)) })
          }
          actions {
            button(.class("btn", "quiet"), .type("submit"), .form("cancel")) { words.cancel }
            submit(words.showPreview, .arrow)
          }
        }
        context.postForm(.groupImports(.cancel(model.id)), .id("cancel")) { HTML.empty }
      }
    }
  }

  static func importCrumbs(_ words: Catalogue) -> [Crumb] {
    crumbs(words) + [Crumb(words.importExpenses, .groupImports(.choose()))]
  }

  private static func progress(_ model: Progress, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.importingExpenses, isLive: false, refreshSeconds: 2) {
      context.top(words.importingExpenses, note: model.fileName)
      section(.class("card", "pad")) {
        Web.progress(
          done: model.doneCount, total: model.totalCount,
          model.areFiles
            ? words.fileProgress(model.doneCount, of: model.totalCount)
            : words.expenseProgress(model.doneCount, of: model.totalCount))
        p(.class("muted")) { words.mayLeave }
      }
      actions {
        linkButton(.groupImports(.progress(model.id)), words.howFar, .sync, style: .quiet)
      }
    }
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
      let more = model.kept.count - 20
      let names = Array(model.kept.prefix(20)) + (more > 0 ? [words.andMore(more)] : [])
      rows.append((.lock, words.expensesKept(model.kept.count), words.list(names)))
    }
    return context.question(
      words.undoImportTitle,
      model.isEmpty
        ? words.nothingToUndo
        : words.undoImportText(
          model.fileName, words.ago(model.importedAt, now: context.now)),
      icon: .undo, crumbs: importCrumbs(words), rows: rows
    ) {
      linkButton(.groupImports(.choose()), words.cancel, style: .quiet)
      if !model.isEmpty {
        context.postButton(
          .groupImports(.undo(model.id)), words.undoImport, .undo, style: .destructive)
      }
    }
  }
}
