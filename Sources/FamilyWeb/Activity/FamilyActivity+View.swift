import SharingWeb
import Web

extension FamilyActivityPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let id = model.family.id
    let frame = ActivityFrame(
      title: words.activity(of: model.family.name),
      crumbs: [Crumb(model.family.name, .days(.day(family: id)))], problem: nil,
      isUnreachable: model.isUnreachable,
      older: model.older.map { .familyActivity(.familyActivity(family: id, before: $0)) },
      isCutOff: model.isCutOff)
    return context.activityPage(frame, rows: model.rows.map { row($0, in: context) })
  }

  private static func row(_ row: Row, in context: ViewContext) -> HTML {
    let words = context.words
    return context.activityRow(
      ActivityAuthor(
        sequence: row.sequence, person: row.person,
        name: row.isYou ? words.youInFamily : words.activityPerson(row.person.name), at: row.at),
      lines: row.lines.map { line($0, in: context) }, action: .empty)
  }

  private static func line(_ line: Line, in context: ViewContext) -> HTML {
    let words = context.words
    guard case .record(_, let subject, let differences) = line else {
      return context.activityLine(words.familyActivity(line))
    }
    return context.activityLine(
      words.familyActivity(line), subject.route,
      fields: differences.map { difference in li { words.familyDifference(difference) } })
  }
}
