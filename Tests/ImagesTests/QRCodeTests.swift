import Images
import Testing

@Suite struct QRCodeTests {
  @Test("A code has the three finder patterns and level M")
  func finders() throws {
    let code = try QRCode("https://hearth.example/join/ABCD-EFGH")
    #expect(code.side == 29)
    #expect(code.modules.count == 29 * 29)
    for (left, top) in [(0, 0), (22, 0), (0, 22)] {
      for step in 0..<7 {
        #expect(code.modules[top * 29 + left + step])
        #expect(code.modules[(top + step) * 29 + left])
      }
      #expect(!code.modules[(top + 1) * 29 + left + 1])
      #expect(code.modules[(top + 3) * 29 + left + 3])
    }
    // The two format bits of the level are 00 for M; the mask of the format is 10.
    #expect(code.modules[8 * 29] && !code.modules[8 * 29 + 1])
  }

  @Test("The SVG has a quiet zone of four modules, one path and no style")
  func svg() throws {
    let code = try QRCode("x")
    let svg = code.svg(title: "Join <us> & \"more\"")
    #expect(svg.contains("viewBox=\"0 0 29 29\""))
    #expect(svg.contains("<title>Join &lt;us&gt; &amp; &quot;more&quot;</title>"))
    #expect(svg.contains("d=\"M4 4h7v1h-7z"))
    #expect(svg.contains("currentColor"))
    #expect(!svg.contains("style") && !svg.contains("script"))
    #expect(svg.split(separator: "<path").count == 2)
  }

  @Test("The PNG shows the same modules")
  func png() throws {
    let code = try QRCode("x")
    let shown = try Picture(png: try code.png(modulePixels: 3))
    #expect(shown.width == 29 * 3 && shown.height == 29 * 3)
    for row in 0..<code.side {
      for column in 0..<code.side {
        let pixel = shown.colour((column + 4) * 3 + 1, (row + 4) * 3 + 1)
        #expect(pixel.red == (code.modules[row * code.side + column] ? 0 : 255))
      }
    }
    #expect(shown.colour(0, 0).red == 255)
  }

  @Test("Text that is empty or too long is refused, the longest is not")
  func limits() throws {
    #expect(throws: QRCode.Failure.empty) { try QRCode("") }
    #expect(throws: QRCode.Failure.tooLong(maxBytes: 2331)) {
      try QRCode(String(repeating: "é", count: 1166))
    }
    #expect(try QRCode(String(repeating: "a", count: 2331)).side == 177)
  }
}
