import Families
import SyncProtocol
import Values

// Use cases of families on the day that they are about.
extension RoutineUseCase {
  package init(
    routineID: RecordID, day: CalendarDay, personID: AccountID, stepID: RecordID? = nil
  ) {
    self.init(routineID: routineID, day: day, personID: personID, stepID: stepID, today: day)
  }
}

extension RoutineTask {
  package init(routineID: RecordID, day: CalendarDay, personID: AccountID) {
    self.init(routineID: routineID, day: day, personID: personID, today: day)
  }
}

extension WishReward {
  /// At the end of time: all stars count.
  package init(rewardID: RecordID) { self.init(rewardID: rewardID, today: .lastOfTime) }
}

extension DecideWish {
  package init(wishID: RecordID, isGranted: Bool) {
    self.init(wishID: wishID, isGranted: isGranted, today: .lastOfTime)
  }
}

extension CalendarDay {
  package static let lastOfTime = CalendarDay(year: 9999, month: 12, day: 31)
}
