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
          context.uploadForm(.familyImports(.choose)) {
            label(.class("drop", "tall")) {
              Icon.upload(28)
              span { words.chooseFile }
              small { words.familyFileKinds(words.fileSize(model.maxBytes)) }
              input(
                .type("file"), .name("file"), .accept(".zip,.jsonl"), .required(),
                .ariaLabel(words.chooseFile), .dataPreview("import-file"))
            }
            div(.class("previews"), .id("import-file"))
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
          li(.dataKey(entry.id)) {
            div(.class("grow")) {
              b { entry.fileName }
              small {
                words.importedRecords(
                  words.ago(entry.importedAt, now: context.now), entry.recordCount)
              }
            }
            linkButton(.familyImports(.undo(entry.id)), words.undoStep, .undo, style: .quiet)
          }
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
        context.postForm(.familyImports(.cancel(model.id)), .id("cancel")) { HTML.empty }
      }
    }
  }

  private static func form(_ model: Preview, in context: ViewContext) -> HTML {
    let words = context.words
    return context.postForm(.familyImports(.run(model.id)), .class("card", "pad", "stack")) {
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
      actions {
        // Of a form of its own: Enter in a field of this one is no wish to cancel.
        button(.class("btn", "quiet"), .type("submit"), .form("cancel")) { words.cancel }
        if !model.people.isEmpty {
          button(.class("btn"), .type("submit"), .name("look"), .value("yes")) {
            words.showAgain
          }
        }
        if model.obstacle == nil, model.newCount > 0 { submit(words.importNow, .check) }
      }
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
    guard model.count > 0 else { return .empty }
    return section(.class("card")) {
      div(.class("between", "pad", "head")) {
        h2 { words.mendedOrLeftOut }
        span(.class("chip", "num")) { words.number(model.count) }
      }
      ul(.class("lines", "padded", "problems")) {
        model.sentences.prefix(maxShown).map { sentence in
          li { span(.class("grow")) { sentence } }
        }
      }
      if model.count > min(maxShown, model.sentences.count) {
        p(.class("pad", "muted")) {
          words.andMoreProblems(model.count - min(maxShown, model.sentences.count))
        }
      }
    }
  }

  private static func progress(_ model: Progress, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.importing, isLive: false, refreshSeconds: 2) {
      context.top(words.importing, note: model.fileName)
      section(.class("card", "pad")) {
        Web.progress(
          done: model.doneCount, total: model.totalCount,
          model.areFiles
            ? words.pictureProgress(model.doneCount, of: model.totalCount)
            : words.recordProgress(model.doneCount, of: model.totalCount))
        p(.class("muted")) { words.mayLeave }
      }
      actions {
        linkButton(.familyImports(.progress(model.id)), words.howFar, .sync, style: .quiet)
      }
    }
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
    return context.question(
      words.undoImportTitle,
      model.isEmpty
        ? words.nothingToUndo
        : words.undoImportText(model.fileName, words.ago(model.importedAt, now: context.now)),
      icon: .undo, crumbs: importCrumbs(words), rows: rows
    ) {
      linkButton(.familyImports(.choose), words.cancel, style: .quiet)
      if !model.isEmpty {
        context.postButton(
          .familyImports(.undo(model.id)), words.undoImport, .undo, style: .destructive)
      }
    }
  }
}
