import Web

extension FamilySharePage {
  /// Posts `parents` and `children` to ``Route/familyShare(_:zone:)``; with `end` it ends the
  /// share.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let zone = model.zone
    let route = Route.sharing(.familyShare(zone.kind, zone: zone.id))
    func names(_ names: [String]) -> String {
      names.isEmpty ? words.familyNobody : words.list(names)
    }
    var rows: [(icon: Icon, text: String, detail: String)] = [
      (.people, words.familyParents, names(model.parents)),
      (.person, words.familyChildren, names(model.children)),
    ]
    if !model.direct.isEmpty {
      rows.append((.key, words.familyKeep(model.direct), words.familyKeepText))
    }
    if !model.out.isEmpty {
      rows.append((.lock, words.familyStaysOut(words.list(model.out)), words.familyStaysOutText))
    }
    if zone.kind == .group {
      rows.append((.coin, words.familySeesAmounts, words.familySeesAmountsText))
    }
    let choices =
      [Role.editor, .viewer].map { ($0.rawValue, words.role($0, in: zone.kind)) }
      + [("", words.familyNoAccess)]
    return context.question(
      words.familyShareTitle(zone.name, with: model.family), words.familyShareFollows,
      icon: .people,
      crumbs: [Crumb(words.settings(zone.kind), context.landmarks.settings(of: zone))], rows: rows,
      more: context.postForm(route, .class("stack")) {
        div(.class("columns")) {
          context.picker("parents", words.familyParents, model.parentRole, choices)
          context.picker("children", words.familyChildren, model.childRole, choices)
        }
        actions {
          linkButton(
            context.landmarks.settings(of: zone), words.cancel, style: .quiet, fragment: "sharing")
          if model.isShared {
            button(
              .class("btn", "danger"), .type("submit"), .name("end"), .value("yes")
            ) { words.familyShareEnd }
          }
          submit(model.isShared ? words.familyShareChange : words.familyShareSave, .share)
        }
      }
    ) {}
  }
}
