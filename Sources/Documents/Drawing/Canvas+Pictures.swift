import CPangoCairo
import Images

extension Canvas {
  /// Draws a JPEG in `area`, as large as it fits, with its bytes unchanged in the file.
  ///
  /// With `fills` it covers the whole area, and parts outside are cut off. Returns `false`, and
  /// draws nothing, if the JPEG is damaged.
  func drawJPEG(_ bytes: [UInt8], in area: Rectangle, fills: Bool = false, radius: Double = 0)
    -> Bool
  {
    // The cause does not matter here: the page says that the photo cannot be shown.
    guard let look = try? JPEGLook(bytes), let picture = Canvas.surface(of: bytes) else {
      return false
    }
    keepUntilShown(picture)
    let (width, height) = (Double(look.shownWidth), Double(look.shownHeight))
    let ratios = (area.width / width, area.height / height)
    let scale = fills ? max(ratios.0, ratios.1) : min(ratios.0, ratios.1)
    let placed = Rectangle(
      x: area.x + (area.width - width * scale) / 2, y: area.y + (area.height - height * scale) / 2,
      width: width * scale, height: height * scale)
    clipped(to: fills ? area : placed, radius: radius) {
      cairo_translate(context, placed.x + placed.width / 2, placed.y + placed.height / 2)
      cairo_rotate(context, Double(look.quarterTurns) * .pi / 2)
      let turned = look.quarterTurns % 2 == 1
      let (sideX, sideY) =
        turned ? (placed.height, placed.width) : (placed.width, placed.height)
      cairo_scale(context, look.isMirrored ? -sideX : sideX, sideY)
      cairo_translate(context, -0.5, -0.5)
      cairo_set_source_surface(context, picture, 0, 0)
      cairo_paint(context)
    }
    return true
  }

  /// A surface of one pixel that stands for the JPEG: the PDF contains the attached bytes, so no
  /// pixels are needed. It fills the unit square.
  private static func surface(of bytes: [UInt8]) -> OpaquePointer? {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1) else { return nil }
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    copy.initialize(from: bytes, count: bytes.count)
    let status = cairo_surface_set_mime_data(
      surface, CAIRO_MIME_TYPE_JPEG, copy, UInt(bytes.count),
      { $0?.assumingMemoryBound(to: UInt8.self).deallocate() }, copy)
    guard status == CAIRO_STATUS_SUCCESS else {
      copy.deallocate()
      cairo_surface_destroy(surface)
      return nil
    }
    return surface
  }
}
