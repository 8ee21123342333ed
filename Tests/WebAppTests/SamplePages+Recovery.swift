import Foundation

@testable import AccountWeb
@testable import Web

extension Samples {
  /// The page of a restore while it waits, and when everybody is back, and its question.
  var recoveryPages: [SamplePage] {
    let voided = RecoverySummary.Voided(
      sessions: 5, accessTokens: 1, calendarLinks: 1, invites: 2, offers: 0)
    let waiting = RecoveryPage.Model(
      restoredAt: ago(minutes: 190), stateAt: ago(minutes: 1500),
      until: now.addingTimeInterval(70_000), isWaiting: true, voided: voided,
      awaited: [
        .init(person: jonas, label: t("Pixel 9"), lastSeenAt: ago(minutes: 1700)),
        .init(person: lena, label: t("Laptop"), lastSeenAt: ago(minutes: 9000)),
      ],
      returned: [
        .init(
          person: anna, label: t("Kitchen tablet"), lastSeenAt: ago(minutes: 1600),
          returnedAt: ago(minutes: 12), taken: 41, refused: 1),
        .init(
          person: jonas, label: t("Desktop"), lastSeenAt: nil, returnedAt: ago(minutes: 3),
          taken: 1),
      ])
    var over = waiting
    (over.isWaiting, over.stateAt, over.awaited) = (false, nil, [])
    let allBack = over
    var none = waiting
    none.returned = []
    let models = [("recovery", waiting), ("recovery-over", over), ("recovery-none", none)]
    return models.map { name, model in
      SamplePage(name, .recovery(.recovery)) { RecoveryPage.view(model, in: $0) }
    } + [
      SamplePage("recovery-stop", .recovery(.stopWaiting)) {
        StopWaitingPage.view(waiting, in: $0)
      },
      SamplePage("recovery-stop-empty", .recovery(.stopWaiting)) {
        StopWaitingPage.view(allBack, in: $0)
      },
    ]
  }
}
