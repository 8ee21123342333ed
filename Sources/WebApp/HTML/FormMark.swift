/// A control or a fault inside a form, noted for the whole form and page: the form lists its faults
/// at its top, and the page gives the focus to one control.
struct FormMark: Equatable, Sendable {
  /// The offset in bytes, in the piece around it, at which the control's opening tag takes another
  /// attribute; `nil` for something that cannot have the focus.
  var offset: Int? = 0
  var isAsked = false
  var fault: FormFault?

  /// The same mark when `count` bytes are put before its piece.
  func moved(by count: Int) -> FormMark {
    var moved = self
    moved.offset = offset.map { $0 + count }
    return moved
  }
}

/// The fault of one field of a form.
struct FormFault: Equatable, Sendable {
  /// The id of the element to go to.
  var id: String
  /// The field's name; empty when the text contains it.
  var title: String
  var text: String
}
