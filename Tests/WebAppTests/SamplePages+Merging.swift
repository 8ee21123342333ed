@testable import SharingWeb
@testable import ThingsWeb
@testable import Web

extension Samples {
  private var summary: MergeSummary {
    var summary = MergeSummary()
    (summary.items, summary.archivedItems) = (42, 2)
    (summary.movedPlaces, summary.combinedPlaces) = (2, 3)
    (summary.movedLabels, summary.combinedLabels) = (1, 4)
    (summary.movedPolicies, summary.combinedPolicies) = (1, 1)
    (summary.photos, summary.papers, summary.maintenance) = (57, 9, 3)
    (summary.templates, summary.movedPresets, summary.combinedPresets) = (1, 2, 1)
    summary.placeNames = [t("Bedroom"), t("Kitchen"), t("Shed")]
    summary.labelNames = (1...8).map { t("Label \($0)") }
    summary.keptPolicies = [t("Allianz")]
    return summary
  }

  private func chosen(owner: String?) -> MergeHomePage.Chosen {
    MergeHomePage.Chosen(
      home: cabin, owner: owner, isSeparate: owner == nil, summary: summary,
      gaining: [t("Mia")], movesPrimary: true, digest: "0a", hasChanged: owner != nil)
  }

  var mergePages: [SamplePage] {
    let route: Route = .merging(.mergeHome(home: home.id))
    let into: Route = .merging(.mergeHome(home: home.id, into: cabin.id))
    let merged: Route = .merging(.merged(t("g1")))
    let undo: Route = .merging(.undoMerge(t("g1")))
    func page(_ name: String, _ route: Route, _ step: MergeHomePage.Step) -> SamplePage {
      SamplePage(name, route) {
        MergeHomePage.view(
          MergeHomePage.Model(home: home, step: step, untouched: [storage.name]), in: $0)
      }
    }
    var done = MergedPage.Done(
      id: t("g1"), sourceName: home.name, target: cabin, targetName: cabin.name, mergedAt: now,
      summary: summary, undoUntil: now.addingTimeInterval(2_000_000),
      vanished: [
        MergedPage.Vanished(
          kind: .home, name: home.name, values: [t("3 Mill Lane"), t("Harbour")]),
        MergedPage.Vanished(kind: .place, name: t("Kitchen"), values: [t("🍳")]),
        MergedPage.Vanished(kind: .label, name: t("Tools"), values: [t("red")]),
        MergedPage.Vanished(kind: .policy, name: t("Allianz"), values: [t("300000")]),
        MergedPage.Vanished(kind: .field, name: t("Colour"), values: [t("choice")]),
      ])
    let fresh = done
    (done.undoneAt, done.restored, done.undoUntil) = (now, home, nil)
    let forgotten = done
    let returned = MergedPage.Returned(
      items: 40,
      missing: [
        MergedPage.Missing(.item, name: t("Rake")),
        MergedPage.Missing(
          .item, name: t("Lamp"), route: .items(.item(t("i1"))), homeName: storage.name),
        MergedPage.Missing(.place, name: t("Loft")), MergedPage.Missing(.label, name: t("Blue")),
        MergedPage.Missing(.policy, name: t("Allianz")),
        MergedPage.Missing(.template, name: t("Wine")), MergedPage.Missing(.field, name: t("Size")),
      ], unnamedCount: 2, rooms: [t("Shed"), t("Box")])
    done.returned = returned
    let undone = done
    var asking = fresh
    asking.returned = returned
    let losing = asking
    func result(_ name: String, _ model: MergedPage.Model) -> SamplePage {
      SamplePage(name, merged, hasFrame: false) { MergedPage.view(model, in: $0) }
    }
    func asked(_ name: String, _ question: MergedPage.Question) -> SamplePage {
      SamplePage(name, undo) { MergedPage.view(question, in: $0) }
    }
    let failures: [(String, MergeFailure)] = [
      ("shared", .sharedOut), ("read-only", .readOnly), ("target-gone", .targetGone),
      ("source-gone", .sourceGone), ("too-large", .tooLarge), ("contended", .contended),
      ("unavailable", .unavailable), ("not-here", .notHere), ("unsent", .unsentChanges),
      ("broken", .broken),
    ]
    return [
      page("merge-shared", route, .blocked(.sharedOut([lena]))),
      page("merge-large", route, .blocked(.tooLarge(max: 150_000))),
      page("merge-nowhere", route, .blocked(.noOther)),
      page("merge-viewer", into, .blocked(.readOnly(cabin.name))),
      page("merge-gone", into, .blocked(.targetGone)),
      page("merge-choose", route, .choose([cabin, storage])),
      page("merge-own", into, .confirm(chosen(owner: nil))),
      page("merge-theirs", into, .confirm(chosen(owner: lena.name))),
      result("merge-running", .running(id: t("g1"))), result("merged", .done(fresh)),
      result("merge-undone", .done(undone)), result("merge-undone-old", .done(forgotten)),
      asked("merge-undo", .ask(fresh)), asked("merge-undo-losing", .ask(losing)),
      asked("merge-undo-again", .undone(undone)),
      asked("merge-undo-late", .impossible(fresh, .tooLate)),
      asked("merge-undo-gone", .impossible(fresh, .targetGone)),
      asked("merge-undo-viewer", .impossible(fresh, .readOnly)),
      asked("merge-undo-full", .impossible(fresh, .tooManyHomes)),
    ]
      + failures.map {
        result(
          "merge-failed-\($0)", .failed($1, source: home, target: nil, isSeparate: false))
      }
  }

  var decisionPages: [SamplePage] {
    let open = JoinDecisionPage.Joined(
      id: t("j1"), homeName: cabin.name, owner: lena, role: .editor)
    var inside = open
    inside.home = cabin
    let joined = inside
    var looking = open
    looking.role = .viewer
    let viewer = looking
    let candidates = [
      JoinDecisionPage.Candidate(home: home, itemCount: 42, placeCount: 7),
      JoinDecisionPage.Candidate(
        home: storage, itemCount: 1, placeCount: 1, obstacle: .sharedOut([lena])),
    ]
    func page(_ name: String, _ model: JoinDecisionPage.Model) -> SamplePage {
      SamplePage(name, .deciding(.decideJoin(t("j1"))), hasFrame: false) {
        JoinDecisionPage.view(model, in: $0)
      }
    }
    let theirs = chosen(owner: lena.name)
    return [
      page("decide-pick", .pick(open, candidates)),
      page("decide-none", .pick(open, [])),
      page("decide-merge", .merge(open, theirs, from: home, untouched: [])),
      page("decide-merge-joined", .merge(joined, theirs, from: home, untouched: [t("Flat")])),
      page(
        "decide-fresh",
        .fresh(viewer, JoinDecisionPage.Fresh(removed: candidates, sharedOut: [t("Flat")]))),
      page(
        "decide-fresh-again",
        .fresh(
          joined,
          JoinDecisionPage.Fresh(
            removed: candidates, sharedOut: [],
            confirmation: FieldValue(t("Lak"), problem: .nameDiffers(cabin.name)), hasChanged: true)
        )),
      page("decide-running", .running(open)),
      page("decide-failed", .failed(.unavailable, open, .merge)),
      page("decide-failed-joined", .failed(.contended, joined, .fresh)),
      page("decide-changed", .roleChanged(viewer)), page("decide-viewer", .readOnly(viewer)),
      page("fresh-done", .freshDone(home: cabin)),
      page("decide-ended", .ended(isUntouched: true)),
      page("decide-over", .ended(isUntouched: false)),
    ]
  }
}
