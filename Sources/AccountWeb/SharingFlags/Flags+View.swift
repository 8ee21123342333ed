import Web

extension FlagsPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.sharingGate, isLive: false) {
      context.top(
        words.sharingGate, crumbs: [Crumb(words.account, .account(.account))],
        note: words.sharingGateNote)
      div(.class("grid2", "even")) {
        div(.class("stack")) {
          if !model.isStarted { note(.warn) { words.gateStarted } }
          form(model, in: context)
          if model.current.state != .killed { kill(words) }
        }
        div(.class("stack")) {
          history(model, in: context)
          if let mail = model.mail { self.mail(mail, in: context) }
        }
      }
    }
  }

  /// How mail stands.
  private static func mail(_ mail: Mail, in context: ViewContext) -> HTML {
    let words = context.words
    func when(_ milliseconds: Int64?) -> HTML {
      HTML(
        text: milliseconds.map { words.ago(.init(milliseconds: $0), now: context.now) }
          ?? words.mailNever)
    }
    return card(words.mailState, id: "mail") {
      switch mail {
      case .off: p(.class("muted")) { words.mailIsOff }
      case .on(let summary):
        keyValues([
          (words.mailWaiting, HTML(text: words.number(summary.waiting))),
          (words.mailSent, HTML(text: words.number(summary.sent))),
          (words.mailGivenUp, HTML(text: words.number(summary.failed))),
          (words.mailLastSent, when(summary.lastSentAt)),
          (words.mailLastFailed, when(summary.lastFailedAt)),
        ])
        if !summary.problem.isEmpty { note(.warn) { words.mailProblem(summary.problem) } }
      }
    }
  }

  /// Posts `state`, ``Field``, `override` and, while it is paused, `hide` to
  /// ``SharingFlagRoute/flags``.
  private static func form(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let isKilled = model.current.state == .killed
    return card(text(model.current, words)) {
      p(.class("muted")) {
        model.current.hidesShared
          ? words.gateHiddenMeaning : words.gateMeaning(model.current.state)
      }
      context.postForm(.sharingFlags(.flags), .class("stack")) {
        fieldset(.class("stack", "plain")) {
          legend { words.gateFrom }
          SharingFlagState.allCases.filter { $0 != .killed || isKilled }.map { state in
            context.choice(
              "state", value: state.rawValue, title: words.gateState(state),
              detail: words.gateMeaning(state), icon: icon(state),
              isChecked: state == model.chosen)
          }
        }
        if isKilled { context.hidingChoice(isChecked: model.hidesShared) }
        context.field(
          "percent", words.gatePercent, model.values[.percent],
          FieldStyle(inputmode: "numeric", hint: words.gatePercentHint, maxLength: 3))
        context.textBox(
          "names", words.gateNames, model.values[.names],
          FieldStyle(hint: words.gateNamesHint, maxLength: 70_000))
        context.checkbox(
          "override", value: "on", words.gateOverride, isChecked: model.allowsOverride)
        actions { submit(words.save, .check, style: .primary) }
      }
    }
  }

  private static func icon(_ state: SharingFlagState) -> Icon {
    switch state {
    case .open: .people
    case .cohort: .person
    case .closed: .lock
    case .killed: .warning
    }
  }

  private static func kill(_ words: Catalogue) -> HTML {
    card(words.killSharing) {
      p(.class("muted")) { words.killSharingText }
      actions { linkButton(.sharingFlags(.kill), words.killSharing, .warning, style: .danger) }
    }
  }

  private static func history(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.gateHistory, id: "history") {
      if model.changes.isEmpty {
        p(.class("muted")) { words.gateNoHistory }
      } else {
        ul(.class("lines")) {
          model.changes.map { change in
            li(.dataKey(String(change.number))) {
              Icon.clock()
              div(.class("grow")) {
                b { words.gateChange(from: text(change.old, words), to: text(change.new, words)) }
                small {
                  words.gateChanged(
                    by: change.changedBy ?? words.gateCommandLine,
                    when: words.ago(change.at, now: context.now))
                }
              }
            }
          }
        }
      }
    }
  }

  private static func text(_ state: State, _ words: Catalogue) -> String {
    if state.hidesShared { return words.gateHidden }
    return state.state == .cohort
      ? words.gateCohort(percent: state.percent, names: state.listedCount)
      : words.gateState(state.state)
  }
}

extension ViewContext {
  /// Posts `hide`.
  fileprivate func hidingChoice(isChecked: Bool) -> HTML {
    div {
      checkbox("hide", value: "on", words.gateHides, isChecked: isChecked)
      small(.class("muted")) { words.gateHidesHint }
    }
  }
}

extension KillSharingPage {
  /// Posts `hide` to ``SharingFlagRoute/kill``.
  package static func view(in context: ViewContext) -> HTML {
    let words = context.words
    return context.question(
      words.killSharingTitle, words.killSharingQuestion, icon: .warning,
      crumbs: [Crumb(words.sharingGate, .sharingFlags(.flags))],
      rows: [
        (.info, words.killReads, words.killReadsDetail),
        (.clock, words.killWaits, words.killWaitsDetail),
        (.lock, words.killPrivate, words.killPrivateDetail),
        (.leave, words.killTakeBack, words.killTakeBackDetail),
        (.undo, words.killHides, words.killHidesDetail),
      ]
    ) {
      context.postForm(.sharingFlags(.kill), .class("stack")) {
        context.hidingChoice(isChecked: false)
        actions {
          linkButton(.sharingFlags(.flags), words.cancel, style: .quiet)
          submit(words.killSharing, .warning, style: .danger)
        }
      }
    }
  }
}
