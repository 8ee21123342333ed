import Families
import Household
import Intake
import SyncProtocol
import Values

/// The commands about pictures of steps, and photos that show that something was done. The hub
/// keeps the files, so they are taken in there.
enum RoutinePictureCommands {
  static let all = [prove, photos, pictures, set, remove]

  private static let step = Command.Operand(name: "STEP", help: "the step: its title, or its id")
  private static let file = Command.Operand(name: "FILE", help: "the picture")
  private static let files = """
    The file is a JPEG, PNG, WebP or HEIC; it is kept without what says where and when it was taken.
    """

  // MARK: Photos

  private static let prove = Command(
    path: ["routine", "prove"], summary: "Note that a routine was done, with a photo that shows it",
    details: "Everybody in the family may, also for others. \(files)",
    operands: [RoutineCommands.routine, file],
    options: [RoutineDayCommands.on, RoutineDayCommands.who] + LocalFile.options,
    examples: [.init("hearth routine prove Room tidy.jpg --for Cyd", "a parent looks at it")]
  ) { invocation in
    let file = try LocalFile(try invocation.requiredOperand(1))
    let (place, hub, account) = try LocalFile.place(invocation)
    let task = try await place.read(invocation.terminal) {
      try RoutineDayCommands.task(invocation, $0)
    }
    let stored = try await hub.withIntake(of: account.id, imageProgram: LocalFile.program) {
      try await $0.take(file.content, called: file.name)
    }
    let outcome = try await place.write { _ in
      MoneyChange { DayEntryRow(try ProveRoutine(task, stored)($0), on: task.day) }
    } show: { row, reader in
      try RoutineDayCommands.shown(row, reader)
    }
    return try outcome.report(invocation, "Noted.")
  }

  private static let photos = Command(
    path: ["routine", "photos"], summary: "List the photos that show that a routine was done",
    details: "Of one day, the latest \(RoutineProof.maxPerDay), the last one first.",
    operands: [RoutineCommands.routine], options: [RoutineDayCommands.on] + MoneyPlace.options,
    examples: [.init("hearth routine photos Room --on 2026-06-01", "one line each")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    let (rows, names) = try await invocation.read {
      reader in
      let family = try reader.family()
      let found = try RoutineProof.of(
        reader.routine(wanted, of: family).id, on: reader.day(invocation["on"], of: family),
        in: family.id, reader.connection)
      return (found.map { PictureRow($0) }, try reader.names(of: family))
    }
    return try invocation.list(rows, or: "No photo of that day.") { row in
      let who = names[row.personID ?? ""] ?? "somebody who left"
      return [who, row.createdAt, row.mediaType, "\(row.width) by \(row.height)", row.id]
    }
  }

  // MARK: Pictures of steps

  private static let pictures = Command(
    path: ["routine", "pictures"], summary: "List the pictures of a routine's steps",
    details: "In the order of the steps; one without a picture is left out.",
    operands: [RoutineCommands.routine], options: MoneyPlace.options,
    examples: [.init("hearth routine pictures Teeth", "one line each")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    let (rows, titles) = try await invocation.read {
      reader in
      let routine = try reader.routine(wanted, of: reader.family())
      let shown = try StepPicture.shown(of: [routine.id], in: routine.familyID, reader.connection)
      let titles = Dictionary(routine.steps.map { ($0.id, $0.label) }) { first, _ in first }
      return (routine.steps.compactMap { shown[$0.id] }.map { PictureRow($0) }, titles)
    }
    return try invocation.list(rows, or: "None of its steps has a picture.") { row in
      let step = row.stepID ?? ""
      return [titles[step] ?? "", row.mediaType, "\(row.width) by \(row.height)", step]
    }
  }

  private static let set = Command(
    path: ["routine", "set-picture"],
    summary: "Give a step a picture, in place of the one that it has",
    details: "Parents may. \(files)", operands: [RoutineCommands.routine, step, file],
    options: LocalFile.options,
    examples: [.init("hearth routine set-picture Teeth Top brush.jpg", "for who reads not yet")]
  ) { invocation in
    let file = try LocalFile(try invocation.requiredOperand(2))
    let (place, hub, account) = try LocalFile.place(invocation)
    let (routine, step) = try await place.read(invocation.terminal) { try named(invocation, $0) }
    let stored = try await hub.withIntake(of: account.id, imageProgram: LocalFile.program) {
      try await $0.take(file.content, called: file.name)
    }
    let outcome = try await place.write { _ in
      MoneyChange { try SetStepPicture(routineID: routine, stepID: step, file: stored)($0) }
    } show: { _, reader in
      let family = try reader.family().id
      guard
        let picture = try StepPicture.shown(of: [routine], in: family, reader.connection)[step]
      else { throw FamilyFailure.changedMeanwhile }
      return PictureRow(picture)
    }
    return try outcome.report(invocation) { "Set: \($0.width) by \($0.height)." }
  }

  private static let remove = Command(
    path: ["routine", "remove-picture"], summary: "Take a step's picture away",
    details: "Parents may.", operands: [RoutineCommands.routine, step],
    options: MoneyPlace.options,
    examples: [.init("hearth routine remove-picture Teeth Top", "its emoji is shown again")]
  ) { invocation in
    return try await invocation.write(saying: { (_: PictureRow) in "Removed." }) { reader in
      let (routine, step) = try named(invocation, reader)
      let family = try reader.family().id
      guard
        let picture = try StepPicture.shown(of: [routine], in: family, reader.connection)[step]
      else { throw CommandFailure.refused("the step has no picture; nothing was changed") }
      return MoneyChange {
        try SetStepPicture(routineID: routine, stepID: step, file: nil)($0)
        return PictureRow(picture)
      }
    }
  }

  /// The routine and the step that the command line names, for a parent.
  private static func named(
    _ invocation: Invocation, _ reader: MoneyReader
  ) throws -> (routine: RecordID, step: RecordID) {
    let family = try reader.family()
    guard try reader.role(in: family).canWrite else { throw FamilyFailure.parentsOnly }
    let routine = try reader.routine(try invocation.requiredOperand(0), of: family)
    let step = try reader.step(try invocation.requiredOperand(1), of: routine, at: "STEP")
    return (routine.id, step)
  }
}
