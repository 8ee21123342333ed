import Families
import HTTPServer
import Household
import SyncProtocol
import Values
import Web

/// The form of a routine: what was typed, and what can be read of it.
struct RoutineDraft: Sendable {
  private(set) var record: RecordDraft<RoutineDetails>
  let plan: RoutinePlan
  /// Steps that were there keep their ids, by which what was ticked names them.
  let steps: [RoutineStep]
  let inOrder: Bool
  /// The whole form as it was opened, as one text.
  let version: String
  var values: FormValues<FormName> { record.values }
  var details: RoutineDetails { record.details }

  private static let own: [FormName] = [
    .kind, .everyCount, .startsOn, .endsOn, .mode, .begins, .steps, .inOrder,
  ]

  /// - Parameters:
  ///   - people: everybody in the family, in the order in which turns go.
  ///   - known: the steps that the routine has.
  init(
    _ form: HTTPParameters, people: [AccountID], known: [RoutineStep], words: Catalogue
  ) {
    record = RecordDraft(
      form, RoutineDetails.fields, standard: RoutineDetails(title: ""), words: words)
    for name in Self.own { record.values[name] = FieldValue(form.first(name.rawValue) ?? "") }
    version = form.first("version") ?? ""
    plan = Self.plan(form, people, &record.values)
    steps = Self.steps(record.values[.steps].text, known: known)
    inOrder = form.first("inOrder") == "yes"
  }

  /// The form of a stored routine, or of a new one.
  init(
    _ details: RoutineDetails, _ plan: RoutinePlan, steps: [RoutineStep], inOrder: Bool,
    words: Catalogue
  ) {
    record = RecordDraft(details, RoutineDetails.fields, words: words)
    (self.plan, self.steps, self.inOrder) = (plan, steps, inOrder)
    let schedule = plan.schedule
    let texts: [(FormName, String)] = [
      (.kind, schedule.kind.rawValue), (.everyCount, String(schedule.everyCount)),
      (.startsOn, schedule.startsOn.text), (.endsOn, schedule.endsOn?.text ?? ""),
      (.mode, plan.mode.rawValue), (.begins, plan.people.first ?? ""),
      (.steps, steps.map(\.line).joined(separator: "\n")), (.inOrder, inOrder ? "yes" : ""),
    ]
    for (name, text) in texts { record.values[name] = FieldValue(text) }
    let days = (0..<7).filter { schedule.weekdays.contains(.day($0)) }
    version = URLCoding.encode(
      record.values.pairs(RoutineDetails.fields) + texts.map { ($0.rawValue, $1) }
        + plan.people.map { ("people", $0) } + days.map { ("weekday", String($0)) })
  }

  /// The form of a copy: it begins on a day of its own, and ends on none.
  ///
  /// - Parameter people: everybody in the family, in the order in which turns go.
  init(
    copyOf stored: Routine, people: [AccountID], from day: CalendarDay, words: Catalogue
  ) {
    self.init(AddRoutine(copyOf: stored, among: people, from: day), words: words)
  }

  /// The form of a routine that is not there yet.
  init(_ add: AddRoutine, words: Catalogue) {
    self.init(add.details, add.plan, steps: add.steps, inOrder: add.inOrder, words: words)
  }

  /// The routine as the opened form showed it; `nil` if that cannot be read.
  func base(of stored: Routine, people: [AccountID], words: Catalogue) -> Routine? {
    guard let form = HTTPParameters(version: version) else { return nil }
    let shown = RoutineDraft(form, people: people, known: stored.steps, words: words)
    guard !shown.values.hasProblems else { return nil }
    var base = stored
    var details = shown.details
    details.isArchived = stored.details.isArchived
    base.row.show(details, inOrder: shown.inOrder)
    (base.plan, base.steps) = (shown.plan, shown.steps)
    base.plan.turnsFrom = stored.plan.turnsFrom
    return base
  }

  mutating func show(_ problems: [InputProblem]) {
    record.values.show(
      problems,
      among: RoutineDetails.fields.map(\.formName) + Self.own + [.people, .weekdays],
      other: .title)
  }

  private static func plan(
    _ form: HTTPParameters, _ people: [AccountID], _ values: inout FormValues<FormName>
  ) -> RoutinePlan {
    let named = Set(form.all("people"))
    var chosen = people.filter(named.contains)
    // Somebody who has left meanwhile stays named, so that the domain can say so.
    chosen += form.all("people").filter { !people.contains($0) }
    if let first = form.first("begins"), let index = chosen.firstIndex(of: first) {
      chosen = Array(chosen[index...] + chosen[..<index])
    }
    let days = form.all("weekday").compactMap { Int($0) }.filter { (0..<7).contains($0) }
    let typed = InputText.line(values[.everyCount].text)
    let count = Int64(typed.isEmpty ? "1" : typed)
    if count.map({ !RoutineSchedule.counts.contains($0) }) ?? true {
      values[.everyCount].problem = .outOfRange(
        min: RoutineSchedule.counts.lowerBound, max: RoutineSchedule.counts.upperBound)
    }
    let start = values.day(.startsOn).flatMap { CalendarDay($0) }
    if start == nil, values[.startsOn].problem == nil { values[.startsOn].problem = .missing }
    let schedule = RoutineSchedule(
      RoutineSchedule.Kind(rawValue: values[.kind].text) ?? .weekdays,
      weekdays: .days(days), everyCount: count ?? 1,
      from: start ?? CalendarDay(year: 2000, month: 1, day: 1),
      through: values.day(.endsOn).flatMap { CalendarDay($0) })
    return RoutinePlan(
      schedule, RoutinePlan.Mode(rawValue: values[.mode].text) ?? .each, people: chosen)
  }

  /// One step on each line; an emoji in front is its picture, brackets around a line make it
  /// optional.
  private static func steps(_ text: String, known: [RoutineStep]) -> [RoutineStep] {
    RoutineStep.keepingIDs(
      text.split(whereSeparator: \.isNewline).map { RoutineStep(line: String($0)) }
        .filter { !$0.title.isEmpty || !$0.emoji.isEmpty }, of: known)
  }
}
