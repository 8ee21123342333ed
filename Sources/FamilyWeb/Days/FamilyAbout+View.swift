import SharingWeb
import Web

extension FamilyDayPage.About {
  /// What was done lately, what is shared with the family, and its invites.
  func view(of family: ZoneLink, _ isParent: Bool, in context: ViewContext) -> HTML {
    div(.class("day-columns", "about-family")) {
      done(in: family, context)
      zones(of: family, isParent, context)
      if isParent { open(in: family, context) }
    }
  }

  private func done(in family: ZoneLink, _ context: ViewContext) -> HTML {
    let words = context.words
    let all = a(
      .class("link"), .href(.familyActivity(.familyActivity(family: family.id)))
    ) { words.allActivity }
    return card(words.latestDone, link: all, id: "latest") {
      if latest.isEmpty {
        p(.class("muted")) { words.nothingDoneYet }
      } else {
        ul(.class("lines")) {
          latest.map { done in
            li {
              Icon.check()
              a(
                .class("grow"), .href(.routines(.week(family: family.id, routine: done.id)))
              ) {
                b { done.title }
                small { words.didLately(done.name, words.ago(done.at, now: context.hubNow)) }
              }
            }
          }
        }
      }
    }
  }

  private func zones(of family: ZoneLink, _ isParent: Bool, _ context: ViewContext) -> HTML {
    let words = context.words
    return card(words.sharedWithFamily, id: "shared") {
      if shared.isEmpty {
        p(.class("muted")) { words.nothingShared }
      } else {
        ul(.class("lines")) {
          shared.map { zone in
            settingLink(
              context.landmarks.page(of: zone), zone.kind == .home ? .home : .coin, zone.name,
              words.sharedByFamily(zone.kind))
          }
        }
      }
    }
  }

  private func open(in family: ZoneLink, _ context: ViewContext) -> HTML {
    let words = context.words
    let link = a(
      .class("link"), .href(.family(.familySettings(family.id)), fragment: "sharing")
    ) { words.inviteToFamily }
    return card(words.familyInvites, link: link, id: "invites") {
      if invites.isEmpty {
        p(.class("muted")) { words.noOpenInvites }
      } else {
        ul(.class("lines")) {
          invites.map { invite in
            li(.dataKey(invite.id)) {
              Icon.ticket()
              span(.class("grow")) {
                b { words.familyInvite(invite.role) }
                small {
                  words.inviteUse(
                    invite.usedCount, of: invite.maxUses,
                    ends: words.until(invite.expiresAt, now: context.hubNow))
                }
              }
            }
          }
        }
      }
    }
  }
}
