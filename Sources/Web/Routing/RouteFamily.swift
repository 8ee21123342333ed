/// The addresses of one feature: an enum with a case for each place, beside the feature's pages.
///
/// An address is declared once, in ``place``: what it looks like, and what is there. It is read by
/// the same declaration, see ``of(_:)``.
package protocol RouteFamily: Hashable, Sendable {
  /// The address and what a request to it does.
  var place: Place { get }
  /// The traits of every place of the family.
  static var traits: PlaceTraits { get }
  /// The readers, one for each case.
  static var readers: [RouteReader<Self>] { get }
}

/// An address and what a request to it does.
package struct Place {
  /// The unescaped parts of the path.
  package var segments: [String]
  package var query: [(String, String)]
  /// What a `GET` or `HEAD` shows; `nil` where there is nothing to see. It changes nothing.
  package var page: ((WebApplication) -> Endpoint?)?
  /// What a `POST` does; `nil` where there is nothing to do.
  package var action: ((WebApplication) -> Endpoint?)?
  package var traits: PlaceTraits = []
  /// Which files a `POST` may bring; `nil`: none.
  package var upload: Upload?

  /// The same place with more traits.
  package func marked(_ traits: PlaceTraits) -> Place {
    var place = self
    place.traits.formUnion(traits)
    return place
  }

  /// The same place, to which files may be sent.
  package func taking(_ upload: Upload) -> Place {
    var place = self
    place.upload = upload
    return place
  }
}

/// Traits of a place, beside what it shows and does.
package struct PlaceTraits: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The address or the page holds a secret that gives access.
  package static let secret = PlaceTraits(rawValue: 1 << 0)
  /// The form takes a secret that gives access.
  package static let typesSecret = PlaceTraits(rawValue: 1 << 1)
  /// Codes are read by the camera; all other pages may not ask for it.
  package static let usesCamera = PlaceTraits(rawValue: 1 << 2)
  /// Requests come from programs, which keep no cookies.
  package static let forPrograms = PlaceTraits(rawValue: 1 << 3)
  /// A list of items, to which the pages of an item lead back.
  package static let itemList = PlaceTraits(rawValue: 1 << 4)
  /// About items of a list, or about making one: it keeps the way back.
  package static let keepsList = PlaceTraits(rawValue: 1 << 5)
  /// A `POST` makes something, and one alone however often its button is pressed; see ``Presses``.
  package static let makesRecord = PlaceTraits(rawValue: 1 << 15)
  /// A `POST` makes something new in a home, out of words alone.
  package static let makesNew: PlaceTraits = [makesRecord, PlaceTraits(rawValue: 1 << 6)]
  /// Can be reached while somebody is to decide about a join.
  package static let whileDeciding = PlaceTraits(rawValue: 1 << 7)
  /// What fails there is counted as a failure of sharing.
  package static let sharing = PlaceTraits(rawValue: 1 << 8)
  /// Where the sidebar leads to, and where the settings of a home are: for counting.
  package static let inSidebar = PlaceTraits(rawValue: 1 << 9)
  package static let settings = PlaceTraits(rawValue: 1 << 10)
  /// A button takes in where the device is; all other pages may not ask for it.
  package static let usesLocation = PlaceTraits(rawValue: 1 << 11)
  /// Can be reached by a child that has picked its face at the family's tablet.
  package static let whileLocked = PlaceTraits(rawValue: 1 << 12)
  /// A page or picture that a child whose account parents keep sees on its own device, beside those
  /// of the family's tablet. Every other page leads such a child to its own day.
  package static let ofChildren = PlaceTraits(rawValue: 1 << 14)
  /// Opens or changes what lasts longer than a session at the family's tablet, or is stronger: who
  /// has access, how somebody signs in, what an administrator decides, a file with everything, a
  /// whole home or group that goes. A PIN does not open it.
  package static let onOwnDevice = PlaceTraits(rawValue: 1 << 16)
  /// A `POST` comes from a program that has never seen a form: the secret in the address is enough.
  package static let withoutForm = PlaceTraits(rawValue: 1 << 13)
}

/// Files that come with a form.
package enum Upload: Sendable {
  case photos
  /// Each may be as large as all together.
  case papers
  /// One picture, of which nothing is kept.
  case onePhoto
  case importFile
}

/// Reads the addresses of one place.
package struct RouteReader<Family: RouteFamily>: Sendable {
  /// The fixed parts of the path; `nil` for a part that may be any text.
  package let pattern: [String?]
  package let read: @Sendable ([String], QueryFields) -> Family?
  /// The kind of page, without ids: for the log. It is the case's own.
  package let name: String
}

extension RouteFamily {
  package static var traits: PlaceTraits { [] }

  package func at(
    _ segments: String..., query: KeyValuePairs<String, String?> = [:],
    fields: [(String, String)] = [], get: ((WebApplication) -> Endpoint?)? = nil,
    post: ((WebApplication) -> Endpoint?)? = nil, makes: ((WebApplication) -> Endpoint?)? = nil
  ) -> Place {
    at(segments, query: query, fields: fields, get: get, post: post, makes: makes)
  }

  /// - Parameters:
  ///   - query: fields by their names; one that is `nil` is left out.
  ///   - fields: what follows them.
  ///   - makes: what a `POST` does that makes something; see ``PlaceTraits/makesRecord``.
  package func at(
    _ segments: [String], query: KeyValuePairs<String, String?> = [:],
    fields: [(String, String)] = [], get: ((WebApplication) -> Endpoint?)? = nil,
    post: ((WebApplication) -> Endpoint?)? = nil, makes: ((WebApplication) -> Endpoint?)? = nil
  ) -> Place {
    let named = query.compactMap { name, value in value.map { (name, $0) } }
    return Place(
      segments: segments, query: named + fields, page: get, action: post ?? makes,
      traits: makes == nil ? [] : .makesRecord)
  }

  /// Reads the place that a case with nothing in it is.
  package static func of(_ family: Self) -> RouteReader<Self> {
    RouteReader(pattern: family.place.segments, read: { _, _ in family }, name: name(of: family))
  }

  /// Reads the places that a case makes: where each thing in it stands is seen in what is printed
  /// with another one.
  package static func of<A: RoutePart>(_ make: @escaping @Sendable (A) -> Self) -> RouteReader<Self>
  {
    reader([A.self]) { parts in make(parts.next()) }
  }

  package static func of<A: RoutePart, B: RoutePart>(
    _ make: @escaping @Sendable (A, B) -> Self
  ) -> RouteReader<Self> {
    reader([A.self, B.self]) { parts in
      let (a, b): (A, B) = (parts.next(), parts.next())
      return make(a, b)
    }
  }

  package static func of<A: RoutePart, B: RoutePart, C: RoutePart>(
    _ make: @escaping @Sendable (A, B, C) -> Self
  ) -> RouteReader<Self> {
    reader([A.self, B.self, C.self]) { parts in
      let (a, b, c): (A, B, C) = (parts.next(), parts.next(), parts.next())
      return make(a, b, c)
    }
  }

  package static func of<A: RoutePart, B: RoutePart, C: RoutePart, D: RoutePart>(
    _ make: @escaping @Sendable (A, B, C, D) -> Self
  ) -> RouteReader<Self> {
    reader([A.self, B.self, C.self, D.self]) { parts in
      let (a, b, c, d): (A, B, C, D) = (parts.next(), parts.next(), parts.next(), parts.next())
      return make(a, b, c, d)
    }
  }

  private static func reader(
    _ types: [any RoutePart.Type], _ make: @escaping @Sendable (inout RouteParts) -> Self
  ) -> RouteReader<Self> {
    func sample(other: Int?) -> Self {
      var parts = RouteParts(.samples(other: other))
      return make(&parts)
    }
    let plain = sample(other: nil)
    let place = plain.place
    let sources = types.indices.map { index in
      RouteSource(of: types[index], from: place, to: sample(other: index).place)
    }
    var pattern: [String?] = place.segments
    for case .segment(let index, _, _) in sources { pattern[index] = nil }
    return RouteReader(
      pattern: pattern,
      read: { segments, fields in
        var parts = RouteParts(.address(segments, fields, sources))
        let family = make(&parts)
        return parts.isWhole ? family : nil
      }, name: name(of: plain))
  }

  /// Reads a place whose query says several things together.
  ///
  /// - Parameters:
  ///   - pattern: the path, with `:` where anything may stand.
  ///   - make: is given what stands there.
  package static func of(
    _ pattern: String, _ make: @escaping @Sendable ([String], QueryFields) -> Self
  ) -> RouteReader<Self> {
    let parts = pattern.split(separator: "/").map { $0 == ":" ? nil : String($0) }
    let holes = parts.indices.filter { parts[$0] == nil }
    return RouteReader(
      pattern: parts, read: { segments, fields in make(holes.map { segments[$0] }, fields) },
      name: name(of: make(holes.map { _ in "0" }, QueryFields(""))))
  }

  private static func name(of family: Self) -> String {
    String("\(family)".prefix { $0 != "(" })
  }
}

/// What stands in a place, one thing after the other.
package struct RouteParts {
  package enum Origin {
    /// Of each the one sample; of one of them the other.
    case samples(other: Int?)
    case address([String], QueryFields, [RouteSource])
  }

  private let origin: Origin
  private var index = 0
  /// Everything so far was what it has to be.
  package private(set) var isWhole = true

  package init(_ origin: Origin) { self.origin = origin }

  package mutating func next<Part: RoutePart>() -> Part {
    defer { index += 1 }
    switch origin {
    case .samples(let other): return index == other ? Part.samples.1 : Part.samples.0
    case .address(let segments, let fields, let sources):
      if let part = Part(sources[index], segments, fields) { return part }
      isWhole = false
      return Part.samples.0
    }
  }
}

/// Where a thing in a place stands.
package enum RouteSource: Sendable {
  /// A part of the path, with what is before and after it there.
  case segment(Int, prefix: String, suffix: String)
  case field(String)
  /// All fields together.
  case query

  package init<Part: RoutePart>(of part: Part.Type, from plain: Place, to other: Place) {
    if let index = plain.segments.indices.first(where: { other.segments[$0] != plain.segments[$0] })
    {
      let (segment, text) = (plain.segments[index], "\(Part.samples.0)")
      guard let range = segment.firstRange(of: text) else {
        preconditionFailure("a path of which \(segment) is no part")
      }
      self = .segment(
        index, prefix: String(segment[..<range.lowerBound]),
        suffix: String(segment[range.upperBound...]))
    } else if let field = other.query.first(where: { field in
      !plain.query.contains { $0 == field }
    }) {
      self = .field(field.0)
    } else {
      precondition(part is any RouteQuery.Type, "\(part) is not in the address")
      self = .query
    }
  }
}

/// A value that an address carries.
package protocol RoutePart: SendableMetatype {
  /// Two values whose texts in an address differ.
  static var samples: (Self, Self) { get }
  /// Reads a value; `nil` for a text that is not one.
  init?(part text: String)
  init?(field name: String, _ fields: QueryFields)
}

extension RoutePart {
  package init?(field name: String, _ fields: QueryFields) { self.init(part: fields[name] ?? "") }

  fileprivate init?(_ source: RouteSource, _ segments: [String], _ fields: QueryFields) {
    switch source {
    case .segment(let index, let prefix, let suffix):
      let segment = segments[index]
      guard segment.utf8.count > prefix.utf8.count + suffix.utf8.count,
        segment.hasPrefix(prefix), segment.hasSuffix(suffix)
      else { return nil }
      self.init(part: String(segment.dropFirst(prefix.count).dropLast(suffix.count)))
    case .field(let name): self.init(field: name, fields)
    case .query: self.init(field: "", fields)
    }
  }
}

extension String: RoutePart {
  package static var samples: (String, String) { ("0", "1") }

  package init?(part text: String) { self = text }
}

extension Optional: RoutePart where Wrapped: RoutePart {
  package static var samples: (Wrapped?, Wrapped?) { (nil, Wrapped.samples.1) }

  package init?(part text: String) { self = text.isEmpty ? nil : Wrapped(part: text) }
}

extension Bool: RoutePart {
  package static var samples: (Bool, Bool) { (false, true) }

  package init?(part text: String) { nil }

  package init?(field name: String, _ fields: QueryFields) { self = fields[name] != nil }
}

/// The sequence number of a change in a home's log.
extension Int64: RoutePart {
  package static var samples: (Int64, Int64) { (1, 2) }

  /// The largest sequence number of the protocol.
  private static let maxSequence: Int64 = 1 << 53

  package init?(part text: String) {
    guard let number = Int64(text), (1...Self.maxSequence).contains(number),
      "\(number)" == text
    else { return nil }
    self = number
  }
}

/// A whole query, or several fields of it.
package protocol RouteQuery: RoutePart {
  init()
  init(_ fields: QueryFields)
}

extension RouteQuery {
  package static var samples: (Self, Self) { (Self(), Self()) }

  package init?(part text: String) { nil }
  package init?(field name: String, _ fields: QueryFields) { self.init(fields) }
}
