import Values
import Web

extension FamilyImportPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    switch model {
    case .choose(let choose): self.choose(choose, in: context)
    case .preview(let preview): self.preview(preview, in: context)
    case .progress(let progress): self.progress(progress, in: context)
    case .result(let result): self.result(result, in: context)
    }
  }

  private static func importCrumbs(_ words: Catalogue) -> [Crumb] {
    [
      Crumb(words.family, .family(.families)),
      Crumb(words.importFamily, .familyImports(.choose)),
    ]
  }

  /// Posts `file` to ``FamilyImportRoute/choose``.
  private static func choose(_ model: Choose, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.importFamily, isLive: false) {
      context.top(
        words.importFamily, crumbs: [Crumb(words.family, .family(.families))],
        note: words.importFamilyText)
      div(.class("form-page")) {
        if let problem = model.problem { note(.bad) { problem } }
        section(.class("card", "pad")) {
          context.importForm(
            .familyImports(.choose), words.familyFileKinds(words.fileSize(model.maxBytes)),
            accept: ".zip,.jsonl")
        }
        note { words.previewFirst }
        context.recentImports(model.recent, undo: { .familyImports(.undo($0)) }) {
          words.importedRecords($1, $0.newCount)
        }
      }
    }
  }

  /// Posts who is who to ``FamilyImportRoute/run(_:)``.
  private static func preview(_ model: Preview, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.importPreview, isLive: false) {
      context.top(
        words.importPreview, crumbs: importCrumbs(words),
        note: words.fileAndFamily(model.fileName, model.familyName))
      div(.class("form-page", "stack")) {
        if let failure = model.failure { note(.bad) { failure } }
        if let obstacle = model.obstacle { note(.bad) { obstacle } }
        if model.isStale { note(.bad) { words.familyChangedSince } }
        if model.isChanged { note { words.choicesChanged } }
        if model.obstacle == nil {
          note {
            model.into.map { words.comesInto($0) } ?? words.becomesNew(model.familyName)
          }
        }
        parts(words.whatComes, model.parts, words)
        form(model, in: context)
        problems(model.problems, words)
      }
    }
  }

  private static func form(_ model: Preview, in context: ViewContext) -> HTML {
    let words = context.words
    let canImport = model.obstacle == nil && model.newCount > 0
    return context.importChoices(
      .familyImports(.run(model.id)), cancel: .familyImports(.cancel(model.id)),
      look: model.people.isEmpty ? nil : words.previewAgain,
      run: canImport ? words.importNow : nil
    ) {
      if !model.people.isEmpty {
        fieldset(.class("plain")) {
          legend { words.whoIsWho }
          p(.class("muted")) { words.whoIsWhoText }
          div(.class("columns")) {
            model.people.enumerated().map { number, person in
              context.picker(
                "person-\(number)", person.name, FieldValue(person.accountID ?? ""),
                [("", words.staysName)] + model.candidates.map { ($0.id, $0.name) })
            }
          }
        }
      }
      if model.obstacle == nil, model.newCount == 0 { p { words.nothingNew } }
    }
  }

  /// How much there is of everything.
  private static func parts(_ title: String, _ parts: [Part], _ words: Catalogue) -> HTML {
    guard !parts.isEmpty else { return .empty }
    return section(.class("card", "pad")) {
      h2 { title }
      keyValues(
        parts.map { part in
          (
            part.name.prefix(1).uppercased() + part.name.dropFirst(),
            HTML(text: words.countNew(part.newCount, present: part.presentCount))
          )
        })
    }
  }

  private static func problems(_ model: Problems, _ words: Catalogue) -> HTML {
    importProblems(
      words.mendedOrLeftOut, model.sentences.map { (nil, $0) }, total: model.count, words)
  }

  private static func progress(_ model: ImportProgress, in context: ViewContext) -> HTML {
    let words = context.words
    return context.importPage(
      words.importing, model,
      model.areFiles
        ? words.pictureProgress(model.doneCount, of: model.totalCount)
        : words.recordProgress(model.doneCount, of: model.totalCount))
  }

  private static func result(_ model: Result, in context: ViewContext) -> HTML {
    let words = context.words
    let title = words.broughtBack(model.family.name)
    return context.page(title, isLive: false) {
      context.top(title, crumbs: importCrumbs(words))
      div(.class("form-page", "stack")) {
        parts(words.whatCame, model.parts, words)
        problems(model.problems, words)
        actions {
          if let undoID = model.undoID {
            linkButton(.familyImports(.undo(undoID)), words.undoImport, .undo)
          }
          linkButton(
            .days(.day(family: model.family.id)), words.seeFamily, .arrow, style: .primary)
        }
      }
    }
  }

  /// Posts to ``FamilyImportRoute/undo(_:)``.
  package static func undo(_ model: Undo, in context: ViewContext) -> HTML {
    let words = context.words
    var rows: [(icon: Icon, text: String, detail: String)] = []
    if model.isWhole {
      rows.append((.people, words.familyGoes, ""))
    } else if model.removedCount > 0 {
      rows.append((.trash, words.recordsGo(model.removedCount), ""))
    }
    if model.keptCount > 0 {
      rows.append((.lock, words.recordsStay(model.keptCount), words.recordsStayWhy))
    }
    return context.undoImport(
      of: model.fileName, importedAt: model.importedAt, crumbs: importCrumbs(words), rows,
      back: .familyImports(.choose), undo: model.isEmpty ? nil : .familyImports(.undo(model.id)))
  }
}
