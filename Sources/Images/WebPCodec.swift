import CWebP

/// Decodes WebP with libwebp.
enum WebPCodec {
  /// Decodes to RGB; transparent parts become white.
  ///
  /// With `longestEdge` the decoder scales down to twice that size while it decodes, so that a
  /// large picture is never in memory as a whole. Throws if data is damaged or missing.
  static func decode(
    _ bytes: [UInt8], file: WebPFile, longestEdge: Int? = nil
  ) throws(ImageError) -> PixelBuffer {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw .corrupt("libwebp of another version") }
    try check(WebPGetFeatures(bytes, bytes.count, &config.input))
    guard Int(config.input.width) == file.width, Int(config.input.height) == file.height else {
      throw .corrupt("two different sizes")
    }
    guard config.input.has_animation == 0 else { throw .animated }

    var size = (width: file.width, height: file.height)
    if let longestEdge {
      size = PixelBuffer.fitted(
        width: file.width, height: file.height, longestEdge: longestEdge * 2)
      config.options.use_scaling = size == (file.width, file.height) ? 0 : 1
      config.options.scaled_width = Int32(size.width)
      config.options.scaled_height = Int32(size.height)
    }
    let hasAlpha = config.input.has_alpha != 0
    let buffer = try PixelBuffer(
      width: size.width, height: size.height, channels: hasAlpha ? 4 : 3)
    config.output.colorspace = hasAlpha ? MODE_rgbA : MODE_RGB
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba = buffer.bytes.baseAddress
    config.output.u.RGBA.stride = Int32(buffer.bytesPerRow)
    config.output.u.RGBA.size = buffer.bytes.count
    defer { WebPFreeDecBuffer(&config.output) }
    try check(WebPDecode(bytes, bytes.count, &config))
    if hasAlpha { buffer.flattenOnWhite(isPremultiplied: true) }
    return buffer
  }

  private static func check(_ status: VP8StatusCode) throws(ImageError) {
    switch status {
    case VP8_STATUS_OK: return
    case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw .cutOff
    default: throw .corrupt("WebP status \(status.rawValue)")
    }
  }
}
