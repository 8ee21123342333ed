import Web

extension MembersPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.members, isLive: model.newName.problem == nil) {
      context.top(words.members, crumbs: crumbs(model.group, words))
      div(.class("stack", "form-page")) {
        if let taken = model.taken {
          note(.bad) { taken.isYou ? words.youAreAlready(taken) : words.isTaken(taken) }
        }
        section(.class("card")) {
          ul(.class("lines", "padded")) { model.rows.map { row($0, model, in: context) } }
        }
        if model.canWrite {
          section(.class("card", "pad")) {
            context.postForm(.members(.members(group: model.group.id))) {
              context.field(
                "name", words.addMember, model.newName,
                FieldStyle(
                  hint: words.addMemberHint, placeholder: words.memberExample, maxLength: 100,
                  isRequired: true))
              actions { submit(words.addMember, .plus) }
            }
          }
        }
      }
    }
  }

  static func crumbs(_ group: ZoneLink, _ words: Catalogue) -> [Crumb] {
    [Crumb(words.money, .groups(.groups())), Crumb(group.name, .groups(.group(group.id)))]
  }

  private static func row(_ row: Row, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    return li(.class("member"), .dataKey(row.member.id)) {
      avatar(row.member.badge)
      div(.class("grow")) {
        b {
          a(.href(.members(.member(group: group, member: row.member.id)))) {
            words.nameWithYou(row.member)
          }
        }
        small {
          row.isArchived
            ? words.archivedMember
            : row.member.isYou
              ? words.thisIsYou : row.account.map { words.isAccount($0) } ?? words.noAccount
        }
      }
      if !model.isMember, row.account == nil, !row.isArchived {
        context.postButton(
          .members(.claimMember(group: group, member: row.member.id)), words.thisIsMe)
      }
      Icon.chevronRight(16)
    }
  }
}

extension MemberPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    return context.page(model.member.name, isLive: !model.values.hasProblems) {
      context.top(
        model.member.name,
        crumbs: MembersPage.crumbs(model.group, words)
          + [Crumb(words.members, .members(.members(group: group)))],
        note: model.member.isYou
          ? words.thisIsYou : model.account.map { words.isAccount($0.name) } ?? words.noAccount)
      div(.class("stack", "form-page")) {
        account(model, in: context)
        payment(model, words)
        if model.canWrite { details(model, in: context) }
        if model.canWrite { ending(model, in: context) }
      }
    }
  }

  /// “This is me”, and taking it back.
  private static func account(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let (group, member) = (model.group.id, model.member.id)
    let canRelease = model.member.isYou || model.isOwner && model.account != nil
    guard model.canClaim || canRelease || !model.accounts.isEmpty else { return .empty }
    return card(words.accountOfMember) {
      if model.canClaim {
        div(.class("row", "wrap")) {
          p(.class("grow", "muted")) { words.thisIsMeText }
          context.postButton(
            .members(.claimMember(group: group, member: member)), words.thisIsMe, .person)
        }
      }
      if canRelease {
        div(.class("row", "wrap")) {
          p(.class("grow", "muted")) { words.releaseText(model.member) }
          context.postButton(
            .members(.releaseMember(group: group, member: member)), words.release(model.member))
        }
      }
      if !model.accounts.isEmpty {
        context.postForm(
          .members(.assignMember(group: group, member: member)), .class("row", "wrap")
        ) {
          context.picker(
            "account", words.theyAre, FieldValue(model.account?.id ?? ""),
            model.accounts.map { ($0.id, $0.name) })
          submit(words.save, style: .plain)
        }
      }
    }
  }

  /// How they are paid, for who does not say it but owes them, and for others who does say it.
  private static func payment(_ model: Model, _ words: Catalogue) -> HTML {
    let isInForm = model.canWrite && model.mayChangePayment
    guard !isInForm, model.canWrite || !model.payment.isEmpty else { return .empty }
    return card(words.howToPay) {
      if !model.payment.isEmpty { p { GroupPage.howToPay(model.payment) } }
      if !model.mayChangePayment {
        p(.class("muted")) { words.theySayHowToPay(model.member.name) }
      }
    }
  }

  private static func details(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card", "pad")) {
      context.postForm(
        .members(.member(group: model.group.id, member: model.member.id)), .class("stack")
      ) {
        input(.type("hidden"), .name("version"), .value(model.version))
        context.field(
          "name", words.memberName, model.values[.name],
          FieldStyle(maxLength: 100, isRequired: true))
        if model.mayChangePayment {
          context.field(
            "payment", model.member.isYou ? words.howToPayYou : words.howToPay,
            model.values[.payment],
            FieldStyle(
              hint: model.account == nil ? words.howToPaySomebody : words.howToPayHint,
              maxLength: 300, isVerbatim: true))
        }
        context.field(
          "weight", words.usualShares, model.values[.weight],
          FieldStyle(inputmode: "numeric", hint: words.usualSharesHint, maxLength: 4))
        context.checkbox(
          "isArchived", value: "yes", words.archiveMember,
          isChecked: model.values[.isArchived].text == "yes")
        actions { submit(words.save, .check) }
      }
    }
  }

  private static func ending(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let (group, member) = (model.group.id, model.member.id)
    return section(.class("card", "pad")) {
      if !model.others.isEmpty {
        div(.class("row", "wrap")) {
          p(.class("grow", "muted")) { words.combineText }
          linkButton(
            .members(.combineMember(group: group, member: member)), words.combineStep, .merge)
        }
      }
      div(.class("row", "wrap")) {
        let isAnothers = model.account != nil && !model.member.isYou && !model.isOwner
        p(.class("grow", "muted")) {
          model.isNamed
            ? words.stillNamed : isAnothers ? words.anothersMember : words.removeMemberText
        }
        if !model.isNamed, !isAnothers {
          context.postButton(
            .members(.removeMember(group: group, member: member)), words.removeMember, .trash,
            style: .danger)
        }
      }
    }
  }
}

extension CombineMemberPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    let back = Route.members(.member(group: group, member: model.member.id))
    return context.question(
      words.combineTitle(model.member.name), words.combineText, icon: .merge,
      crumbs: [
        Crumb(words.members, .members(.members(group: group))), Crumb(model.member.name, back),
      ],
      rows: [(.coin, words.combineKeepsSums, "")],
      more: context.postForm(
        .members(.combineMember(group: group, member: model.member.id)), .class("stack")
      ) {
        context.picker(
          "into", words.combineInto(model.member.name), model.choice,
          model.others.map { ($0.id, words.nameWithYou($0)) })
        actions {
          linkButton(back, words.cancel, style: .quiet)
          submit(words.combine, .merge)
        }
      }
    ) { HTML.empty }
  }
}

extension FormName {
  static let payment = FormName(rawValue: "payment")
  static let weight = FormName(rawValue: "weight")
}
