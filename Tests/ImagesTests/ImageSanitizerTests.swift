import Images
import Testing

@Suite struct ImageSanitizerTests {
  private let picture = Picture.quadrants(width: 64, height: 48)
  private let trailer = Array("<script>alert(1)</script>PK\u{3}\u{4}".utf8)

  @Test("A JPEG keeps its pixels bit for bit", arguments: [false, true])
  func jpegRoundTrip(isProgressive: Bool) throws {
    let file = try picture.jpeg(isProgressive: isProgressive)
    let (image, bytes) = try ImageSanitizer.sanitize(file)
    #expect(image == SanitizedImage(kind: .jpeg, width: 64, height: 48, byteCount: bytes.count))
    #expect(bytes == file)
  }

  @Test("A PNG keeps its pixels bit for bit")
  func pngRoundTrip() throws {
    let file = try picture.png()
    let (image, bytes) = try ImageSanitizer.sanitize(file)
    #expect(image == SanitizedImage(kind: .png, width: 64, height: 48, byteCount: bytes.count))
    #expect(try Picture(png: bytes).pixels == picture.pixels)
  }

  @Test(
    "A WebP keeps its pixels bit for bit",
    arguments: [(false, 3), (true, 3), (false, 4), (true, 4)])
  func webpRoundTrip(isLossless: Bool, channels: Int) throws {
    let file = try Picture.quadrants(width: 64, height: 48, channels: channels)
      .webp(isLossless: isLossless)
    let (image, bytes) = try ImageSanitizer.sanitize(file)
    #expect(image == SanitizedImage(kind: .webp, width: 64, height: 48, byteCount: bytes.count))
    #expect(bytes == file)
  }

  @Test("A HEIC becomes a JPEG of the same picture")
  func heicIsConverted() throws {
    let file = try picture.heic(in: TemporaryFolder())
    let (image, bytes) = try ImageSanitizer.sanitize(file)
    #expect(image == SanitizedImage(kind: .jpeg, width: 64, height: 48, byteCount: bytes.count))
    #expect(try Picture(jpeg: bytes).isUpright)
  }

  @Test("D-PHO-10 GPS, XMP, IPTC, comments and the small picture of a JPEG are gone")
  func jpegMetadata() throws {
    let secret = FileSurgery.secret
    let file = FileSurgery.jpeg(
      try picture.jpeg(),
      adding: [
        FileSurgery.segment(0xE1, FileSurgery.exif(orientation: 6)),
        FileSurgery.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + secret),
        FileSurgery.segment(0xE2, Array("MPF\0".utf8) + secret),
        FileSurgery.segment(0xED, Array("Photoshop 3.0\0".utf8) + secret),
        FileSurgery.segment(0xE0, Array("JFXX\0".utf8) + secret),
        FileSurgery.segment(0xFE, secret),
      ])
    #expect(file.has(secret))
    let (image, bytes) = try ImageSanitizer.sanitize(file)
    #expect(!bytes.has(secret))
    #expect(!bytes.has("Photoshop") && !bytes.has("http://") && !bytes.has("MPF"))
    #expect(bytes.has("Exif"), "the orientation stays")
    #expect((image.width, image.height) == (48, 64), "the size is as shown")
  }

  @Test("An upright JPEG keeps no EXIF at all")
  func uprightHasNoExif() throws {
    let exif = FileSurgery.segment(0xE1, FileSurgery.exif(orientation: 1))
    let file = FileSurgery.jpeg(try picture.jpeg(), adding: [exif])
    #expect(try ImageSanitizer.sanitize(file).bytes == picture.jpeg())
  }

  @Test("The colour profile of a JPEG stays")
  func jpegProfile() throws {
    let profile = Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + [UInt8](repeating: 7, count: 300)
    let file = FileSurgery.jpeg(try picture.jpeg(), adding: [FileSurgery.segment(0xE2, profile)])
    #expect(try ImageSanitizer.sanitize(file).bytes == file)
  }

  @Test("D-PHO-10 EXIF, text and times of a PNG are gone")
  func pngMetadata() throws {
    let secret = FileSurgery.secret
    let names = ["eXIf", "tEXt", "zTXt", "iTXt", "tIME", "prVt"]
    let file = FileSurgery.png(
      try picture.png(), adding: names.map { FileSurgery.chunk($0, secret) })
    #expect(file.has(secret))
    let bytes = try ImageSanitizer.sanitize(file).bytes
    #expect(!bytes.has(secret))
    for name in names { #expect(!bytes.has(name)) }
    #expect(try Picture(png: bytes).pixels == picture.pixels)
  }

  @Test("D-PHO-10 EXIF and XMP of a WebP are gone and its header says so")
  func webpMetadata() throws {
    let secret = FileSurgery.secret
    let file = FileSurgery.webp(
      try picture.webp(), width: 64, height: 48,
      adding: ["EXIF", "XMP ", "ODD "].map { FileSurgery.riffChunk($0, secret) })
    #expect(file.has(secret))
    #expect(file[20] == 0x0C)
    let bytes = try ImageSanitizer.sanitize(file).bytes
    #expect(!bytes.has(secret) && !bytes.has("EXIF") && !bytes.has("XMP "))
    #expect(bytes[20] == 0)
    let header = FileSurgery.webp(try picture.webp(), width: 64, height: 48, flags: 0, adding: [])
    #expect(bytes == header, "everything else stays")
  }

  @Test("D-PHO-10 D-WEB-3 bytes after the end of a picture are gone")
  func polyglots() throws {
    for file in [try picture.jpeg(), try picture.png(), try picture.webp()] {
      #expect(try ImageSanitizer.sanitize(file + trailer).bytes == file)
    }
  }

  @Test("D-PHO-10 GPS in a HEIC is gone, its colour profile stays")
  func heicMetadata() throws {
    let secret = FileSurgery.secret
    let profile = [UInt8](repeating: 7, count: 16) + Array("RGB wide colours".utf8)
    let file = try picture.heic(
      in: TemporaryFolder(), exif: FileSurgery.exif(orientation: 6), profile: profile)
    #expect(file.has(secret))
    let (image, bytes) = try ImageSanitizer.sanitize(file)
    #expect(!bytes.has(secret) && !bytes.has("Exif"))
    #expect(bytes.has("wide colours"))
    #expect((image.width, image.height) == (64, 48), "its EXIF orientation does not count")
  }

  @Test("D-WEB-3 bytes hidden behind the pixels of a JPEG, before its end marker, are gone")
  func hiddenInJPEG() throws {
    let profile = Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + Array("colours".utf8)
    for isProgressive in [false, true] {
      let clean = FileSurgery.jpeg(
        try picture.jpeg(isProgressive: isProgressive),
        adding: [
          FileSurgery.segment(0xE1, FileSurgery.exif(orientation: 6)),
          FileSurgery.segment(0xE2, profile),
        ])
      let file = Array(clean.dropLast(2)) + trailer + [0xFF, 0xD9]
      let (image, bytes) = try ImageSanitizer.sanitize(file)
      #expect(!bytes.has("script"))
      #expect(bytes.has("colours"))
      #expect((image.width, image.height) == (48, 64))
      #expect(try Picture(jpeg: bytes).pixels == Picture(jpeg: clean).pixels)
      #expect(try ImageSanitizer.sanitize(bytes).bytes == bytes)
    }
  }

  @Test("D-WEB-3 SVG, HTML, GIF and text are refused whatever they are called")
  func onlyRaster() {
    for text in ["<svg onload='alert(1)'/>", "<html><script>", "GIF89a", "hello"] {
      #expect(throws: ImageError.self) { try ImageSanitizer.sanitize(Array(text.utf8)) }
    }
  }

  @Test("A file that is cut off in the middle is refused")
  func cutOff() throws {
    let noise = Picture.noise(width: 64, height: 48)
    let folder = try TemporaryFolder()
    for file in [try noise.jpeg(), try noise.png(), try noise.webp(), try noise.heic(in: folder)] {
      for part in [2, 3, 10] {
        #expect(throws: ImageError.cutOff) {
          try ImageSanitizer.sanitize(Array(file.prefix(file.count - file.count / part)))
        }
      }
    }
  }

  @Test("A file that is cut off and given an end marker is refused too")
  func cutOffWithEnd() throws {
    let noise = Picture.noise(width: 64, height: 48)
    let jpeg = try noise.jpeg()
    #expect(throws: ImageError.self) {
      try ImageSanitizer.sanitize(Array(jpeg.prefix(jpeg.count / 2)) + [0xFF, 0xD9])
    }
    #expect(throws: ImageError.self) {
      try ImageSanitizer.sanitize(FileSurgery.pngHeader(width: 64, height: 48))
    }
    let webp = try noise.webp()
    let half = Array(webp[20..<webp.count / 2])
    #expect(throws: ImageError.self) {
      try ImageSanitizer.sanitize(FileSurgery.riff([FileSurgery.riffChunk("VP8 ", half)]))
    }
  }

  @Test("Flipped bits in the pixels of a PNG are refused")
  func damagedPNG() throws {
    var file = try picture.png()
    file[file.count / 2] ^= 0x10
    #expect(throws: ImageError.self) { try ImageSanitizer.sanitize(file) }
  }

  @Test("Animations are refused: a still would lose the rest")
  func animations() throws {
    let png = FileSurgery.png(
      try picture.png(), adding: [FileSurgery.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])])
    #expect(throws: ImageError.animated) { try ImageSanitizer.sanitize(png) }
    let webp = FileSurgery.riff([
      FileSurgery.riffChunk("VP8X", [2, 0, 0, 0, 63, 0, 0, 47, 0, 0]),
      FileSurgery.riffChunk("ANIM", [0, 0, 0, 0, 0, 0]), Array(try picture.webp()[12...]),
    ])
    #expect(throws: ImageError.animated) { try ImageSanitizer.sanitize(webp) }
  }
}
