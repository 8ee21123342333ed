import Images
import Testing

@Suite struct ImageLimitsTests {
  @Test("D-PHO-10 a decompression bomb is refused by its header, before it is unpacked")
  func bomb() {
    let bomb = FileSurgery.pngHeader(width: 20_000, height: 20_000)
    #expect(
      throws: ImageError.tooManyPixels(width: 20_000, height: 20_000, maxPixels: 100_000_000)
    ) { try ImageSanitizer.sanitize(bomb) }
  }

  @Test("A header with the largest numbers is refused without a crash")
  func largestNumbers() {
    #expect(throws: ImageError.self) {
      try ImageSanitizer.sanitize(FileSurgery.pngHeader(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF))
    }
    #expect(throws: ImageError.self) {
      try ImageSanitizer.sanitize(FileSurgery.pngHeader(width: 0, height: 10))
    }
  }

  @Test("D-PHO-10 pixels are counted from the header of every kind")
  func headers() throws {
    let picture = Picture.quadrants(width: 64, height: 48)
    var limits = ImageLimits()
    limits.maxPixels = 64 * 48 - 1
    let expected = ImageError.tooManyPixels(width: 64, height: 48, maxPixels: 64 * 48 - 1)
    let folder = try TemporaryFolder()
    let files = [
      try picture.jpeg(), try picture.png(), try picture.webp(),
      try picture.webp(isLossless: true), try picture.heic(in: folder),
    ]
    for file in files {
      #expect(throws: expected) { try ImageSanitizer.sanitize(file, limits: limits) }
      #expect(throws: expected) { try Thumbnail.make(file, edges: [96], limits: limits) }
    }
  }

  @Test("A JPEG header of over 100 megapixels is refused")
  func largeJPEG() throws {
    var file = try Picture.quadrants(width: 64, height: 48).jpeg()
    let frame = try #require(
      file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    // 12,000 × 9,000
    file.replaceSubrange(frame + 5..<frame + 9, with: [0x23, 0x28, 0x2E, 0xE0])
    #expect(
      throws: ImageError.tooManyPixels(width: 12_000, height: 9_000, maxPixels: 100_000_000)
    ) { try ImageSanitizer.sanitize(file) }
  }

  @Test("A side longer than the limit is refused")
  func sides() {
    let file = FileSurgery.pngHeader(width: 30_001, height: 10)
    #expect(
      throws: ImageError.sideTooLong(width: 30_001, height: 10, maxSidePixels: 30_000)
    ) { try ImageSanitizer.sanitize(file) }
  }

  @Test("A file larger than the limit is refused")
  func bytes() throws {
    let file = try Picture.quadrants(width: 64, height: 48).jpeg()
    var limits = ImageLimits()
    limits.maxBytes = file.count
    #expect(throws: Never.self) { try ImageSanitizer.sanitize(file, limits: limits) }
    limits.maxBytes = file.count - 1
    #expect(throws: ImageError.tooManyBytes(maxBytes: file.count - 1)) {
      try ImageSanitizer.sanitize(file, limits: limits)
    }
  }

  @Test("A JPEG with scans without end is refused before it is decoded")
  func scanBomb() throws {
    let file = try Picture.quadrants(width: 64, height: 48).jpeg(isProgressive: true)
    let scan = try #require(
      file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    let last = Array(file[scan..<file.count - 2])
    let repeated = Array(repeatElement(last, count: 100).joined())
    #expect(throws: ImageError.corrupt("more than 100 scans")) {
      try ImageSanitizer.sanitize(Array(file[..<scan]) + repeated + [0xFF, 0xD9])
    }
  }
}
