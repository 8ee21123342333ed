import Foundation
import Hub
import SyncProtocol
import Testing

/// Makes empty stores of one kind, for the contract that all of them keep.
package struct StoreFactory: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  /// Whether readers and a writer may work at the same time.
  let isConcurrent: Bool
  let make: @Sendable (TemporaryFolder) throws -> any HubMaintenance
  /// Opens what a backup has written.
  let open: @Sendable (_ backup: String) throws -> any HubMaintenance

  package init(
    _ testDescription: String, isConcurrent: Bool,
    make: @escaping @Sendable (TemporaryFolder) throws -> any HubMaintenance,
    open: @escaping @Sendable (_ backup: String) throws -> any HubMaintenance
  ) {
    self.testDescription = testDescription
    self.isConcurrent = isConcurrent
    self.make = make
    self.open = open
  }

  func with(_ body: (any HubMaintenance) throws -> Void) throws {
    try TemporaryFolder.with { try body(try make($0)) }
  }
}

/// One fact about every store.
package struct ContractCase: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  /// Whether it is about readers beside a writer: stores that have none need not keep it.
  let isConcurrent: Bool
  let run: @Sendable (StoreFactory) throws -> Void

  init(
    _ testDescription: String, isConcurrent: Bool = false,
    run: @escaping @Sendable (StoreFactory) throws -> Void
  ) {
    self.testDescription = testDescription
    self.isConcurrent = isConcurrent
    self.run = run
  }

  /// A stamp like any other.
  package static let stamp = Stamp(
    time: HybridTime(milliseconds: 1000, counter: 3), changeSet: .init(replica: "r-1", number: 4))
}

/// What every store of a hub keeps to, whatever it is made of. A store's tests run each of `runs`.
package enum StoreContract {
  static let cases: [ContractCase] =
    TransactionContract.cases + BatchContract.cases + GuardContract.cases + RecordContract.cases
    + HistoryContract.cases + MembershipContract.cases + PendingJoinContract.cases
    + DeletedZoneContract.cases + BlobContract.cases + CountedBlobContract.cases
    + GateContract.cases + AccessTokenContract.cases + CalendarFeedContract.cases
    + NotifyingContract.cases + FamilyShareContract.cases
    + MaintenanceContract.cases + RecoveryContract.cases

  /// One fact about one kind of store, for a parametrised test.
  package struct Run: Sendable, CustomTestStringConvertible {
    let fact: ContractCase
    let factory: StoreFactory

    package var testDescription: String { "\(factory.testDescription): \(fact.testDescription)" }

    /// Checks it on stores of its own.
    package func callAsFunction() throws { try fact.run(factory) }
  }

  /// All that these kinds of store must keep.
  package static func runs(of factories: [StoreFactory]) -> [Run] {
    factories.flatMap { factory in
      cases.filter { factory.isConcurrent || !$0.isConcurrent }
        .map { Run(fact: $0, factory: factory) }
    }
  }
}
