import Web

extension ViewContext {
  /// What is to be done and what was done for an item, in a card of its page.
  func maintenance(_ model: ItemMaintenance) -> HTML {
    let add =
      model.canEdit
      ? linkButton(
        .maintenance(.newMaintenance(item: model.itemID)), words.addMaintenance, .plus)
      : HTML.empty
    return card(words.maintenance, link: add, id: "maintenance") {
      if model.open.isEmpty, model.done.isEmpty {
        p(.class("muted")) { words.noMaintenance }
      }
      if !model.open.isEmpty { maintenanceList(model.open, canEdit: model.canEdit) }
      if !model.done.isEmpty {
        details(.class("more", "plain-more")) {
          summary {
            span(.class("grow")) { words.doneCount(model.done.count) }
            if !model.costs.isEmpty {
              small(.class("num")) {
                words.costTotal(words.list(model.costs.map { words.money($0) }))
              }
            }
            Icon.chevronDown(16)
          }
          maintenanceList(model.done, canEdit: model.canEdit)
        }
      }
    }
  }

  /// The entries below each other, each with its way to be done or changed.
  func maintenanceList(_ rows: [MaintenanceRow], canEdit: Bool) -> HTML {
    ul(.class("lines")) { rows.map { maintenanceRow($0, canEdit: canEdit) } }
  }

  private func maintenanceRow(_ row: MaintenanceRow, canEdit: Bool) -> HTML {
    li(.id("maintenance-\(row.id)")) {
      row.isDone ? Icon.check() : row.isOverdue ? Icon.warning() : Icon.tools()
      span(.class("grow")) {
        b { row.title }
        small {
          if let name = row.itemName {
            a(.class("link"), .href(.items(.item(row.itemID)))) { name }
            " · "
          }
          facts(row)
        }
        if !row.notes.isEmpty { small { row.notes } }
        row.papers.map { paper in
          small {
            a(.class("link", "paper-link"), .href(.papers(.paper(paper.id))), .download()) {
              Icon.file(16)
              paper.name
            }
          }
        }
      }
      if canEdit {
        div(.class("row", "beside")) {
          if !row.isDone {
            linkButton(.maintenance(.completeMaintenance(row.id)), words.markDone, .check)
          }
          a(
            .class("btn", "quiet", "icon"), .href(.maintenance(.maintenanceEntry(row.id))),
            .ariaLabel(words.editNamed(row.title))
          ) { Icon.edit() }
        }
      }
    }
  }

  private func facts(_ row: MaintenanceRow) -> String {
    var parts = [words.standing(row.standing)]
    if let interval = row.interval { parts.append(words.every(interval)) }
    if let cost = row.cost { parts.append(words.money(cost)) }
    return parts.joined(separator: " · ")
  }
}

extension MaintenanceRow {
  fileprivate var isDone: Bool { if case .done = standing { true } else { false } }
  fileprivate var isOverdue: Bool { if case .overdue = standing { true } else { false } }
}

extension MaintenancePage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.home.id
    let title = model.isDone ? words.maintenanceDoneTitle : words.maintenance
    return context.page(title) {
      context.top(title, crumbs: [Crumb(model.home.name, .homes(.home(home)))]) {
        linkButton(
          .maintenance(.maintenance(home: home, isDone: !model.isDone)),
          model.isDone ? words.whatIsToDo : words.whatWasDone, model.isDone ? .tools : .check)
      }
      div(.class("stack")) {
        if model.rows.isEmpty {
          section(.class("card")) {
            emptyState(
              "🧰", model.isDone ? words.nothingDoneTitle : words.nothingToDoTitle,
              words.nothingToDoText)
          }
        }
        groups(model, words).map { group in
          card(group.title) {
            context.maintenanceList(group.rows, canEdit: model.role != .viewer)
          }
        }
        nav(.class("pager"), .ariaLabel(words.pages)) {
          if !model.isFirst {
            linkButton(
              .maintenance(.maintenance(home: home, isDone: model.isDone)), words.backToStart,
              .chevronLeft, style: .quiet)
          }
          if let next = model.next {
            linkButton(
              .maintenance(.maintenance(home: home, isDone: model.isDone, after: next)),
              words.showMore, .chevronDown)
          }
        }
      }
    }
  }

  /// The rows under the headings they belong to, those with rows alone.
  private static func groups(
    _ model: Model, _ words: Catalogue
  ) -> [(title: String, rows: [MaintenanceRow])] {
    var groups: [(title: String, rows: [MaintenanceRow])] = []
    for row in model.rows {
      let title =
        switch row.standing {
        case .overdue: words.overdueTitle
        case .soon: words.soonTitle
        case .later: words.laterTitle
        case .someday: words.somedayTitle
        case .done: words.maintenanceDoneTitle
        }
      if groups.last?.title == title {
        groups[groups.count - 1].rows.append(row)
      } else {
        groups.append((title, [row]))
      }
    }
    return groups
  }
}
