import Web

/// The form that makes a group.
package enum NewGroupPage {
  /// The registers of a group that the form has; the rest stays as it is for a new one.
  static let shown: Set<String> = ["name", "currency", "emoji", "note"]
  static let names: [FormName] = [.name, .currency, .emoji, .note, .ownName, .members]

  package struct Model: Equatable, Sendable {
    package var values = FormValues<FormName>()
  }

  /// Posts to ``GroupRoute/newGroup``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.newGroup, isLive: false) {
      context.top(
        words.newGroup, crumbs: [Crumb(words.money, .groups(.groups()))], note: words.newGroupNote)
      div(.class("form-page")) {
        context.postForm(.groups(.newGroup), .class("stack")) {
          section(.class("card", "pad")) {
            div(.class("columns", "narrow-second")) {
              context.field(
                "name", words.groupName, model.values[.name],
                FieldStyle(
                  placeholder: words.groupNameExample, maxLength: 100, isRequired: true,
                  hasFocus: true))
              context.field(
                "emoji", words.emojiTitle, model.values[.emoji], FieldStyle(maxLength: 8))
            }
            context.currencyPicker("currency", words.currencyTitle, model.values[.currency])
          }
          section(.class("card", "pad")) {
            context.field(
              "ownName", words.yourNameInGroup, model.values[.ownName],
              FieldStyle(maxLength: 100, isRequired: true))
            context.textBox(
              "members", words.otherMembers, model.values[.members],
              FieldStyle(hint: words.otherMembersHint, placeholder: words.otherMembersExample))
          }
          div(.class("actions", "sticky")) {
            linkButton(.groups(.groups()), words.cancel, style: .quiet)
            submit(words.makeGroup, .check)
          }
        }
      }
    }
  }
}

extension FormName {
  static let emoji = FormName(rawValue: "emoji")
  static let note = FormName(rawValue: "note")
  static let ownName = FormName(rawValue: "ownName")
  static let members = FormName(rawValue: "members")
}
