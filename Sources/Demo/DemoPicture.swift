import CPangoCairo
import CTurboJPEG

/// Draws the picture of an item: its motif in front of a wall, softly lit, in its own colours.
package struct DemoPicture: Sendable {
  package var motif: DemoMotif
  /// Selects the colours; different numbers give different ones.
  package var seed: Int

  static let width = 960
  static let height = 720
  private static let quality: Int32 = 82

  package enum Failure: Error, Equatable {
    case drawing(String)
    case encoding(String)
  }

  package init(_ motif: DemoMotif, seed: Int) {
    self.motif = motif
    self.seed = seed
  }

  /// Returns a JPEG of 960 × 720 pixels.
  package func jpeg() throws(Failure) -> [UInt8] {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, Int32(Self.width), Int32(Self.height))
    defer { cairo_surface_destroy(surface) }
    guard let context = cairo_create(surface) else { throw .drawing("no context") }
    defer { cairo_destroy(context) }
    let brush = Brush(context: context, palette: Palette(seed: seed))
    scene(brush)
    motif.draw(brush)
    cairo_surface_flush(surface)
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS, let pixels = cairo_image_surface_get_data(surface) else {
      throw .drawing(String(cString: cairo_status_to_string(status)))
    }
    return try encode(pixels, bytesPerRow: cairo_image_surface_get_stride(surface))
  }

  /// A wall, a floor, and light from the left.
  private func scene(_ brush: Brush) {
    let (width, height) = (Double(Self.width), Double(Self.height))
    brush.gradient(
      from: (0, 0), to: (width, height), brush.palette.wall.lighter(0.10),
      brush.palette.wall.darker(0.10)
    ) { brush.rectangle(0, 0, width, height * 0.72) }
    brush.gradient(
      from: (0, height * 0.72), to: (0, height), brush.palette.floor,
      brush.palette.floor.darker(0.16)
    ) { brush.rectangle(0, height * 0.72, width, height * 0.28) }
    brush.fill(brush.palette.wall.darker(0.2), alpha: 0.5) {
      brush.rectangle(0, height * 0.715, width, 6)
    }
    // The shadow of the motif.
    brush.glow(center: (width / 2 + 30, 596), radii: (330, 46), alpha: 0.32)
  }

  private func encode(
    _ pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int32
  ) throws(Failure) -> [UInt8] {
    guard let encoder = tjInitCompress() else { throw .encoding("no encoder") }
    defer { tjDestroy(encoder) }
    var output: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(output) }
    // Cairo's pixels are native-endian words, so on these machines the bytes are B, G, R and an
    // unused one.
    let code = tjCompress2(
      encoder, pixels, Int32(Self.width), bytesPerRow, Int32(Self.height),
      Int32(TJPF_BGRX.rawValue),
      &output, &count, Int32(TJSAMP_420.rawValue), Self.quality, 0)
    guard code == 0, let output else {
      throw .encoding(String(cString: tjGetErrorStr2(encoder)))
    }
    return Array(UnsafeBufferPointer(start: output, count: Int(count)))
  }
}
