import CPangoCairo

/// A colour of a drawing; its parts are from 0 to 1.
struct Ink: Equatable {
  var red: Double
  var green: Double
  var blue: Double

  /// Converts from HSL: the hue in turns, saturation and lightness from 0 to 1.
  init(hue: Double, saturation: Double, lightness: Double) {
    func part(_ offset: Double) -> Double {
      let position = (offset + hue * 12).truncatingRemainder(dividingBy: 12)
      let strength = saturation * min(lightness, 1 - lightness)
      return lightness - strength * max(-1, min(position - 3, 9 - position, 1))
    }
    (red, green, blue) = (part(0), part(8), part(4))
  }

  func lighter(_ amount: Double) -> Ink { mixed(with: 1, amount) }
  func darker(_ amount: Double) -> Ink { mixed(with: 0, amount) }

  private func mixed(with other: Double, _ amount: Double) -> Ink {
    var ink = self
    ink.red += (other - red) * amount
    ink.green += (other - green) * amount
    ink.blue += (other - blue) * amount
    return ink
  }
}

/// The colours of one picture.
struct Palette {
  let wall: Ink
  let floor: Ink
  let main: Ink
  let accent: Ink
  let dark = Ink(hue: 0.6, saturation: 0.12, lightness: 0.18)
  let metal = Ink(hue: 0.58, saturation: 0.06, lightness: 0.72)
  let wood: Ink
  let light = Ink(hue: 0.12, saturation: 0.5, lightness: 0.93)

  init(seed: Int) {
    func fraction(_ factor: Int, _ modulus: Int) -> Double {
      Double(seed * factor % modulus) / Double(modulus)
    }
    let hue = fraction(37, 101)
    main = Ink(hue: hue, saturation: 0.36 + 0.2 * fraction(13, 17), lightness: 0.46)
    accent = Ink(hue: hue + 0.42, saturation: 0.5, lightness: 0.55)
    wall = Ink(hue: hue + 0.55, saturation: 0.16, lightness: 0.83)
    floor = Ink(hue: 0.08, saturation: 0.26, lightness: 0.56 + 0.12 * fraction(7, 11))
    wood = Ink(hue: 0.075, saturation: 0.42, lightness: 0.36 + 0.16 * fraction(5, 13))
  }
}

/// Draws simple shapes on a Cairo surface. Lengths are in pixels, and the origin is at the top
/// left.
struct Brush {
  let context: OpaquePointer
  let palette: Palette

  func fill(_ ink: Ink, alpha: Double = 1, _ path: () -> Void) {
    cairo_new_path(context)
    path()
    cairo_set_source_rgba(context, ink.red, ink.green, ink.blue, alpha)
    cairo_fill(context)
  }

  func stroke(_ ink: Ink, width: Double, _ path: () -> Void) {
    cairo_new_path(context)
    path()
    cairo_set_source_rgb(context, ink.red, ink.green, ink.blue)
    cairo_set_line_width(context, width)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_stroke(context)
  }

  /// Fills with a gradient of the ink, lit from the upper left.
  func solid(_ ink: Ink, _ path: () -> Void) {
    gradient(from: (300, 140), to: (700, 640), ink.lighter(0.14), ink.darker(0.22), path)
  }

  func gradient(
    from start: (Double, Double), to end: (Double, Double), _ first: Ink, _ last: Ink,
    _ path: () -> Void
  ) {
    let pattern = cairo_pattern_create_linear(start.0, start.1, end.0, end.1)
    defer { cairo_pattern_destroy(pattern) }
    cairo_pattern_add_color_stop_rgb(pattern, 0, first.red, first.green, first.blue)
    cairo_pattern_add_color_stop_rgb(pattern, 1, last.red, last.green, last.blue)
    cairo_new_path(context)
    path()
    cairo_set_source(context, pattern)
    cairo_fill(context)
  }

  /// A soft shadow.
  func glow(center: (Double, Double), radii: (Double, Double), alpha: Double) {
    let pattern = cairo_pattern_create_radial(0, 0, 0, 0, 0, 1)
    defer { cairo_pattern_destroy(pattern) }
    cairo_pattern_add_color_stop_rgba(pattern, 0, 0, 0, 0, alpha)
    cairo_pattern_add_color_stop_rgba(pattern, 1, 0, 0, 0, 0)
    cairo_save(context)
    cairo_translate(context, center.0, center.1)
    cairo_scale(context, radii.0, radii.1)
    cairo_new_path(context)
    cairo_arc(context, 0, 0, 1, 0, 2 * Double.pi)
    cairo_set_source(context, pattern)
    cairo_fill(context)
    cairo_restore(context)
  }

  // MARK: Paths

  func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    cairo_rectangle(context, x, y, width, height)
  }

  /// A rectangle with rounded corners.
  func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double) {
    let quarter = Double.pi / 2
    let (right, bottom) = (x + width, y + height)
    cairo_new_sub_path(context)
    cairo_arc(context, right - radius, y + radius, radius, -quarter, 0)
    cairo_arc(context, right - radius, bottom - radius, radius, 0, quarter)
    cairo_arc(context, x + radius, bottom - radius, radius, quarter, 2 * quarter)
    cairo_arc(context, x + radius, y + radius, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(context)
  }

  func ellipse(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    cairo_save(context)
    cairo_translate(context, x, y)
    cairo_scale(context, width, height)
    cairo_new_sub_path(context)
    cairo_arc(context, 0, 0, 1, 0, 2 * Double.pi)
    cairo_restore(context)
  }

  func polygon(_ points: (Double, Double)...) {
    for (index, point) in points.enumerated() {
      if index == 0 {
        cairo_move_to(context, point.0, point.1)
      } else {
        cairo_line_to(context, point.0, point.1)
      }
    }
    cairo_close_path(context)
  }

  /// An open line through the points.
  func line(_ points: (Double, Double)...) {
    for (index, point) in points.enumerated() {
      if index == 0 {
        cairo_move_to(context, point.0, point.1)
      } else {
        cairo_line_to(context, point.0, point.1)
      }
    }
  }

  func curve(
    from start: (Double, Double), _ first: (Double, Double), _ second: (Double, Double),
    to end: (Double, Double)
  ) {
    cairo_move_to(context, start.0, start.1)
    cairo_curve_to(context, first.0, first.1, second.0, second.1, end.0, end.1)
  }
}
