/// A piece of a page that is not divided: its height is known before it is drawn.
struct Slice {
  var height: Double
  /// Empty space above, left out at the top of a page.
  var gap = 0.0
  /// Stays on one page with the piece after it, such as a heading with its first line.
  var keepsWithNext = false
  /// Drawn again when this piece begins a page: a table's heading, an item's name.
  var head: Head?
  /// Draws it with its upper edge at this height of the page.
  var draw: (Double) -> Void

  struct Head {
    var height: Double
    var draw: (Double) -> Void
  }
}
