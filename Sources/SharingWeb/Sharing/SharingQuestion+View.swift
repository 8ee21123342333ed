import Web

extension SharingQuestionPage {
  /// Posts to ``Route/removePerson(home:person:)``, ``Route/stopSharing(_:)`` or
  /// ``Route/leaveHome(_:)``; `keep` with it when a copy is to become a home of one's own.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.home
    let crumbs = [Crumb(words.homeSettings, context.landmarks.homeSettings(home.id))]
    var rows: [(icon: Icon, text: String, detail: String)] = []
    if model.inviteCount > 0 {
      rows.append((.ticket, words.invitesEnd(model.inviteCount), ""))
    }
    switch model.subject {
    case .remove(let person):
      rows.append((.download, words.copyForOthers, ""))
      return context.question(
        words.removeTitle(person.name, from: home.name), words.removeText(person.name),
        icon: .person, crumbs: crumbs, rows: rows
      ) {
        linkButton(
          context.landmarks.homeSettings(home.id), words.cancel, style: .quiet, fragment: "sharing")
        context.postButton(
          .sharing(.removePerson(home: home.id, person: person.id)),
          words.removePerson(person.name), .close,
          style: .destructive)
      }
    case .handOver(let person):
      rows.append((.key, words.thenDecides(person.name), ""))
      rows.append((.edit, words.youStayEditor, ""))
      return context.question(
        words.handOverTitle(home.name, to: person.name), words.handOverText(person.name),
        icon: .key, crumbs: crumbs, rows: rows
      ) {
        linkButton(
          context.landmarks.homeSettings(home.id), words.cancel, style: .quiet, fragment: "sharing")
        context.postButton(
          .sharing(.handOver(home: home.id, person: person.id)), words.handOver(person.name), .key,
          style: .primary)
      }
    case .stopSharing(let people):
      rows.insert((.people, words.loseIt(people.count), words.list(people.map(\.name))), at: 0)
      rows.append((.box, words.itemsStayYours(model.itemCount), ""))
      rows.append((.download, words.copyForOthers, ""))
      return context.question(
        words.stopTitle(home.name), words.stopText, icon: .lock, crumbs: crumbs, rows: rows
      ) {
        linkButton(
          context.landmarks.homeSettings(home.id), words.keepSharing, style: .quiet,
          fragment: "sharing")
        context.postButton(
          .sharing(.stopSharing(home.id)), words.stopSharing, .lock, style: .destructive)
      }
    case .leave(let owner):
      rows.append((.box, words.itemsStayWith(model.itemCount, owner.name), ""))
      rows.append((.download, words.copyForLeaver, ""))
      return context.question(
        words.leaveTitle(home.name), words.leaveQuestion(owner.name), icon: .leave,
        crumbs: crumbs, rows: rows
      ) {
        linkButton(
          context.landmarks.homeSettings(home.id), words.stay, style: .quiet, fragment: "sharing")
        context.postForm(.sharing(.leaveHome(home.id)), .class("inline")) {
          input(.type("hidden"), .name("keep"), .value("1"))
          submit(words.leaveAndKeep, .copy)
        }
        context.postButton(
          .sharing(.leaveHome(home.id)), words.leaveHome, .leave, style: .destructive)
      }
    }
  }
}
