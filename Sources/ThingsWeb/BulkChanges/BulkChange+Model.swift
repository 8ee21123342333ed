import Web

/// Changing many items at once: choosing the change, then confirming what it would do.
package enum BulkChangePage {
  /// The actions of a list's buttons; the form sends the raw value as `do`.
  package enum Action: String, CaseIterable, Sendable {
    case move, label, edit, archive, unarchive, delete, export
  }

  /// A field that can be set on many items at once; the form sends the raw value as `field`.
  package enum Field: String, CaseIterable, Sendable {
    case condition, manufacturer, purchasedFrom, purchasedOn, warrantyUntil, isInsured
  }

  /// Where items can be moved to.
  package struct Target: Equatable, Sendable {
    package var home: ZoneLink
    /// Its places in the order of their tree, with how deep each lies.
    package var places: [PlaceLink]
    package var depths: [Int]
  }

  /// What will happen, told before it does.
  package struct Plan: Equatable, Sendable {
    /// The number of items that already are as they would become.
    package var unchangedCount = 0
    package var photoCount = 0
    package var paperCount = 0
    /// Where items are moved to: the home, and the place or nothing.
    package var target: (home: String, place: String?)?
    package var addedLabels: [String] = []
    package var removedLabels: [String] = []
    /// Labels that will be made, by home.
    package var madeLabels: [(home: String, names: [String])] = []
    package var field: Field?
    /// The new value; empty clears the field.
    package var value = ""
    /// People who gain sight of items, and people who lose it.
    package var gaining: [String] = []
    package var losing: [String] = []

    package init() {}

    package static func == (left: Plan, right: Plan) -> Bool {
      left.unchangedCount == right.unchangedCount && left.photoCount == right.photoCount
        && left.paperCount == right.paperCount && left.addedLabels == right.addedLabels
        && left.removedLabels == right.removedLabels && left.field == right.field
        && left.value == right.value && left.gaining == right.gaining
        && left.losing == right.losing && left.target?.home == right.target?.home
        && left.target?.place == right.target?.place
        && left.madeLabels.elementsEqual(right.madeLabels) { $0 == $1 }
    }
  }

  package enum Stage: Equatable, Sendable {
    /// Nothing was chosen, or all of it is gone.
    case nothing
    case tooMany(max: Int)
    /// `problem`: the place that was chosen is gone.
    case chooseTarget([Target], problem: FieldProblem? = nil)
    /// Labels of the homes to add or take away, and a new one that was typed.
    case chooseLabels(add: [LabelLink], remove: [LabelLink], new: FieldValue)
    case chooseField([Field: FieldValue])
    /// `version`: of the items as they are, to notice when they change before the answer comes.
    case confirm(Plan, version: String)
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var action: Action
    package var stage: Stage
    /// The list that the items were chosen in.
    package var list: Route
    /// What is carried from form to form: the items, or that all are meant, and what was chosen.
    package var kept: [(name: String, value: String)] = []
    package var count: Int = 0
    /// The number of chosen items that were deleted or moved elsewhere meanwhile.
    package var goneCount: Int = 0
    /// Items in homes that may only be viewed: they stay as they are.
    package var readOnlyCount: Int = 0
    /// Something has changed since the last page was shown.
    package var hasChanged: Bool = false

    package static func == (left: Model, right: Model) -> Bool {
      left.action == right.action && left.stage == right.stage && left.list == right.list
        && left.kept.elementsEqual(right.kept) { $0 == $1 } && left.count == right.count
        && left.goneCount == right.goneCount && left.readOnlyCount == right.readOnlyCount
        && left.hasChanged == right.hasChanged
    }
  }
}
