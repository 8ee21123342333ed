import CTurboJPEG

/// Decodes and encodes JPEG with libturbojpeg.
enum JPEGCodec {
  /// Decodes to RGB as stored, without applying the orientation.
  ///
  /// With `longestEdge` the decoder scales down, in eighths, as long as the longer side stays at
  /// least that large, which saves most of the time and memory. Damaged data is an error.
  static func decode(
    _ bytes: [UInt8], file: JPEGFile, longestEdge: Int? = nil, limits: ImageLimits
  ) throws(ImageError) -> PixelBuffer {
    try decodeTellingOfStrayBytes(
      bytes, file: file, longestEdge: longestEdge, limits: limits
    ).buffer
  }

  /// Decodes like `decode`. `hasStrayBytes` means that bytes which belong to no picture are between
  /// the scans.
  static func decodeTellingOfStrayBytes(
    _ bytes: [UInt8], file: JPEGFile, longestEdge: Int?, limits: ImageLimits
  ) throws(ImageError) -> (buffer: PixelBuffer, hasStrayBytes: Bool) {
    guard let decoder = tjInitDecompress() else { throw .outOfMemory }
    defer { tjDestroy(decoder) }
    var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let length = UInt(bytes.count)
    guard tjDecompressHeader3(decoder, bytes, length, &width, &height, &sampling, &colours) == 0
    else { throw failure(decoder) }
    guard Int(width) == file.width, Int(height) == file.height else {
      throw .corrupt("two different sizes")
    }

    let longest = max(file.width, file.height)
    let eighths = longestEdge.map { JPEGCodec.eighths(of: longest, edge: $0) } ?? 8
    let scaledWidth = (file.width * eighths + 7) / 8
    let scaledHeight = (file.height * eighths + 7) / 8
    // A progressive picture keeps all its coefficients, 2 bytes each, until the last scan.
    let neededBytes =
      (file.isProgressive ? file.sampleCount * 2 : 0) + scaledWidth * scaledHeight * 4
    guard neededBytes < limits.maxMemoryBytes else { throw .outOfMemory }
    let isCMYK = colours == TJCS_CMYK.rawValue || colours == TJCS_YCCK.rawValue
    let format = isCMYK ? TJPF_CMYK : TJPF_RGB
    let buffer = try PixelBuffer(
      width: scaledWidth, height: scaledHeight, channels: isCMYK ? 4 : 3)
    let result = tjDecompress2(
      decoder, bytes, length, buffer.bytes.baseAddress, Int32(scaledWidth),
      Int32(buffer.bytesPerRow), Int32(scaledHeight), format.rawValue, 0)
    if result != 0 { try forgive(decoder) }
    if isCMYK { buffer.convertFromInvertedCMYK() }
    return (buffer, result != 0)
  }

  /// Encodes the same coefficients again: no pixel changes, and stray bytes between scans are
  /// removed.
  ///
  /// All metadata is left out, including the orientation and the profile.
  static func recoded(
    _ bytes: [UInt8], file: JPEGFile, limits: ImageLimits
  ) throws(ImageError) -> [UInt8] {
    guard file.sampleCount * 2 < limits.maxMemoryBytes else { throw .outOfMemory }
    guard let transformer = tjInitTransform() else { throw .outOfMemory }
    var output: UnsafeMutablePointer<UInt8>?
    defer {
      tjFree(output)
      tjDestroy(transformer)
    }
    var length: UInt = 0
    var transform = tjtransform()
    transform.op = Int32(TJXOP_NONE.rawValue)
    transform.options = TJXOPT_COPYNONE | (file.isProgressive ? TJXOPT_PROGRESSIVE : 0)
    let result = tjTransform(
      transformer, bytes, UInt(bytes.count), 1, &output, &length, &transform, 0)
    if result != 0 { try forgive(transformer) }
    guard let output else { throw failure(transformer) }
    return Array(UnsafeBufferPointer(start: output, count: Int(length)))
  }

  /// Encodes RGB with 4:2:0 chroma subsampling. `quality` is 1 to 100; a profile of up to 65,519
  /// bytes is added.
  static func encode(
    _ buffer: PixelBuffer, quality: Int, profile: [UInt8] = []
  ) throws(ImageError) -> [UInt8] {
    precondition(buffer.channels == 3)
    guard let encoder = tjInitCompress() else { throw .outOfMemory }
    var output: UnsafeMutablePointer<UInt8>?
    defer {
      tjFree(output)
      tjDestroy(encoder)
    }
    var length: UInt = 0
    let result = tjCompress2(
      encoder, buffer.bytes.baseAddress, Int32(buffer.width), Int32(buffer.bytesPerRow),
      Int32(buffer.height), TJPF_RGB.rawValue, &output, &length,
      Int32(TJSAMP_420.rawValue), Int32(quality), 0)
    guard result == 0, let output else { throw failure(encoder) }
    let encoded = UnsafeBufferPointer(start: output, count: Int(length))
    // The profile's segment follows the start marker (2 bytes) and the JFIF segment (18 bytes).
    guard !profile.isEmpty, profile.count <= 65519, encoded.count > 20 else {
      return Array(encoded)
    }
    let size = profile.count + 16
    let segment =
      [0xFF, 0xE2, UInt8(size >> 8), UInt8(size & 255)]
      + Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
    return Array(encoded[..<20]) + segment + Array(encoded[20...])
  }

  /// The smallest number of eighths at which at least `edge` pixels remain.
  private static func eighths(of longest: Int, edge: Int) -> Int {
    (1...8).first { (longest * $0 + 7) / 8 >= edge } ?? 8
  }

  /// Throws unless the decoder only met stray bytes between scans, which many cameras write.
  ///
  /// The library distinguishes its warnings only by their text; any other one means lost pixels.
  private static func forgive(_ decoder: tjhandle) throws(ImageError) {
    let error = failure(decoder)
    guard tjGetErrorCode(decoder) == TJERR_WARNING.rawValue, case .corrupt(let text) = error,
      text.contains("extraneous bytes")
    else { throw error }
  }

  private static func failure(_ handle: tjhandle) -> ImageError {
    .corrupt(tjGetErrorStr2(handle).map { String(cString: $0) } ?? "JPEG")
  }
}
