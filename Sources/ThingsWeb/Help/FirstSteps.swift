import Web

/// What to do first with a new home, and how much of it is done.
package struct FirstSteps: Equatable, Sendable {
  /// Items from which on a home counts as begun.
  package static let itemGoal = 3

  package enum Step: CaseIterable, Sendable {
    case nameHome, pickRooms, addItems, invite, addPolicy
  }

  package var done: Set<Step>
  /// At most `itemGoal`.
  package var itemCount: Int

  var isComplete: Bool { done.count == Step.allCases.count }
}

extension ViewContext {
  /// The steps that are left, each leading to where it is done; nothing when there are none.
  func firstSteps(_ steps: FirstSteps?, home: ZoneLink) -> HTML {
    guard let steps, !steps.isComplete else { return .empty }
    return section(.class("card"), .id("first-steps")) {
      div(.class("between", "pad", "head")) {
        div {
          h2 { words.firstStepsTitle }
          p(.class("muted")) {
            words.stepsDone(steps.done.count, of: FirstSteps.Step.allCases.count)
          }
        }
        postButton(
          .hint(.dismissHint("firstSteps")), words.hideFirstSteps, style: .quiet)
      }
      ul(.class("lines", "padded")) {
        FirstSteps.Step.allCases.map { step in row(step, steps, home) }
      }
    }
  }

  private func row(_ step: FirstSteps.Step, _ steps: FirstSteps, _ home: ZoneLink) -> HTML {
    let isDone = steps.done.contains(step)
    return li {
      if isDone {
        div(.class("row", "grow", "muted")) {
          Icon.check(18)
          span(.class("grow")) { words.step(step, itemCount: steps.itemCount) }
          small { words.stepIsDone }
        }
      } else {
        a(.class("row", "grow"), .href(address(of: step, home.id))) {
          icon(of: step)(18)
          span(.class("grow")) {
            b { words.step(step, itemCount: steps.itemCount) }
            small { words.stepReason(step) }
          }
          Icon.chevronRight(16)
        }
      }
    }
  }

  private func address(of step: FirstSteps.Step, _ home: String) -> Route {
    switch step {
    case .nameHome, .invite: .homes(.homeSettings(home))
    case .pickRooms: .rooms(.rooms(home: home))
    case .addItems: .items(.newItem(home: home))
    case .addPolicy: landmarks.newPolicy(in: home)
    }
  }

  private func icon(of step: FirstSteps.Step) -> Icon {
    switch step {
    case .nameHome: .home
    case .pickRooms: .door
    case .addItems: .box
    case .invite: .people
    case .addPolicy: .shield
    }
  }

  /// Tells once how to find one's way between several homes (S3-R-5).
  func severalHomesHint(isShown: Bool) -> HTML {
    guard isShown else { return .empty }
    return section(.class("card", "pad", "between", "wrap"), .id("several-homes")) {
      div(.class("grow")) {
        b { words.severalHomesTitle }
        p(.class("muted")) { words.severalHomesText }
      }
      postButton(.hint(.dismissHint("severalHomes")), words.gotIt)
    }
  }
}
