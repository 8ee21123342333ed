/// A page's size in points (1/72 inch).
package struct PageSize: Sendable, Equatable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  package static let a4 = PageSize(width: 210 * Length.millimetre, height: 297 * Length.millimetre)
  package static let letter = PageSize(width: 8.5 * Length.inch, height: 11 * Length.inch)
}

/// Lengths in points.
package enum Length {
  package static let inch = 72.0
  package static let millimetre = 72.0 / 25.4
}

/// An area of a page in points, measured from the page's top left corner.
package struct Rectangle: Equatable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package var right: Double { x + width }
  package var bottom: Double { y + height }

  /// The rectangle without a border of these widths; its sides never get below zero.
  func inset(horizontal: Double, vertical: Double) -> Rectangle {
    Rectangle(
      x: x + horizontal, y: y + vertical, width: max(0, width - 2 * horizontal),
      height: max(0, height - 2 * vertical))
  }
}
