import Web

/// The rewards of a family, wishes, and the stars that each has.
package enum RewardsPage {
  package struct Reward: Equatable, Sendable {
    package var id: String
    package var title: String
    package var emoji: String
    package var price: Int64
    /// The person's own open wish.
    package var wishID: String?

    package init(
      id: String, title: String, emoji: String = "", price: Int64, wishID: String? = nil
    ) {
      (self.id, self.title, self.emoji) = (id, title, emoji)
      (self.price, self.wishID) = (price, wishID)
    }
  }

  package struct Wish: Equatable, Sendable {
    package var id: String
    package var name: String
    package var title: String
    package var price: Int64
    package var isAffordable: Bool

    package init(id: String, name: String, title: String, price: Int64, isAffordable: Bool) {
      (self.id, self.name, self.title) = (id, name, title)
      (self.price, self.isAffordable) = (price, isAffordable)
    }
  }

  /// What was decided.
  package struct Decision: Equatable, Sendable {
    package var wishID: String
    package var name: String
    package var title: String
    package var price: Int64
    package var isGranted: Bool

    package init(wishID: String, name: String, title: String, price: Int64, isGranted: Bool) {
      (self.wishID, self.name, self.title) = (wishID, name, title)
      (self.price, self.isGranted) = (price, isGranted)
    }
  }

  /// The stars that somebody has.
  package struct Balance: Equatable, Sendable {
    package var person: FamilyFigure
    package var count: Int64

    package init(_ person: FamilyFigure, count: Int64) {
      (self.person, self.count) = (person, count)
    }
  }

  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    /// Who looks.
    package var person: String
    package var isChild: Bool
    package var canPlan: Bool
    package var rewards: [Reward] = []
    package var archived: [Reward] = []
    package var wishes: [Wish] = []
    package var decisions: [Decision] = []
    /// Who has how many stars; a child sees its own.
    package var stars: [Balance] = []
    package var values = FormValues<FormName>()
    /// What stands at the foot of a child's pages.
    package var links: [NavigationLink] = []

    package init(family: ZoneLink, person: String, isChild: Bool, canPlan: Bool) {
      (self.family, self.person) = (family, person)
      (self.isChild, self.canPlan) = (isChild, canPlan)
    }
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let id = model.family.id
    let content = HTML(joining: [
      stars(model, in: context), wishes(model, in: context), list(model, in: context),
      model.canPlan ? addition(model, in: context) : .empty, archived(model, in: context),
      decisions(model, in: context),
    ])
    guard model.isChild else {
      return context.page(words.rewards, isLive: !model.values.hasProblems) {
        context.top(
          words.rewards, crumbs: [Crumb(model.family.name, .days(.day(family: id)))],
          note: words.rewardsNote)
        content
      }
    }
    return context.stage(words.rewards, .dataLive(true), endsVisit: true, scripts: []) {
      div(.class("my-day", "stack")) {
        header(.class("my-day-top")) { h1 { words.rewards } }
        if context.frame?.isSharingPaused == true { note(.warn) { words.wishesOnHold } }
        content
        if model.links.count > 1 {
          context.childLinks(model.links)
        } else {
          nav(.class("my-day-foot", "fixed")) {
            linkButton(
              .days(.person(family: id, person: model.person)), words.myDay, .chevronLeft,
              style: .quiet)
            if context.frame?.isAtTablet == true { context.iAmDone }
          }
        }
      }
    }
  }

  /// Closed where there are rewards already: most who come want to see them, or to decide.
  private static func addition(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let isOpen = model.rewards.isEmpty || model.values.hasProblems
    return details(.class("card", "more"), .id("add"), .open(isOpen)) {
      summary {
        h2 { words.addReward }
        Icon.chevronDown()
      }
      context.postForm(.rewards(.rewards(model.family.id)), .class("pad")) {
        fields(model.values, in: context)
        actions { submit(words.addReward, .plus) }
      }
    }
  }

  private static func archived(_ model: Model, in context: ViewContext) -> HTML {
    if model.archived.isEmpty { return .empty }
    return details(.class("card", "more")) {
      summary {
        h2 { context.words.archivedRewards(model.archived.count) }
        Icon.chevronDown()
      }
      ul(.class("lines", "padded")) { model.archived.map { row($0, model, in: context) } }
    }
  }

  private static func stars(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card")) {
      ul(.class("lines", "padded")) {
        model.stars.map { balance in
          li(.dataKey(balance.person.id)) {
            balance.person.face()
            b(.class("grow")) { balance.person.name }
            span(.class("stars")) { words.stars(balance.count) }
          }
        }
      }
    }
  }

  private static func wishes(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    guard model.canPlan, !model.wishes.isEmpty else { return .empty }
    return card(words.wishes) {
      ul(.class("lines")) {
        model.wishes.map { wish in
          li(.class("wrap"), .dataKey(wish.id)) {
            div(.class("grow")) {
              b { words.wants(wish.name, wish.title) }
              small {
                wish.isAffordable
                  ? words.stars(wish.price) : words.tooFewStars(of: wish.price)
              }
            }
            decide(wish.id, "yes", model, in: context) {
              submit(words.grant, .check, style: wish.isAffordable ? .primary : .plain)
            }
            decide(wish.id, "no", model, in: context) {
              submit(words.notThisTime, .close, style: .quiet)
            }
          }
        }
      }
    }
  }

  private static func decide(
    _ wish: String, _ answer: String, _ model: Model, in context: ViewContext,
    @HTMLBuilder content: () -> HTML
  ) -> HTML {
    context.postForm(.rewards(.decide(model.family.id)), .class("inline")) {
      input(.type("hidden"), .name("wish"), .value(wish))
      input(.type("hidden"), .name("answer"), .value(answer))
      content()
    }
  }

  private static func list(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card")) {
      if model.rewards.isEmpty { emptyState("🎁", words.noRewards, words.noRewardsText) }
      ul(.class("lines", "padded")) {
        model.rewards.map { row($0, model, in: context) }
      }
    }
  }

  private static func row(_ reward: Reward, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return li(.dataKey(reward.id)) {
      span(.class("thumb"), .ariaHidden()) { reward.emoji.isEmpty ? "🎁" : reward.emoji }
      div(.class("grow")) {
        b { reward.title }
        small { words.stars(reward.price) }
      }
      if model.canPlan {
        a(
          .class("btn", "quiet", "icon"),
          .href(.rewards(.reward(family: model.family.id, reward: reward.id))),
          .ariaLabel(words.editRewardNamed(reward.title))
        ) { Icon.edit() }
      } else {
        wish(reward, model, in: context)
      }
    }
  }

  private static func wish(_ reward: Reward, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let own = model.stars.first { $0.person.id == model.person }?.count ?? 0
    return context.postForm(.rewards(.wish(model.family.id)), .class("inline")) {
      if let wish = reward.wishID {
        input(.type("hidden"), .name("wish"), .value(wish))
        submit(words.withdrawWish, .undo, style: .quiet)
      } else if own >= reward.price {
        input(.type("hidden"), .name("reward"), .value(reward.id))
        submit(words.askForIt, .star, style: .primary)
      } else {
        span(.class("muted")) { words.starsMissing(reward.price - own) }
      }
    }
  }

  private static func decisions(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    guard !model.decisions.isEmpty else { return .empty }
    return card(words.decided) {
      ul(.class("lines")) {
        model.decisions.map { decision in
          li(.dataKey(decision.wishID)) {
            div(.class("grow")) {
              b { decision.title }
              small {
                decision.isGranted
                  ? words.grantedTo(decision.name, decision.price)
                  : words.notGrantedTo(decision.name)
              }
            }
            if model.canPlan {
              decide(decision.wishID, "undo", model, in: context) {
                submit(words.undo, .undo, style: .quiet)
              }
            }
          }
        }
      }
    }
  }

  static func fields(_ values: FormValues<FormName>, in context: ViewContext) -> HTML {
    let words = context.words
    return div(.class("columns", "three")) {
      context.field(
        "title", words.routineTitle, values[.title],
        FieldStyle(placeholder: words.rewardExample, maxLength: 200, isRequired: true))
      context.field("emoji", words.emojiTitle, values[.emoji], FieldStyle(maxLength: 8))
      context.field(
        "price", words.priceInStars, values[.price],
        FieldStyle(inputmode: "numeric", maxLength: 6, isRequired: true))
    }
  }
}

extension FormName {
  static let price = FormName(rawValue: "price")
}

/// The form of one reward.
package enum RewardPage {
  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var id: String
    package var values: FormValues<FormName>
    package var isArchived: Bool

    package init(
      family: ZoneLink, id: String, values: FormValues<FormName>, isArchived: Bool = false
    ) {
      (self.family, self.id, self.values, self.isArchived) = (family, id, values, isArchived)
    }
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.editReward, isLive: false) {
      context.top(
        words.editReward, crumbs: [Crumb(words.rewards, .rewards(.rewards(model.family.id)))])
      context.postForm(
        .rewards(.reward(family: model.family.id, reward: model.id)), .class("card", "pad")
      ) {
        RewardsPage.fields(model.values, in: context)
        context.checkbox(
          "isArchived", value: "yes", words.archiveReward, isChecked: model.isArchived)
        p(.class("hint")) { words.archiveRewardHint }
        actions {
          linkButton(.rewards(.rewards(model.family.id)), words.cancel, style: .quiet)
          submit(words.save, .check)
        }
      }
    }
  }
}
