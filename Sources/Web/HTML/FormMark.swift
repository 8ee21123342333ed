/// A control or a fault inside a form, noted for the whole form and page: the form lists its faults
/// at its top, and the page gives the focus to one control.
package struct FormMark: Equatable, Sendable {
  /// The offset in bytes, in the piece around it, at which the control's opening tag takes another
  /// attribute; `nil` for something that cannot have the focus.
  package var offset: Int? = 0
  package var isAsked = false
  package var fault: FormFault?

  /// The same mark when `count` bytes are put before its piece.
  package func moved(by count: Int) -> FormMark {
    var moved = self
    moved.offset = offset.map { $0 + count }
    return moved
  }
}

/// The fault of one field of a form.
package struct FormFault: Equatable, Sendable {
  /// The id of the element to go to.
  package var id: String
  /// The field's name; empty when the text contains it.
  package var title: String
  package var text: String

  package init(id: String, title: String, text: String) {
    self.id = id
    self.title = title
    self.text = text
  }
}
