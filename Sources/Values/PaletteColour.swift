/// The twelve colours of homes, labels and people. The tables store the raw value; the style sheet
/// holds the shades, light and dark, as the classes `c0` to `c11`.
package enum PaletteColour: Int, CaseIterable, Equatable, Sendable {
  case red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown

  /// A typical hue in degrees, for finding the colour nearest to one of another program.
  private var hue: Int {
    switch self {
    case .red: 3
    case .orange: 35
    case .yellow: 50
    case .green: 125
    case .mint: 160
    case .teal: 178
    case .cyan: 192
    case .blue: 212
    case .indigo: 242
    case .purple: 280
    case .pink: 340
    case .brown: 25
    }
  }

  /// The colour nearest to `#RRGGBB`; brown for greys; `nil` if the text has another form.
  package init?(nearest hex: String) {
    guard hex.utf8.count == 7, hex.hasPrefix("#"), let rgb = Int(hex.dropFirst(), radix: 16),
      rgb >= 0
    else { return nil }
    let (red, green, blue) = (rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255)
    let (high, low) = (max(red, green, blue), min(red, green, blue))
    guard high - low >= 16 else {
      self = .brown
      return
    }
    let sector =
      high == red
      ? 60 * (green - blue) / (high - low)
      : high == green
        ? 120 + 60 * (blue - red) / (high - low) : 240 + 60 * (red - green) / (high - low)
    let hue = (sector + 360) % 360
    func distance(_ colour: PaletteColour) -> Int {
      let difference = abs(colour.hue - hue)
      return min(difference, 360 - difference)
    }
    // Brown is a dark orange, so light colours never become brown.
    let candidates = Self.allCases.filter { $0 != .brown || high < 170 }
    self = candidates.min { distance($0) < distance($1) } ?? .brown
  }

  package init?(name: String) {
    guard let color = Self.allCases.first(where: { "\($0)" == name.lowercased() }) else {
      return nil
    }
    self = color
  }
}
