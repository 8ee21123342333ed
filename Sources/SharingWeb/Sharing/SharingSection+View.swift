import Web

extension SharingSection {
  package static func view(
    _ sharing: Model, of zone: ZoneLink, as role: Role, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return settingsSection(
      words.sharing, id: "sharing", isOpen: sharing.invitee.problem != nil,
      state: status(sharing, words)
    ) {
      if role != .owner, zone.kind != .family, let owner = sharing.owner {
        p(.class("muted")) { words.sharedBy(owner.person.name, role) }
      }
      ul(.class("lines")) {
        sharing.members.map {
          member($0, of: zone, as: role, sharing.access, in: context)
        }
      }
      if role.decidesAccess(to: zone.kind) {
        if !sharing.invites.isEmpty { invites(sharing, of: zone, in: context) }
        switch sharing.access {
        case .open: inviteForm(sharing, of: zone, in: context)
        case .switchedOff: note { words.sharingSwitchedOff }
        case .unknown: note { words.sharingNotKnown }
        case .needsPlan: note { words.planRequiredText }
        case .paused: note(.warn) { words.sharingPausedSettings }
        case .child: note { words.notByChildrenText }
        case .atTablet: .empty
        }
      }
      if sharing.access == .atTablet { note { words.atTabletText } }
      if sharing.offersFamily, sharing.access.gives {
        div(.class("row", "wrap", "divided")) {
          p(.class("grow", "muted")) { words.familyShareText(zone.kind) }
          a(
            .class("btn"), .href(.sharing(.familyShare(zone.kind, zone: zone.id))), .dataSheet()
          ) {
            Icon.people(18)
            words.familyShare
          }
        }
      }
      if role == .owner {
        if sharing.isShared, sharing.access.ends {
          stop(zone, words)
          if zone.kind == .family { toLeave(sharing, zone, words) }
        }
      } else if sharing.access.ends {
        div(.class("row", "wrap", "divided")) {
          p(.class("grow", "muted")) { words.leaveText(zone.kind) }
          linkButton(
            .sharing(.leave(zone.kind, zone: zone.id)), words.leave(zone.kind), .leave,
            style: .danger)
        }
      }
    }
  }

  private static func status(_ sharing: Model, _ words: Catalogue) -> HTML {
    sharing.isShared
      ? statusChip(words.sharedWith(sharing.members.count - 1), .role)
      : statusChip(words.notShared)
  }

  private static func member(
    _ member: Member, of zone: ZoneLink, as role: Role, _ access: Access,
    in context: ViewContext
  ) -> HTML {
    let words = context.words
    let canChange =
      role.decidesAccess(to: zone.kind) && !member.isYou && member.role != .owner && access.ends
    return li(.class("member"), .dataKey(member.person.id)) {
      avatar(member.person)
      div(.class("grow")) {
        b { member.isYou ? words.personIsYou(member.person.name) : member.person.name }
        small {
          member.role == .owner && zone.kind != .family
            ? words.role(.owner) : words.since(words.day(member.joinedAt))
          if member.isOffered { " · " + words.offered }
          if member.isByFamily { " · " + words.byFamily }
        }
      }
      if canChange, let account = member.account {
        statusChip(words.role(member.role, in: zone.kind), .role)
        linkButton(account, words.childAccount, .key, style: .quiet)
      } else if canChange {
        if access.gives { roles(member, of: zone, as: role, in: context) }
        a(
          .class("btn", "quiet", "icon"),
          .href(.sharing(.removePerson(zone.kind, zone: zone.id, person: member.person.id))),
          .ariaLabel(words.removePerson(member.person.name)),
          .title(words.removePerson(member.person.name))
        ) { Icon.close() }
      } else {
        statusChip(words.role(member.role, in: zone.kind), .role)
      }
    }
  }

  /// Giving somebody another role, or the whole.
  private static func roles(
    _ member: Member, of zone: ZoneLink, as role: Role, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return HTML(joining: [
      context.postForm(
        .sharing(.person(zone.kind, zone: zone.id, person: member.person.id)),
        .class("inline", "row")
      ) {
        select(
          .class("input", "small"), .name("role"), .ariaLabel(words.roleOf(member.person.name))
        ) {
          [Role.editor, .viewer].map { role in
            option(.value(role.rawValue), .selected(role == member.role)) {
              words.role(role, in: zone.kind)
            }
          }
        }
        button(.class("btn", "small"), .type("submit")) { words.change }
      },
      member.isOffered
        ? withdrawal(of: member, zone, in: context)
        : role == .owner && (zone.kind != .family || member.role == .editor)
          ? handOver(to: member, zone, words) : .empty,
    ])
  }

  private static func handOver(
    to member: Member, _ zone: ZoneLink, _ words: Catalogue
  ) -> HTML {
    a(
      .class("btn", "quiet", "small"),
      .href(.sharing(.handOver(zone.kind, zone: zone.id, person: member.person.id))),
      .ariaLabel(words.handOver(member.person.name))
    ) {
      Icon.key(16)
      words.handOver
    }
  }

  /// How whoever founded a family leaves it.
  private static func toLeave(_ sharing: Model, _ zone: ZoneLink, _ words: Catalogue) -> HTML {
    let parents = sharing.members.filter { !$0.isYou && $0.role == .editor }
    return div(.class("row", "wrap", "divided")) {
      p(.class("grow", "muted")) { words.toLeave(zone.name, hasOtherParent: !parents.isEmpty) }
      if sharing.access.gives {
        parents.filter { !$0.isOffered }.map { parent in
          linkButton(
            .sharing(.handOver(zone.kind, zone: zone.id, person: parent.person.id)),
            words.handOver(parent.person.name), .key, style: .quiet)
        }
      }
    }
  }

  private static func withdrawal(
    of member: Member, _ zone: ZoneLink, in context: ViewContext
  ) -> HTML {
    context.postForm(
      .sharing(.handOver(zone.kind, zone: zone.id, person: member.person.id)), .class("inline")
    ) {
      input(.type("hidden"), .name("withdraw"), .value("yes"))
      button(
        .class("btn", "quiet"), .type("submit"),
        .ariaLabel(context.words.withdrawOffer(member.person.name))
      ) { context.words.withdraw }
    }
  }

  private static func invites(
    _ sharing: Model, of zone: ZoneLink, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return div(.class("divided")) {
      h3 { words.openInvites }
      ul(.class("lines")) {
        sharing.invites.map { invite in
          li(.dataKey(invite.id)) {
            Icon.ticket()
            div(.class("grow")) {
              b {
                words.role(invite.role, in: zone.kind)
                if let name = invite.boundTo { " · " + words.onlyFor(name) }
              }
              small(.class("num")) {
                words.inviteState(
                  used: invite.usedCount, of: invite.maxUses,
                  ends: words.until(invite.expiresAt, now: context.hubNow))
              }
              if invite.isApart { small { words.mayNotMergeByInvite } }
            }
            if sharing.access.ends {
              context.postButton(
                .sharing(.revokeInvite(zone.kind, zone: zone.id, invite: invite.id)), words.revoke,
                style: .quiet)
            }
          }
        }
      }
    }
  }

  /// Posts `role`, `hours`, `uses`, `for` and `apart` to ``Route/invites(_:zone:)``.
  private static func inviteForm(
    _ sharing: Model, of zone: ZoneLink, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return context.postForm(.sharing(.invites(zone.kind, zone: zone.id)), .class("divided")) {
      h3 { words.inviteSomeone }
      div(.class("columns", "three")) {
        context.picker(
          // Whom a family invites is a child unless somebody says otherwise (D-INV-14).
          "role", words.mayDo,
          FieldValue((zone.kind == .family ? Role.viewer : .editor).rawValue),
          [Role.editor, .viewer].map { ($0.rawValue, words.role($0, in: zone.kind)) })
        context.picker(
          "hours", words.worksFor, FieldValue("24"),
          [1, 24, 72, 168].map { (String($0), words.hoursOrDays($0)) })
        context.picker(
          "uses", words.forHowMany, FieldValue("1"),
          [1, 2, 5, 10].map { (String($0), words.personCount($0)) })
      }
      context.field(
        "for", words.onlyFor, sharing.invitee,
        FieldStyle(
          autocomplete: "off", hint: words.onlyForHint, maxLength: 64, isVerbatim: true))
      if zone.kind == .home {
        context.checkbox("apart", value: "1", words.noMergesByInvite, isChecked: false)
      }
      actions { submit(words.makeInvite, .share) }
    }
  }

  private static func stop(_ zone: ZoneLink, _ words: Catalogue) -> HTML {
    div(.class("row", "wrap", "divided")) {
      p(.class("grow", "muted")) { words.stopSharingText(zone.kind) }
      linkButton(
        .sharing(.stopSharing(zone.kind, zone: zone.id)), words.stopSharing, .lock, style: .danger)
    }
  }
}
