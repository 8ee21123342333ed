import FoundationEssentials
import Web

/// Who did something, and when: the head of each row of an activity page.
package struct ActivityAuthor: Equatable, Sendable {
  /// The number of the change in its zone's history.
  package var sequence: Int64
  package var person: PersonBadge
  package var isYou: Bool
  package var at: Date

  package init(sequence: Int64, person: PersonBadge, isYou: Bool, at: Date) {
    (self.sequence, self.person, self.isYou, self.at) = (sequence, person, isYou, at)
  }
}

/// What an activity page is about, without its rows.
package struct ActivityFrame {
  package var title: String
  package var crumbs: [Crumb]
  /// Why a change was not taken back; `nil` when nothing went wrong.
  package var problem: String?
  /// The hub cannot be asked now.
  package var isUnreachable: Bool
  /// Where older changes are; `nil` on the last page.
  package var older: Route?
  /// Whether older changes are missing: they are not kept, or are from before the viewer joined.
  package var isCutOff: Bool

  package init(
    title: String, crumbs: [Crumb], problem: String?, isUnreachable: Bool, older: Route?,
    isCutOff: Bool
  ) {
    self.title = title
    self.crumbs = crumbs
    self.problem = problem
    self.isUnreachable = isUnreachable
    self.older = older
    self.isCutOff = isCutOff
  }
}

extension ZoneActivity {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let zone = model.zone.id
    let activity = Crumb(words.activity, route(to: .activity(), in: zone))
    let (title, record, way): (String, String?, [Crumb]) =
      switch model.scope {
      case .zone: (words.activity(of: model.zone.name), nil, [])
      case .record(let id, let name):
        (self.title(of: name, words), id, [Crumb(name, route(to: .record(id), in: zone))])
      case .change: (words.oneChange, nil, [activity])
      }
    let frame = ActivityFrame(
      title: title, crumbs: crumbs(model.zone, words) + way,
      problem: model.problem.map { problem($0, words) }, isUnreachable: model.isUnreachable,
      older: model.older.map { route(to: .activity(of: record, before: $0), in: zone) },
      isCutOff: model.isCutOff)
    return context.activityPage(frame, rows: model.rows.map { row($0, model, in: context) })
  }

  private static func row(_ row: Row, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let change = route(to: .change(row.sequence), in: model.zone.id)
    let action: HTML =
      if !row.canTakeBack {
        .empty
      } else if model.scope == .change {
        context.postButton(change, words.takeBack, .undo, style: .danger)
      } else {
        linkButton(change, words.lookAndTakeBack, .undo, style: .quiet)
      }
    return context.activityRow(
      ActivityAuthor(
        sequence: row.sequence, person: row.person, isYou: row.isYou, at: row.at),
      lines: row.lines.map { line($0, row, model.zone, in: context) }, action: action)
  }

  private static func line(
    _ line: Line, _ row: Row, _ zone: ZoneLink, in context: ViewContext
  ) -> HTML {
    let sentence = sentence(line, context.words)
    guard case .record(_, let subject, let differences) = line else {
      return context.activityLine(sentence)
    }
    return context.activityLine(
      sentence, subject.route,
      fields: differences.map { each in
        li { difference(each, row, of: zone, in: context) }
      })
  }
}

extension ViewContext {
  /// A page of changes, newest first.
  ///
  /// - Parameter empty: what is shown where there is none.
  package func activityPage(_ frame: ActivityFrame, empty: HTML? = nil, rows: [HTML]) -> HTML {
    // With a problem the page answers a form, and is at the form's address.
    page(frame.title, isLive: frame.problem == nil) {
      top(frame.title, crumbs: frame.crumbs)
      if let problem = frame.problem { note(.bad) { problem } }
      section(.class("card")) {
        if frame.isUnreachable {
          emptyState("🔌", words.activityUnreachableTitle, words.activityUnreachableText)
        } else if rows.isEmpty {
          empty ?? emptyState("🕰️", words.noActivityTitle, words.noActivityText)
        } else {
          ul(.class("lines", "padded", "activity")) { rows }
        }
      }
      if let older = frame.older {
        p(.class("more")) { linkButton(older, words.olderActivity, .arrow) }
      } else if frame.isCutOff {
        p(.class("muted")) { words.activityCutOff }
      }
    }
  }

  /// One change: who, what and when.
  ///
  /// - Parameters:
  ///   - lines: what the change did.
  ///   - action: the button beside it.
  package func activityRow(_ author: ActivityAuthor, lines: [HTML], action: HTML) -> HTML {
    li(.id("change-\(author.sequence)")) {
      avatar(author.person)
      div(.class("grow")) {
        b { words.activityPerson(author.person.name, isYou: author.isYou) }
        lines
        small {
          HTML(text: words.ago(author.at, now: now) + " · " + words.moment(author.at))
        }
      }
      action
    }
  }

  /// A sentence about something, with a link to where it is today and the fields that changed.
  package func activityLine(_ sentence: String, _ route: Route? = nil, fields: [HTML] = []) -> HTML
  {
    div(.class("did")) {
      p {
        if let route {
          a(.class("link"), .href(route)) { sentence }
        } else {
          sentence
        }
      }
      if !fields.isEmpty { ul(.class("fields")) { fields } }
    }
  }
}
