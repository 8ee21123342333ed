/// One of the twelve colours of labels, homes and people. The style sheet holds the shades, light
/// and dark, as the classes `c0` to `c11`.
package enum PaletteColour: Int, CaseIterable, Equatable, Sendable {
  case red, orange, amber, lime, green, teal, cyan, blue, indigo, violet, pink, grey

  /// A colour that stays the same for an id; for people, who choose none.
  package static func derived(from id: String) -> PaletteColour {
    // FNV-1a: the standard library's hash differs from run to run.
    let hash = id.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return allCases[Int(hash % UInt64(allCases.count))]
  }

  var className: String { "c\(rawValue)" }
}

/// What an account may do in a home.
package enum Role: String, CaseIterable, Equatable, Sendable {
  case owner, editor, viewer
}

/// How far a device is in step with the hub.
package enum SyncState: Equatable, Sendable {
  case synced
  case syncing
  /// The hub cannot be reached; nothing waits.
  case offline
  /// So many changes wait to be sent.
  case pending(Int)
  /// So many changes were refused by the hub and wait for a decision, while others wait to be sent.
  case refused(Int, waiting: Int = 0)
  /// The hub serves only newer programs than the device's; whatever waits is kept.
  case outdated
}

/// A person as they appear beside what they did.
package struct PersonBadge: Equatable, Sendable {
  /// The account's id.
  package var id: String
  /// The name to show; may be empty.
  package var name: String
  package var colour: PaletteColour

  package init(id: String, name: String, colour: PaletteColour? = nil) {
    self.id = id
    self.name = name
    self.colour = colour ?? .derived(from: id)
  }

  /// One or two letters for the round badge.
  var initials: String {
    // A name in brackets beside the first is not its second word.
    let words = name.split(whereSeparator: \.isWhitespace)
      .filter { $0.first?.isLetter == true || $0.first?.isNumber == true }
    guard let first = words.first?.first else { return "?" }
    if words.count > 1, let last = words.last?.first {
      return (String(first) + String(last)).uppercased()
    }
    return String(words[0].prefix(2)).uppercased()
  }
}

/// A home by name.
package struct HomeLink: Equatable, Sendable {
  package var id: String
  package var name: String
}

/// A room, shelf or box by name.
package struct PlaceLink: Equatable, Sendable {
  package var id: String
  package var name: String
  /// Empty when it has none.
  package var emoji: String = ""
}

/// A label by name.
package struct LabelLink: Equatable, Sendable {
  package var id: String
  package var name: String
  /// Empty when it has none.
  package var emoji: String = ""
  package var colour: PaletteColour
}

/// How the file of a photo stands on the machine that shows it (D-PHO-12).
package enum FileState: Equatable, Sendable {
  case available
  /// Its row has come, its file has not; it is asked for.
  case pending
  /// Asking for its file got nowhere.
  case failed
}

/// The small picture in front of a row.
package enum Thumbnail: Equatable, Sendable {
  /// A photo by its id.
  case photo(String)
  /// A photo whose file is not here.
  case missingPhoto(FileState)
  /// An emoji (of the item, its label or its room) on the colour's tint.
  case emoji(String, PaletteColour)
  /// Neither; a drawing of a box stands in.
  case none
}

/// A square code to scan: `size` × `size` modules, row by row, `true` is dark.
package struct QRCode: Equatable, Sendable {
  package var size: Int
  package var modules: [Bool]

  /// `nil` when the number of modules does not fit the size.
  package init?(size: Int, modules: [Bool]) {
    guard size > 0, size <= 177, modules.count == size * size else { return nil }
    self.size = size
    self.modules = modules
  }
}

/// What a person typed into one field of a form, with what was wrong with it.
package struct FieldValue: Equatable, Sendable {
  /// As typed; a form that comes back keeps it.
  package var text: String
  /// `nil` when nothing is wrong.
  package var problem: FieldProblem?

  package init(_ text: String = "", problem: FieldProblem? = nil) {
    self.text = text
    self.problem = problem
  }
}

/// What was typed into the fields of a form, by the fields' names.
package struct FormValues<Name: Hashable & Sendable>: Equatable, Sendable {
  private var values: [Name: FieldValue]
  /// The form as it began, as one text, for its hidden field `version`: only what was changed since
  /// is written. Empty where the form makes something new.
  package var version = ""

  package init(_ values: [Name: FieldValue] = [:]) { self.values = values }

  /// The field's value; empty and without a problem unless something else was set.
  package subscript(_ name: Name) -> FieldValue {
    get { values[name] ?? FieldValue() }
    set { values[name] = newValue }
  }

  /// Whether any field has a problem.
  package var hasProblems: Bool { values.values.contains { $0.problem != nil } }
}
