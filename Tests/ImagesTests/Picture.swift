import CPNG
import CTurboJPEG
import CWebP
import Glibc

/// Pixels that tests draw, encode and look at: RGB or RGBA, 8 bits.
struct Picture {
  typealias Colour = (red: UInt8, green: UInt8, blue: UInt8)

  static let red: Colour = (220, 20, 20)
  static let green: Colour = (20, 200, 20)
  static let blue: Colour = (20, 20, 220)
  static let yellow: Colour = (230, 220, 20)

  var width: Int
  var height: Int
  var channels = 3
  var pixels: [UInt8]

  init(width: Int, height: Int, channels: Int = 3, draw: (_ x: Int, _ y: Int) -> Colour) {
    (self.width, self.height, self.channels) = (width, height, channels)
    pixels = [UInt8](repeating: 255, count: width * height * channels)
    for y in 0..<height {
      for x in 0..<width {
        let colour = draw(x, y)
        let place = (y * width + x) * channels
        pixels[place] = colour.red
        pixels[place + 1] = colour.green
        pixels[place + 2] = colour.blue
      }
    }
  }

  /// Red, green above blue, yellow.
  static func quadrants(width: Int, height: Int, channels: Int = 3) -> Picture {
    Picture(width: width, height: height, channels: channels) { x, y in
      switch (x < width / 2, y < height / 2) {
      case (true, true): red
      case (false, true): green
      case (true, false): blue
      case (false, false): yellow
      }
    }
  }

  /// Noise that no encoder shrinks much; the same each time.
  static func noise(width: Int, height: Int) -> Picture {
    var state: UInt32 = 1
    return Picture(width: width, height: height) { _, _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return (UInt8(state >> 24), UInt8(state >> 16 & 255), UInt8(state >> 8 & 255))
    }
  }

  /// The quadrants as a camera held in another way stores them: upright once `orientation` is applied.
  ///
  /// From the words of the EXIF standard: which side of the upright picture the first row and the first
  /// column of the stored one are.
  static func stored(orientation: Int, uprightWidth: Int, uprightHeight: Int) -> Picture {
    let upright = quadrants(width: uprightWidth, height: uprightHeight)
    let sides = [
      ("top", "left"), ("top", "right"), ("bottom", "right"), ("bottom", "left"),
      ("left", "top"), ("right", "top"), ("right", "bottom"), ("left", "bottom"),
    ]
    let (firstRow, firstColumn) = sides[orientation - 1]
    func distance(_ value: Int, from side: String) -> Int {
      switch side {
      case "right": uprightWidth - 1 - value
      case "bottom": uprightHeight - 1 - value
      default: value
      }
    }
    let swaps = firstRow == "left" || firstRow == "right"
    return Picture(
      width: swaps ? uprightHeight : uprightWidth, height: swaps ? uprightWidth : uprightHeight
    ) { x, y in
      let (fromRow, fromColumn) = (distance(y, from: firstRow), distance(x, from: firstColumn))
      return swaps ? upright.colour(fromRow, fromColumn) : upright.colour(fromColumn, fromRow)
    }
  }

  func colour(_ x: Int, _ y: Int) -> Colour {
    let place = (y * width + x) * channels
    return (pixels[place], pixels[place + 1], pixels[place + 2])
  }

  /// The colours a tenth of the side away from the corners: top left, top right, bottom left, bottom right.
  var corners: [Colour] {
    let (left, right) = (width / 10, width - 1 - width / 10)
    let (top, bottom) = (height / 10, height - 1 - height / 10)
    return [colour(left, top), colour(right, top), colour(left, bottom), colour(right, bottom)]
  }

  /// Whether the corners are those of `quadrants`, within what lossy coding changes.
  var isUpright: Bool {
    zip(corners, [Picture.red, Picture.green, Picture.blue, Picture.yellow]).allSatisfy {
      Picture.isNear($0, $1)
    }
  }

  static func isNear(_ one: Colour, _ other: Colour) -> Bool {
    func near(_ a: UInt8, _ b: UInt8) -> Bool { abs(Int(a) - Int(b)) <= 12 }
    return near(one.red, other.red) && near(one.green, other.green) && near(one.blue, other.blue)
  }
}

struct CodecFailed: Error { var text: String }

extension Picture {
  func jpeg(quality: Int32 = 95, isProgressive: Bool = false) throws -> [UInt8] {
    let encoder = tjInitCompress()
    var output: UnsafeMutablePointer<UInt8>?
    var length: UInt = 0
    defer {
      tjFree(output)
      tjDestroy(encoder)
    }
    let flags = isProgressive ? TJFLAG_PROGRESSIVE : 0
    guard
      tjCompress2(
        encoder, pixels, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &output, &length,
        Int32(TJSAMP_420.rawValue), quality, Int32(flags)) == 0, let output
    else { throw CodecFailed(text: "JPEG encoder") }
    return Array(UnsafeBufferPointer(start: output, count: Int(length)))
  }

  /// A JPEG with the four colours of print, stored inverted as programs store them.
  func cmykJPEG() throws -> [UInt8] {
    var inks: [UInt8] = []
    for place in 0..<width * height { inks += pixels[place * 3..<place * 3 + 3] + [255] }
    let encoder = tjInitCompress()
    var output: UnsafeMutablePointer<UInt8>?
    var length: UInt = 0
    defer {
      tjFree(output)
      tjDestroy(encoder)
    }
    guard
      tjCompress2(
        encoder, inks, Int32(width), 0, Int32(height), Int32(TJPF_CMYK.rawValue), &output, &length,
        Int32(TJSAMP_444.rawValue), 95, 0) == 0, let output
    else { throw CodecFailed(text: "CMYK encoder") }
    return Array(UnsafeBufferPointer(start: output, count: Int(length)))
  }

  init(jpeg bytes: [UInt8]) throws {
    let decoder = tjInitDecompress()
    defer { tjDestroy(decoder) }
    var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard
      tjDecompressHeader3(
        decoder, bytes, UInt(bytes.count), &width, &height, &sampling, &colours) == 0
    else { throw CodecFailed(text: "JPEG header") }
    self.init(width: Int(width), height: Int(height)) { _, _ in (0, 0, 0) }
    guard
      tjDecompress2(
        decoder, bytes, UInt(bytes.count), &pixels, width, 0, height, Int32(TJPF_RGB.rawValue), 0)
        == 0
    else { throw CodecFailed(text: "JPEG decoder") }
  }

  func png() throws -> [UInt8] {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(width)
    image.height = UInt32(height)
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR | (channels == 4 ? PNG_FORMAT_FLAG_ALPHA : 0))
    defer { png_image_free(&image) }
    var output = [UInt8](repeating: 0, count: pixels.count * 2 + 4096)
    var size = output.count
    guard png_image_write_to_memory(&image, &output, &size, 0, pixels, 0, nil) != 0 else {
      throw CodecFailed(text: "PNG encoder")
    }
    return Array(output.prefix(size))
  }

  init(png bytes: [UInt8]) throws {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
      throw CodecFailed(text: "PNG header")
    }
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
    self.init(width: Int(image.width), height: Int(image.height)) { _, _ in (0, 0, 0) }
    guard png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else {
      throw CodecFailed(text: "PNG decoder")
    }
  }

  func webp(isLossless: Bool = false) throws -> [UInt8] {
    var output: UnsafeMutablePointer<UInt8>?
    defer { WebPFree(output) }
    let (width, height, stride) = (Int32(width), Int32(height), Int32(width * channels))
    let size =
      switch (isLossless, channels) {
      case (true, 4): WebPEncodeLosslessRGBA(pixels, width, height, stride, &output)
      case (true, _): WebPEncodeLosslessRGB(pixels, width, height, stride, &output)
      case (false, 4): WebPEncodeRGBA(pixels, width, height, stride, 95, &output)
      case (false, _): WebPEncodeRGB(pixels, width, height, stride, 95, &output)
      }
    guard size > 0, let output else { throw CodecFailed(text: "WebP encoder") }
    return Array(UnsafeBufferPointer(start: output, count: size))
  }
}
