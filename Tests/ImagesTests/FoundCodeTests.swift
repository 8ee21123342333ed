import Images
import Testing

/// QR codes and barcodes that are read from pictures.
@Suite struct FoundCodeTests {
  private static let address = "https://hearth.example/items/019d0000-0000-7000-8000-000000000001"

  /// A picture with white all around what is drawn.
  private static func framed(_ picture: Picture, by border: Int) -> Picture {
    Picture(width: picture.width + 2 * border, height: picture.height + 2 * border) { x, y in
      let (x, y) = (x - border, y - border)
      guard (0..<picture.width).contains(x), (0..<picture.height).contains(y) else {
        return (255, 255, 255)
      }
      return picture.colour(x, y)
    }
  }

  /// The bars of an EAN-13, three pixels each.
  static func bars(_ digits: String) -> Picture {
    let left = [
      "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011",
      "0110111", "0001011",
    ]
    let parities = [
      "LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL",
      "LGGLGL",
    ]
    func inverted(_ text: String) -> String { String(text.map { $0 == "0" ? "1" : "0" }) }
    let values = digits.compactMap(\.wholeNumberValue)
    var modules = "101"
    for (value, parity) in zip(values[1...6], parities[values[0]]) {
      let plain = left[value]
      modules += parity == "L" ? plain : String(inverted(plain).reversed())
    }
    modules += "01010"
    for value in values[7...12] { modules += inverted(left[value]) }
    modules += "101"
    let isDark = modules.map { $0 == "1" }
    return framed(
      Picture(width: isDark.count * 3, height: 120) { x, _ in
        isDark[x / 3] ? (0, 0, 0) : (255, 255, 255)
      }, by: 40)
  }

  @Test("A code of ours is read from a PNG and from a photo, upright and turned")
  func ours() throws {
    let code = try QRCode(Self.address)
    #expect(
      try FoundCode.all(in: try code.png(modulePixels: 4))
        == [FoundCode(kind: .qr, text: Self.address)])
    let upright = try Picture(png: try code.png(modulePixels: 6))
    let (width, height) = (upright.width, upright.height)
    let turned = Picture(width: height, height: width) { x, y in upright.colour(y, height - 1 - x) }
    for picture in [upright, turned] {
      let photo = try Self.framed(picture, by: 200).jpeg(quality: 70)
      #expect(try FoundCode.all(in: photo).map(\.text) == [Self.address])
    }
  }

  @Test("The number of a product is read from its bars, and told apart from other codes")
  func product() throws {
    #expect(
      try FoundCode.all(in: try Self.bars("4006381333931").png())
        == [FoundCode(kind: .product, text: "4006381333931")])
  }

  @Test("Of several codes each is told once; a picture without any has none")
  func several() throws {
    let one = try Picture(png: try QRCode("first").png(modulePixels: 5))
    let other = try Picture(png: try QRCode("second").png(modulePixels: 5))
    let width = one.width + other.width * 2
    let both = Picture(width: width, height: one.height) { x, y in
      if x < one.width { return one.colour(x, y) }
      return other.colour((x - one.width) % other.width, y)
    }
    #expect(try FoundCode.all(in: try both.png()).map(\.text).sorted() == ["first", "second"])
    #expect(try FoundCode.all(in: try Picture.quadrants(width: 640, height: 480).jpeg()).isEmpty)
    #expect(try FoundCode.all(in: try Picture.noise(width: 300, height: 300).png()).isEmpty)
  }

  @Test("A longer text than is kept is cut, not refused")
  func long() throws {
    let text = String(repeating: "long ", count: 150)
    let found = try FoundCode.all(in: try QRCode(text).png(modulePixels: 5))
    #expect(found.map(\.text) == [String(text.prefix(FoundCode.maxBytes))])
  }

  @Test("A picture over a limit, and what is no picture, is an error and not a lack of codes")
  func refused() throws {
    let png = try QRCode("x").png()
    var limits = ImageLimits()
    limits.maxBytes = png.count - 1
    #expect(throws: ImageError.tooManyBytes(maxBytes: png.count - 1)) {
      try FoundCode.all(in: png, limits: limits)
    }
    limits = ImageLimits()
    limits.maxPixels = 100
    #expect(throws: ImageError.self) { try FoundCode.all(in: png, limits: limits) }
    #expect(throws: ImageError.empty) { try FoundCode.all(in: []) }
    #expect(throws: ImageError.self) { try FoundCode.all(in: Array("%PDF-1.4".utf8)) }
    #expect(throws: ImageError.cutOff) { try FoundCode.all(in: Array(png.prefix(png.count / 2))) }
  }
}
