/// The colours of printed documents: paper and ink, and one accent.
struct Color: Equatable {
  var red: Double
  var green: Double
  var blue: Double

  init(_ rgb: UInt32) {
    red = Double(rgb >> 16 & 0xFF) / 255
    green = Double(rgb >> 8 & 0xFF) / 255
    blue = Double(rgb & 0xFF) / 255
  }

  static let black = Color(0x000000)
  static let white = Color(0xFFFFFF)
  static let ink = Color(0x24211C)
  static let inkSoft = Color(0x5F594E)
  /// Has a contrast of 4.5 to 1 on white.
  static let inkFaint = Color(0x746D60)
  static let line = Color(0xE6DFD2)
  static let lineStrong = Color(0xCFC6B5)
  static let sunken = Color(0xF6F2EA)
  static let accent = Color(0xB5430F)
  static let accentSoft = Color(0xFDF1E8)
  static let accentLine = Color(0xEFC7AE)
}
