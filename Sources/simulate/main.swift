import Glibc
import SyncProtocol
import TestSupport

/// Runs simulated histories: `simulate [--seeds N] [--start S] [--bug NAME | --bugs] [--threads N]`.
let arguments = Array(CommandLine.arguments.dropFirst())

func option(_ name: String) -> String? {
  guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
  return arguments[index + 1]
}

func number(_ name: String, or fallback: Int) -> Int {
  guard let text = option(name) else { return fallback }
  guard let number = Int(text), number >= 0 else {
    print("\(name) wants a whole number, not \(text)")
    exit(2)
  }
  return number
}

let seeds = number("--seeds", or: 300)
let start = number("--start", or: 1)

func failure(seed: Int, bug: PlantedBug?) -> String? {
  PlantedBug.$active.withValue(bug) {
    do {
      _ = try Simulation.run(seed: UInt64(seed))
      return nil
    } catch { return "\(error)" }
  }
}

var failed = 0
if arguments.contains("--bugs") || option("--bug") != nil {
  let bugs = option("--bug").map { name in
    PlantedBug.allCases.filter { $0.rawValue == name }
  } ?? PlantedBug.allCases
  for bug in bugs {
    var caught: (Int, String)?
    for seed in start..<start + seeds {
      if let message = failure(seed: seed, bug: bug) {
        caught = (seed, message)
        break
      }
    }
    if caught == nil { failed += 1 }
    print(bug.rawValue, caught.map { "seed \($0.0) after \($0.0 - start + 1): \($0.1.prefix(150))" } ?? "NOT CAUGHT")
  }
} else {
  var faults = 0
  var kinds: [String: Int] = [:]
  var parked: [String: Int] = [:]
  var begin = timespec()
  clock_gettime(CLOCK_MONOTONIC, &begin)
  for seed in start..<start + seeds {
    do {
      let report = try Simulation.run(seed: UInt64(seed))
      faults += report.faultCount
      kinds.merge(report.faults, uniquingKeysWith: +)
      parked.merge(report.parked, uniquingKeysWith: +)
    } catch {
      failed += 1
      print("seed \(seed): \(error)")
    }
  }
  var end = timespec()
  clock_gettime(CLOCK_MONOTONIC, &end)
  let seconds = Double(end.tv_sec - begin.tv_sec) + Double(end.tv_nsec - begin.tv_nsec) / 1e9
  print(
    "\(seeds) histories, \(failed) failed, \(faults / max(seeds, 1)) faults each,",
    "\(Int(Double(seeds) / seconds * 60)) a minute on one thread")
  print("faults:", kinds.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
  print("refused:", parked.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
}
exit(failed == 0 ? 0 : 1)
