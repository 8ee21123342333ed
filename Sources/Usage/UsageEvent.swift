/// An action of a person, as it is counted. The events and their properties are closed lists, so
/// that nothing a person typed can get in (S3-7-P4c).
///
/// Homes, groups and families are given here by their ids and are stored as keyed hashes.
package enum UsageEvent: Equatable, Sendable {
  /// The app was opened: the first page after half an hour without one.
  ///
  /// `homeCount` is the person's number of homes at that time; `nil` if unknown.
  case sessionStart(homeCount: Int?)
  case homeCreated(home: String, isPrimary: Bool, hasPhoto: Bool)
  case homeDeleted(home: String, items: Int, locations: Int, labels: Int)
  case homeSelected(home: String, source: Source)
  case homePrimaryChanged(old: String?, new: String)
  case allInventoryViewed(homes: Int, items: Int)
  /// A person's first import with several homes was completed.
  case migrationComplete(homes: Int, items: Int, milliseconds: Int64)
  case inviteMade(Shared, role: Role)
  /// Somebody accepted an invite.
  case joined(Shared)
  case left(Shared)
  case sharingStopped(Shared)
  case claimReportMade(home: String, items: Int)
  /// `members` is how many people it has at first.
  case groupCreated(group: String, members: Int)
  /// An expense was added or changed by a person; one that repeats is counted when that is said.
  case expenseSaved(group: String, isNew: Bool)
  /// A payment from one member to another was added or changed, or somebody settled up.
  case paymentRecorded(group: String, isNew: Bool)
  /// An import into a group was completed.
  case expensesImported(group: String, expenses: Int)
  /// Somebody wrote down what they spent or earned by themselves.
  case ledgerEntrySaved(isNew: Bool)
  /// A write or a sharing request was refused.
  ///
  /// `code` is one of the program's own words, such as `stale`: never text from outside.
  case syncError(area: Area, code: String)

  /// What people share as a whole, by its id. The events of homes keep the names that they had
  /// when nothing else could be shared.
  package enum Shared: Equatable, Sendable {
    case home(String)
    case group(String)
    case family(String)

    fileprivate func named(home: Name, group: Name, family: Name) -> Name {
      switch self {
      case .home: home
      case .group: group
      case .family: family
      }
    }

    fileprivate func property(_ hash: (String) -> String) -> [String: UsageValue] {
      switch self {
      case .home(let id): ["home_id": .text(hash(id))]
      case .group(let id): ["group_id": .text(hash(id))]
      case .family(let id): ["family_id": .text(hash(id))]
      }
    }
  }

  /// Where the person selected a home.
  package enum Source: String, CaseIterable, Sendable {
    /// The list of homes beside every page.
    case sidebar
    /// The settings of another home.
    case settings
    /// Something inside the other home: an item, a room, a list.
    case link
  }

  package enum Role: String, Sendable { case owner, editor, viewer }

  package enum Area: String, CaseIterable, Sendable { case sync, sharing }

  package enum Name: String, CaseIterable, Sendable {
    case sessionStart = "session_start"
    case homeCreated = "home_created"
    case homeDeleted = "home_deleted"
    case homeSelected = "home_selected"
    case homePrimaryChanged = "home_primary_changed"
    case allInventoryViewed = "all_inventory_viewed"
    case migrationComplete = "multi_home_migration_complete"
    case inviteMade = "invite_made"
    case homeJoined = "home_joined"
    case homeLeft = "home_left"
    case sharingStopped = "sharing_stopped"
    case groupInviteMade = "group_invite_made"
    case groupJoined = "group_joined"
    case groupLeft = "group_left"
    case groupSharingStopped = "group_sharing_stopped"
    case familyInviteMade = "family_invite_made"
    case familyJoined = "family_joined"
    case familyLeft = "family_left"
    case familySharingStopped = "family_sharing_stopped"
    case claimReportMade = "claim_report_made"
    case groupCreated = "group_created"
    case expenseSaved = "expense_saved"
    case paymentRecorded = "payment_recorded"
    case expensesImported = "expenses_imported"
    case ledgerEntrySaved = "ledger_entry_saved"
    case syncError = "sync_error"
  }

  package var name: Name {
    switch self {
    case .sessionStart: .sessionStart
    case .homeCreated: .homeCreated
    case .homeDeleted: .homeDeleted
    case .homeSelected: .homeSelected
    case .homePrimaryChanged: .homePrimaryChanged
    case .allInventoryViewed: .allInventoryViewed
    case .migrationComplete: .migrationComplete
    case .inviteMade(let shared, _):
      shared.named(home: .inviteMade, group: .groupInviteMade, family: .familyInviteMade)
    case .joined(let shared):
      shared.named(home: .homeJoined, group: .groupJoined, family: .familyJoined)
    case .left(let shared): shared.named(home: .homeLeft, group: .groupLeft, family: .familyLeft)
    case .sharingStopped(let shared):
      shared.named(
        home: .sharingStopped, group: .groupSharingStopped, family: .familySharingStopped)
    case .claimReportMade: .claimReportMade
    case .groupCreated: .groupCreated
    case .expenseSaved: .expenseSaved
    case .paymentRecorded: .paymentRecorded
    case .expensesImported: .expensesImported
    case .ledgerEntrySaved: .ledgerEntrySaved
    case .syncError: .syncError
    }
  }

  /// The properties stored with the event's name.
  ///
  /// - Parameter home: the keyed hash of the id of a home, group or family.
  func properties(_ home: (String) -> String) -> [String: UsageValue] {
    switch self {
    case .sessionStart(let count): count.map { ["home_count": .integer(Int64($0))] } ?? [:]
    case .homeCreated(let id, let isPrimary, let hasPhoto):
      ["home_id": .text(home(id)), "is_primary": .bool(isPrimary), "has_photo": .bool(hasPhoto)]
    case .homeDeleted(let id, let items, let locations, let labels):
      [
        "home_id": .text(home(id)), "items_deleted_count": .integer(Int64(items)),
        "locations_deleted_count": .integer(Int64(locations)),
        "labels_deleted_count": .integer(Int64(labels)),
      ]
    case .homeSelected(let id, let source):
      ["home_id": .text(home(id)), "source": .text(source.rawValue)]
    case .homePrimaryChanged(let old, let new):
      [
        "old_home_id": old.map { .text(home($0)) } ?? .null, "new_home_id": .text(home(new)),
      ]
    case .allInventoryViewed(let homes, let items):
      ["home_count": .integer(Int64(homes)), "total_items": .integer(Int64(items))]
    case .migrationComplete(let homes, let items, let milliseconds):
      [
        "homes_count": .integer(Int64(homes)), "items_count": .integer(Int64(items)),
        "duration_ms": .integer(max(0, milliseconds)),
      ]
    case .inviteMade(let shared, let role):
      shared.property(home).merging(["role": .text(role.rawValue)]) { $1 }
    case .joined(let shared), .left(let shared), .sharingStopped(let shared):
      shared.property(home)
    case .claimReportMade(let id, let items):
      ["home_id": .text(home(id)), "item_count": .integer(Int64(items))]
    case .groupCreated(let id, let members):
      ["group_id": .text(home(id)), "member_count": .integer(Int64(members))]
    case .expenseSaved(let id, let isNew), .paymentRecorded(let id, let isNew):
      ["group_id": .text(home(id)), "is_new": .bool(isNew)]
    case .expensesImported(let id, let expenses):
      ["group_id": .text(home(id)), "expense_count": .integer(Int64(expenses))]
    case .ledgerEntrySaved(let isNew): ["is_new": .bool(isNew)]
    case .syncError(let area, let code):
      ["area": .text(area.rawValue), "code": .text(code)]
    }
  }
}

/// One value of an event's properties, encoded as JSON.
enum UsageValue: Encodable, Equatable, Sendable {
  case text(String)
  case integer(Int64)
  case bool(Bool)
  case null

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .integer(let integer): try container.encode(integer)
    case .bool(let bool): try container.encode(bool)
    case .null: try container.encodeNil()
    }
  }
}

/// Who performed an action: an account, and one of its browsers or programs.
package struct UsageActor: Equatable, Sendable {
  package var accountID: String
  /// The browser's session or the program's token; constant while the device stays signed in.
  package var deviceID: String

  package init(accountID: String, deviceID: String) {
    self.accountID = accountID
    self.deviceID = deviceID
  }
}

/// Feedback about Hearth that a person chose to give.
package struct Feedback: Equatable, Sendable {
  /// The subject of the feedback.
  package enum Topic: String, CaseIterable, Sendable { case homes, sharing, everything }

  package static let ratings = 1...5
  package static let maxCharacters = 2000

  package var topic: Topic
  /// 1 to 5; 5 is the best.
  package var rating: Int
  /// In the person's own words; may be empty.
  package var words: String

  package init(topic: Topic, rating: Int, words: String) {
    self.topic = topic
    self.rating = rating
    self.words = words
  }
}
