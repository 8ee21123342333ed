import CPangoCairo
import Images

extension Canvas {
  /// Draws a code with its quiet zone in a square; each run of dark modules is one rectangle.
  func drawCode(_ code: QRCode, in area: Rectangle) {
    let module = min(area.width, area.height) / Double(code.side + 2 * QRCode.quietZoneModules)
    let left = area.x + module * Double(QRCode.quietZoneModules)
    let top = area.y + module * Double(QRCode.quietZoneModules)
    setColor(.black)
    for row in 0..<code.side {
      var column = 0
      while column < code.side {
        let start = column
        while column < code.side, code.modules[row * code.side + column] { column += 1 }
        if column > start {
          cairo_rectangle(
            context, left + Double(start) * module, top + Double(row) * module,
            Double(column - start) * module, module)
        }
        column += 1
      }
    }
    cairo_fill(context)
  }
}
