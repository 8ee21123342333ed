import SharingWeb
import Web

extension GroupActivityPage: ZoneActivity {
  package typealias Problem = HistoryProblem

  package static func sentence(_ line: Line, _ words: Catalogue) -> String {
    words.groupActivity(line)
  }

  package static func difference(
    _ difference: Difference, _ row: Row, of group: ZoneLink, in context: ViewContext
  ) -> HTML {
    HTML(text: context.words.difference(difference))
  }

  package static func problem(_ problem: HistoryProblem, _ words: Catalogue) -> String {
    words.historyProblem(problem)
  }

  package static func title(of expense: String, _ words: Catalogue) -> String {
    words.historyTitle(of: expense)
  }

  package static func crumbs(_ group: ZoneLink, _ words: Catalogue) -> [Crumb] {
    MembersPage.crumbs(group, words)
  }

  package static func route(to place: ActivityPlace, in group: String) -> Route {
    switch place {
    case .record(let expense): .expenses(.expense(group: group, expense: expense))
    case .activity(let expense?, let before):
      .history(.expenseHistory(group: group, expense: expense, before: before))
    case .activity(nil, let before): .history(.groupActivity(group: group, before: before))
    case .change(let sequence): .history(.groupChange(group: group, sequence: sequence))
    }
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
        sequence: row.sequence, person: row.person, isYou: row.isYou, at: row.at),
      lines: [
        context.activityLine(words.groupActivity(.record(.removed, row.subject))),
        small(.class("num")) { details.compactMap(\.self).joined(separator: " · ") },
        row.isKnown ? .empty : small { words.contentIsGone },
      ],
      action: model.canWrite && row.isKnown
        ? context.postButton(route, words.restoreDeleted, .undo) : .empty)
  }
}
