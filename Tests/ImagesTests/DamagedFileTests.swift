import Images
import Testing

@Suite struct DamagedFileTests {
  /// A small generator of numbers: the same damage in every run.
  private struct Numbers {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  @Test("Bytes changed at random end in a picture or an error, never in a crash", arguments: 0..<5)
  func randomDamage(_ kind: Int) throws {
    let picture = Picture.noise(width: 40, height: 24)
    let exif = FileSurgery.segment(0xE1, FileSurgery.exif(orientation: 6))
    let file =
      switch kind {
      case 0: FileSurgery.jpeg(try picture.jpeg(), adding: [exif])
      case 1: try picture.jpeg(isProgressive: true)
      case 2: FileSurgery.png(try picture.png(), adding: [FileSurgery.chunk("gAMA", [0, 1, 2, 3])])
      case 3:
        FileSurgery.webp(
          try picture.webp(), width: 40, height: 24, adding: [FileSurgery.riffChunk("EXIF", [1])])
      default: try picture.heic(in: TemporaryFolder())
      }
    var limits = ImageLimits()
    limits.maxPixels = 1_000_000
    var numbers = Numbers(state: UInt64(kind + 1))
    var kept: [[UInt8]] = []
    for _ in 0..<300 {
      var damaged = file
      for _ in 0...numbers.next(below: 4) {
        // Half of the damage goes to the first bytes, where the lengths are.
        let reach = numbers.next(below: 2) == 0 ? damaged.count : min(200, damaged.count)
        damaged[numbers.next(below: reach)] = UInt8(numbers.next(below: 256))
      }
      do throws(ImageError) {
        kept.append(try ImageSanitizer.sanitize(damaged, limits: limits).bytes)
      } catch {}  // refused, as it should be
    }
    for bytes in kept {
      #expect(try ImageSanitizer.sanitize(bytes, limits: limits).bytes == bytes)
    }
  }
}
