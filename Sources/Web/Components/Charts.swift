import Values

/// One bar of a chart.
package struct Bar {
  package var name: String
  package var emoji: String = ""
  /// The bar's amount; bars are drawn in proportion to the largest.
  package var amount: Int128
  /// A part of it, drawn below it; `nil` for none.
  package var part: Int128?
  /// The amount in words, and the part.
  package var text: String
  /// `nil` for a bar of no colour in particular.
  package var colour: PaletteColour?
  package var route: Route?

  package init(
    name: String, emoji: String = "", amount: Int128, part: Int128? = nil, text: String,
    colour: PaletteColour? = nil, route: Route? = nil
  ) {
    self.name = name
    self.emoji = emoji
    self.amount = amount
    self.part = part
    self.text = text
    self.colour = colour
    self.route = route
  }
}

/// Bars with their names and amounts. The bar itself is a drawing, so the page needs no styles.
///
/// - Parameter legend: what the parts of bars are, where they have any.
package func barChart(_ bars: [Bar], legend: String? = nil) -> HTML {
  let largest = max(1, bars.flatMap { [$0.amount, $0.part ?? 0] }.max() ?? 1)
  let list = ul(.class("bars")) {
    bars.map { bar in
      li {
        span(.class("name")) {
          if let route = bar.route {
            a(.class("cover"), .href(route)) { bar.name }
          } else {
            bar.name
          }
        }
        span(.class("meters")) {
          meter(permille: permille(bar.amount, of: largest), colour: bar.colour)
          if let part = bar.part {
            meter(permille: permille(part, of: largest), isPart: true)
          }
        }
        span(.class("num", "muted")) { bar.text }
      }
    }
  }
  guard let legend, bars.contains(where: { $0.part != nil }) else { return list }
  return HTML(joining: [p(.class("muted")) { legend }, list])
}

/// A filled track; `permille` of it is full. That of a part is thinner.
package func meter(
  permille: Int, colour: PaletteColour? = nil, isPart: Bool = false
) -> HTML {
  HTML(
    element: "svg",
    [
      .class("meter", isPart ? "part" : nil, colour?.className), .viewBox(1000, 8),
      .preserveAspectRatio("none"),
      .ariaHidden(),
    ],
    HTML(joining: [
      rect(.class("track"), .width(1000), .height(8)),
      rect(.class("fill"), .width(min(1000, max(0, permille))), .height(8)),
    ]))
}

/// The progress of something, with a text for people who cannot see the track.
package func progress(done: Int, total: Int, _ text: String) -> HTML {
  div(.class("progress")) {
    meter(permille: permille(Int128(done), of: Int128(total)))
    p(.class("num"), .role("status")) { text }
  }
}

/// The share of `part` in `whole`, in thousandths and without overflow; 0 for an empty whole.
package func permille(_ part: Int128, of whole: Int128) -> Int {
  guard whole > 0, part > 0 else { return 0 }
  let (scaled, overflow) = part.multipliedReportingOverflow(by: 1000)
  return overflow ? 1000 : Int(clamping: scaled / whole)
}
