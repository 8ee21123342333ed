import AccountWeb
import Household
import SyncProtocol
import Things
import Web

extension ThingsArea: ChangeHost {
  package static let changedTables = Set((Household.tables + Things.tables).map(\.name))

  package static func written(
    in changeSet: ChangeSet, _ reader: PageReader
  ) throws -> [(name: String, value: String)] {
    try WrittenFields.all(of: changeSet, reader)
  }

  package static func copyPage(
    of changeSet: ChangeSet, id: String, _ reader: PageReader
  ) throws -> Route? {
    guard try ItemCopy.isPossible(changeSet, in: reader.connection),
      !reader.writableHomes(except: "").isEmpty
    else { return nil }
    return .keepingCopy(.copyChange(id))
  }
}
