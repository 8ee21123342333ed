@testable import AccountWeb
@testable import ThingsWeb
@testable import Web

/// What was written for a home that is not there any more.
extension Samples {
  var lostPages: [SamplePage] {
    var copy = KeepCopyPage.Model(
      id: "1002", name: t("Road bicycle"), writtenIn: t("Boathouse"), isLost: true,
      homes: [
        .init(link: home, others: []), .init(link: cabin, others: [t("Anna"), t("Jonas")]),
      ])
    copy.photoCount = 2
    copy.missingPhotoCount = 1
    var unnamed = copy
    unnamed.writtenIn = nil
    unnamed.homes = [copy.homes[1]]
    unnamed.choice = FieldValue("x", problem: .notOffered)
    let lost = ZoneLink(id: t("h9"), name: t("Boathouse"))
    let form = [("name", t("Kettle")), ("note", t("Blue\nSecond line"))]
    var deleted = ErrorPage.Model(
      .homeDeleted(lost, canRestore: true), sendAgain: .items(.newItem(home: lost.id)), form,
      typed: form.map(\.1))
    deleted.lostHomeID = lost.id
    let settings = ErrorPage.Model(.homeLost(lost), typed: [t("Our boathouse")])
    let others = ErrorPage.Model(.homeDeleted(lost, canRestore: false), typed: [t("Kettle")])
    return [("keep-copy", copy), ("keep-copy-unnamed", unnamed)].map { name, model in
      SamplePage(name, .keepingCopy(.copyChange("1002"))) { KeepCopyPage.view(model, in: $0) }
    }
      + [("deleted-form", deleted), ("lost-form", settings), ("deleted-by-other", others)].map {
        name, model in
        SamplePage(name, .items(.newItem(home: lost.id))) { ErrorPage.view(model, in: $0) }
      }
  }
}
