/// Something that a person did, as it is counted. The list is closed, and so are the properties of
/// each: nothing that somebody typed can get in (S3-7-P4c).
///
/// Homes are given by their ids here and stored as keyed hashes.
package enum UsageEvent: Equatable, Sendable {
  /// The app was opened: the first page after half an hour without one.
  ///
  /// `homeCount` is how many homes the person had then; `nil` when that was not known.
  case sessionStart(homeCount: Int?)
  case homeCreated(home: String, isPrimary: Bool, hasPhoto: Bool)
  case homeDeleted(home: String, items: Int, locations: Int, labels: Int)
  case homeSelected(home: String, source: Source)
  case homePrimaryChanged(old: String?, new: String)
  case allInventoryViewed(homes: Int, items: Int)
  /// The first import of a person that brought several homes was finished.
  case migrationComplete(homes: Int, items: Int, milliseconds: Int64)
  case inviteMade(home: String, role: Role)
  /// Somebody said yes to an invite.
  case homeJoined(home: String)
  case homeLeft(home: String)
  case sharingStopped(home: String)
  case claimReportMade(home: String, items: Int)
  /// Something that was to be written or shared was not taken.
  ///
  /// `code` is a word of the program, such as `stale`: never a text from outside.
  case syncError(area: Area, code: String)

  /// Where a home was chosen.
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
    case claimReportMade = "claim_report_made"
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
    case .inviteMade: .inviteMade
    case .homeJoined: .homeJoined
    case .homeLeft: .homeLeft
    case .sharingStopped: .sharingStopped
    case .claimReportMade: .claimReportMade
    case .syncError: .syncError
    }
  }

  /// What is stored beside the name.
  ///
  /// - Parameter home: the keyed hash of a home's id.
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
    case .inviteMade(let id, let role):
      ["home_id": .text(home(id)), "role": .text(role.rawValue)]
    case .homeJoined(let id), .homeLeft(let id), .sharingStopped(let id):
      ["home_id": .text(home(id))]
    case .claimReportMade(let id, let items):
      ["home_id": .text(home(id)), "item_count": .integer(Int64(items))]
    case .syncError(let area, let code):
      ["area": .text(area.rawValue), "code": .text(code)]
    }
  }
}

/// One value of an event's properties, as JSON has it.
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

/// Who did something, and with what: an account, and one browser or program of it.
package struct UsageActor: Equatable, Sendable {
  package var accountID: String
  /// The browser's session or the program's token; of one device as long as it stays signed in.
  package var deviceID: String

  package init(accountID: String, deviceID: String) {
    self.accountID = accountID
    self.deviceID = deviceID
  }
}

/// What somebody says about Hearth, on purpose.
package struct Feedback: Equatable, Sendable {
  /// What it is about.
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
