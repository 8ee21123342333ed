import Values

extension PaletteColour {
  /// One that stays the same for an id; for people, who choose none.
  package static func derived(from id: String) -> PaletteColour {
    // FNV-1a: the standard library's hash differs from run to run.
    let hash = id.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return allCases[Int(hash % UInt64(allCases.count))]
  }

  package var className: String { "c\(rawValue)" }
}

/// What an account may do in a home.
package enum Role: String, CaseIterable, Equatable, Sendable {
  case owner, editor, viewer

  /// Whether somebody with this role decides who is in a zone of a kind: in a family every parent
  /// does. The hub says the same of the kind (`ZoneKindSchema.managerRole`).
  package func decidesAccess(to kind: ZoneLink.Kind) -> Bool {
    kind == .family ? self != .viewer : self == .owner
  }
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
  package var initials: String {
    // A word in brackets does not count as the second word of a name.
    let words = name.split(whereSeparator: \.isWhitespace)
      .filter { $0.first?.isLetter == true || $0.first?.isNumber == true }
    guard let first = words.first?.first else { return "?" }
    if words.count > 1, let last = words.last?.first {
      return (String(first) + String(last)).uppercased()
    }
    return String(words[0].prefix(2)).uppercased()
  }
}

/// What people share as a whole, by name.
package struct ZoneLink: Equatable, Sendable {
  /// What it is: words, and what sharing and leaving it means, differ by that. The raw value is the
  /// first part of its addresses.
  package enum Kind: String, CaseIterable, Equatable, Sendable {
    case home = "homes"
    case group = "groups"
    case family = "families"

    /// The kind that a form names; a form that is older than the field is of a home.
    package static func named(_ text: String) -> Kind { Kind(rawValue: text) ?? .home }
  }

  package var kind: Kind
  package var id: String
  package var name: String

  package init(_ kind: Kind = .home, id: String, name: String) {
    self.kind = kind
    self.id = id
    self.name = name
  }
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

  package init(id: String, name: String, emoji: String = "", colour: PaletteColour) {
    self.id = id
    self.name = name
    self.emoji = emoji
    self.colour = colour
  }
}

/// The state of a photo's file on the machine that shows it (D-PHO-12).
package enum FileState: Equatable, Sendable {
  case available
  /// The photo's row has arrived and its file has not, but may still.
  case pending
  /// The file could not be fetched.
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
  /// Neither a photo nor an emoji; a drawing of a box is shown.
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

/// The text that a person typed into one field of a form, with its problem.
package struct FieldValue: Equatable, Sendable {
  /// The text as typed; a form that is shown again keeps it.
  package var text: String
  /// `nil` when nothing is wrong.
  package var problem: FieldProblem?

  package init(_ text: String = "", problem: FieldProblem? = nil) {
    self.text = text
    self.problem = problem
  }
}

/// The values of a form's fields, by the fields' names.
package struct FormValues<Name: Hashable & Sendable>: Equatable, Sendable {
  private var values: [Name: FieldValue]
  /// The form as it began, as one text, for its hidden field `version`, so that only what the
  /// person changed is written. Empty for a form that makes something new.
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

/// A code to scan with a phone, drawn as one path with the quiet border that readers need.
package func qrFigure(_ code: QRCode, _ caption: String) -> HTML {
  let side = code.size + 8
  return figure(.class("qr")) {
    HTML(
      element: "svg",
      [
        .viewBox(side, side), .width(220), .height(220), .role("img"), .ariaLabel(caption),
        .shapeRendering("crispEdges"),
      ],
      HTML(joining: [
        rect(.width(side), .height(side), .fill("#fff")),
        path(.d(squares(of: code)), .fill("#000")),
      ]))
    figcaption { caption }
  }
}

/// The dark modules of a code as the data of an SVG path, with one rectangle for each run of them
/// and room for the quiet border.
package func squares(of code: QRCode) -> String {
  var squares = ""
  for row in 0..<code.size {
    var column = 0
    while column < code.size {
      guard code.modules[row * code.size + column] else {
        column += 1
        continue
      }
      let start = column
      while column < code.size, code.modules[row * code.size + column] { column += 1 }
      squares += "M\(start + 4) \(row + 4)h\(column - start)v1h-\(column - start)z"
    }
  }
  return squares
}
