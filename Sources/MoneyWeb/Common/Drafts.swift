import Web

/// Shown by `draft.js` when what was typed before the tab was closed is back.
///
/// - Parameter namesPeople: whether the form is about members of a group, of whom somebody may be
///   gone by then: that is said at the field.
func restoredDraft(_ words: Catalogue, namesPeople: Bool = false) -> HTML {
  div(
    .id("restored"), .class("note", "info"), .role("status"), .hidden(),
    .dataGone(namesPeople ? words.isGone("{name}") : nil),
    .dataGoneUnknown(namesPeople ? words.somebodyIsGone : nil)
  ) {
    Icon.clock()
    div {
      p { words.draftIsBack }
      button(.class("btn", "small"), .type("button")) { words.startAnew }
    }
  }
}

extension ViewContext {
  /// What a browser keeps the draft of a form under: it is the person's own, and of that form.
  func draftName(_ target: Route) -> String { "\(frame?.person.id ?? "")\(target.path)" }
}
