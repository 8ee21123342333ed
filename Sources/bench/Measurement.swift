import Foundation
import Glibc

/// One figure on its way to the driver: a line of JSON on standard output.
struct Measurement: Encodable {
  var name: String
  var value: Double
  var unit: String
  var details: [String: Double] = [:]

  init(_ name: String, _ value: Double, _ unit: String, _ details: [String: Double] = [:]) {
    self.name = name
    self.value = value
    self.unit = unit
    self.details = details
  }

  func report() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    FileHandle.standardOutput.write(try encoder.encode(self) + Data("\n".utf8))
  }
}

/// What a benchmark could not do, in words for whoever runs it.
struct BenchFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Seconds on a clock that only goes forward.
func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The wall clock, milliseconds since 1970.
@Sendable func wallMilliseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}

/// Durations of equal operations.
struct Samples {
  private(set) var seconds: [Double] = []

  mutating func add(_ value: Double) { seconds.append(value) }
  mutating func add(_ other: Samples) { seconds += other.seconds }

  /// The nearest-rank percentile, in milliseconds.
  func milliseconds(percentile: Double) -> Double {
    guard !seconds.isEmpty else { return .nan }
    let sorted = seconds.sorted()
    let rank = Int((percentile / 100 * Double(sorted.count)).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1] * 1000
  }

  var count: Int { seconds.count }

  /// A report of the 50th and the 99th percentile.
  func report(_ name: String, _ details: [String: Double] = [:]) throws {
    var details = details
    details["p50"] = milliseconds(percentile: 50)
    details["p95"] = milliseconds(percentile: 95)
    details["max"] = milliseconds(percentile: 100)
    details["count"] = Double(count)
    try Measurement(name, milliseconds(percentile: 99), "ms p99", details).report()
  }
}
