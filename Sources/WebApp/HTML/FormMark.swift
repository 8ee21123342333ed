/// Where a form takes something in, as far as the whole form and page have to know it: a form tells
/// at its top all that is wrong in it, and one control of a page has the focus.
struct FormMark: Equatable, Sendable {
  /// Where the control's opening tag takes another attribute, in bytes of the piece it is in; `nil`
  /// for what no focus can go to.
  var offset: Int? = 0
  var isAsked = false
  var fault: FormFault?

  /// The same once the piece lies so many bytes further on.
  func moved(by count: Int) -> FormMark {
    var moved = self
    moved.offset = offset.map { $0 + count }
    return moved
  }
}

/// What is wrong with one field of a form.
struct FormFault: Equatable, Sendable {
  /// Of the element to go to.
  var id: String
  /// What the field is called; empty where the text says it.
  var title: String
  var text: String
}
