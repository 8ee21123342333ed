/// A part of a page that is never split. Its height is known before it is drawn.
struct Slice {
  var height: Double
  /// The empty space above it, omitted at the top of a page.
  var gap = 0.0
  /// Whether it stays on one page with the next slice, like a heading with its first line.
  var keepsWithNext = false
  /// Drawn first if this slice begins a page: a table's heading, or an item's name.
  var head: Head?
  /// Draws the slice with its upper edge at this position of the page.
  var draw: (Double) -> Void

  struct Head {
    var height: Double
    var draw: (Double) -> Void
  }
}
