import Web

extension ViewContext {
  /// The list of papers with the form that adds more, inside a card.
  func papers(_ model: Papers) -> HTML {
    card(words.papers, id: "papers") {
      if !model.problems.isEmpty {
        refused(RefusedFiles(problems: model.problems, keptCount: model.keptCount))
      }
      if model.rows.isEmpty {
        p(.class("muted")) {
          model.entryID == nil ? words.noPapers : words.noMaintenancePapers
        }
      } else {
        ul(.class("lines")) { model.rows.map { paper($0, canEdit: model.canEdit) } }
      }
      if model.canEdit { paperUpload(model) }
    }
  }

  private func paper(_ row: Papers.Row, canEdit: Bool) -> HTML {
    li(.id("paper-\(row.id)")) {
      a(.class("row", "grow"), .href(.papers(.paper(row.id))), .download()) {
        row.state == .available ? Icon.file() : Icon.clock()
        span(.class("grow")) {
          b { row.name }
          small(.class("num")) {
            [words.paperKind(row.kind), words.fileSize(row.byteCount), words.day(row.addedOn)]
              .joined(separator: " · ")
          }
          if let title = row.maintenance { small { words.paperOfMaintenance(title) } }
          if row.state != .available { small { words.missingPaper(row.state) } }
        }
        Icon.download(18)
      }
      if canEdit {
        a(
          .class("btn", "quiet", "icon"), .href(.papers(.editPaper(row.id))),
          .ariaLabel(words.editNamed(row.name))
        ) { Icon.edit() }
      }
    }
  }

  private func paperUpload(_ model: Papers) -> HTML {
    let chosen = model.chosenKind ?? model.owner.kinds[0]
    return uploadForm(model.owner.upload, .class("stack")) {
      if let entry = model.entryID {
        input(.type("hidden"), .name("maintenance"), .value(entry))
      }
      picker(
        "kind", words.paperKindTitle, FieldValue(chosen.rawValue),
        model.owner.kinds.map { ($0.rawValue, words.paperKind($0)) })
      div(.class("field")) {
        label(.class("must"), .for("f-papers")) { words.addPapers }
        input(
          .class("input"), .id("f-papers"), .type("file"), .name("papers"), .multiple(),
          .required(), .accept("application/pdf,image/*,text/plain,.pdf,.txt,.md,.csv"),
          .ariaDescribedBy("f-papers-hint"))
        p(.class("hint"), .id("f-papers-hint")) { words.papersHint(model.maxBytes) }
      }
      div { submit(words.uploadPapers, .upload, style: .plain) }
    }
  }
}

extension PolicyPapersPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title = words.papersOf(model.provider)
    return context.page(title) {
      context.top(
        title,
        crumbs: [
          Crumb(model.home.name, .homes(.home(model.home.id))),
          Crumb(words.insurance, context.landmarks.insurance(of: model.home.id)),
        ])
      div(.class("form-page")) { context.papers(model.papers) }
    }
  }
}

extension PaperFormPage {
  /// Posts ``Field`` to ``PaperRoute/editPaper(_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.editPaper, isLive: false) {
      context.top(words.editPaper, crumbs: crumbs(model, in: context))
      div(.class("form-page", "stack")) {
        context.postForm(.papers(.editPaper(model.id)), .class("stack")) {
          input(.type("hidden"), .name("baseName"), .value(model.base.name))
          input(.type("hidden"), .name("baseKind"), .value(model.base.kind))
          section(.class("card", "pad")) {
            context.field(
              "name", words.paperName, model.values[.name],
              FieldStyle(hint: words.paperNameHint, maxLength: 200, isRequired: true))
            context.picker(
              "kind", words.paperKindTitle, model.values[.kind],
              Papers.Kind.allCases.map { ($0.rawValue, words.paperKind($0)) })
          }
          actions {
            linkButton(back(model), words.cancel, style: .quiet, fragment: "papers")
            submit(words.save, .check)
          }
        }
        section(.class("card", "pad")) {
          p(.class("muted")) { words.deletePaperText }
          context.postButton(
            .papers(.deletePaper(model.id)), words.deletePaper, .trash, style: .danger)
        }
      }
    }
  }

  private static func back(_ model: Model) -> Route {
    switch model.owner {
    case .item(let id): .items(.item(id))
    case .policy(let home, let id): .papers(.policyPapers(home: home, policy: id))
    }
  }

  private static func crumbs(_ model: Model, in context: ViewContext) -> [Crumb] {
    let home = Crumb(model.home.name, .homes(.home(model.home.id)))
    switch model.owner {
    case .item: return [home, Crumb(model.ownerName, back(model))]
    case .policy(let homeID, _):
      return [
        home, Crumb(context.words.insurance, context.landmarks.insurance(of: homeID)),
        Crumb(model.ownerName, back(model)),
      ]
    }
  }
}
