@testable import ThingsWeb
@testable import Web

extension Samples {
  var searchPages: [SamplePage] {
    let saved = SearchesPage.Search(
      id: t("q1"), name: FieldValue(t("Warranty ends soon")), text: t("warranty<90d"))
    let taken = SearchesPage.Search(
      id: t("q2"), name: FieldValue(t("Tools"), problem: .nameTaken(t("Tools"))),
      text: t("label:tools value>100"), zone: cabin)
    let new = SearchesPage.New(
      name: FieldValue(t("Tools"), problem: .nameTaken(t("Tools"))),
      NewSearch(t("label:tools no:photo"), zone: home.id), zone: home)
    return [
      SamplePage("searches", .searches(.savedSearches())) {
        SearchesPage.view(.init(searches: [saved, taken]), in: $0)
      },
      SamplePage("searches-new", .searches(.savedSearches(new.search))) {
        SearchesPage.view(.init(searches: [saved], new: new), in: $0)
      },
      SamplePage("searches-none", .searches(.savedSearches())) {
        SearchesPage.view(.init(searches: []), in: $0)
      },
      SamplePage("items-understood", .items(.items(ItemQuery(search: t("label:tools vlaue>100")))))
      {
        ItemListPage.view(understood, in: $0)
      },
      SamplePage("items-cut-short", .items(.items(ItemQuery(search: t("quantity>5"))))) {
        ItemListPage.view(cutShort, in: $0)
      },
      SamplePage("items-many-found", .items(.items(long.query))) {
        ItemListPage.view(long, in: $0)
      },
    ]
  }

  private var understood: ItemListPage.Model {
    let ticked = zip(rows, [true, false, nil, true, false, nil] as [Bool?]).map { row, isTicked in
      var row = row
      row.isTicked = isTicked
      return row
    }
    var model = ItemListPage.Model(
      home: nil, query: ItemQuery(search: t("label:tools vlaue>100")), rows: ticked,
      count: .exactly(412), homes: [home, cabin], next: t("cursor"), addsTo: home)
    model.parts = SearchParts(
      chips: [.init(text: t("Label: tools"), without: t("vlaue>100"))],
      notices: [
        .init(
          text: t("vlaue>100 is not known"),
          suggestion: .init(part: t("value>100"), search: t("label:tools value>100")))
      ])
    model.searches = [.init(id: t("q1"), name: t("Warranty ends soon"))]
    model.actions = [.move, .label, .edit, .archive, .export, .delete]
    return model
  }

  private var cutShort: ItemListPage.Model {
    var model = ItemListPage.Model(
      home: nil, query: ItemQuery(search: t("quantity>5")), rows: [], count: .exactly(0),
      next: t("cursor"))
    model.isCutShort = true
    model.count = .atLeast(0)
    return model
  }

  private var long: ItemListPage.Model {
    var model = understood
    model.count = .moreThan(50)
    return model
  }

  private func many(
    _ action: BulkChangePage.Action, _ stage: BulkChangePage.Stage, gone: Int = 0,
    readOnly: Int = 0,
    hasChanged: Bool = false
  ) -> BulkChangePage.Model {
    BulkChangePage.Model(
      action: action, stage: stage, list: .items(.items(ItemQuery(search: t("oak")))),
      kept: [("items", t("i1 i2 i3"))], count: 3, goneCount: gone, readOnlyCount: readOnly,
      hasChanged: hasChanged)
  }

  private var movePlan: BulkChangePage.Plan {
    var plan = BulkChangePage.Plan()
    plan.target = (t("Lake Cabin"), t("Shed"))
    plan.unchangedCount = 1
    plan.photoCount = 4
    plan.madeLabels = [(t("Lake Cabin"), [t("Tools"), t("Sports")])]
    plan.gaining = [t("Lena Okafor")]
    plan.losing = [t("Jonas")]
    return plan
  }

  private var otherPlan: BulkChangePage.Plan {
    var plan = BulkChangePage.Plan()
    plan.addedLabels = [t("Tools")]
    plan.removedLabels = [t("Sports")]
    plan.field = .warrantyUntil
    plan.paperCount = 2
    plan.photoCount = 1
    return plan
  }

  var manyPages: [SamplePage] {
    let target = BulkChangePage.Target(home: cabin, places: [rooms[0], rooms[4]], depths: [0, 1])
    let pages: [(String, BulkChangePage.Model)] = [
      ("many-nothing", many(.delete, .nothing, gone: 3)),
      ("many-too-many", many(.move, .tooMany(max: 5000))),
      ("many-move", many(.move, .chooseTarget([target], problem: .notOffered))),
      (
        "many-labels",
        many(
          .label,
          .chooseLabels(
            add: [tools, sports], remove: [sports],
            new: FieldValue(t("Heavy"), problem: .tooLong(maxCharacters: 200))))
      ),
      (
        "many-field",
        many(
          .edit,
          .chooseField([
            .purchasedOn: FieldValue(t("last May"), problem: .unreadableDate(t("last May")))
          ]))
      ),
      (
        "many-confirm-move",
        many(
          .move, .confirm(movePlan, version: t("v1")), gone: 1, readOnly: 2, hasChanged: true)
      ),
      ("many-confirm-delete", many(.delete, .confirm(otherPlan, version: t("v1")))),
      ("many-confirm-archive", many(.archive, .confirm(.init(), version: t("v1")))),
    ]
    return pages.map { name, model in
      SamplePage(name, .bulkChange(.changeItems)) { BulkChangePage.view(model, in: $0) }
    }
  }
}
