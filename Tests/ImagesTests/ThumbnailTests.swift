import Images
import Testing

@Suite struct ThumbnailTests {
  @Test("Thumbnails of every orientation stand upright", arguments: 1...8)
  func orientations(_ orientation: Int) throws {
    let stored = Picture.stored(orientation: orientation, uprightWidth: 240, uprightHeight: 160)
    for isLittleEndian in [true, false] {
      let exif = FileSurgery.exif(orientation: orientation, isLittleEndian: isLittleEndian)
      let file = FileSurgery.jpeg(try stored.jpeg(), adding: [FileSurgery.segment(0xE1, exif)])
      let (image, sanitized) = try ImageSanitizer.sanitize(file)
      #expect((image.width, image.height) == (240, 160))
      for source in [file, sanitized] {
        let made = try #require(try Thumbnail.make(source, edges: [96]).first)
        let shown = try Picture(jpeg: made.bytes)
        #expect((shown.width, shown.height) == (96, 64))
        #expect(shown.isUpright)
        #expect(!made.bytes.has("Exif"))
      }
    }
  }

  @Test("Every kind gives thumbnails of all sizes in proportion")
  func kinds() throws {
    let picture = Picture.quadrants(width: 2000, height: 1000)
    let folder = try TemporaryFolder()
    let files = [
      try picture.jpeg(), try picture.jpeg(isProgressive: true), try picture.png(),
      try picture.webp(), try picture.heic(in: folder),
    ]
    for file in files {
      let made = try Thumbnail.make(file, edges: Thumbnail.Size.allCases.map(\.longestEdge))
      #expect(made.map(\.thumbnail.width) == [96, 400, 1600])
      #expect(made.map(\.thumbnail.height) == [48, 200, 800])
      for (thumbnail, bytes) in made {
        #expect(thumbnail.byteCount == bytes.count)
        #expect(try Picture(jpeg: bytes).isUpright)
      }
    }
  }

  @Test("A small picture keeps its size")
  func neverEnlarged() throws {
    let file = try Picture.quadrants(width: 50, height: 30).png()
    let made = try Thumbnail.make(file, edges: [96, 400])
    #expect(made.map(\.thumbnail.width) == [50, 50])
    #expect(made.map(\.thumbnail.height) == [30, 30])
  }

  @Test("A picture of one line keeps at least one pixel")
  func oneLine() throws {
    let file = try Picture.quadrants(width: 5000, height: 1).png()
    let made = try #require(try Thumbnail.make(file, edges: [96]).first)
    #expect((made.thumbnail.width, made.thumbnail.height) == (96, 1))
  }

  @Test("Each pixel is the average of what it covers")
  func averages() throws {
    // Columns of black and white: anything but an average would pick one of them.
    let stripes = Picture(width: 960, height: 480) { x, _ in
      x % 2 == 0 ? (0, 0, 0) : (255, 255, 255)
    }
    let made = try #require(try Thumbnail.make(stripes.png(), edges: [96]).first)
    let shown = try Picture(jpeg: made.bytes)
    #expect(shown.corners.allSatisfy { Picture.isNear($0, (128, 128, 128)) })
  }

  @Test("White stays exactly white when it is shrunk by an odd ratio")
  func whiteStaysWhite() throws {
    let white = Picture(width: 1237, height: 911) { _, _ in (255, 255, 255) }
    let made = try #require(try Thumbnail.make(white.png(), edges: [400]).first)
    #expect(try Picture(jpeg: made.bytes).pixels.allSatisfy { $0 >= 254 })
  }

  @Test("Transparent parts become white", arguments: ["png", "webp", "lossless webp"])
  func transparency(_ kind: String) throws {
    var picture = Picture.quadrants(width: 200, height: 100, channels: 4)
    for place in stride(from: 3, to: picture.pixels.count / 2, by: 4) { picture.pixels[place] = 0 }
    let file =
      switch kind {
      case "png": try picture.png()
      case "webp": try picture.webp()
      default: try picture.webp(isLossless: true)
      }
    let made = try #require(try Thumbnail.make(file, edges: [96]).first)
    let corners = try Picture(jpeg: made.bytes).corners
    #expect(Picture.isNear(corners[0], (255, 255, 255)))
    #expect(Picture.isNear(corners[1], (255, 255, 255)))
    #expect(Picture.isNear(corners[2], Picture.blue))
    #expect(Picture.isNear(corners[3], Picture.yellow))
  }

  @Test("A JPEG in the colours of print gives an RGB thumbnail")
  func cmyk() throws {
    let file = try Picture.quadrants(width: 200, height: 100).cmykJPEG()
    for source in [file, try ImageSanitizer.sanitize(file).bytes] {
      let made = try #require(try Thumbnail.make(source, edges: [96]).first)
      #expect(try Picture(jpeg: made.bytes).isUpright)
    }
  }

  @Test("A HEIC that says how it is turned gives upright pictures", arguments: [1, 3, 6, 8])
  func heicOrientations(_ orientation: Int) throws {
    let stored = Picture.stored(orientation: orientation, uprightWidth: 240, uprightHeight: 160)
    let file = try stored.heic(in: TemporaryFolder(), orientation: orientation)
    let (image, bytes) = try ImageSanitizer.sanitize(file)
    #expect((image.width, image.height) == (240, 160))
    #expect(try Picture(jpeg: bytes).isUpright)
    let made = try #require(try Thumbnail.make(file, edges: [96]).first)
    #expect((made.thumbnail.width, made.thumbnail.height) == (96, 64))
    #expect(try Picture(jpeg: made.bytes).isUpright)
  }

  @Test("A small RGB colour profile goes along, sRGB and any other do not")
  func profiles() throws {
    let picture = Picture.quadrants(width: 200, height: 100)
    func thumbnail(_ space: String) throws -> [UInt8] {
      let profile = [UInt8](repeating: 7, count: 16) + Array("\(space)wide colours".utf8)
      let segment = FileSurgery.segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile)
      let file = FileSurgery.jpeg(try picture.jpeg(), adding: [segment])
      return try #require(try Thumbnail.make(file, edges: [96]).first).bytes
    }
    let wide = try thumbnail("RGB ")
    #expect(wide.has("wide colours"))
    #expect(try Picture(jpeg: wide).isUpright)
    #expect(try !thumbnail("CMYK").has("wide colours"))
    #expect(try !thumbnail("RGB sRGB ").has("wide colours"))
  }
}
