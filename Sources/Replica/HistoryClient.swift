import SyncProtocol

/// Asks the hub what happened in zones.
///
/// Every function throws `HubClientError` only.
public protocol HistoryClient: Sendable {
  /// What happened in a zone or to one of its records, newest first: as far back as the hub's log
  /// reaches and the account has been in the zone. Refused `notFound` if it is not in it.
  func history(_ request: HistoryRequest) async throws(HubClientError) -> HistoryPage
}
