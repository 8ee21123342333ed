import CPangoCairo

/// The appearance of a piece of text.
struct TextStyle: Equatable {
  /// Fonts for the common scripts, listed so that no rare font is picked for a single letter.
  private static let fallbacks =
    "Noto Sans, Noto Sans Arabic, Noto Sans Hebrew, Noto Sans Devanagari, Droid Sans Fallback"
  enum Family {
    /// `monospaced` falls back to sans if the system has no such font.
    case sans, serif, monospaced

    var names: String {
      switch self {
      case .sans: "Inter, " + TextStyle.fallbacks
      case .serif: "Noto Serif, " + TextStyle.fallbacks
      case .monospaced: "DejaVu Sans Mono, Noto Sans Mono, Inter, " + TextStyle.fallbacks
      }
    }
  }
  enum Weight: UInt32 { case regular = 400, medium = 500, semibold = 600, bold = 700 }

  var family = Family.sans
  var points: Double
  var weight = Weight.regular
  var color = Color.ink
  /// The distance between lines, as a factor of the usual font's line height.
  var lineSpacing = 1.0
  /// Additional space between letters, in points.
  var tracking = 0.0
}

enum TextAlignment { case leading, centre, trailing }

/// Sets text on a line, or in a column of a given width, with fallback fonts and right-to-left
/// scripts.
///
/// All documents share one, because creating the font map takes longer than drawing a page, and the
/// map keeps a limited number of fonts. `@unchecked Sendable` because it is only used within a
/// `DrawingTurn`.
final class Typesetter: @unchecked Sendable {
  /// The usual font's line height, as a factor of its size.
  private static let lineHeight = 1.21

  private static let shared = Result { () throws(DocumentError) in try Typesetter() }

  /// The shared typesetter. Throws if there is no memory for it.
  static func take() throws(DocumentError) -> Typesetter { try shared.get() }

  private let fontMap: UnsafeMutablePointer<PangoFontMap>
  private let context: OpaquePointer

  private init() throws(DocumentError) {
    guard let map = pango_cairo_font_map_new() else { throw .drawing("no font map") }
    guard let context = pango_font_map_create_context(map) else {
      g_object_unref(map)
      throw .drawing("no text context")
    }
    fontMap = map
    self.context = context
    pango_cairo_context_set_resolution(context, 72)
    pango_context_set_round_glyph_positions(context, 0)
    pango_context_set_language(context, pango_language_from_string("en"))
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(fontMap)
  }

  /// Makes the font libraries read their settings now.
  func warmUp() { _ = set("Hearth", TextStyle(points: 10)) }

  /// Sets text in a column of `width` points, or on one line if `nil`.
  ///
  /// With `maxLines` the text is one paragraph, and ends with an ellipsis if it does not fit.
  func set(
    _ text: String, _ style: TextStyle, width: Double? = nil, maxLines: Int? = nil,
    alignment: TextAlignment = .leading
  ) -> TextBlock {
    // Creating a layout fails only for lack of memory.
    guard let layout = pango_layout_new(context) else { preconditionFailure("no memory for text") }
    var bytes = Typesetter.printable(text, isOneParagraph: maxLines != nil)
    bytes.withUTF8 { raw in
      raw.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress, Int32($0.count))
      }
    }
    let font = pango_font_description_new()
    pango_font_description_set_family(font, style.family.names)
    pango_font_description_set_absolute_size(font, style.points * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, PangoWeight(style.weight.rawValue))
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    // Added between lines, and not a factor of the fonts' heights: an emoji font reports almost no
    // height, so a line of emoji only would overlap the line above.
    let leading = (style.lineSpacing - 1) * style.points * Typesetter.lineHeight
    pango_layout_set_spacing(layout, Int32(leading * Double(PANGO_SCALE)))
    let attributes = pango_attr_list_new()
    // Digits of equal width, so that amounts align in columns.
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
    // An inserted hyphen would change a serial number.
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    if style.tracking != 0 {
      let spacing = Int32(style.tracking * Double(PANGO_SCALE))
      pango_attr_list_insert(attributes, pango_attr_letter_spacing_new(spacing))
    }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    if let width {
      pango_layout_set_width(layout, Int32(max(1, width) * Double(PANGO_SCALE)))
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    }
    if let maxLines {
      pango_layout_set_height(layout, -Int32(maxLines))
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }
    switch alignment {
    case .leading: break
    case .centre: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .trailing:
      // Automatic direction would swap the sides for a right-to-left paragraph.
      pango_layout_set_auto_dir(layout, 0)
      pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    }
    return TextBlock(layout: layout, color: style.color)
  }

  /// The text without control characters, which fonts show as boxes, and with uniform line ends.
  private static func printable(_ text: String, isOneParagraph: Bool) -> String {
    var result = String.UnicodeScalarView()
    var wasReturn = false
    for scalar in text.unicodeScalars {
      defer { wasReturn = scalar == "\r" }
      switch scalar {
      case "\n" where wasReturn: continue
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        result.append(isOneParagraph ? " " : "\n")
      case "\t": result.append(isOneParagraph ? " " : scalar)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": result.append(" ")
      // Pango treats a whole text with a noncharacter as invalid.
      case _ where scalar.properties.isNoncharacterCodePoint: continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

/// Text that has been set: its size is known, and it can be drawn.
final class TextBlock {
  private let layout: OpaquePointer
  private let color: Color

  fileprivate init(layout: OpaquePointer, color: Color) {
    self.layout = layout
    self.color = color
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// The size in points that the fonts reserve, regardless of the column's width.
  var size: (width: Double, height: Double) {
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    return (TextBlock.points(logical.width), TextBlock.points(logical.height))
  }

  /// The area that is drawn on, from the block's top left corner; accents may exceed `size`.
  var ink: Rectangle {
    var ink = PangoRectangle()
    pango_layout_get_extents(layout, &ink, nil)
    return Rectangle(
      x: TextBlock.points(ink.x), y: TextBlock.points(ink.y), width: TextBlock.points(ink.width),
      height: TextBlock.points(ink.height))
  }

  var height: Double { size.height }

  /// The distance from the top to the first line's baseline.
  var baseline: Double { TextBlock.points(pango_layout_get_baseline(layout)) }

  var isCutShort: Bool { pango_layout_is_ellipsized(layout) != 0 }

  /// Draws the whole block with its top left corner at this point.
  func draw(on canvas: Canvas, x: Double, y: Double) {
    canvas.setColor(color)
    cairo_move_to(canvas.context, x, y)
    pango_cairo_show_layout(canvas.context, layout)
  }

  /// A line of the text, measured from the block's top left corner.
  struct Line {
    var top: Double
    var bottom: Double
    fileprivate var x: Double
    fileprivate var baseline: Double
    /// Valid as long as the block lives.
    fileprivate var line: UnsafeMutablePointer<PangoLayoutLine>?
  }

  private(set) lazy var lines: [Line] = {
    var lines: [Line] = []
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    repeat {
      var (top, bottom) = (Int32(0), Int32(0))
      pango_layout_iter_get_line_yrange(iterator, &top, &bottom)
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      lines.append(
        Line(
          top: TextBlock.points(top), bottom: TextBlock.points(bottom),
          x: TextBlock.points(logical.x),
          baseline: TextBlock.points(pango_layout_iter_get_baseline(iterator)),
          line: pango_layout_iter_get_line_readonly(iterator)))
    } while pango_layout_iter_next_line(iterator) != 0
    return lines
  }()

  /// Draws one line with its upper edge at `y`.
  func draw(_ line: Line, on canvas: Canvas, x: Double, y: Double) {
    canvas.setColor(color)
    cairo_move_to(canvas.context, x + line.x, y + line.baseline - line.top)
    pango_cairo_show_layout_line(canvas.context, line.line)
  }

  private static func points(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }
}
