/// A point on Earth, which may stand behind the name of a place: `Café Luna (48.13715, 11.57612)`.
///
/// The name and the point are one text, so that two people who change a place at the same time
/// never leave the name of one with the point of the other, and every list, file and search has
/// both.
package struct Coordinates: Equatable, Sendable {
  /// In hundred-thousandths of a degree, about a metre. From the equator, north is positive.
  package let latitude: Int
  /// East of Greenwich is positive.
  package let longitude: Int

  /// What the text of a place says.
  package struct Place: Equatable, Sendable {
    /// The text without the point.
    package var name: String
    package var coordinates: Coordinates?
    /// Whether there is a point that is nowhere, such as one north of the pole.
    package var isOutOfRange = false
  }

  /// `nil` beyond the poles or half of the way around.
  package init?(latitude: Int, longitude: Int) {
    guard (-90_00000...90_00000).contains(latitude),
      (-180_00000...180_00000).contains(longitude)
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Reads a place. A point has decimals, so that `Platform 3, 4` is a name.
  package static func place(_ text: String) -> Place {
    var (name, inner) = (text, Substring(text))
    if text.hasSuffix(")"), let open = text.lastIndex(of: "(") {
      inner = text[text.index(after: open)...].dropLast()
      name = String(text[..<open])
    } else {
      name = ""
    }
    let parts = inner.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = degrees(parts[0]), let longitude = degrees(parts[1])
    else { return Place(name: text) }
    while name.last == " " { name.removeLast() }
    let point = Coordinates(latitude: latitude, longitude: longitude)
    return Place(name: name, coordinates: point, isOutOfRange: point == nil)
  }

  /// Degrees as digits with one to eight decimals, cut after the fifth; `nil` for anything else.
  private static func degrees(_ text: Substring) -> Int? {
    var digits = text.drop { $0 == " " }
    let isNegative = digits.first == "-"
    if isNegative { digits = digits.dropFirst() }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    func areDigits(_ text: Substring) -> Bool {
      text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    guard parts.count == 2, (1...3).contains(parts[0].utf8.count),
      (1...8).contains(parts[1].utf8.count), parts.allSatisfy(areDigits),
      let whole = Int(parts[0]), let rest = Int((parts[1] + "00000").prefix(5))
    else { return nil }
    let value = whole * 100_000 + rest
    return isNegative ? -value : value
  }

  /// `48.13715, 11.57612`
  package var text: String { "\(Self.text(latitude)), \(Self.text(longitude))" }

  /// A number of degrees with five decimals.
  private static func text(_ degrees: Int) -> String {
    let digits = String(degrees.magnitude)
    let padded = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    return (degrees < 0 ? "-" : "") + padded.dropLast(5) + "." + padded.suffix(5)
  }

  /// On the map of OpenStreetMap, which is asked for nothing until somebody follows the address.
  package var mapAddress: String {
    let (north, east) = (Self.text(latitude), Self.text(longitude))
    return "https://www.openstreetmap.org/?mlat=\(north)&mlon=\(east)#map=17/\(north)/\(east)"
  }
}
