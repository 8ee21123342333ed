import Images
import Testing

@Suite struct ImageKindTests {
  @Test("The four kinds are known by their bytes")
  func kinds() throws {
    let picture = Picture.quadrants(width: 32, height: 16)
    #expect(try ImageKind.sniff(picture.jpeg()) == .jpeg)
    #expect(try ImageKind.sniff(picture.png()) == .png)
    #expect(try ImageKind.sniff(picture.webp()) == .webp)
    #expect(try ImageKind.sniff(picture.heic(in: TemporaryFolder())) == .heic)
  }

  @Test("HEIC is known by any of its brands")
  func heicBrands() throws {
    let file = "\0\0\0\u{1C}ftypmif1\0\0\0\0mif1heicmiaf"
    #expect(try ImageKind.sniff(Array(file.utf8)) == .heic)
  }

  @Test(
    "Other files are refused with the name of what they look like",
    arguments: [
      ("GIF89a\u{1}\0\u{1}\0", ImageLookalike.gif),
      ("<svg xmlns='http://www.w3.org/2000/svg'/>", .svg),
      ("\u{FEFF}<?xml version='1.0'?>\n<!-- a drawing -->\n<SVG/>", .svg),
      ("<!DOCTYPE html><title>x</title>", .html),
      ("%PDF-1.7\n", .pdf),
      ("PK\u{3}\u{4}abc", .zip),
      ("MM\0*\0\0\0\u{8}", .tiff),
      ("BM\u{20}\0\0\0\0\0\0\0\u{1A}\0\0\0\u{C}\0\0\0\0\0\0\0\0\0\0\0", .bmp),
      ("\0\0\0\u{18}ftypavif\0\0\0\0avifmif1", .avif),
      ("\0\0\0\u{18}ftypisom\0\0\u{2}\0isommp41", .video),
      ("Grüße, just words", .text),
      ("\u{1}\u{2}\u{3}", .unknown),
    ])
  func lookalikes(_ text: String, _ expected: ImageLookalike) {
    #expect(throws: ImageError.unsupportedKind(looksLike: expected)) {
      try ImageKind.sniff(Array(text.utf8))
    }
  }

  @Test("An empty file is called empty")
  func empty() {
    #expect(throws: ImageError.empty) { try ImageKind.sniff([]) }
  }

  @Test("Every short beginning of a picture is refused or named, never a crash")
  func shortBeginnings() throws {
    let picture = Picture.quadrants(width: 32, height: 16)
    for file in [try picture.jpeg(), try picture.png(), try picture.webp()] {
      for length in 0..<min(64, file.count) {
        #expect(throws: ImageError.self) { try ImageSanitizer.sanitize(Array(file.prefix(length))) }
      }
    }
  }
}
