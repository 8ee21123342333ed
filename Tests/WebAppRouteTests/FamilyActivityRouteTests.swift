import Families
import Foundation
import SyncProtocol
import Testing
import Values

@testable import FamilyWeb
@testable import SharingWeb
@testable import Web

/// What happened in a family, and what else stands on its page.
@Suite struct FamilyActivityRouteTests {
  @Test(
    "what happened in a family is told to everybody in it: ticks in one line, invites to parents")
  func activity() async throws {
    let world = try await FamilyRouteTests.World()
    #expect(try await world.add().status == 303)
    let path = "/families/\(world.family)/activity"
    let own = "/families/\(world.family)/day/\(world.benID)"
    // Each of the two steps is a change of its own.
    for _ in 0..<2 {
      let page = try await world.ben.get(own).main
      let forms = page.components(separatedBy: "/tick\"").dropFirst()
      let form = try #require(
        forms.first { $0.contains("name=\"step\"") && !$0.prefix(900).contains("name=\"undo\"") })
      _ = try await world.ben.submit(
        "/families/\(world.family)/tick", repeated: try world.fields("/tick\"" + form))
    }
    let parent = try await world.anna.get(path).main
    let done = catalogue.familyActivity(.note(.done, ["Evening"]))
    #expect(parent.components(separatedBy: done).count == 2)
    let added = FamilyActivityPage.Subject(.routine, "Evening")
    for line in [
      .record(.added, added), .sharing(.cameIn), .sharing(.invited),
      .record(.added, FamilyActivityPage.Subject(.family, "")),
    ] as [FamilyActivityPage.Line] {
      #expect(parent.contains(catalogue.familyActivity(line)), "\(line)")
    }
    let child = try await world.ben.get(path).main
    #expect(child.contains(done) && child.contains(catalogue.you))
    #expect(!child.contains(catalogue.familyActivity(.sharing(.invited))))
    let stranger = try await world.hearth.person("stan")
    #expect(try await stranger.get(path).status == 404)
  }

  @Test("a family's page shows what was done, what is shared with it, and to parents its invites")
  func about() async throws {
    let world = try await FamilyRouteTests.World()
    #expect(try await world.add().status == 303)
    let page = "/families/\(world.family)"
    let empty = try await world.anna.get(page).main
    #expect(empty.contains(catalogue.nothingDoneYet) && empty.contains(catalogue.nothingShared))
    #expect(empty.contains(catalogue.noOpenInvites))
    let own = "/families/\(world.family)/day/\(world.benID)"
    let fields = try world.fields(try await world.ben.get(own).main)
    _ = try await world.ben.submit("\(page)/tick", repeated: fields)
    try await world.anna.get("\(page)/settings")
    try await world.anna.submit(
      "\(page)/settings/invites", ["role": "editor", "hours": "24", "uses": "1"])
    let parent = try await world.anna.get(page).main
    #expect(!parent.contains(catalogue.nothingDoneYet))
    #expect(parent.contains(catalogue.familyInvite(.editor)))
    #expect(parent.contains("\(page)/activity"))
    let child = try await world.ben.get(page).main
    #expect(!child.contains(catalogue.familyInvite(.editor)))
    #expect(!child.contains(catalogue.noOpenInvites))
    // Beside another day there is nothing else.
    let other = try await world.anna.get("\(page)?day=2020-01-01").main
    #expect(!other.contains("\(page)/activity"))
  }

  @Test("what one person notes in a row on a day is one line, and no more is put together")
  func folding() {
    func row(
      _ sequence: Int64, _ person: String, _ lines: [FamilyActivityPage.Line], day: Int = 0
    ) -> FamilyActivityPage.Row {
      FamilyActivityPage.Row(
        sequence: sequence, person: PersonBadge(id: person, name: person),
        at: Date(timeIntervalSince1970: Double(day) * 86_400), lines: lines)
    }
    let folded = FamilyActivityPage.folded(
      [
        row(9, "mia", [.note(.done, ["Teeth"])]), row(8, "mia", [.note(.done, ["Dishes"])]),
        row(7, "mia", [.note(.done, ["Teeth"]), .note(.skipped, ["Bins"])]),
        row(6, "tom", [.note(.approved, ["Teeth"])]), row(5, "mia", [.note(.done, ["Bed"])]),
        row(4, "mia", [.sharing(.cameIn)]), row(3, "mia", [.note(.done, ["Bed"])]),
        row(2, "mia", [.note(.done, ["Bed"])], day: -1),
      ]
    ) { CalendarDay(daysSince1970: Int($0.timeIntervalSince1970 / 86_400)) }
    #expect(folded.map(\.sequence) == [9, 6, 5, 4, 3, 2])
    #expect(folded[0].lines == [.note(.done, ["Teeth", "Dishes"]), .note(.skipped, ["Bins"])])
  }
}
