import Finances
import FoundationEssentials
import Household
import Intake
import Replica
import SQLite
import SyncProtocol
import Values
import Wording

extension Call {
  var groupID: ZoneID { path("groupID") }

  /// The group that the call names. Throws unless the account has access to it and the token covers
  /// it.
  @discardableResult
  func requireGroup(in connection: Connection) throws -> Group {
    try require(groupID)
    guard let group = try Group.find(groupID, in: connection) else { throw Problem.notFound }
    return group
  }

  /// Throws also when the account may only view the group.
  @discardableResult
  func requireWritableGroup(in connection: Connection) throws -> Group {
    let group = try requireGroup(in: connection)
    guard try Role.own(in: groupID, connection).canWrite else { throw Problem.readOnlyGroup }
    return group
  }

  /// The account's day, where it is.
  func today(in connection: Connection) throws -> CalendarDay {
    let now = Date(timeIntervalSince1970: Double(api.means.now()) / 1000)
    return try words(in: connection).calendarDay(now)
  }

  /// How the account writes numbers and dates.
  func words(in connection: Connection) throws -> Catalogue {
    Catalogue(try Profile.own(in: connection))
  }

  /// Runs a use case that the hub decides, with the group as it is there now.
  func decide<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await workspace.write(relyingOn: Replica.Reliance(zones: [groupID]), body)
  }
}

extension JSON {
  /// A sum of amounts in minor units as a decimal text: it may have more digits than programs keep
  /// of a number.
  static func sum(_ minor: Int128) -> JSON { .string(String(minor)) }

  static func sumSchema(_ description: String) -> JSON {
    [
      "type": "string", "pattern": "^-?[0-9]+$",
      "description": .string(description + " In minor units, as a decimal text."),
    ]
  }
}

/// What several schemas of money share.
enum MoneySchema {
  static let currency: JSON = ["type": "string", "description": "ISO 4217."]
  static let memberID: JSON = ["type": "string", "description": "A member of the group."]

  static func list(_ item: JSON, _ description: String) -> JSON {
    ["type": "array", "items": item, "description": .string(description)]
  }
}

extension Examples {
  static let group = "0198c0de-0000-7000-8000-00000000000b"
  static let member = "0198c0de-0000-7000-8000-00000000000c"
  static let otherMember = "0198c0de-0000-7000-8000-00000000000d"
  static let category = "0198c0de-0000-7000-8000-00000000000e"
  static let expense = "0198c0de-0000-7000-8000-00000000000f"
  /// ``instant`` as a number.
  static let milliseconds: Int64 = 1_781_424_000_000
}
