import CQREncode

/// A QR code with error correction level M, so that 15 % of it may be damaged.
package struct QRCode: Sendable, Equatable {
  /// The empty border that scanners need, in modules.
  package static let quietZoneModules = 4
  /// The longest text, in UTF-8 bytes, that fits into the largest symbol at level M.
  package static let maxBytes = 2331
  /// The largest side of a module in `png(modulePixels:)`.
  package static let maxModulePixels = 64

  package enum Failure: Error, Equatable, Sendable {
    case empty
    case tooLong(maxBytes: Int)
    case outOfMemory
  }

  /// The number of modules on a side, without the quiet zone.
  package let side: Int
  /// The modules row by row; `true` is dark.
  package let modules: [Bool]

  package init(_ text: String) throws(Failure) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= QRCode.maxBytes else { throw .tooLong(maxBytes: QRCode.maxBytes) }
    guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M),
      let data = code.pointee.data
    else { throw .outOfMemory }
    defer { QRcode_free(code) }
    side = Int(code.pointee.width)
    modules = UnsafeBufferPointer(start: data, count: side * side).map { $0 & 1 == 1 }
  }

  /// An SVG without size, style or script: a white `rect.qr-light` and one `path.qr-dark`.
  ///
  /// The dark modules are `currentColor`, and black unless a style sheet sets another colour; the
  /// light colour of a dark theme must not reach them. Screen readers read out `title`.
  package func svg(title: String) -> String {
    let total = side + 2 * QRCode.quietZoneModules
    return """
      <svg class="qr" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(total) \(total)" \
      role="img" color="#000" shape-rendering="crispEdges"><title>\(QRCode.escaped(title))</title>\
      <rect class="qr-light" width="\(total)" height="\(total)" fill="#fff"/>\
      <path class="qr-dark" fill="currentColor" d="\(path)"/></svg>
      """
  }

  /// A black and white PNG; `modulePixels` is 1 to `maxModulePixels`.
  package func png(modulePixels: Int = 8) throws(ImageError) -> [UInt8] {
    precondition((1...QRCode.maxModulePixels).contains(modulePixels))
    let total = (side + 2 * QRCode.quietZoneModules) * modulePixels
    var pixels = [UInt8](repeating: 255, count: total * total)
    for row in 0..<side {
      for column in 0..<side where modules[row * side + column] {
        let left = (column + QRCode.quietZoneModules) * modulePixels
        let top = (row + QRCode.quietZoneModules) * modulePixels
        for y in top..<top + modulePixels {
          for x in left..<left + modulePixels { pixels[y * total + x] = 0 }
        }
      }
    }
    return try PNGCodec.encodeGrey(pixels, width: total, height: total)
  }

  /// One rectangle for each run of dark modules in a row.
  private var path: String {
    var path = ""
    for row in 0..<side {
      var column = 0
      while column < side {
        guard modules[row * side + column] else {
          column += 1
          continue
        }
        let start = column
        while column < side, modules[row * side + column] { column += 1 }
        let left = start + QRCode.quietZoneModules
        path += "M\(left) \(row + QRCode.quietZoneModules)h\(column - start)v1h-\(column - start)z"
      }
    }
    return path
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }
}
