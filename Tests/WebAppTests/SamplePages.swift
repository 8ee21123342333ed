import Foundation
import Values

@testable import AccountWeb
@testable import InsuranceWeb
@testable import FamilyWeb
@testable import MoneyWeb
@testable import SharingWeb
@testable import ThingsWeb
@testable import TransferWeb
@testable import TodayWeb
@testable import Web
@testable import WebApp

/// A page with made-up data, for tests and pictures.
struct SamplePage: Sendable {
  /// Such as `dashboard`; also the name of the picture.
  let name: String
  let route: Route
  let hasFrame: Bool
  let flash: Flash?
  let sync: SyncState
  let view: @Sendable (ViewContext) -> HTML

  init(
    _ name: String, _ route: Route, hasFrame: Bool = true, flash: Flash? = nil,
    sync: SyncState = .synced, view: @escaping @Sendable (ViewContext) -> HTML
  ) {
    self.name = name
    self.route = route
    self.hasFrame = hasFrame
    self.flash = flash
    self.sync = sync
    self.view = view
  }

  /// What stands around it.
  func frame(_ samples: Samples) -> Frame? {
    guard hasFrame else { return nil }
    var frame = samples.frame
    frame.sync = sync
    return frame
  }

  /// The page as a person would get it.
  func render(_ samples: Samples, words: Catalogue, isFragment: Bool = false) -> HTML {
    view(
      ViewContext(
        words: words, csrfToken: samples.text("0123456789"), now: samples.now, route: route,
        frame: frame(samples), flash: flash, isFragment: isFragment,
        assets: AssetAddresses(hashes: ["hearth.css": "0011223344556677"]), areas: .all))
  }
}

/// Every page of the web app, in the states that look different.
func allSamplePages(_ samples: Samples = Samples()) -> [SamplePage] {
  samples.accountPages + samples.homePages + samples.itemPages + samples.placePages
    + samples.belongingPages + samples.insurancePages + samples.printingPages + samples.sharingPages
    + samples.searchPages + samples.manyPages + samples.fieldPages
    + samples.templatePages + samples.checkPages
    + samples.mergePages + samples.decisionPages
    + samples.joinPages
    + samples.importPages
    + samples.otherPages + samples.todayPages
    + samples.photoPages + samples.captionPages
    + samples.tokenPages + samples.gatePages + samples.recoveryPages
    + samples.calendarPages + samples.notificationPages + samples.lostPages
    + samples.activityPages + samples.familyPages
    + samples.familyImportPages
    + samples.moneyPages + samples.moneyHistoryPages + samples.ledgerPages
}

/// Data for the samples. Every text that a person could have typed goes through ``text``.
struct Samples: Sendable {
  let text: @Sendable (String) -> String
  let now = Date(timeIntervalSince1970: 1_781_258_400)

  init(_ text: @escaping @Sendable (String) -> String = { $0 }) { self.text = text }

  func t(_ words: String) -> String { text(words) }
  func ago(minutes: Double) -> Date { now.addingTimeInterval(-minutes * 60) }

  var home: ZoneLink { ZoneLink(id: t("h1"), name: t("Harbour Street")) }
  var cabin: ZoneLink { ZoneLink(id: t("h2"), name: t("Lake Cabin")) }
  var storage: ZoneLink { ZoneLink(id: t("h3"), name: t("Storage unit")) }

  var anna: PersonBadge { PersonBadge(id: t("p1"), name: t("Anna Moreau"), colour: .purple) }
  var jonas: PersonBadge { PersonBadge(id: t("p2"), name: t("Jonas"), colour: .teal) }
  var lena: PersonBadge { PersonBadge(id: t("p3"), name: t("Lena Okafor"), colour: .orange) }

  func room(_ id: String, _ emoji: String, _ name: String) -> PlaceLink {
    PlaceLink(id: t(id), name: t(name), emoji: t(emoji))
  }
  func label(_ id: String, _ emoji: String, _ name: String, _ colour: PaletteColour) -> LabelLink {
    LabelLink(id: t(id), name: t(name), emoji: t(emoji), colour: colour)
  }

  var rooms: [PlaceLink] {
    [
      room("r1", "🛋️", "Living room"), room("r2", "🍳", "Kitchen"), room("r3", "🛏️", "Bedroom"),
      room("r4", "🖥️", "Home office"), room("r5", "🚗", "Garage"),
    ]
  }
  var electronics: LabelLink { label("l1", "📱", "Electronics", .red) }
  var furniture: LabelLink { label("l2", "🪑", "Furniture", .yellow) }
  var kitchen: LabelLink { label("l3", "🍳", "Kitchen", .green) }
  var tools: LabelLink { label("l4", "🔧", "Tools", .brown) }
  var sports: LabelLink { label("l5", "🏀", "Sports", .orange) }

  var frame: Frame {
    let counts = [64, 81, 37, 52, 52]
    return Frame(
      person: anna,
      homes: [
        .init(id: home.id, name: home.name, itemCount: 286, isShared: true, isPrimary: true),
        .init(
          id: cabin.id, name: cabin.name, itemCount: 98, role: .editor, isShared: true,
          colour: .blue),
        .init(id: storage.id, name: storage.name, itemCount: 28, colour: .yellow),
      ],
      activeHomeID: home.id,
      areas: [
        TodayNavigation(), SharingNavigation(),
        ThingsNavigation(
          rooms: zip(rooms, counts).map { ThingsNavigation.Room($0, itemCount: $1) },
          labels: [electronics, furniture, tools].map { ThingsNavigation.Label($0, itemCount: 41) },
          itemCount: 412, roomCount: 10,
          searches: [.init(id: t("q1"), name: t("Warranty ends soon"))],
          insurance: .insurance(.policies(home: home.id))),
        TransferNavigation(),
        MoneyNavigation(
          groups: [
            .init(
              link: ZoneLink(.group, id: t("g1"), name: t("Lake weekend")), emoji: t("🏕️"),
              nets: [Money(-2102, "EUR")])
          ], totals: [Money(-2102, "EUR"), Money(900, "JPY")]),
        FamilyNavigation(
          family: ZoneLink(.family, id: t("f1"), name: t("Lindqvist")), isParent: true),
        AccountNavigation(isAdministrator: true),
      ])
  }

  func row(
    _ id: String, _ emoji: String, _ colour: PaletteColour, _ name: String, _ place: [String],
    _ detail: String, _ minor: Int64?, _ labels: [LabelLink], home: ZoneLink? = nil, pieces: Int = 1
  ) -> ItemRow {
    ItemRow(
      id: t(id), name: t(name), home: home, place: place.map(t), detail: t(detail),
      thumbnail: .emoji(t(emoji), colour), labels: labels, value: minor.map { Money($0, "EUR") },
      unitPrice: pieces > 1 ? minor.map { Money($0 / Int64(pieces), "EUR") } : nil,
      quantity: pieces)
  }

  var rows: [ItemRow] {
    [
      row(
        "i1", "☕", .orange, "Espresso machine", ["Kitchen"], "Gaggia Classic Pro", 44900, [kitchen]),
      row(
        "i2", "🚲", .green, "Road bicycle", ["Garage", "Wall rack"], "Canyon Endurace", 189_900,
        [sports]),
      row(
        "i3", "📺", .indigo, "Television 55″", ["Living room"], "LG OLED55C3", 119_900, [electronics]
      ),
      row(
        "i4", "🪑", .yellow, "Oak dining chairs", ["Living room"], "", 114_000, [furniture],
        pieces: 6
      ),
      row(
        "i5", "🔧", .brown, "Cordless drill with two batteries and a charger",
        ["Garage", "Shelf 2"],
        "Makita DDF484", 18950, [tools, electronics]),
      row("i6", "🎨", .pink, "Watercolour, harbour at dusk", ["Bedroom"], "", nil, []),
    ]
  }
}
