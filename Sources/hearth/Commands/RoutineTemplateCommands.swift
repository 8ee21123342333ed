import Families
import Intake
import SyncProtocol
import Values

/// The commands that begin a routine with a template or with another routine.
enum RoutineTemplateCommands {
  static let all = [templates, begin, duplicate]

  private struct TemplateRow: Encodable, Sendable {
    let id: String
    let title: String
    let emoji: String
    let partOfDay: String
    let mode: String
    let inOrder: Bool
    let steps: [String]
  }

  private static let templates = Command(
    path: ["routine", "templates"], summary: "List routines that many families have",
    details: "hearth routine begin adds one of them.", options: MoneyPlace.options,
    examples: [.init("hearth routine templates", "their names first")]
  ) { invocation in
    let rows = try await invocation.read { reader in
      let family = try reader.family()
      guard try reader.role(in: family).canWrite else { throw FamilyFailure.parentsOnly }
      return RoutineTemplate.allCases.map { template in
        let details = template.details(reader.words)
        return TemplateRow(
          id: template.rawValue, title: details.title, emoji: details.emoji,
          partOfDay: details.partOfDay.rawValue, mode: template.mode.rawValue,
          inOrder: template.inOrder, steps: template.steps(reader.words).map(\.title))
      }
    }
    return try invocation.report(RowList(items: rows)) {
      TextColumns(
        rows.map { [$0.id, "\($0.emoji) \($0.title)", $0.steps.joined(separator: ", ")] }
      ).text
    }
  }

  private static let options: [Command.Option] =
    [.value("title", "TEXT", "what is done")] + RoutineCommands.fields + MoneyPlace.options

  private static let begin = Command(
    path: ["routine", "begin"], summary: "Add a routine of a template",
    details: """
      Parents may. It is for the children of the family, from today on; what is named replaces \
      what the template says.
      """,
    operands: [.init(name: "TEMPLATE", help: "its name, as hearth routine templates shows it")],
    options: options,
    examples: [
      .init("hearth routine begin morning", "for all children"),
      .init("hearth routine begin animal --title 'Feed Rex' --who Cyd --mode each", "for one"),
    ]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    guard let template = RoutineTemplate(rawValue: wanted) else {
      let names = RoutineTemplate.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure.refused("there is no template '\(wanted)'; there are: \(names)")
    }
    return try await add(invocation) { reader, family in
      AddRoutine(
        familyID: family.id, of: template, reader.words,
        among: try FamilyPerson.all(of: family.id, in: reader.connection),
        from: reader.today(of: family))
    }
  }

  private static let duplicate = Command(
    path: ["routine", "duplicate"], summary: "Add a copy of a routine",
    details: """
      Parents may. The copy begins today and ends on no day, and nothing of it is done; what is \
      named replaces what the other one says.
      """,
    operands: [RoutineCommands.routine], options: options,
    examples: [
      .init("hearth routine duplicate Teeth --title 'Teeth, at Grandma’s'", "a second one")
    ]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    return try await add(invocation) { reader, family in
      AddRoutine(
        copyOf: try reader.routine(wanted, of: family),
        among: try FamilyPerson.all(of: family.id, in: reader.connection).map(\.id),
        from: reader.today(of: family))
    }
  }

  /// Adds what a routine begins with, changed by what the command line says.
  private static func add(
    _ invocation: Invocation,
    _ begin: @escaping @Sendable (MoneyReader, Family) throws -> AddRoutine
  ) async throws -> ExitCode {
    return try await invocation.write(RoutineCommands.shown, saying: { "Added \($0.title)." }) {
      reader in
      let family = try reader.family()
      let found = try begin(reader, family)
      var typed = RoutineCommands.Typed(
        details: found.details, plan: found.plan, steps: found.steps, inOrder: found.inOrder)
      if let title = invocation["title"] { typed.details.title = title }
      try typed.take(invocation, reader, family)
      let add = AddRoutine(
        familyID: family.id, typed.details, typed.plan, steps: typed.steps,
        inOrder: typed.inOrder)
      return MoneyChange { try add($0) }
    }
  }
}
