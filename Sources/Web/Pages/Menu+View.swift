/// The person's menu as a page, for phones.
package enum MenuPage {
  package static func view(in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.menu) {
      context.top(context.frame?.person.name ?? words.menu)
      if let frame = context.frame {
        nav(.class("menu-page"), .ariaLabel(words.menu)) {
          ul { frame.personal(context) }
        }
        context.postForm(context.landmarks.signOut, .class("centred", "row")) {
          submit(words.signOut, .signOut, style: .quiet)
        }
      }
    }
  }
}
