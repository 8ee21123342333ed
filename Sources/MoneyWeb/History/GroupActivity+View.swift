import AccountWeb
import SharingWeb
import Web

extension GroupActivityPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let frame = ActivityFrame(
      title: title(model, words), crumbs: crumbs(model, words),
      problem: model.problem.map { words.historyProblem($0) },
      isUnreachable: model.isUnreachable, older: model.older.map { older(model, $0) },
      isCutOff: model.isCutOff)
    return context.activityPage(frame, rows: model.rows.map { row($0, model, in: context) })
  }

  private static func title(_ model: Model, _ words: Catalogue) -> String {
    switch model.scope {
    case .group: words.activity(of: model.group.name)
    case .expense(_, let title): words.historyTitle(of: title)
    case .change: words.oneChange
    }
  }

  private static func crumbs(_ model: Model, _ words: Catalogue) -> [Crumb] {
    let group = MembersPage.crumbs(model.group, words)
    switch model.scope {
    case .group: return group
    case .expense(let id, let title):
      return group + [Crumb(title, .expenses(.expense(group: model.group.id, expense: id)))]
    case .change:
      return group + [
        Crumb(words.activity, .history(.groupActivity(group: model.group.id)))
      ]
    }
  }

  private static func older(_ model: Model, _ older: Int64) -> Route {
    if case .expense(let id, _) = model.scope {
      return .history(.expenseHistory(group: model.group.id, expense: id, before: older))
    }
    return .history(.groupActivity(group: model.group.id, before: older))
  }

  private static func row(_ row: Row, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let change = Route.history(.groupChange(group: model.group.id, sequence: row.sequence))
    let action: HTML =
      if !row.canTakeBack {
        .empty
      } else if model.scope == .change {
        context.postButton(change, words.takeBack, .undo, style: .danger)
      } else {
        linkButton(change, words.lookAndTakeBack, .undo, style: .quiet)
      }
    return context.activityRow(
      ActivityAuthor(
        sequence: row.sequence, person: row.person,
        name: row.isYou ? words.you : words.activityPerson(row.person.name), at: row.at),
      lines: row.lines.map { line($0, words, in: context) }, action: action)
  }

  private static func line(
    _ line: Line, _ words: Catalogue, in context: ViewContext
  ) -> HTML {
    guard case .record(_, let subject, let differences) = line else {
      return context.activityLine(words.groupActivity(line))
    }
    return context.activityLine(
      words.groupActivity(line), subject.route,
      fields: differences.map { difference in li { words.difference(difference) } })
  }
}

extension DeletedExpensesPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    let frame = ActivityFrame(
      title: words.deletedExpenses, crumbs: MembersPage.crumbs(model.group, words),
      problem: model.problem.map { words.historyProblem($0) },
      isUnreachable: model.isUnreachable,
      older: model.older.map { .history(.deletedExpenses(group: group, before: $0)) },
      isCutOff: model.isCutOff)
    return context.activityPage(
      frame, empty: emptyState("🗑️", words.nothingDeleted, words.nothingDeletedText),
      rows: model.rows.map { row($0, model, in: context) })
  }

  /// Posts to ``HistoryRoute/restoreExpense(group:sequence:expense:)``.
  private static func row(_ row: Row, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let route = Route.history(
      .restoreExpense(group: model.group.id, sequence: row.sequence, expense: row.expenseID))
    let details = [row.subject.amount.map { words.money($0) }, row.day.map { words.day($0) }]
    return context.activityRow(
      ActivityAuthor(
        sequence: row.sequence, person: row.person,
        name: row.isYou ? words.you : words.activityPerson(row.person.name), at: row.at),
      lines: [
        context.activityLine(words.groupActivity(.record(.removed, row.subject))),
        small(.class("num")) { details.compactMap(\.self).joined(separator: " · ") },
        row.isKnown ? .empty : small { words.contentIsGone },
      ],
      action: model.canWrite && row.isKnown
        ? context.postButton(route, words.restoreDeleted, .undo) : .empty)
  }
}
