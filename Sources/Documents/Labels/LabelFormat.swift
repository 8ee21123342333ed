/// The layout of labels on a sheet, or on the tape of a label printer. All lengths are in points.
///
/// A format is plain data: supporting another maker's sheet only takes its measurements.
package struct LabelFormat: Sendable, Equatable {
  /// The maker's own name, which is not translated: "Avery 5160".
  package var name: String
  package var page: PageSize
  package var columns: Int
  package var rows: Int
  package var label: PageSize
  /// From the sheet's left and upper edges to the first label.
  package var left: Double
  package var top: Double
  /// From one label's left or upper edge to that of the next.
  package var pitchX: Double
  package var pitchY: Double
  /// The border of each label that stays empty, because the printer cannot reach it or cuts are
  /// imprecise.
  package var borderX: Double
  package var borderY: Double

  package init(
    name: String, page: PageSize, columns: Int, rows: Int, label: PageSize, left: Double,
    top: Double, pitchX: Double, pitchY: Double, borderX: Double, borderY: Double
  ) {
    self.name = name
    self.page = page
    (self.columns, self.rows, self.label) = (columns, rows, label)
    (self.left, self.top) = (left, top)
    (self.pitchX, self.pitchY) = (pitchX, pitchY)
    (self.borderX, self.borderY) = (borderX, borderY)
  }

  package var labelsPerSheet: Int { columns * rows }

  /// One label per page, measured in millimetres.
  package static func single(
    name: String, widthMillimetres: Double, heightMillimetres: Double,
    borderXMillimetres: Double = 1.5, borderYMillimetres: Double = 1.5
  ) -> LabelFormat {
    let millimetre = Length.millimetre
    let size = PageSize(
      width: widthMillimetres * millimetre, height: heightMillimetres * millimetre)
    return LabelFormat(
      name: name, page: size, columns: 1, rows: 1, label: size, left: 0, top: 0,
      pitchX: size.width, pitchY: size.height, borderX: borderXMillimetres * millimetre,
      borderY: borderYMillimetres * millimetre)
  }

  /// The area of a label on its sheet; labels are counted row by row from 0.
  package func area(ofLabel index: Int) -> Rectangle {
    Rectangle(
      x: left + Double(index % columns) * pitchX, y: top + Double(index / columns) * pitchY,
      width: label.width, height: label.height)
  }

  /// Whether all lengths are usable, and all labels are on the page without overlapping.
  var isUsable: Bool {
    let lengths = [page.width, page.height, label.width, label.height]
    // PDF readers accept pages of up to 200 inches.
    guard lengths.allSatisfy({ $0.isFinite && $0 >= 4 && $0 <= 14_400 }) else { return false }
    let others = [left, top, pitchX, pitchY, borderX, borderY]
    guard others.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return false }
    guard (1...100).contains(columns), (1...100).contains(rows) else { return false }
    let last = area(ofLabel: labelsPerSheet - 1)
    let fits = last.right <= page.width + 0.1 && last.bottom <= page.height + 0.1
    let overlaps =
      columns > 1 && pitchX < label.width - 0.01 || rows > 1 && pitchY < label.height - 0.01
    return fits && !overlaps && 2 * borderX < label.width && 2 * borderY < label.height
  }
}

extension LabelFormat {
  /// 30 address labels of 2⅝ × 1 inch on US Letter.
  package static let avery5160 = addressSheet(name: "Avery 5160")
  /// The same grid as 5160.
  package static let avery5260 = addressSheet(name: "Avery 5260")
  /// 21 labels of 63.5 × 38.1 mm on A4.
  package static let averyL7160 = LabelFormat(
    name: "Avery L7160", page: .a4, columns: 3, rows: 7,
    label: PageSize(width: 63.5 * Length.millimetre, height: 38.1 * Length.millimetre),
    left: 7.25 * Length.millimetre, top: 15.15 * Length.millimetre,
    pitchX: 66 * Length.millimetre, pitchY: 38.1 * Length.millimetre,
    borderX: 2.5 * Length.millimetre, borderY: 2.5 * Length.millimetre)

  /// Die-cut labels for Brother QL printers, which cannot print within 1.5 mm of the tape's edges
  /// and 3 mm of its cuts.
  package static let brotherDK11209 = single(
    name: "Brother DK-11209", widthMillimetres: 62, heightMillimetres: 29,
    borderXMillimetres: 1.5, borderYMillimetres: 3)
  /// The tape is 29 mm wide; the label runs along it.
  package static let brotherDK11201 = single(
    name: "Brother DK-11201", widthMillimetres: 90, heightMillimetres: 29,
    borderXMillimetres: 3, borderYMillimetres: 1.5)
  /// The tape is 17 mm wide; the label runs along it.
  package static let brotherDK11204 = single(
    name: "Brother DK-11204", widthMillimetres: 54, heightMillimetres: 17,
    borderXMillimetres: 3, borderYMillimetres: 1.5)

  /// A piece of continuous 29 mm tape, printed along the tape.
  package static func brotherDK22210(lengthMillimetres: Double) -> LabelFormat {
    single(
      name: "Brother DK-22210", widthMillimetres: lengthMillimetres, heightMillimetres: 29,
      borderXMillimetres: 3, borderYMillimetres: 1.5)
  }

  /// A piece of continuous 62 mm tape, printed across the tape.
  package static func brotherDK22205(lengthMillimetres: Double) -> LabelFormat {
    single(
      name: "Brother DK-22205", widthMillimetres: 62, heightMillimetres: lengthMillimetres,
      borderXMillimetres: 1.5, borderYMillimetres: 3)
  }

  /// A piece of 12 mm laminated tape, of which 9.9 mm are printable.
  package static func brotherTZe12(lengthMillimetres: Double) -> LabelFormat {
    single(
      name: "Brother TZe 12 mm", widthMillimetres: lengthMillimetres, heightMillimetres: 12,
      borderXMillimetres: 2, borderYMillimetres: 1.05)
  }

  /// A piece of 18 mm laminated tape, of which 15.8 mm are printable.
  package static func brotherTZe18(lengthMillimetres: Double) -> LabelFormat {
    single(
      name: "Brother TZe 18 mm", widthMillimetres: lengthMillimetres, heightMillimetres: 18,
      borderXMillimetres: 2, borderYMillimetres: 1.1)
  }

  /// A piece of 24 mm laminated tape, of which 18.1 mm are printable.
  package static func brotherTZe24(lengthMillimetres: Double) -> LabelFormat {
    single(
      name: "Brother TZe 24 mm", widthMillimetres: lengthMillimetres, heightMillimetres: 24,
      borderXMillimetres: 2, borderYMillimetres: 2.95)
  }

  private static func addressSheet(name: String) -> LabelFormat {
    LabelFormat(
      name: name, page: .letter, columns: 3, rows: 10,
      label: PageSize(width: 2.625 * Length.inch, height: 1 * Length.inch),
      left: 0.1875 * Length.inch, top: 0.5 * Length.inch, pitchX: 2.75 * Length.inch,
      pitchY: 1 * Length.inch, borderX: 0.09 * Length.inch, borderY: 0.08 * Length.inch)
  }
}
