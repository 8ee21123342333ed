import Household
import Legacy

extension LegacyImportReport.Row {
  init(_ decision: LegacyDecision) {
    self.init(
      table: decision.table, id: decision.id, name: decision.name,
      action: decision.action.rawValue,
      reason: String("\(decision.reason)".prefix { $0 != "(" }), sentence: decision.sentence)
  }
}

extension LegacyDecision {
  /// The word for a row of the table.
  private var noun: String {
    switch table {
    case "homes": "home"
    case "inventoryLocations": "room"
    case "inventoryItems": "item"
    case "inventoryLabels": "label"
    case "insurancePolicies": "policy"
    case "inventoryItemPhotos", "homePhotos", "inventoryLocationPhotos": "photo"
    default: table
    }
  }

  /// One line that says which row it is, what was done, and why.
  var sentence: String {
    let row = [noun, name.isEmpty ? id : "'\(name)'"].filter { !$0.isEmpty }.joined(separator: " ")
    return "\(row): \(words)"
  }

  private var words: String {
    switch reason {
    case .noName(let given): "has no name; called '\(given)'"
    case .cut(let column, let max):
      "\(column) is longer than \(max) characters; cut, and kept whole in a field or the note"
    case .unreadable(let column, let text):
      action == .leftOut
        ? "\(column) is '\(text)', which cannot be read"
        : "\(column) is '\(text)', which cannot be read; kept as text"
    case .unknownColor(let text): "has the colour '\(text)', which Hearth does not know"
    case .unknownIcon(let text): "has the icon '\(text)', for which Hearth has none"
    case .notAnEmoji(let text): "has '\(text)' for an emoji; left empty"
    case .newID(let id): "its id is used twice or is none; it is now \(id)"
    case .homeMade(let name): "the store has no home; '\(name)' is made for what is in it"
    case .secondPrimary: "is marked as primary like another one; that one is"
    case .noHome(let home): "names no home; put in '\(home)'"
    case .homeMissing(let id, let home):
      home.isEmpty
        ? "names the home \(id), which is not there"
        : "names the home \(id), which is not there; put in '\(home)'"
    case .homeOfPlace(let home): "names no home; put in '\(home)', where its room is"
    default: moreWords
    }
  }

  private var moreWords: String {
    switch reason {
    case .placeMissing(let id): "is in the room \(id), which is not there; now in no room"
    case .placeElsewhere(let name):
      "is in the room '\(name)' of another home; stays in its home, in no room"
    case .placeOfSameName(let name):
      "is in the room '\(name)' of another home; put in the room of that name in its own"
    case .severalHomes(let homes):
      "is in several homes; made in each: \(homes.joined(separator: ", "))"
    case .sameName(let home): "another label of '\(home)' has this name and stands for it"
    case .sameRow: "says the same as another row"
    case .itemMissing(let id): "names the item \(id), which is not there"
    case .labelMissing(let id): "names the label \(id), which is not there"
    case .policyMissing(let id): "names the policy \(id), which is not there"
    case .tableNotTaken:
      "Hearth takes nothing from this table; people are invited to a home anew"
    case .columnNotTaken(let column): "the column \(column) is one that Hearth does not know"
    case .subjectMissing: "is of something that is not there"
    case .fileMissing(let name): "the file \(name) is missing"
    case .fileEmpty: "is empty"
    case .fileUnreadable(let name): "the file \(name) cannot be read, or is too large"
    case .notAPicture: "is no picture, or is cut off at its beginning"
    case .tooLarge(let max): "is larger than \(ByteText.text(Int64(max)))"
    case .tooMany(let max): "has more than \(max) of them; the others are left out"
    case .foundByID(let name): "names no photo; \(name) bears its id and is taken for one"
    case .unused: "is named by no row"
    case .refused: "cannot be read as a photo or paper; perhaps it is cut off"
    default: "\(reason)"
    }
  }
}
