import AccountWeb
import FamilyWeb
import InsuranceWeb
import MoneyWeb
import SharingWeb
import SyncProtocol
import ThingsWeb
import TodayWeb
import TransferWeb
import Web

extension Areas {
  /// All areas, in the order of the navigation and of the person's menu; a new one is added here.
  package static let all = Areas(
    [
      TodayArea.self, SharingArea.self, ThingsArea.self, InsuranceArea.self, TransferArea.self,
      MoneyArea.self, FamilyArea.self, AccountArea.self,
    ],
    landmarks: AllLandmarks())
}

private struct AllLandmarks: Landmarks {
  let front: Route = .homes(.dashboard)
  let setUp: Route = .session(.setUp)
  let start: Route = .homes(.start)
  let connectDevice: Route = .session(.device)
  let account: Route = .account(.account)
  let signOut: Route = .session(.signOut)
  let search: Route = .items(.items())
  let sync: Route = .syncing(.sync)
  let calendar: Route = .calendar(.calendarSettings)
  let recovery: Route = .recovery(.recovery)
  let homes: Route = .homes(.homes)
  let newHome: Route = .homes(.newHome)
  let exports: Route = .export(.exports)

  func signIn(then path: String?) -> Route { .session(.signIn(then: path)) }
  func signUp(invite: String?) -> Route { .session(.signUp(invite: invite)) }
  func home(_ id: ZoneID) -> Route { .homes(.home(id)) }
  func homeSettings(_ id: ZoneID) -> Route { .homes(.homeSettings(id)) }
  func page(of zone: ZoneLink) -> Route {
    switch zone.kind {
    case .home: home(zone.id)
    case .group: .groups(.group(zone.id))
    case .family: .days(.day(family: zone.id))
    }
  }
  func settings(of zone: ZoneLink) -> Route {
    switch zone.kind {
    case .home: homeSettings(zone.id)
    case .group: .groups(.groupSettings(zone.id))
    case .family: .family(.familySettings(zone.id))
    }
  }
  func list(of kind: ZoneLink.Kind) -> Route {
    switch kind {
    case .home: homes
    case .group: .groups(.groups())
    case .family: .family(.families)
    }
  }
  func restore(_ zone: ZoneLink) -> Route { .restore(zone) }
  func forgottenHome(_ id: ZoneID) -> Route { .forgotten(.removeForgotten(home: id)) }
  func insurance(of home: ZoneID) -> Route { .insurance(.policies(home: home)) }
  var familyImport: Route { .familyImports(.choose) }
  func newPolicy(in home: ZoneID) -> Route { .insurance(.newPolicy(home: home)) }
  func importing(into home: ZoneID) -> Route { .importing(.importing(home: home)) }
  func undo(ofImport id: String) -> Route { .importing(.undoImport(id)) }
  func archive(of home: ZoneID) -> Route { .export(.homeArchive(home)) }
  func table(of home: ZoneID) -> Route { .export(.exportHome(home)) }
  func copy(ofNotice id: String) -> Route { .export(.noticeCopy(id)) }
  var kiosk: Route { .kiosks(.kiosk) }
  func ownDay(of person: AccountID, in family: ZoneID) -> Route {
    .days(.person(family: family, person: person))
  }
  func admission(_ code: String) -> Route { .session(.codeSignIn(code)) }
  func changeOfFamily(by token: String) -> Route { .family(.switchFamily(token: token)) }
  func decision(ofJoin id: String) -> Route { .deciding(.decideJoin(id)) }
}
