extension ViewContext {
  /// The bar below a list whose rows can be ticked: how many, and what to do with them. It stays in
  /// view while something is ticked, and says how many are.
  ///
  /// - Parameters:
  ///   - choice: what ticks many rows at once.
  ///   - actions: the buttons of the form around the list.
  package func selectionBar(
    _ title: String, @HTMLBuilder choice: () -> HTML, @HTMLBuilder actions: () -> HTML
  ) -> HTML {
    div(.class("selection-bar"), .role("group"), .ariaLabel(title)) {
      div(.class("selection-choice")) { choice() }
      div(.class("selection-actions")) { actions() }
    }
  }
}

/// The box that picks a row of a list; the form around the list sends what is ticked.
package func tickBox(
  _ name: String, value: String, of row: String, isTicked: Bool, _ words: Catalogue
) -> HTML {
  label(.class("tick")) {
    input(
      .type("checkbox"), .name(name), .value(value), .checked(isTicked),
      .ariaLabel(words.tick(row)))
  }
}

extension ViewContext {
  /// The actions of a page or a row beside its main one, as a menu that opens without script.
  package func moreMenu(
    _ title: String? = nil, @HTMLBuilder content: () -> HTML
  ) -> HTML {
    let entries = content()
    guard !entries.isEmpty else { return .empty }
    return details(.class("filter", "more-menu")) {
      summary(.class("btn", "icon"), .ariaLabel(title ?? words.moreActions)) { Icon.more() }
      div(.class("menu")) { entries }
    }
  }
}
