import Foundation

@testable import AccountWeb
@testable import ThingsWeb
@testable import Web

extension Samples {
  var gatePages: [SamplePage] {
    let values = FormValues<FlagsPage.Field>([
      .percent: FieldValue("10"), .names: FieldValue(t("ana\nben")),
    ])
    let few = FlagsPage.State(.cohort, percent: 10, listedCount: 2)
    let changes = [
      FlagsPage.Change(
        number: 2, old: .init(.open), new: few, changedBy: t("ana"), at: ago(minutes: 3)),
      FlagsPage.Change(
        number: 1, old: .init(.killed), new: .init(.open), changedBy: nil, at: ago(minutes: 90)),
    ]
    var cohort = FlagsPage.Model(
      current: few, values: values, allowsOverride: true, changes: changes)
    cohort.mail = .on(
      MailSummary(
        waiting: 2, sent: 40, failed: 1, problem: t("450 try again later"),
        lastSentAt: Int64(ago(minutes: 90).timeIntervalSince1970) * 1000,
        lastFailedAt: Int64(ago(minutes: 3).timeIntervalSince1970) * 1000))
    var killed = FlagsPage.Model(
      current: .init(.killed), values: values, isStarted: false, changes: changes)
    killed.mail = .off
    var hidden = FlagsPage.Model(
      current: .init(.killed, hidesShared: true), values: values, changes: changes)
    hidden.mail = .on(MailSummary(waiting: 0, sent: 0, failed: 0, problem: ""))
    var waiting = SyncPage.Model(
      state: .pending(3), hub: t("https://home.example"), lastSyncedAt: now)
    waiting.hiddenCount = 3
    let keptChanges = waiting
    var wrong = cohort
    wrong.values[.percent].problem = .outOfRange(min: 0, max: 100)
    wrong.values[.names].problem = .noSuchAccount(t("dee"))
    let shipped = FlagsPage.Model(current: .init(.open), values: values)
    let kept = ErrorPage.Model(
      .sharingPaused, sendAgain: .items(.newItem(home: home.id)),
      [("name", t("Kettle")), ("note", t("Blue\nSecond line")), ("serial", "")],
      typed: [t("Kettle"), t("Blue\nSecond line")])
    let models = [
      ("flags", shipped), ("flags-cohort", cohort), ("flags-killed", killed),
      ("flags-wrong", wrong), ("flags-hidden", hidden),
    ]
    return models.map { name, model in
      SamplePage(name, .sharingFlags(.flags)) { FlagsPage.view(model, in: $0) }
    } + [
      SamplePage("flags-kill", .sharingFlags(.kill)) { KillSharingPage.view(in: $0) },
      SamplePage("paused-form", .items(.newItem(home: home.id))) { ErrorPage.view(kept, in: $0) },
      SamplePage("hidden-home", .homes(.home(home.id))) {
        ErrorPage.view(ErrorPage.Model(.sharedHomesHidden), in: $0.hidingShared)
      },
      SamplePage("hidden-changes", .syncing(.sync)) {
        SyncPage.view(keptChanges, in: $0.hidingShared)
      },
    ]
  }
}

extension ViewContext {
  /// The same for somebody whose shared homes are hidden.
  fileprivate var hidingShared: ViewContext {
    var context = self
    context.frame?.hidesShared = true
    return context
  }
}
