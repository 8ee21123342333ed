import Threads

/// Counts the hub's work, in the form that Prometheus reads.
package final class Metrics: Sendable {
  package enum Counter: String, CaseIterable, Sendable {
    case pushes = "hearth_pushes_total"
    case pushesPutOff = "hearth_pushes_put_off_total"
    case changeSetsAccepted = "hearth_change_sets_accepted_total"
    case changeSetsDeferred = "hearth_change_sets_deferred_total"
    case mutations = "hearth_mutations_total"
    case pulls = "hearth_pulls_total"
    case entries = "hearth_pulled_entries_total"
    case snapshotRecords = "hearth_pulled_snapshot_records_total"
    case signIns = "hearth_sign_ins_total"
    case signInsRefused = "hearth_sign_ins_refused_total"
    case hints = "hearth_hints_total"
    case errors = "hearth_errors_total"
  }

  /// The upper bounds of the duration histogram's buckets, in seconds.
  static let buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

  private struct Histogram {
    var counts = [Int](repeating: 0, count: Metrics.buckets.count + 1)
    var sum = 0.0
  }

  private struct State {
    var counters: [Counter: Int] = [:]
    var refusals: [String: Int] = [:]
    var statuses: [String: Int] = [:]
    var durations: [String: Histogram] = [:]
  }

  private let state = Lock(State())

  package init() {}

  package func add(_ count: Int = 1, to counter: Counter) {
    state.withLock { $0.counters[counter, default: 0] += count }
  }

  package func count(of counter: Counter) -> Int { state.withLock { $0.counters[counter] ?? 0 } }

  /// Counts a refused change set. `reason` must come from a closed set.
  package func addRefusal(_ reason: String) {
    state.withLock { $0.refusals[reason, default: 0] += 1 }
  }

  /// Counts an answered request and its duration. `route` must come from a closed set.
  package func observe(route: String, status: Int, seconds: Double) {
    let bucket = Self.buckets.firstIndex { seconds <= $0 } ?? Self.buckets.count
    state.withLock { state in
      state.durations[route, default: Histogram()].counts[bucket] += 1
      state.durations[route]?.sum += seconds
      state.statuses["route=\"\(route)\",status=\"\(status)\"", default: 0] += 1
    }
  }

  /// All metrics in the text exposition format; `gauges` are the current values to include.
  package func text(gauges: KeyValuePairs<String, Int>) -> String {
    let state = state.withLock { $0 }
    var lines: [String] = []
    for counter in Counter.allCases {
      lines.append("# TYPE \(counter.rawValue) counter")
      lines.append("\(counter.rawValue) \(state.counters[counter] ?? 0)")
    }
    lines.append("# TYPE hearth_change_sets_refused_total counter")
    for (reason, count) in state.refusals.sorted(by: { $0.key < $1.key }) {
      lines.append("hearth_change_sets_refused_total{reason=\"\(reason)\"} \(count)")
    }
    lines.append("# TYPE hearth_requests_total counter")
    for (labels, count) in state.statuses.sorted(by: { $0.key < $1.key }) {
      lines.append("hearth_requests_total{\(labels)} \(count)")
    }
    for (name, value) in gauges {
      lines.append("# TYPE \(name) gauge")
      lines.append("\(name) \(value)")
    }
    lines.append("# TYPE hearth_request_seconds histogram")
    for (route, histogram) in state.durations.sorted(by: { $0.key < $1.key }) {
      lines += Self.lines(of: histogram, route: route)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of histogram: Histogram, route: String) -> [String] {
    var total = 0
    var lines: [String] = []
    for (index, count) in histogram.counts.enumerated() {
      total += count
      let bound = index < buckets.count ? "\(buckets[index])" : "+Inf"
      lines.append("hearth_request_seconds_bucket{route=\"\(route)\",le=\"\(bound)\"} \(total)")
    }
    lines.append("hearth_request_seconds_sum{route=\"\(route)\"} \(histogram.sum)")
    lines.append("hearth_request_seconds_count{route=\"\(route)\"} \(total)")
    return lines
  }
}
