/// The current visits. A device's visit ends after half an hour without a page.
///
/// They are in memory only: a restart of the server begins new ones.
struct UsageVisits {
  static let gapMilliseconds: Int64 = 30 * 60_000
  /// How many visits are remembered; beyond that the least recently active device begins a new one.
  static let maxVisits = 4096

  private struct Visit {
    let session: String
    let person: String
    var lastAt: Int64
  }

  private var visits: [String: Visit] = [:]

  /// The current visit of a device, and whether it has just begun.
  mutating func visit(of device: String, _ person: String, at now: Int64) -> (
    session: String, isNew: Bool
  ) {
    if let visit = visits[device], now - visit.lastAt < Self.gapMilliseconds {
      visits[device]?.lastAt = max(now, visit.lastAt)
      return (visit.session, false)
    }
    if visits.count >= Self.maxVisits {
      visits = visits.filter { now - $0.value.lastAt < Self.gapMilliseconds }
      if visits.count >= Self.maxVisits,
        let oldest = visits.min(by: { $0.value.lastAt < $1.value.lastAt })
      {
        visits[oldest.key] = nil
      }
    }
    let session = UsageStore.randomID()
    visits[device] = Visit(session: session, person: person, lastAt: now)
    return (session, true)
  }

  /// Ends all visits of a person.
  mutating func end(of person: String) {
    visits = visits.filter { $0.value.person != person }
  }
}
