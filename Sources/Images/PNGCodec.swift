import CPNG

/// Decodes and encodes PNG with libpng's simplified interface, which needs no `setjmp`.
enum PNGCodec {
  /// Decodes to RGB; transparent parts become white. Throws if data is damaged or missing.
  static func decode(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) -> PixelBuffer {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
      throw failure(image)
    }
    try limits.check(width: Int(image.width), height: Int(image.height))
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR)  // RGB
    let buffer = try PixelBuffer(width: Int(image.width), height: Int(image.height))
    var white = png_color(red: 255, green: 255, blue: 255)
    guard png_image_finish_read(&image, &white, buffer.bytes.baseAddress, 0, nil) != 0 else {
      throw failure(image)
    }
    return buffer
  }

  /// Encodes 8-bit grey, `width` × `height`, one byte per pixel.
  static func encodeGrey(_ pixels: [UInt8], width: Int, height: Int) throws(ImageError) -> [UInt8] {
    precondition(pixels.count == width * height)
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(width)
    image.height = UInt32(height)
    image.format = 0  // grey, without alpha
    defer { png_image_free(&image) }
    var size = 0
    guard png_image_write_to_memory(&image, nil, &size, 0, pixels, 0, nil) != 0 else {
      throw failure(image)
    }
    var output = [UInt8](repeating: 0, count: size)
    guard png_image_write_to_memory(&image, &output, &size, 0, pixels, 0, nil) != 0 else {
      throw failure(image)
    }
    return Array(output.prefix(size))
  }

  private static func failure(_ image: png_image) -> ImageError {
    let text = withUnsafeBytes(of: image.message) { message in
      String(decoding: message.prefix { $0 != 0 }, as: UTF8.self)
    }
    return .corrupt(text)
  }
}
