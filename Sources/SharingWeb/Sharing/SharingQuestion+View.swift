import Web

extension SharingQuestionPage {
  /// Posts to ``Route/removePerson(_:zone:person:)``, ``Route/stopSharing(_:zone:)`` or
  /// ``Route/leave(_:zone:)``; `keep` with it when a copy is to become a home of one's own.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let zone = model.zone
    let kind = zone.kind
    let crumbs = [Crumb(words.settings(kind), context.landmarks.settings(of: zone))]
    var rows: [(icon: Icon, text: String, detail: String)] = []
    if model.inviteCount > 0 {
      rows.append((.ticket, words.invitesEnd(model.inviteCount), ""))
    }
    switch model.subject {
    case .remove(let person):
      rows.append((.download, words.copyForOthers(kind), ""))
      return context.question(
        words.removeTitle(person.name, from: zone.name), words.removeText(person.name, kind),
        icon: .person, crumbs: crumbs, rows: rows
      ) {
        linkButton(
          context.landmarks.settings(of: zone), words.cancel, style: .quiet, fragment: "sharing")
        context.postButton(
          .sharing(.removePerson(kind, zone: zone.id, person: person.id)),
          words.removePerson(person.name), .close,
          style: .destructive)
      }
    case .handOver(let person):
      rows.append((.key, words.thenDecides(person.name, kind), ""))
      rows.append((.edit, words.youStay(kind), ""))
      return context.question(
        words.handOverTitle(zone.name, to: person.name), words.handOverText(person.name),
        icon: .key, crumbs: crumbs, rows: rows
      ) {
        linkButton(
          context.landmarks.settings(of: zone), words.cancel, style: .quiet, fragment: "sharing")
        context.postButton(
          .sharing(.handOver(kind, zone: zone.id, person: person.id)), words.handOver(person.name),
          .key,
          style: .primary)
      }
    case .stopSharing(let people):
      return stopSharing(people, model, crumbs, rows, in: context)
    case .leave(let owner):
      rows.append(
        (Icon(contentsOf: kind), words.contentsStay(model.itemCount, with: owner.name, kind), ""))
      if let copy = words.copyForLeaver(kind) { rows.append((.download, copy, "")) }
      rows += model.rows.map { ($0.icon, $0.text, $0.detail) }
      return context.question(
        words.leaveTitle(zone.name), words.leaveQuestion(owner.name, kind), icon: .leave,
        crumbs: crumbs, rows: rows
      ) {
        linkButton(
          context.landmarks.settings(of: zone), words.stay, style: .quiet, fragment: "sharing")
        if kind != .family { leaveAndKeep(zone, in: context) }
        context.postButton(
          .sharing(.leave(kind, zone: zone.id)), words.leave(kind), .leave, style: .destructive)
      }
    }
  }

  private static func stopSharing(
    _ people: [PersonBadge], _ model: Model, _ crumbs: [Crumb],
    _ more: [(icon: Icon, text: String, detail: String)], in context: ViewContext
  ) -> HTML {
    let (words, zone) = (context.words, model.zone)
    guard model.kept.isEmpty else {
      return context.question(
        words.stopTitle(zone.name), words.stillKept(model.kept), icon: .lock, crumbs: crumbs
      ) {
        linkButton(context.landmarks.settings(of: zone), words.settings(zone.kind), .gear)
      }
    }
    var rows: [(icon: Icon, text: String, detail: String)] = [
      (.people, words.loseIt(people.count), words.list(people.map(\.name)))
    ]
    rows += more
    rows.append(
      (Icon(contentsOf: zone.kind), words.contentsStayYours(model.itemCount, zone.kind), ""))
    rows.append((.download, words.copyForOthers(zone.kind), ""))
    return context.question(
      words.stopTitle(zone.name), words.stopText(zone.kind), icon: .lock, crumbs: crumbs,
      rows: rows
    ) {
      linkButton(
        context.landmarks.settings(of: zone), words.keepSharing, style: .quiet,
        fragment: "sharing")
      context.postButton(
        .sharing(.stopSharing(zone.kind, zone: zone.id)), words.stopSharing, .lock,
        style: .destructive)
    }
  }

  private static func leaveAndKeep(_ zone: ZoneLink, in context: ViewContext) -> HTML {
    context.postForm(.sharing(.leave(zone.kind, zone: zone.id)), .class("inline")) {
      input(.type("hidden"), .name("keep"), .value("1"))
      submit(context.words.leaveAndKeep, .copy)
    }
  }
}

extension Icon {
  /// Of what is in a zone.
  fileprivate init(contentsOf kind: ZoneLink.Kind) {
    self =
      switch kind {
      case .home: .box
      case .group: .coin
      case .family: .check
      }
  }
}
