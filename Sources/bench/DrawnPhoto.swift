import CTurboJPEG

/// A photo as a phone takes it: 12 MP, soft light over a few large things, and the noise of a sensor,
/// which is what most of the bytes of a photo are for.
///
/// Drawn anew for each number, so that no two have the same bytes.
struct DrawnPhoto {
  static let width = 4000
  static let height = 3000
  private static let quality: Int32 = 90
  /// Noise goes from -n to n.
  private static let noiseLevels: UInt64 = 14
  private static let thingCount = 24

  var number: Int

  /// The bytes of a JPEG, some 3 to 5 MB.
  func jpeg() throws -> [UInt8] {
    var random = SplitMix(UInt64(number) &* 7919 &+ 1)
    var pixels = background(&random)
    for _ in 0..<Self.thingCount { drawThing(&pixels, &random) }
    addNoise(&pixels, &random)
    return try encode(pixels)
  }

  /// One colour that gets darker towards two sides.
  private func background(_ random: inout SplitMix) -> [UInt8] {
    let base = (0..<3).map { _ in Int.random(in: 90...200, using: &random) }
    var pixels = [UInt8](repeating: 0, count: Self.width * Self.height * 3)
    pixels.withUnsafeMutableBufferPointer { pixels in
      var index = 0
      for y in 0..<Self.height {
        for x in 0..<Self.width {
          let shade = x * 24 / Self.width + y * 40 / Self.height
          for channel in 0..<3 {
            pixels[index] = UInt8(clamping: base[channel] - shade)
            index += 1
          }
        }
      }
    }
    return pixels
  }

  /// A striped box somewhere.
  private func drawThing(_ pixels: inout [UInt8], _ random: inout SplitMix) {
    let (left, top) = (
      Int.random(in: 0..<Self.width, using: &random),
      Int.random(in: 0..<Self.height, using: &random)
    )
    let (right, bottom) = (
      min(Self.width, left + Int.random(in: 100...1200, using: &random)),
      min(Self.height, top + Int.random(in: 100...900, using: &random))
    )
    let color = (0..<3).map { _ in Int.random(in: 20...230, using: &random) }
    let stripe = Int.random(in: 8...90, using: &random)
    pixels.withUnsafeMutableBufferPointer { pixels in
      for y in top..<bottom {
        for x in left..<right {
          let light = (x + y / 3) / stripe % 2 * 18 - (y - top) * 30 / (bottom - top)
          let index = (y * Self.width + x) * 3
          for channel in 0..<3 { pixels[index + channel] = UInt8(clamping: color[channel] + light) }
        }
      }
    }
  }

  private func addNoise(_ pixels: inout [UInt8], _ random: inout SplitMix) {
    let levels = 2 * Self.noiseLevels + 1
    pixels.withUnsafeMutableBufferPointer { pixels in
      var bits: UInt64 = 0
      for index in pixels.indices {
        if index % 8 == 0 { bits = random.next() }
        let noise = Int(((bits & 0xff) * levels) >> 8) - Int(Self.noiseLevels)
        bits >>= 8
        pixels[index] = UInt8(clamping: Int(pixels[index]) + noise)
      }
    }
  }

  private func encode(_ pixels: [UInt8]) throws -> [UInt8] {
    guard let encoder = tjInitCompress() else { throw BenchFailure("no JPEG encoder") }
    var output: UnsafeMutablePointer<UInt8>?
    defer {
      tjFree(output)
      tjDestroy(encoder)
    }
    var length: UInt = 0
    let result = tjCompress2(
      encoder, pixels, Int32(Self.width), 0, Int32(Self.height), TJPF_RGB.rawValue, &output,
      &length, Int32(TJSAMP_420.rawValue), Self.quality, 0)
    guard result == 0, let output else { throw BenchFailure("a photo could not be encoded") }
    return Array(UnsafeBufferPointer(start: output, count: Int(length)))
  }
}
