import Foundation
import Testing

@testable import AccountWeb
@testable import FamilyWeb
@testable import MoneyWeb
@testable import ThingsWeb
@testable import Web
@testable import WebApp

/// What stands around every page, and the order in which things stand on it.
@Suite struct FrameTests {
  private let samples = Samples()

  private func read(_ page: SamplePage) -> MarkupReader {
    MarkupReader(page.render(samples, words: Catalogue()).string)
  }

  private func page(_ name: String) throws -> SamplePage {
    try #require(allSamplePages(samples).first { $0.name == name })
  }

  @Test("S3-UV-4 every page of somebody who is signed in leads to each home and to all inventory")
  func reachable() {
    let framed = allSamplePages(samples).filter(\.hasFrame)
    #expect(framed.count > 20)
    for page in framed {
      let links = Set(
        read(page).tags.filter { $0.name == "a" && $0.path.contains("aside") }
          .compactMap { $0.attributes["href"] })
      // Beside the pages of money stand groups; things are one step away, as an area of their own.
      // So do they beside pages of sharing a group, or a family.
      let zones = page.route.place.segments.first
      if Areas.all.area(of: page.route) == MoneyArea.self || zones == "groups" {
        #expect(links.isSuperset(of: ["/", "/groups", "/groups/g1"]), "\(page.name)")
        continue
      }
      if Areas.all.area(of: page.route) == FamilyArea.self || zones == "families" {
        #expect(links.isSuperset(of: ["/", "/families/f1"]), "\(page.name)")
        continue
      }
      #expect(links.contains("/items"), "\(page.name)")
      for home in samples.frame.homes {
        #expect(links.contains("/homes/\(home.id)"), "\(page.name)")
      }
    }
  }

  // S3-US2-1 S3-US2-2 S3-US8-2 S3-5.2-sidebar
  @Test("below the areas the homes and the list begin: Dashboard, the primary home's, then all")
  func mainList() throws {
    let reader = read(try page("dashboard"))
    let links = reader.tags.filter { $0.name == "a" && $0.path.contains("aside") }
    let nav = links.filter { $0.path.contains("nav") }.compactMap { $0.attributes["href"] }
    let homes = samples.frame.homes.map { "/homes/\($0.id)" }
    // The areas, the menu of homes, and what is in the one that is shown.
    let areas = ["/today", "/", "/groups", "/families"]
    #expect(Array(nav.prefix(areas.count)) == areas)
    #expect(Array(nav.dropFirst(areas.count).prefix(homes.count)) == homes)
    let dashboard = try #require(nav.lastIndex(of: homes[0]))
    let all = try #require(nav.firstIndex(of: "/items"))
    let places = try #require(nav.firstIndex { $0.contains("/rooms/") })
    let labels = try #require(nav.firstIndex { $0.contains("?label=") })
    let insurance = try #require(nav.firstIndex { $0.hasSuffix("/insurance") })
    #expect(areas.count + homes.count < dashboard)
    #expect(dashboard < all && all < places && places < labels && labels < insurance)
    let person = links.filter { !$0.path.contains("nav") }.compactMap { $0.attributes["href"] }
    #expect(person.first == "/people" && person.contains("/account"))
    // Whichever home is shown, the entry stays the primary one's.
    var frame = samples.frame
    frame.activeHomeID = samples.cabin.id
    let other = ViewContext(
      words: Catalogue(), csrfToken: "t", now: samples.now, route: .homes(.dashboard), frame: frame,
      flash: nil, isFragment: false, assets: AssetAddresses(hashes: [:]), areas: .all)
    let markup = frame.sidebar(other).string
    let marked = MarkupReader(markup).tags.filter { $0.attributes["aria-current"] == "page" }
    #expect(marked.map { $0.attributes["href"] } == ["/"])
    let entries = MarkupReader(markup).tags.filter {
      $0.name == "a" && $0.path.suffix(3) == ["nav", "ul", "li"] && !$0.path.contains("details")
    }.compactMap { $0.attributes["href"] }
    #expect(Array(entries.prefix(5)) == areas + ["/homes/\(samples.home.id)"])
  }

  @Test("S0-US001-1 settings stand in order: details, organization, sharing, primary, delete")
  func sections() throws {
    let sections = ["details", "organization", "sharing", "primary", "delete"]
    let ids = read(try page("home-settings")).tags.compactMap { $0.attributes["id"] }
    #expect(ids.filter(sections.contains) == sections)
    let viewers = read(try page("home-settings-viewer")).tags.compactMap { $0.attributes["id"] }
    #expect(viewers.filter(sections.contains) == sections.dropLast())
  }

  @Test("S3-R-8 of a home's settings only the first section is open")
  func openSections() throws {
    let settings = read(try page("home-settings")).tags.filter {
      $0.name == "details" && $0.attributes["class"]?.contains("setting") == true
    }
    #expect(settings.count == 6)
    #expect(
      settings.map { $0.attributes["open"] != nil } == [true, false, false, false, false, false])
  }

  @Test("S1-7.4-c every page that says something failed says what to do, and has a way on")
  func failures() throws {
    let words = ["expired", "revoked", "used-up", "unknown", "own", "member", "gone", "off"]
    let names = words.map { "join-\($0)" }
    let locked = Catalogue().errorTitle(.deviceLocked)
    let pages = allSamplePages(samples).filter {
      names.contains($0.name) || $0.name.hasPrefix("error-")
    }
    #expect(pages.count > names.count + 10)
    for page in pages {
      let reader = read(page)
      let inMain = { (path: [String]) in path.contains("main") }
      // A locked device is opened at its terminal, as its words say.
      let isLocked = reader.texts.contains { $0.text == locked }
      #expect(
        isLocked
          || reader.tags.contains {
            inMain($0.path) && ["a", "button"].contains($0.name)
              && $0.attributes["class"]?.contains("btn") == true
          }, "\(page.name)")
      #expect(
        reader.texts.contains { inMain($0.path) && $0.path.last == "p" && $0.text.count > 20 },
        "\(page.name)")
    }
  }

  @Test("D-SYN-16 each state of the sync has words of its own, with how many and since when")
  func syncStates() throws {
    let words = Catalogue()
    let states: [SyncState] = [.synced, .syncing, .offline, .pending(3), .refused(2), .outdated]
    #expect(words.syncState(.refused(1, waiting: 2)) == "1 refused, 2 pending")
    for tell in [words.syncState, words.syncHeadline] as [(SyncState) -> String] {
      let texts = states.map(tell)
      #expect(Set(texts).count == states.count)
      #expect(texts[3].contains("3") && texts[4].contains("2"))
    }
    for state in states {
      let model = SyncPage.Model(
        state: state, hub: "https://home.example", lastSyncedAt: samples.ago(minutes: 12))
      let page = SamplePage("sync", .syncing(.sync), sync: state) { SyncPage.view(model, in: $0) }
      let texts = read(page).texts.map(\.text)
      #expect(texts.contains(words.syncHeadline(state)))
      #expect(texts.contains { $0.contains("12 minutes ago") })
      #expect(texts.contains(words.syncState(state)))
    }
  }

  @Test("S1-10-b no word of the pages promises that something happens elsewhere in an instant")
  func noPromises() throws {
    let files = try SourceTests.files { $0.contains("Catalogue+") }
    for (name, source) in files {
      for line in source.lowercased().split(separator: "\n") where line.contains("\"") {
        for word in ["instant", "immediately", "real time", "real-time"] {
          #expect(!line.contains(word), "\(name): \(line)")
        }
      }
    }
    #expect(files.count > 10)
    #expect(Catalogue().syncState(.syncing) == "Syncing")
    #expect(Catalogue().syncState(.pending(2)) == "2 pending")
  }
}
