import CHEIF

/// Decodes HEIC with libheif. Rotation, mirroring and cropping stored in the file are applied.
enum HEICCodec {
  /// Memory that decoding always needs, and memory with which it never failed in measurements.
  private static let certainBytesPerPixel = 8
  private static let likelyBytesPerPixel = 14

  /// Loads what the library would otherwise look for on disk when it decodes its first picture.
  static func prepare() { _ = heif_init(nil) }

  /// Decodes the primary picture to RGB and returns it with its ICC profile, which may be empty.
  ///
  /// The limits are checked against the size stated in the file, before any pixel is decoded.
  static func decode(
    _ bytes: [UInt8], limits: ImageLimits
  ) throws(ImageError) -> (buffer: PixelBuffer, profile: [UInt8]) {
    try HEIFFile.checkIsWhole(bytes)
    guard let context = heif_context_alloc() else { throw .outOfMemory }
    defer { heif_context_free(context) }
    heif_context_set_max_decoding_threads(context, 0)
    heif_context_set_maximum_image_size_limit(context, Int32(clamping: limits.maxSidePixels))
    // The context reads from `bytes` until it is freed, so everything happens in this closure.
    let result = bytes.withUnsafeBytes { raw -> Result<(PixelBuffer, [UInt8]), ImageError> in
      Result { () throws(ImageError) in
        try check(
          heif_context_read_from_memory_without_copy(context, raw.baseAddress, raw.count, nil))
        return try decodePrimary(context, limits: limits)
      }
    }
    return try result.get()
  }

  private static func decodePrimary(
    _ context: OpaquePointer, limits: ImageLimits
  ) throws(ImageError) -> (PixelBuffer, [UInt8]) {
    var handle: OpaquePointer?
    try check(heif_context_get_primary_image_handle(context, &handle))
    defer { heif_image_handle_release(handle) }
    try limits.check(
      width: Int(heif_image_handle_get_ispe_width(handle)),
      height: Int(heif_image_handle_get_ispe_height(handle)))
    try limits.check(
      width: Int(heif_image_handle_get_width(handle)),
      height: Int(heif_image_handle_get_height(handle)))

    guard let options = heif_decoding_options_alloc() else { throw .outOfMemory }
    defer { heif_decoding_options_free(options) }
    options.pointee.strict_decoding = 1
    options.pointee.convert_hdr_to_8bit = 1
    let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
    let pixels =
      Int(heif_image_handle_get_width(handle)) * Int(heif_image_handle_get_height(handle))
    guard pixels <= limits.maxMemoryBytes / certainBytesPerPixel else { throw .outOfMemory }
    var image: OpaquePointer?
    do throws(ImageError) {
      try check(
        heif_decode_image(
          handle, &image, heif_colorspace_RGB,
          hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, options))
    } catch {
      // The library also reports a lack of memory as other errors, such as an unsupported
      // conversion.
      throw pixels > limits.maxMemoryBytes / likelyBytesPerPixel ? .outOfMemory : error
    }
    defer { heif_image_release(image) }
    let buffer = try copy(image, channels: hasAlpha ? 4 : 3, limits: limits)
    if hasAlpha {
      buffer.flattenOnWhite(isPremultiplied: heif_image_is_premultiplied_alpha(image) != 0)
    }
    return (buffer, profile(handle))
  }

  private static func copy(
    _ image: OpaquePointer?, channels: Int, limits: ImageLimits
  ) throws(ImageError) -> PixelBuffer {
    let width = Int(heif_image_get_width(image, heif_channel_interleaved))
    let height = Int(heif_image_get_height(image, heif_channel_interleaved))
    try limits.check(width: width, height: height)
    var stride: Int32 = 0
    guard let plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride),
      Int(stride) >= width * channels
    else { throw .corrupt("no pixels") }
    let buffer = try PixelBuffer(width: width, height: height, channels: channels)
    let target = UnsafeMutableRawBufferPointer(buffer.bytes)
    for row in 0..<height {
      UnsafeMutableRawBufferPointer(rebasing: target[(row * width * channels)...]).copyMemory(
        from: UnsafeRawBufferPointer(start: plane + row * Int(stride), count: width * channels))
    }
    return buffer
  }

  private static func profile(_ handle: OpaquePointer?) -> [UInt8] {
    let size = heif_image_handle_get_raw_color_profile_size(handle)
    guard size > 0, size <= 65519 else { return [] }
    var profile = [UInt8](repeating: 0, count: size)
    let error = heif_image_handle_get_raw_color_profile(handle, &profile)
    return error.code == heif_error_Ok ? profile : []
  }

  private static func check(_ error: heif_error) throws(ImageError) {
    guard error.code != heif_error_Ok else { return }
    if error.code == heif_error_Memory_allocation_error { throw .outOfMemory }
    if error.subcode == heif_suberror_End_of_data { throw .cutOff }
    throw .corrupt(error.message.map { String(cString: $0) } ?? "HEIC")
  }
}
