import Families
import Household

extension FamilyFailure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .familyNotFound, .personNotFound, .routineNotFound, .absenceNotFound, .rewardNotFound:
      .notFound
    case .parentsOnly: .readOnlyFamily
    case .invalid(let problems): .invalid(problems.map { Problem.Fault(inFamily: $0) })
    case .alreadyInFamily:
      Problem(
        .conflict, "in_another_family", "the account is in another family; leave that first")
    case .photoMissing:
      Problem(
        .conflict, "photo_missing",
        "the routine asks for a photo of that day: proveRoutine takes one; a parent needs none")
    case .starsAreOff:
      Problem(.conflict, "stars_are_off", "the family has no stars; its settings turn them on")
    case .tooFewStars:
      Problem(.conflict, "too_few_stars", "there are not enough stars for that")
    case .wishIsOpen:
      Problem(
        .conflict, "wish_is_open", "somebody asks for the reward: decide the wish before")
    case .notDue:
      Problem(
        .conflict, "not_due", "the routine is not due for them on that day; get the day and look")
    case .tooFarAhead:
      Problem(
        .conflict, "too_far_ahead",
        "that day is after the family's tomorrow; nothing is noted of it yet")
    case .outOfOrder:
      Problem(
        .conflict, "out_of_order",
        "another step of the routine comes first; get the day and look")
    case .changedMeanwhile:
      Problem(
        .conflict, "changed", "somebody has changed the same of it; get it again and look")
    case .alreadyThere: Problem(.conflict, "already_there", "it is there already")
    }
  }
}

extension Problem {
  static let readOnlyFamily = Problem(
    .forbidden, "read_only_family",
    "this account is a child in that family, who reads and ticks; a parent may do it")
  static let notFamilyOwner = Problem(
    .forbidden, "not_owner", "only whoever founded the family may do this")
}

extension Problem.Fault {
  /// What is wrong with a field of a family's record.
  init(inFamily problem: InputProblem) {
    let name = problem.field.rawValue
    switch problem.reason {
    case .notInThisHome: self = .notInThisFamily(name)
    case .nameTaken: self.init(name, "repeated", "names somebody twice")
    default: self.init(problem, name: name)
    }
  }

  static func notInThisFamily(_ name: String) -> Problem.Fault {
    Problem.Fault(name, "not_in_this_family", "names nobody in that family")
  }

  static func notADate(_ name: String) -> Problem.Fault {
    Problem.Fault(name, "not_a_date", "must be a day of the calendar, written YYYY-MM-DD")
  }
}
