extension ViewContext {
  /// A form that changes something. It always carries the token that proves it is ours.
  package func postForm(
    _ route: Route, _ attributes: Attribute..., @HTMLBuilder content: () -> HTML
  ) -> HTML {
    element("form", [.method("post"), .action(route, from: origin)] + attributes) {
      inside(of: content())
    }
  }

  /// A form with no more fields than this and one fault needs no list of faults at its top.
  private static let fewFields = 2

  /// A form's hidden fields, the list of its faults, and its content. Each fault links to its
  /// field, for people who see only a part of the form.
  private func inside(of content: HTML) -> HTML {
    let faults = content.marks.compactMap(\.fault)
    let isLong = content.marks.count > Self.fewFields || faults.count > 1
    return HTML(joining: [
      input(.type("hidden"), .name("csrf"), .value(csrfToken)),
      homeID.map { input(.type("hidden"), .name(FormField.homeOfPage), .value($0)) } ?? .empty,
      faults.isEmpty || !isLong
        ? .empty
        : div(.class("note", "bad", "faults"), .role("alert")) {
          Icon.warning()
          div {
            p { words.toCorrect(faults.count) }
            ul {
              faults.map { fault in
                li {
                  a(.href(inPage: fault.id)) {
                    fault.title.isEmpty ? fault.text : words.fault(fault.title, fault.text)
                  }
                }
              }
            }
          }
        },
      content,
    ])
  }

  /// A form like that of ``postForm(_:_:content:)``, which can also send files.
  package func uploadForm(
    _ route: Route, _ attributes: Attribute..., @HTMLBuilder content: () -> HTML
  ) -> HTML {
    element(
      "form",
      [.method("post"), .action(route, from: origin), .enctype("multipart/form-data")] + attributes
    ) { inside(of: content()) }
  }

  /// A form that consists of one button.
  package func postButton(
    _ route: Route, _ text: String, _ icon: Icon? = nil, style: ButtonStyle = .plain
  )
    -> HTML
  {
    postForm(route, .class("inline")) { submit(text, icon, style: style) }
  }
}

/// The names of fields that forms have besides their own.
package enum FormField {
  /// The home that the page of the form was about.
  package static let homeOfPage = "home-of-page"
}

/// The look of a button, by the importance and effect of its action.
package enum ButtonStyle: String {
  /// The one main action of a page.
  case primary
  case plain
  case quiet
  /// It removes something.
  case danger
  /// It removes something and is the main action of its page.
  case destructive
}

/// The button that sends a form.
package func submit(
  _ text: String, _ icon: Icon? = nil, style: ButtonStyle = .primary, name: String? = nil,
  value: String? = nil
) -> HTML {
  button(.class("btn", style.rawValue), .type("submit"), .name(name), .value(value)) {
    withIcon(icon, text)
  }
}

/// A link that looks like a button.
package func linkButton(
  _ route: Route, _ text: String, _ icon: Icon? = nil, style: ButtonStyle = .plain,
  fragment: String? = nil, from origin: ItemOrigin? = nil
) -> HTML {
  a(.class("btn", style.rawValue), .href(route, fragment: fragment, from: origin)) {
    withIcon(icon, text)
  }
}

/// An arrow follows its words, as it points onwards; every other icon goes before them.
private func withIcon(_ icon: Icon?, _ text: String) -> HTML {
  let words = HTML(text: text)
  guard let icon else { return words }
  return HTML(joining: icon == .arrow ? [words, icon()] : [icon(), words])
}

/// Buttons beside each other at the end of a form; the main one is last.
package func actions(@HTMLBuilder content: () -> HTML) -> HTML {
  div(.class("actions")) { content() }
}
