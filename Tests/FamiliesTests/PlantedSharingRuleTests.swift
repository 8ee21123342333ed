import Families
import Household
import Hub
import SyncProtocol
import TestSupport
import Testing
import Things
import Threads

#if PLANTED_BUGS
  /// Rules of who is in a zone, of accounts that are kept and of PINs: each holds, and does not
  /// hold once it is broken on purpose.
  @Suite struct PlantedSharingRuleTests {
    struct Rule: Sendable, CustomTestStringConvertible {
      let bug: SharingBug
      /// Whether the rule holds.
      let holds: @Sendable (World) throws -> Bool

      init(_ bug: SharingBug, _ holds: @escaping @Sendable (World) throws -> Bool) {
        (self.bug, self.holds) = (bug, holds)
      }

      var testDescription: String { bug.rawValue }
    }

    @Test(
      "a rule of sharing, kept accounts and PINs that is broken on purpose is noticed",
      arguments: rules)
    func planted(_ rule: Rule) throws {
      #expect(try rule.holds(World()))
      #expect(try !SharingBug.$active.withValue(rule.bug) { try rule.holds(World()) })
    }

    @Test("each rule of sharing, kept accounts and PINs has its situation")
    func all() {
      #expect(Set(SharingBug.allCases) == Set(Self.rules.map(\.bug)))
    }

    /// Ann and Bob are parents, Cyd is a child with an account of its own, and Mia a kept one.
    struct World {
      let home: FamilyWorld
      let kept: KeptAccounts
      let mia: AccountID
      let clock: Lock<Int64>
      var hub: Hub { home.world.hub }

      init() throws {
        home = try FamilyWorld()
        let (hub, clock) = (home.world.hub, Lock(home.world.now))
        self.clock = clock
        let accounts = Accounts(
          store: home.world.store, signUps: .closed, hasher: PasswordHasher(cost: .least),
          now: { clock.withLock { $0 } },
          createPersonalZone: { try hub.createPersonalZone(for: $0, writer: $1) })
        kept = KeptAccounts(hub: hub, accounts: accounts)
        mia = try kept.create(displayName: "Mia", in: home.family, by: "ann").id
      }

      func role(_ account: AccountID) throws -> Role? { try hub.role(of: account, in: home.family) }

      func tablet(by account: AccountID = "ann") throws -> String {
        try kept.makeKiosk(in: home.family, label: "Kitchen", by: account).text
      }

      func signIn(_ code: AdmissionCode) throws -> SignedIn {
        try kept.signIn(code: code.text, label: "Tablet", address: "192.0.2.7")
      }
    }

    /// Whether something is refused.
    private static func refuses(_ body: () throws -> Void) -> Bool {
      do { try body() } catch { return true }
      return false
    }

    private static let rules = ofOwners + ofInvites + ofKept + ofPins

    private static let ofOwners = [
      Rule(.ownerMade) { world in
        refuses { try world.hub.setRole(.owner, of: "bob", in: world.home.family, by: "ann") }
      },
      Rule(.ownerDemoted) { world in
        refuses { try world.hub.setRole(.readOnly, of: "ann", in: world.home.family, by: "bob") }
      },
      Rule(.ownerRemoved) { world in
        refuses { try world.hub.remove("ann", from: world.home.family, by: "bob") }
      },
      Rule(.ownerChangesZones) { world in
        let family = try world.home.dan.write {
          try CreateFamily(FamilyDetails(name: "Berg"))($0).id
        }
        try world.home.dan.sync()
        let invite = try world.home.world.invite(to: family, by: "dan")
        return refuses {
          try world.hub.redeem(
            inviteID: invite, by: "ann", as: .family, leaving: world.home.family)
        }
      },
    ]

    private static let ofInvites = [
      Rule(.upgradeRepeated) { world in
        let invite = try world.home.world.invite(to: world.home.family, by: "ann", uses: 5)
        try world.hub.redeem(inviteID: invite, by: "cyd")
        try world.hub.setRole(.readOnly, of: "cyd", in: world.home.family, by: "ann")
        try world.hub.redeem(inviteID: invite, by: "cyd")
        return try world.role("cyd") == .readOnly
      },
      Rule(.upgradeUnchecked) { world in
        let invite = try world.home.world.invite(to: world.home.family, by: "ann")
        try world.hub.revokeInvite(invite, by: "ann")
        return refuses { try world.hub.redeem(inviteID: invite, by: "cyd") }
      },
    ]

    private static let ofKept = [
      Rule(.keptLeaves) { world in
        refuses { try world.hub.remove(world.mia, from: world.home.family, by: world.mia) }
      },
      Rule(.keptJoinsAnything) { world in
        let home = try world.home.dan.write { try CreateHome(HomeDetails(name: "Flat"))($0).id }
        try world.home.dan.sync()
        let invite = try world.home.world.invite(to: home, by: "dan")
        return refuses { try world.hub.redeem(inviteID: invite, by: world.mia) }
      },
      Rule(.keeperUnchecked) { world in
        refuses { _ = try world.kept.issueCode(for: world.mia, by: "dan") }
      },
      Rule(.codeUsedTwice) { world in
        let code = try world.kept.issueCode(for: world.mia, by: "bob").code
        _ = try world.signIn(code)
        return refuses { _ = try world.signIn(code) }
      },
      Rule(.codeForEver) { world in
        let code = try world.kept.issueCode(for: world.mia, by: "bob").code
        world.clock.withLock { $0 += KeptAccounts.admissionMilliseconds }
        return refuses { _ = try world.signIn(code) }
      },
      Rule(.pinOutlivesKeeping) { world in
        try world.kept.setPin("2468", .digits, of: world.mia, by: "bob")
        try world.kept.release(world.mia, name: "mia", password: "a long password", by: "ann")
        return try world.kept.pinKind(of: world.mia, by: world.mia) == nil
      },
    ]

    private static let ofPins = [
      Rule(.pinUnchecked) { world in
        try world.kept.setPin("2468", .digits, of: "bob", by: "bob")
        let tablet = try world.tablet()
        return refuses { _ = try world.kept.enter(kiosk: tablet, as: "bob", pin: "1111") }
      },
      Rule(.pinUnlimited) { world in
        try world.kept.setPin("2468", .digits, of: "bob", by: "bob")
        let tablet = try world.tablet()
        var isSlowed = false
        for _ in 0..<20 {
          do { _ = try world.kept.enter(kiosk: tablet, as: "bob", pin: "1111") } catch KioskError
            .tooManyAttempts
          {
            isSlowed = true
          } catch KioskError.wrongPin {}
        }
        return isSlowed
      },
      Rule(.guessesUntold) { world in
        try world.kept.setPin("2468", .digits, of: "bob", by: "bob")
        let tablet = try world.tablet()
        for _ in 0..<3 {
          _ = refuses { _ = try world.kept.enter(kiosk: tablet, as: "bob", pin: "1") }
        }
        return try world.hub.notices(of: "ann").contains { $0.kind == .pinGuessed }
      },
      Rule(.childSetsPin) { world in
        refuses { try world.kept.setPin("2468", .digits, of: world.mia, by: world.mia) }
      },
      Rule(.managerWithoutPin) { world in
        let tablet = try world.tablet()
        return refuses { _ = try world.kept.enter(kiosk: tablet, as: "bob", pin: "") }
      },
      Rule(.kioskOutlivesMaker) { world in
        let tablet = try world.tablet(by: "bob")
        try world.hub.setRole(.readOnly, of: "bob", in: world.home.family, by: "ann")
        return refuses { _ = try world.kept.enter(kiosk: tablet, as: world.mia, pin: "") }
      },
      Rule(.lockForgotten) { world in
        let signedIn = try world.kept.enter(kiosk: try world.tablet(), as: world.mia, pin: "")
        return try world.kept.lock(of: signedIn.session) == world.home.family
      },
    ]
  }
#endif
