import Families
import FoundationEssentials
import Household
import Replica
import SyncProtocol
import Values

/// Finds the family, and the people and routines that somebody names on the command line.
extension MoneyReader {
  /// The account's family.
  func family() throws -> Family {
    guard let family = try Family.own(in: connection) else {
      throw CommandFailure.refused(
        "the account is in no family; found one with: hearth family create NAME")
    }
    return family
  }

  /// The account's family, if it has stars.
  func familyWithStars() throws -> Family {
    let family = try family()
    guard family.details.hasStars else { throw FamilyFailure.starsAreOff }
    return family
  }

  func role(in family: Family) throws -> SyncProtocol.Role {
    try ZoneRow.find(family.id, in: connection)?.role ?? .owner
  }

  /// The family's day now.
  func today(of family: Family) -> CalendarDay {
    family.today(at: Posix.nowMilliseconds(), or: words.calendarDay)
  }

  /// The day that an option says; the family's today without it.
  func day(_ text: String?, of family: Family) throws -> CalendarDay {
    guard let text else { return today(of: family) }
    guard let day = CalendarDay(text) else {
      throw CommandFailure.usage("--on is a day as YYYY-MM-DD, not '\(text)'")
    }
    return day
  }

  /// Somebody in the family; `me` is the account itself unless somebody is called that.
  ///
  /// - Parameter place: the option or operand that names them.
  func person(_ wanted: String, of family: Family, at place: String) throws -> FamilyPerson {
    let people = try FamilyPerson.all(of: family.id, in: connection)
    if wanted == "me", !people.contains(where: { NameKey.make($0.name) == "me" }),
      let own = people.first(where: { $0.id == accountID })
    {
      return own
    }
    return try Choice(
      kind: "person", in: " in \(family.details.name)", place: place,
      all: people.map { ($0.id, $0.name) }
    ).find(wanted).map { people[$0] }.get()
  }

  /// A routine of the family by its id, or by its title if that is unique. One that is archived is
  /// found by its id, and by its title where no other has it.
  func routine(_ wanted: String, of family: Family) throws -> Routine {
    let open = try Routine.of(family.id, in: connection)
    let archived = try Routine.of(family.id, isArchived: true, in: connection)
    let key = NameKey.make(wanted)
    let isOpen = open.contains { $0.id == wanted || NameKey.make($0.details.title) == key }
    let all = isOpen ? open : open + archived
    return try Choice(
      kind: "routine", in: " in \(family.details.name)",
      all: all.map { ($0.id, $0.details.title) }
    ).find(wanted).map { all[$0] }.get()
  }

  /// The names of people, by account.
  func names(of family: Family) throws -> [AccountID: String] {
    let people = try FamilyPerson.all(of: family.id, in: connection)
    let former = try FamilyFace.formerNames(of: family.id, in: connection)
    return former.merging(people.map { ($0.id, $0.name) }) { $1 }
  }

  /// A step of a routine by its id, or by its title if that is unique in it.
  ///
  /// - Parameter place: the option or operand that names it.
  func step(_ wanted: String, of routine: Routine, at place: String) throws -> RecordID {
    try Choice(
      kind: "step", in: " in \(routine.details.title)", place: place,
      all: routine.steps.map { ($0.id, $0.title) }
    ).find(wanted).map { routine.steps[$0].id }.get()
  }

  /// A reward of the family by its id, or by its title if that is unique. One that is archived is
  /// found where no other has its title.
  func reward(_ wanted: String, of family: Family) throws -> Reward {
    let open = try Reward.of(family.id, in: connection)
    let key = NameKey.make(wanted)
    let isOpen = open.contains { $0.id == wanted || NameKey.make($0.details.title) == key }
    let all =
      isOpen ? open : open + (try Reward.of(family.id, isArchived: true, in: connection))
    return try Choice(
      kind: "reward", in: " in \(family.details.name)", all: all.map { ($0.id, $0.details.title) }
    ).find(wanted).map { all[$0] }.get()
  }
}
