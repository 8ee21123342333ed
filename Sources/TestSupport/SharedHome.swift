import Replica
import SyncProtocol

/// Two people in one home, each with a device that knows of it: what most directed tests begin
/// with.
package struct SharedHome {
  package let world: SyncWorld
  package let ann: SyncDevice
  package let bob: SyncDevice
  /// Ann's, with Bob in it.
  package let home: ZoneID
  /// Bob's own.
  package let own: ZoneID

  package init(as role: Role = .readWrite) throws {
    world = try SyncWorld()
    (ann, bob) = (try world.device("ann"), try world.device("bob"))
    home = try ann.addHome("Flat")
    try ann.sync()
    own = try bob.addHome("Bob's")
    try bob.sync()
    try world.admit("bob", to: home, by: "ann", as: role)
    try settle()
  }

  /// Both know what the other has done.
  package func settle() throws {
    for device in [ann, bob, ann, bob] { try device.sync() }
  }
}

extension Answer {
  package var isAccepted: Bool { if case .accepted = self { true } else { false } }
  package var refusal: RefusalReason? { refusalReason }
}
