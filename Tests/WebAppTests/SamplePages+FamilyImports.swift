import SharingWeb
import Values

@testable import FamilyWeb
@testable import ThingsWeb
@testable import Web

// Bringing a family back from its file, and where a child finds things.
extension Samples {
  var familyImportPages: [SamplePage] { imports + findPages }

  private var lindqvist: ZoneLink { ZoneLink(.family, id: t("f1"), name: t("Lindqvist")) }

  private var imports: [SamplePage] {
    func page(
      _ name: String, _ route: FamilyImportRoute, _ model: FamilyImportPage.Model
    ) -> SamplePage {
      SamplePage(name, .familyImports(route)) { FamilyImportPage.view(model, in: $0) }
    }
    let file = t("family.zip")
    let parts = [
      FamilyImportPage.Part(t("routines"), new: 3),
      FamilyImportPage.Part(t("ticks"), new: 412, present: 20),
      FamilyImportPage.Part(t("rewards"), new: 0, present: 2),
    ]
    var preview = FamilyImportPage.Preview(
      id: t("i1"), fileName: file, familyName: lindqvist.name, into: lindqvist.name)
    preview.parts = parts
    preview.people = [
      .init(id: t("p1"), name: t("Mia"), accountID: t("a1")), .init(id: t("p2"), name: t("Tom")),
    ]
    preview.candidates = [.init(id: t("a1"), name: t("Mia"))]
    preview.problems = .init([t("Line 17, a tick: left out.")], count: 60)
    var stale = preview
    (stale.isStale, stale.into, stale.failure) = (true, nil, t("Try again"))
    var changed = preview
    (changed.isChanged, changed.problems) = (true, .init())
    var refused = FamilyImportPage.Preview(
      id: t("i1"), fileName: file, familyName: lindqvist.name)
    (refused.obstacle, refused.people) = (t("You are in the family Berg."), preview.people)
    var nothing = preview
    nothing.parts = [.init(t("routines"), new: 0, present: 3)]
    var result = FamilyImportPage.Result(family: lindqvist, parts: parts, undoID: t("u1"))
    result.problems = preview.problems
    let undo = { (removed: Int, kept: Int, isWhole: Bool) in
      FamilyImportPage.Undo(
        id: self.t("u1"), fileName: file, importedAt: self.ago(minutes: 5), removed: removed,
        kept: kept, isWhole: isWhole)
    }
    let undone = [undo(412, 3, false), undo(5, 0, true), undo(0, 0, false)]
    return [
      page(
        "family-import", .choose,
        .choose(
          .init(
            maxBytes: 20_000_000,
            recent: [
              .init(
                id: t("u1"), fileName: file, importedAt: ago(minutes: 5), newCount: 415)
            ]))),
      page(
        "family-import-wrong", .choose,
        .choose(.init(problem: t("There is no family in this file."), maxBytes: 20_000_000))),
      page("family-import-preview", .preview(t("i1")), .preview(preview)),
      page("family-import-stale", .preview(t("i1")), .preview(stale)),
      page("family-import-changed", .preview(t("i1")), .preview(changed)),
      page("family-import-refused", .preview(t("i1")), .preview(refused)),
      page("family-import-nothing", .preview(t("i1")), .preview(nothing)),
      page(
        "family-import-progress", .progress(t("i1")),
        .progress(.init(fileName: file, done: 2000, of: 20_000))),
      page(
        "family-import-files", .progress(t("i1")),
        .progress(.init(fileName: file, done: 2, of: 20, areFiles: true))),
      page("family-import-result", .result(t("i1")), .result(result)),
    ]
      + undone.enumerated().map { number, model in
        SamplePage("family-import-undo-\(number)", .familyImports(.undo(t("u1")))) {
          FamilyImportPage.undo(model, in: $0)
        }
      }
  }

  private var findPages: [SamplePage] {
    let links = [
      NavigationLink(.days(.person(family: t("f1"), person: t("p1"))), .sun, t("My day")),
      NavigationLink(.finding(.find()), .search, t("Find")),
    ]
    let rows = [
      ItemRow(id: t("i1"), name: t("Sledge"), place: [t("Cellar")], thumbnail: .photo(t("ph1"))),
      ItemRow(id: t("i2"), name: t("Kite"), thumbnail: .emoji(t("🪁"), .blue)),
      ItemRow(id: t("i3"), name: t("Ball")),
    ]
    var more = FindPage.Model(search: t("s"), rows: rows, next: t("c"), links: links)
    more.isFirst = false
    let found = FoundPage.Model(
      id: t("i1"), name: t("Sledge"),
      place: [
        PlaceLink(id: t("l1"), name: t("Cellar"), emoji: t("🪜")),
        PlaceLink(id: t("l2"), name: t("Shelf")),
      ], photoIDs: [t("ph1")], links: links)
    var lent = FoundPage.Model(id: t("i3"), name: t("Ball"), links: links)
    lent.lentTo = t("Tom")
    let nowhere = FoundPage.Model(id: t("i3"), name: t("Ball"), links: links)
    let one = Route.finding(.found(t("i1")))
    return [
      SamplePage("find", .finding(.find()), hasFrame: false) {
        FindPage.view(.init(rows: rows, links: links), in: $0)
      },
      SamplePage("find-more", .finding(.find(search: t("s"))), hasFrame: false) { [more] in
        FindPage.view(more, in: $0)
      },
      SamplePage("find-none", .finding(.find()), hasFrame: false) {
        FindPage.view(.init(rows: [], links: links), in: $0)
      },
      SamplePage("find-nothing", .finding(.find(search: t("s"))), hasFrame: false) {
        FindPage.view(.init(search: self.t("s"), rows: [], links: links), in: $0)
      },
      SamplePage("found", one, hasFrame: false) { FoundPage.view(found, in: $0) },
      SamplePage("found-lent", one, hasFrame: false) { [lent] in FoundPage.view(lent, in: $0) },
      SamplePage("found-nowhere", one, hasFrame: false) { FoundPage.view(nowhere, in: $0) },
    ]
  }
}
