import Web
import SharingWeb

extension MergedPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    switch model {
    case .running:
      return context.working(words.merging)
    case .done(let done): return view(done, in: context)
    case .failed(let failure, let source, let target, let isSeparate):
      let title = words.mergeFailedTitle(failure)
      return context.flow(title, isNarrow: true) {
        div(.class("intro")) {
          span(.class("ic", "large")) { Icon.warning(28) }
          h1 { title }
          p(.class("muted")) { words.mergeFailure(failure) }
          if failure != .outcomeUnknown { p(.class("muted")) { words.allAsItWas } }
        }
        actions {
          linkButton(.homes(.dashboard), words.toDashboard, style: .quiet)
          if let source {
            linkButton(
              .merging(.mergeHome(home: source.id, into: target?.id, isSeparate: isSeparate)),
              words.tryAgain, .sync, style: .primary)
          }
        }
      }
    }
  }

  private static func view(_ done: Done, in context: ViewContext) -> HTML {
    let words = context.words
    if done.undoneAt != nil { return undone(done, in: context) }
    return context.flow(words.movedTo(done.targetName)) {
      if done.isNewHere { steps(3, of: 3, words) }
      div(.class("intro")) {
        span(.class("ic", "large", "good")) { Icon.check(28) }
        h1 { words.allSet }
        p { words.movedTo(done.targetName) }
        p(.class("muted")) { words.mergeSentence(done.summary) }
      }
      section(.class("card")) {
        div(.class("pad", "plan-head")) { h2 { words.fromTo(done.sourceName, done.targetName) } }
        plan(done.summary.rows(owner: nil, isDone: true, words))
      }
      if !done.vanished.isEmpty { vanished(done.vanished, words) }
      if let obstacle = done.undoObstacle {
        note { words.cannotUndoNow(obstacle, home: done.targetName) }
      } else if let until = done.undoUntil {
        note {
          words.undoMergeUntil(words.day(until))
          " "
          a(.class("link"), .href(.merging(.undoMerge(done.id)))) { words.undoMerge }
        }
      }
      actions {
        linkButton(.sharing(.people), words.peopleAndHomes, style: .quiet)
        if let target = done.target {
          linkButton(.homes(.home(target.id)), words.getStarted, .arrow, style: .primary)
        } else {
          linkButton(.homes(.dashboard), words.toDashboard, .arrow, style: .primary)
        }
      }
    }
  }

  private static func undone(_ done: Done, in context: ViewContext) -> HTML {
    let words = context.words
    var rows: [(icon: Icon, text: String, detail: String)] = [
      (.home, words.homeIsBack(done.sourceName), words.withAllItHad),
      (.people, words.additionsStay(done.targetName), ""),
    ]
    if let returned = done.returned {
      rows.insert((.box, words.itemsCameBack(returned.items), words.asTheyAreNow), at: 0)
      if let row = rooms(returned, done, isDone: true, words) { rows.append(row) }
    }
    return context.flow(words.mergeUndone(done.sourceName)) {
      div(.class("intro")) {
        span(.class("ic", "large", "good")) { Icon.check(28) }
        h1 { words.mergeUndone(done.sourceName) }
        p(.class("muted")) { words.undoneOn(done.undoneAt) }
      }
      section(.class("card")) { plan(rows) }
      missing(done.returned, words.notBackTitle, done, words)
      actions {
        linkButton(.sharing(.people), words.peopleAndHomes, style: .quiet)
        if let restored = done.restored {
          linkButton(.homes(.home(restored.id)), words.open(restored.name), .arrow, style: .primary)
        } else {
          linkButton(.homes(.dashboard), words.toDashboard, .arrow, style: .primary)
        }
      }
    }
  }

  /// Names the places of the other home that keep what was put there since the merge.
  private static func rooms(
    _ returned: Returned, _ done: Done, isDone: Bool, _ words: Catalogue
  ) -> (icon: Icon, text: String, detail: String)? {
    guard !returned.rooms.isEmpty else { return nil }
    return (
      .shelf, words.roomsStay(returned.rooms.count, done.targetName, isDone: isDone),
      words.some(returned.rooms)
    )
  }

  /// What does not come back, by name.
  private static func missing(
    _ returned: Returned?, _ title: String, _ done: Done, _ words: Catalogue
  ) -> HTML {
    guard let returned, returned.missing.count + returned.unnamedCount > 0 else { return .empty }
    return card(title, id: "missing") {
      p(.class("muted")) { words.notBackText(done.targetName) }
      ul(.class("lines")) {
        returned.missing.map { missing in
          li {
            Icon.box()
            div(.class("grow")) {
              if let route = missing.route {
                p { a(.class("link"), .href(route)) { words.missing(missing) } }
              } else {
                b { words.missing(missing) }
              }
              if let home = missing.homeName { small { words.isInHome(home) } }
            }
          }
        }
        if returned.unnamedCount > 0 {
          li {
            Icon.box()
            b(.class("grow")) {
              words.moreMissing(returned.unnamedCount, isAll: returned.missing.isEmpty)
            }
          }
        }
      }
    }
  }

  private static func vanished(_ list: [Vanished], _ words: Catalogue) -> HTML {
    details(.class("card", "more")) {
      summary {
        h2 { words.keptHere }
        Icon.chevronDown()
      }
      div(.class("pad")) {
        p(.class("muted")) { words.keptHereText }
        keyValues(
          list.map { entry in
            (
              words.vanishedName(entry.kind, entry.name),
              HTML(joining: entry.values.map { value in p { value } })
            )
          })
      }
    }
  }

  /// Posts to ``MergeRoute/undoMerge(_:)``.
  package static func view(_ question: Question, in context: ViewContext) -> HTML {
    let words = context.words
    switch question {
    case .impossible(let done, let obstacle):
      return context.question(
        words.cannotUndoMerge(obstacle), words.undoObstacle(obstacle, home: done.targetName),
        icon: .warning
      ) {
        linkButton(.merging(.merged(done.id)), words.toSummary, style: .primary)
      }
    case .undone(let done):
      return context.question(
        words.mergeUndone(done.sourceName), words.undoneOn(done.undoneAt), icon: .check
      ) {
        linkButton(.merging(.merged(done.id)), words.toSummary, style: .quiet)
        if let restored = done.restored {
          linkButton(.homes(.home(restored.id)), words.open(restored.name), .arrow, style: .primary)
        }
      }
    case .ask(let done):
      return context.question(
        words.undoMergeTitle(done.sourceName), words.undoMergeText(done.targetName), icon: .undo,
        rows: [
          (
            .box, words.itemsComeBack(done.returned?.items ?? done.summary.items),
            words.asTheyAreNow
          ),
          (.home, words.homeIsBack(done.sourceName), words.withAllItHad),
          (.people, words.additionsStay(done.targetName), ""),
          done.returned.flatMap { rooms($0, done, isDone: false, words) },
        ].compactMap(\.self), more: missing(done.returned, words.willNotComeTitle, done, words)
      ) {
        linkButton(.merging(.merged(done.id)), words.cancel, style: .quiet)
        context.postButton(
          .merging(.undoMerge(done.id)), words.undoMerge, .undo, style: .primary)
      }
    }
  }
}
