import Finances
import FoundationEssentials
import Household
import SyncProtocol

/// Finds the groups, members and categories that a person names on the command line.
extension MoneyReader {
  /// One of the person's groups, by its id, or by its name if that is unique.
  func group(_ wanted: String) throws -> GroupList.Row {
    let groups = try GroupList.rows(of: accountID, in: connection)
    return try Choice(kind: "group", in: "", all: groups.map { ($0.id, $0.group.details.name) })
      .find(wanted).map { groups[$0] }.get()
  }

  /// A member of a group; `me` is the person's own unless somebody is called that.
  ///
  /// - Parameter place: the option or operand that names the member.
  func member(
    _ wanted: String, of group: GroupList.Row, _ members: [GroupMember], at place: String
  ) throws -> GroupMember {
    let isName = members.contains { $0.nameKey == NameKey.make(wanted) }
    if wanted == "me", !isName {
      guard let own = members.first(where: { $0.id == group.ownMemberID }) else {
        throw CommandFailure.refused(
          """
          \(place): the account has not said which member of \(group.group.details.name) it is; \
          name the member
          """)
      }
      return own
    }
    return try Choice(
      kind: "member", in: " in \(group.group.details.name)", place: place,
      all: members.map { ($0.id, $0.details.name) }
    ).find(wanted).map { members[$0] }.get()
  }

  /// A category of a group by its id or name.
  ///
  /// - Parameter place: the option or operand that names it.
  func category(
    _ wanted: String, of group: GroupList.Row, at place: String = "--category"
  ) throws -> ExpenseCategory {
    let all = try ExpenseCategory.of(group.id, in: connection)
    return try Choice(
      kind: "category", in: " in \(group.group.details.name)", place: place,
      all: all.map { ($0.id, $0.details.name) }
    ).find(wanted).map { all[$0] }.get()
  }

  /// A category of the person's own by its id or name.
  func ownCategory(
    _ wanted: String, at place: String = "--category"
  ) throws -> LedgerCategory {
    let all = try LedgerCategory.own(in: connection)
    return try Choice(
      kind: "category", in: "", place: place, all: all.map { ($0.id, $0.details.name) }
    ).find(wanted).map { all[$0] }.get()
  }

  /// Something that repeats, by its id.
  func repeating(_ id: String) throws -> RepeatingExpense {
    guard let repeating = try RepeatingExpense.find(id, in: connection) else {
      throw CommandFailure.refused(
        "nothing that repeats is '\(id)'; hearth repeating list GROUP shows their ids")
    }
    return repeating
  }

  /// An expense or payment by its id.
  func expense(_ id: String) throws -> Finances::Expense {
    guard let expense = try Finances::Expense.find(id, in: connection) else {
      throw CommandFailure.refused(
        "there is no expense '\(id)'; hearth expense list GROUP shows their ids")
    }
    return expense
  }
}

/// Things among which one is named.
struct Choice {
  let kind: String
  /// Where they are, with a space before it.
  let container: String
  let place: String
  let all: [(id: String, name: String)]

  init(kind: String, in container: String, place: String = "", all: [(String, String)]) {
    (self.kind, self.container, self.place, self.all) = (kind, container, place, all)
  }

  /// Its place among all; a failure says what there is.
  func find(_ wanted: String) -> Result<Int, CommandFailure> {
    let start = place.isEmpty ? "" : "\(place): "
    let key = NameKey.make(wanted)
    if let index = all.firstIndex(where: { $0.id == wanted }) { return .success(index) }
    let found = all.indices.filter { NameKey.make(all[$0].name) == key }
    switch found.count {
    case 1: return .success(found[0])
    case 0:
      let names = all.isEmpty ? "none" : all.map(\.name).joined(separator: ", ")
      return .failure(
        .refused("\(start)there is no \(kind) '\(wanted)'\(container); there are: \(names)"))
    default:
      let ids = found.map { all[$0].id }.joined(separator: ", ")
      return .failure(
        .refused(
          "\(start)several are called '\(wanted)'\(container); say which by its id: \(ids)"))
    }
  }
}
