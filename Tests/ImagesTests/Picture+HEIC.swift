import CHEIF

extension Picture {
  /// Encodes HEIC that says `orientation` in its own way, with EXIF and a colour profile if not empty.
  func heic(
    in folder: TemporaryFolder, orientation: Int = 1, exif: [UInt8] = [], profile: [UInt8] = []
  ) throws -> [UInt8] {
    func check(_ error: heif_error) throws {
      guard error.code == heif_error_Ok else {
        throw CodecFailed(text: String(cString: error.message))
      }
    }
    let context = heif_context_alloc()
    defer { heif_context_free(context) }
    var encoder: OpaquePointer?
    try check(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder))
    defer { heif_encoder_release(encoder) }
    try check(heif_encoder_set_lossy_quality(encoder, 90))
    var image: OpaquePointer?
    try check(
      heif_image_create(
        Int32(width), Int32(height), heif_colorspace_RGB, heif_chroma_interleaved_RGB, &image))
    defer { heif_image_release(image) }
    try check(
      heif_image_add_plane(image, heif_channel_interleaved, Int32(width), Int32(height), 8))
    var stride: Int32 = 0
    guard let plane = heif_image_get_plane(image, heif_channel_interleaved, &stride) else {
      throw CodecFailed(text: "HEIC plane")
    }
    for row in 0..<height {
      for place in 0..<width * 3 {
        plane[row * Int(stride) + place] = pixels[row * width * 3 + place]
      }
    }
    if !profile.isEmpty {
      try check(heif_image_set_raw_color_profile(image, "prof", profile, profile.count))
    }
    let options = heif_encoding_options_alloc()
    defer { heif_encoding_options_free(options) }
    options?.pointee.image_orientation = heif_orientation(rawValue: UInt32(orientation))
    var handle: OpaquePointer?
    try check(heif_context_encode_image(context, image, encoder, options, &handle))
    defer { heif_image_handle_release(handle) }
    if !exif.isEmpty {
      try check(heif_context_add_exif_metadata(context, handle, exif, Int32(exif.count)))
    }
    let path = folder.newPath()
    try check(heif_context_write_to_file(context, path))
    return try folder.read(path)
  }
}
