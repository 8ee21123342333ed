import SyncProtocol

// In which order the steps of a routine are done.
extension DayBoard.Entry {
  /// The steps in the order in which they are done: where the routine says so, the required ones
  /// come before the others.
  package var orderedSteps: [DayBoard.Step] {
    guard routine.details.requiredFirst else { return steps }
    return steps.filter { !$0.step.isOptional } + steps.filter(\.step.isOptional)
  }

  /// The steps that can be done now, of those that are open.
  package var nextSteps: Set<RecordID> {
    let open = orderedSteps.filter { !$0.isDone }
    if routine.row.inOrder { return Set(open.prefix(1).map(\.id)) }
    let required = open.filter { !$0.step.isOptional }
    return Set((routine.details.requiredFirst && !required.isEmpty ? required : open).map(\.id))
  }

  /// Whether an open step waits for others.
  package func comesLater(_ step: RecordID) -> Bool {
    let isOpen = steps.contains { $0.id == step && !$0.isDone }
    return isOpen && !nextSteps.contains(step)
  }
}
