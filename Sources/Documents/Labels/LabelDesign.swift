import Images

/// How a label's code and text share its area.
struct LabelDesign {
  /// The smallest side of a code's module that phones can still read from a common printer.
  static let minModulePoints = 0.2 * Length.millimetre
  /// The side of the largest code; a larger one is no easier to read.
  static let maxCodePoints = 34 * Length.millimetre
  private static let gap = 2 * Length.millimetre

  /// A size to try, the largest first. With 0 lines, that part is left out.
  private struct Scale {
    var title: Double
    var titleLines: Int
    var detail: Double
    var detailLines: Int
  }
  private static let scales: [Scale] = [
    Scale(title: 11, titleLines: 2, detail: 8, detailLines: 2),
    Scale(title: 10, titleLines: 2, detail: 7.5, detailLines: 2),
    Scale(title: 9, titleLines: 2, detail: 7, detailLines: 2),
    Scale(title: 8, titleLines: 2, detail: 6.5, detailLines: 2),
    Scale(title: 7, titleLines: 2, detail: 6, detailLines: 2),
    Scale(title: 8, titleLines: 2, detail: 6.5, detailLines: 1),
    Scale(title: 7, titleLines: 2, detail: 6, detailLines: 1),
    Scale(title: 8, titleLines: 1, detail: 6.5, detailLines: 1),
    Scale(title: 7, titleLines: 1, detail: 6, detailLines: 1),
    Scale(title: 7, titleLines: 1, detail: 6, detailLines: 0),
    Scale(title: 6, titleLines: 1, detail: 5.5, detailLines: 0),
    Scale(title: 5, titleLines: 1, detail: 5, detailLines: 0),
  ]

  private let type: Typesetter
  private let space: Space

  /// How the labels of a format are divided.
  private struct Space {
    /// The size without the border.
    let size: PageSize
    let isUpright: Bool
    /// The side of the code's square, measured from the label's inner corner.
    let codeSide: Double
    /// The label's empty border, which a code's quiet zone may use.
    let border: Double

    init(_ format: LabelFormat) {
      size = PageSize(
        width: format.label.width - 2 * format.borderX,
        height: format.label.height - 2 * format.borderY)
      border = min(format.borderX, format.borderY)
      isUpright = size.height > size.width * 1.1
      let room =
        isUpright ? min(size.width, size.height * 0.7) : min(size.height, size.width * 0.5)
      codeSide = min(room, LabelDesign.maxCodePoints)
    }

    /// How far the code's quiet zone, which has no dark modules, extends beyond the square on each
    /// side.
    func overhang(of code: QRCode) -> Double {
      let modules = Double(code.side + 2 * QRCode.quietZoneModules)
      return min(border, codeSide / modules * Double(QRCode.quietZoneModules))
    }
  }

  init(format: LabelFormat) throws(DocumentError) {
    type = try Typesetter.take()
    space = Space(format)
  }

  private var size: PageSize { space.size }
  private var codeSide: Double { space.codeSide }
  private var isUpright: Bool { space.isUpright }

  /// Whether phones can read a code on labels of this format.
  static func isReadable(_ code: QRCode, on format: LabelFormat) -> Bool {
    let space = Space(format)
    let modules = Double(code.side + 2 * QRCode.quietZoneModules)
    let side = space.codeSide + 2 * space.overhang(of: code)
    return side / modules >= LabelDesign.minModulePoints
  }

  private func draw(_ code: QRCode, x: Double, y: Double, on canvas: Canvas) {
    let overhang = space.overhang(of: code)
    let side = codeSide + 2 * overhang
    canvas.drawCode(
      code, in: Rectangle(x: x - overhang, y: y - overhang, width: side, height: side))
  }

  func draw(_ label: Label, code: QRCode, in area: Rectangle, on canvas: Canvas) {
    let inner = Rectangle(
      x: area.x + (area.width - size.width) / 2, y: area.y + (area.height - size.height) / 2,
      width: size.width, height: size.height)
    let text: Rectangle
    if isUpright {
      draw(code, x: inner.x + (inner.width - codeSide) / 2, y: inner.y, on: canvas)
      let top = codeSide + LabelDesign.gap
      text = Rectangle(
        x: inner.x, y: inner.y + top, width: inner.width, height: max(0, inner.height - top))
    } else {
      draw(code, x: inner.x, y: inner.y + (inner.height - codeSide) / 2, on: canvas)
      let left = codeSide + LabelDesign.gap
      text = Rectangle(
        x: inner.x + left, y: inner.y, width: max(0, inner.width - left), height: inner.height)
    }
    // Stacked marks on a letter may be higher than the line; they are cut at the label's border.
    canvas.clipped(to: text) { drawText(of: label, in: text, on: canvas) }
  }

  private func drawText(of label: Label, in area: Rectangle, on canvas: Canvas) {
    guard area.width > 6, area.height > 4 else { return }
    for (index, scale) in LabelDesign.scales.enumerated() {
      let upper = upperBlocks(of: label, scale: scale, width: area.width)
      let id = idBlock(of: label, scale: scale, width: area.width)
      let height = upper.reduce(0) { $0 + $1.height } + (id?.height ?? 0)
      let isLast = index == LabelDesign.scales.count - 1
      guard height <= area.height || isLast else { continue }
      var y = area.y + max(0, (area.height - height) / 2)
      for block in upper where y + block.height <= area.bottom + 0.01 {
        block.draw(on: canvas, x: area.x, y: y)
        y += block.height
      }
      if let id, y + id.height <= area.bottom + 0.01 { id.draw(on: canvas, x: area.x, y: y) }
      return
    }
  }

  private func upperBlocks(of label: Label, scale: Scale, width: Double) -> [TextBlock] {
    var blocks: [TextBlock] = []
    if !label.title.isEmpty {
      blocks.append(
        type.set(
          label.title, TextStyle(points: scale.title, weight: .semibold, color: .black),
          width: width, maxLines: scale.titleLines))
    }
    for detail in label.details.prefix(scale.detailLines) where !detail.isEmpty {
      blocks.append(
        type.set(
          detail, TextStyle(points: scale.detail, color: .black), width: width, maxLines: 1))
    }
    return blocks
  }

  private func idBlock(of label: Label, scale: Scale, width: Double) -> TextBlock? {
    guard !label.assetID.isEmpty else { return nil }
    return type.set(
      label.assetID,
      TextStyle(points: scale.detail, weight: .bold, color: .black, tracking: 0.3), width: width,
      maxLines: 1)
  }
}
