import Web

/// Shown by `draft.js` when what was typed before the tab was closed is back.
func restoredDraft(_ words: Catalogue) -> HTML {
  div(.id("restored"), .class("note", "info"), .role("status"), .hidden()) {
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
