import Families
import Household

/// The messages for what use cases of families refuse.
extension CommandFailure {
  static func families(_ failure: FamilyFailure) -> CommandFailure {
    switch failure {
    case .familyNotFound: .refused("the account is in no family; nothing was changed")
    case .personNotFound: .refused("somebody is not in the family any more; nothing was changed")
    case .routineNotFound: .refused("the routine is gone; nothing was changed")
    case .absenceNotFound: .refused("the absence is gone; nothing was changed")
    case .parentsOnly:
      .refused("the account is a child in its family; a parent may do this. Nothing was changed")
    case .invalid(let problems): invalid(problems, options: familyOptions)
    case .alreadyInFamily:
      .refused("the account is in a family already; leave that first: hearth family leave")
    case .rewardNotFound: .refused("the reward is gone; nothing was changed")
    case .photoMissing:
      .refused(
        "the routine asks for a photo: hearth routine prove takes one in; a parent needs none")
    case .starsAreOff:
      .refused("the family has no stars; a parent turns them on: hearth family edit --stars on")
    case .tooFewStars: .refused("there are not enough stars for that; nothing was changed")
    case .wishIsOpen:
      .refused("somebody asks for the reward: decide the wish first; nothing was changed")
    case .notDue:
      .refused("the routine is not due for them on that day; see hearth routine day")
    case .tooFarAhead:
      .refused("that day is after tomorrow: nothing is noted of it yet; nothing was changed")
    case .outOfOrder:
      .refused(
        "another step comes first; see hearth routine day. Without --step all of them are ticked")
    case .changedMeanwhile:
      .refused("somebody else has changed the routine; look again. Nothing was changed")
    case .alreadyThere: .refused("it is there already; nothing was changed")
    }
  }

  /// What is asked for consists of amounts that the account does not see.
  static let amountsUnseen = refused(
    "the account is a child in its family, and sees no amounts in homes of others; a parent may")

  private static let familyOptions = [
    "people": "--who", "weekdays": "--days", "everyCount": "--every", "startsOn": "--from",
    "endsOn": "--until", "steps": "--step", "title": "TITLE", "name": "NAME", "emoji": "--emoji",
    "note": "--note", "timeZone": "--zone", "price": "--price",
  ]
}
