import Glibc

/// Decoded pixels: 8 bits per channel, rows without padding, top row first.
///
/// The memory comes directly from the kernel, so that too large a picture is an error: an array
/// would trap, and so would `malloc` under a sanitizer.
final class PixelBuffer {
  let width: Int
  let height: Int
  /// 3 for RGB; 4 until `flattenOnWhite` or `convertFromInvertedCMYK` is called.
  private(set) var channels: Int
  /// The size of `memory`, whatever `channels` has become.
  private let mappedBytes: Int
  private let memory: UnsafeMutablePointer<UInt8>

  /// Throws `.outOfMemory`. `width` and `height` must have passed `ImageLimits.check`.
  init(width: Int, height: Int, channels: Int = 3) throws(ImageError) {
    precondition(width > 0 && height > 0 && (channels == 3 || channels == 4))
    mappedBytes = width * height * channels
    guard
      let raw = mmap(
        nil, mappedBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      raw != MAP_FAILED
    else { throw .outOfMemory }
    memory = raw.bindMemory(to: UInt8.self, capacity: mappedBytes)
    (self.width, self.height, self.channels) = (width, height, channels)
  }

  deinit { munmap(memory, mappedBytes) }

  var bytesPerRow: Int { width * channels }
  var bytes: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(start: memory, count: width * height * channels)
  }

  /// Blends RGBA with white, in place, leaving RGB.
  ///
  /// `isPremultiplied` means that colours are already multiplied by their alpha.
  func flattenOnWhite(isPremultiplied: Bool) {
    precondition(channels == 4)
    let pixels = bytes
    for index in 0..<(width * height) {
      let (from, to) = (index * 4, index * 3)
      let alpha = Int(pixels[from + 3])
      for channel in 0..<3 {
        let value = Int(pixels[from + channel])
        let colour = isPremultiplied ? value : (value * alpha + 127) / 255
        pixels[to + channel] = UInt8(min(255, colour + 255 - alpha))
      }
    }
    channels = 3
  }

  /// Converts the inverted CMYK of JPEG files to RGB, in place, without a colour profile.
  func convertFromInvertedCMYK() {
    precondition(channels == 4)
    let pixels = bytes
    for index in 0..<(width * height) {
      let (from, to) = (index * 4, index * 3)
      let black = Int(pixels[from + 3])
      for channel in 0..<3 {
        pixels[to + channel] = UInt8((Int(pixels[from + channel]) * black + 127) / 255)
      }
    }
    channels = 3
  }

  /// The same picture, rotated and mirrored to be upright.
  func oriented(_ orientation: Orientation) throws(ImageError) -> PixelBuffer {
    precondition(channels == 3)
    guard orientation != .upright else { return self }
    let swaps = orientation.swapsSides
    let result = try PixelBuffer(width: swaps ? height : width, height: swaps ? width : height)
    let (source, target) = (bytes, result.bytes)
    let (right, bottom) = (width - 1, height - 1)
    for y in 0..<result.height {
      for x in 0..<result.width {
        let (fromX, fromY): (Int, Int) =
          switch orientation {
          case .upright: (x, y)
          case .mirrored: (right - x, y)
          case .upsideDown: (right - x, bottom - y)
          case .flipped: (x, bottom - y)
          case .transposed: (y, x)
          case .turnedRight: (y, bottom - x)
          case .transversed: (right - y, bottom - x)
          case .turnedLeft: (right - y, x)
          }
        let (from, to) = ((fromY * width + fromX) * 3, (y * result.width + x) * 3)
        target[to] = source[from]
        target[to + 1] = source[from + 1]
        target[to + 2] = source[from + 2]
      }
    }
    return result
  }
}
