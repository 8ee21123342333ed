import ThingsWeb
import Web

extension ImportPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    switch model {
    case .choose(let choose): self.choose(choose, in: context)
    case .preview(let preview): self.preview(preview, in: context)
    case .progress(let progress): self.progress(progress, in: context)
    case .result(let result): self.result(result, in: context)
    }
  }

  /// Posts `file`, `home` (empty for a new one) to ``Route/importing(home:)``.
  private static func choose(_ model: Choose, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.importTitle, isLive: false) {
      context.top(words.importTitle, note: words.importIntro)
      div(.class("form-page")) {
        if let problem = model.problem { note(.bad) { words.problem(problem) } }
        section(.class("card", "pad")) {
          context.importForm(
            .importing(.importing()), words.fileKinds(words.fileSize(model.maxBytes)),
            accept: ".csv,.tsv,.txt,.zip"
          ) {
            context.picker(
              "home", words.importInto, FieldValue(model.homeID ?? ""),
              model.homes.map { ($0.id, $0.name) } + [("", words.aNewHome)])
          }
        }
        note { words.previewFirst }
        actions {
          linkButton(
            context.landmarks.familyImport, words.familyFromFile, .people, style: .quiet)
          linkButton(.export(.exports), words.exportTitle, .download, style: .quiet)
        }
        context.recentImports(model.recent)
      }
    }
  }

  private static func progress(_ model: ImportProgress, in context: ViewContext) -> HTML {
    let words = context.words
    return context.importPage(
      words.importing, model,
      model.areFiles
        ? words.photoProgress(model.doneCount, of: model.totalCount)
        : words.progress(model.doneCount, of: model.totalCount))
  }

  private static func result(_ model: Result, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.imported, isLive: false) {
      context.top(
        words.imported, crumbs: [Crumb(model.home.name, .homes(.home(model.home.id)))])
      div(.class("stack")) {
        buckets(
          words, new: model.newCount, updated: model.updatedCount, unchanged: model.unchangedCount,
          needsFixing: model.skippedCount, isDone: true)
        if model.photoCount > 0 { note(.good) { words.photosCame(model.photoCount) } }
        problems(words.notImported, model.problems, words)
        problems(words.goodToKnow, model.notices, total: model.noticeCount, words)
        actions {
          if let undoID = model.undoID {
            linkButton(.importing(.undoImport(undoID)), words.undoImport, .undo)
          }
          linkButton(
            .items(.homeItems(home: model.home.id)), words.seeItems, .arrow, style: .primary)
        }
      }
    }
  }
}
