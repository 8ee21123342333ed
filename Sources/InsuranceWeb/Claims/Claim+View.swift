import ClaimReports
import ThingsWeb
import Web

extension ClaimPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.claimReport, isLive: false) {
      context.top(
        words.claimReport,
        crumbs: [
          Crumb(model.home.name, .homes(.home(model.home.id))),
          Crumb(words.insurance, .insurance(.policies(home: model.home.id))),
        ], note: words.claimReportNote)
      element(
        "form", [.class("grid2"), .method("get"), .action(.claims(.claim(home: model.home.id)))]
      ) {
        input(.type("hidden"), .name("report"), .value(""))
        div(.class("stack")) {
          policy(model, in: context)
          scope(model, in: context)
          options(model, in: context)
        }
        div(.class("stack")) { extent(model, in: context) }
      }
    }
  }

  private static func policy(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.policyOfClaim) {
      if model.policies.isEmpty {
        p(.class("muted")) { words.noPolicyToChoose }
      } else {
        context.picker(
          "policy", words.provider, FieldValue(model.query.policyID ?? ""),
          [("", words.noPolicyChosen)]
            + model.policies.map { policy in
              let number = policy.number.isEmpty ? [] : [words.policyNumbered(policy.number)]
              return (policy.id, ([policy.provider] + number).joined(separator: " · "))
            })
      }
    }
  }

  private static func scope(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let query = model.query
    return card(words.claimScope) {
      p(.class("muted")) { words.claimScopeText }
      context.field(
        "q", words.claimSearch, FieldValue(query.search), FieldStyle(maxLength: 200))
      if !model.rooms.isEmpty {
        ticks(words.rooms, isOpen: !query.roomIDs.isEmpty) {
          model.rooms.map { room in
            context.checkbox(
              "room-\(room.id)", value: "on", words.named(room.name, emoji: room.emoji),
              isChecked: query.roomIDs.contains(room.id))
          }
          context.checkbox(
            "room-\(ItemQuery.noRoom)", value: "on", words.noRoom,
            isChecked: query.roomIDs.contains(ItemQuery.noRoom))
        }
      }
      if !model.labels.isEmpty {
        ticks(words.labels, isOpen: !query.labelIDs.isEmpty) {
          model.labels.map { label in
            context.checkbox(
              "label-\(label.id)", value: "on", words.named(label.name, emoji: label.emoji),
              isChecked: query.labelIDs.contains(label.id))
          }
        }
      }
    }
  }

  private static func ticks(
    _ title: String, isOpen: Bool, @HTMLBuilder content: () -> HTML
  ) -> HTML {
    details(.class("ticks"), .open(isOpen)) {
      summary {
        title
        Icon.chevronDown(14)
      }
      fieldset(.class("columns"), .ariaLabel(title)) { content() }
    }
  }

  private static func options(_ model: Model, in context: ViewContext) -> HTML {
    let (words, query) = (context.words, model.query)
    return card(words.claimOptions) {
      context.checkbox("photos", value: "on", words.withPhotos, isChecked: query.hasPhotos)
      context.checkbox("receipts", value: "on", words.withReceipts, isChecked: query.hasReceipts)
      context.checkbox("archived", value: "on", words.withArchived, isChecked: query.hasArchived)
      context.checkbox("sold", value: "on", words.withSold, isChecked: query.hasSold)
      context.picker(
        "paper", words.paperSize, FieldValue(model.paper.rawValue),
        [
          (ClaimQuery.Paper.a4.rawValue, words.paperA4),
          (ClaimQuery.Paper.letter.rawValue, words.paperLetter),
        ])
    }
  }

  private static func extent(_ model: Model, in context: ViewContext) -> HTML {
    let (words, summary) = (context.words, model.summary)
    return card(words.claimSummary) {
      if summary.items == 0 {
        p(.class("muted")) { words.claimEmpty }
      } else {
        keyValues([
          (words.items, HTML(text: words.number(summary.items))),
          (
            words.value,
            HTML(text: summary.values.map { words.money($0) }.joined(separator: " · "))
          ),
          (
            words.withoutPrice,
            summary.unpriced == 0 ? .empty : HTML(text: words.number(summary.unpriced))
          ),
          (
            words.photos, model.query.hasPhotos ? HTML(text: words.number(summary.photos)) : .empty
          ),
          (
            words.receipts,
            summary.receipts == 0 || !model.query.hasReceipts
              ? .empty : HTML(text: words.number(summary.receipts))
          ),
        ])
      }
      if model.query.hasPhotos, summary.missingPhotos > 0 {
        note(.warn) { words.photosNotHereYet(summary.missingPhotos) }
      }
      if summary.items > maxItems { note(.bad) { words.tooManyForReport(maxItems) } }
      actions {
        submit(words.updateSummary, .sync, style: .plain)
        if summary.items > 0, summary.items <= maxItems {
          button(
            .class("btn", "primary"), .type("submit"),
            .formaction(.claims(.claimFile(home: model.home.id)))
          ) {
            Icon.download()
            words.downloadPDF
          }
        }
      }
    }
  }
}
