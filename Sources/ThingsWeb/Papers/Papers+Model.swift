import Values
import Web

/// The papers of an item or of an insurance policy: receipts, manuals and the like.
package struct Papers: Equatable, Sendable {
  /// What a paper is. The raw value is that of the form's field.
  package enum Kind: String, CaseIterable, Sendable {
    case receipt, manual, warranty, policy, other
  }

  /// What the papers belong to.
  package enum Owner: Equatable, Sendable {
    case item(String)
    case policy(home: String, String)

    var upload: Route {
      switch self {
      case .item(let id): .papers(.itemPapers(item: id))
      case .policy(let home, let id): .papers(.policyPapers(home: home, policy: id))
      }
    }

    /// The kinds that make sense for it.
    var kinds: [Kind] {
      switch self {
      case .item: [.receipt, .manual, .warranty, .other]
      case .policy: [.policy, .receipt, .other]
      }
    }
  }

  /// A paper in the list.
  package struct Row: Equatable, Sendable {
    package var id: String
    package var name: String
    package var kind: Kind
    package var byteCount: Int64
    package var addedOn: CalendarDay
    /// Whether its file is on the machine that shows it.
    package var state: FileState
    /// What was done when it came; `nil` when it belongs to no maintenance entry.
    package var maintenance: String?

    package init(
      id: String, name: String, kind: Kind, byteCount: Int64, addedOn: CalendarDay,
      state: FileState = .available
    ) {
      self.id = id
      self.name = name
      self.kind = kind
      self.byteCount = byteCount
      self.addedOn = addedOn
      self.state = state
    }
  }

  package var owner: Owner
  /// The oldest first.
  package var rows: [Row]
  package var canEdit: Bool
  /// The maintenance entry whose papers these are; what is added becomes one of them. `nil` for all
  /// papers of the owner.
  package var entryID: String?
  /// What was wrong with files of the upload that was just made; the others of it are in the list.
  package var problems: [FieldProblem] = []
  /// How many files of that upload were taken.
  package var keptCount = 0
  /// The kind chosen for the upload that was just made.
  package var chosenKind: Kind?
  /// The largest file, in bytes.
  package var maxBytes: Int64

  package init(owner: Owner, rows: [Row], canEdit: Bool, maxBytes: Int64 = 25_000_000) {
    self.owner = owner
    self.rows = rows
    self.canEdit = canEdit
    self.maxBytes = maxBytes
  }
}

/// The papers of one insurance policy, on a page of their own.
package enum PolicyPapersPage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var provider: String
    package var papers: Papers
  }
}

/// The form that names a paper and says what it is.
package enum PaperFormPage {
  /// The names of the form's fields.
  package enum Field: String, CaseIterable, Sendable {
    case name, kind
  }

  /// What the form shows.
  package struct Model: Equatable, Sendable {
    package var id: String
    package var home: ZoneLink
    package var owner: Papers.Owner
    /// Of the item or the policy.
    package var ownerName: String
    package var values: FormValues<Field>
    /// What the form was based on; it comes back so that a change made meanwhile stays.
    package var base: (name: String, kind: String)

    package static func == (left: Model, right: Model) -> Bool {
      left.id == right.id && left.home == right.home && left.owner == right.owner
        && left.ownerName == right.ownerName && left.values == right.values
        && left.base == right.base
    }
  }
}
