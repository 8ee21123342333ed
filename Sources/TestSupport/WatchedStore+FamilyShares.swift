import Hub
import SyncProtocol

extension WatchedTransaction {
  func familyShare(of zone: ZoneID) throws -> FamilyShare? {
    try note("familyShare", zones: [zone])
    return try base.familyShare(of: zone)
  }

  func familyShares(with family: ZoneID) throws -> [FamilyShare] {
    try note("familyShares", zones: [family])
    return try base.familyShares(with: family)
  }

  func familyShares() throws -> [FamilyShare] {
    try note("familyShares")
    return try base.familyShares()
  }

  func familyShareMembers(of zone: ZoneID) throws -> [FamilyShareMember] {
    try note("familyShareMembers", zones: [zone])
    return try base.familyShareMembers(of: zone)
  }

  func putFamilyShare(_ share: FamilyShare) throws {
    try note("putFamilyShare", zones: [share.zone])
    try base.putFamilyShare(share)
  }

  func removeFamilyShare(of zone: ZoneID) throws {
    try note("removeFamilyShare", zones: [zone])
    try base.removeFamilyShare(of: zone)
  }

  func putFamilyShareMember(_ member: FamilyShareMember) throws {
    try note("putFamilyShareMember", zones: [member.zone], accounts: [member.account])
    try base.putFamilyShareMember(member)
  }

  func removeFamilyShareMember(_ account: AccountID, of zone: ZoneID) throws {
    try note("removeFamilyShareMember", zones: [zone], accounts: [account])
    try base.removeFamilyShareMember(account, of: zone)
  }
}
