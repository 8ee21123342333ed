import SyncProtocol

/// Places of areas that pages of any other lead to.
package protocol Landmarks: Sendable {
  /// The first page of somebody who is signed in.
  var front: Route { get }
  /// Where everything is searched; its field is `q`.
  var search: Route { get }
  func signIn(then path: String?) -> Route
  /// - Parameter invite: the token that admits the sign-up.
  func signUp(invite: String?) -> Route
  /// The family's tablet, where everybody picks their face.
  var kiosk: Route { get }
  /// The routines that somebody has today.
  func ownDay(of person: AccountID, in family: ZoneID) -> Route
  /// Where a child signs in with a code of a parent's.
  func admission(_ code: String) -> Route
  /// Where the first visitor of a new Hearth begins.
  var setUp: Route { get }
  /// Where somebody with a new account begins.
  var start: Route { get }
  /// Where a device is connected to its hub.
  var connectDevice: Route { get }
  var account: Route { get }
  /// Where a `POST` ends the session.
  var signOut: Route { get }
  var sync: Route { get }
  /// The address of a calendar of what is due.
  var calendar: Route { get }
  /// What has come back after a restore, for administrators.
  var recovery: Route { get }
  var homes: Route { get }
  var newHome: Route { get }
  func home(_ id: ZoneID) -> Route
  func homeSettings(_ id: ZoneID) -> Route
  func page(of zone: ZoneLink) -> Route
  /// Where the zone is changed and shared.
  func settings(of zone: ZoneLink) -> Route
  /// Where all zones of a kind are.
  func list(of kind: ZoneLink.Kind) -> Route
  /// Where a deleted home or group is restored.
  func restore(_ zone: ZoneLink) -> Route
  /// Where a home that the hub has forgotten is removed.
  func forgottenHome(_ id: ZoneID) -> Route
  /// The insurance policies of a home.
  func insurance(of home: ZoneID) -> Route
  func newPolicy(in home: ZoneID) -> Route
  /// Where a file is chosen that is imported into a home.
  func importing(into home: ZoneID) -> Route
  /// Where the file of a family is chosen that is brought back.
  var familyImport: Route { get }
  /// Where an import is taken back.
  func undo(ofImport id: String) -> Route
  /// What can be taken along.
  var exports: Route { get }
  /// A home as an archive.
  func archive(of home: ZoneID) -> Route
  /// A table of a home's items.
  func table(of home: ZoneID) -> Route
  /// The copy of the contents of a lost home, which a notice offers.
  func copy(ofNotice id: String) -> Route
  /// Where somebody decides what becomes of their own homes when they join one.
  /// Where somebody who is in a family leaves it for the one that an invite is for.
  func changeOfFamily(by token: String) -> Route
  func decision(ofJoin id: String) -> Route
}
