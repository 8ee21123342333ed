import Glibc
import TestSupport

let usage = """
  usage: simulate [--kind engine|household|money|family|drivers] [--seeds N] [--start S] [--bug NAME | --bugs]
                  [--trace FILE] [--unsealed]

  Runs N simulated histories, those of the seeds S to S + N - 1; a failing one prints its seed.
  Without a kind it runs all, one after the other. With --bugs it plants each bug until a
  history catches it (in debug builds). With --trace it writes down the histories of the kind
  engine, money or family, with --bug all N of them; tools/second-opinion judges those of --unsealed, where a
  restored hub is handed nothing back.
  """

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

func kinds() -> [SimulationKind] {
  guard let name = option("--kind") else { return SimulationKind.allCases }
  guard let kind = SimulationKind(rawValue: name) else {
    let names = SimulationKind.allCases.map(\.rawValue).joined(separator: " or ")
    print("--kind wants \(names), not \(name)")
    exit(2)
  }
  return [kind]
}

func checkArguments() {
  let withValue = ["--kind", "--seeds", "--start", "--bug", "--trace"]
  var index = 0
  while index < arguments.count {
    let argument = arguments[index]
    if ["--help", "-h"].contains(argument) {
      print(usage)
      exit(0)
    }
    let wantsValue = withValue.contains(argument)
    guard wantsValue || ["--bugs", "--unsealed"].contains(argument),
      !wantsValue || index + 1 < arguments.count
    else {
      let fault = wantsValue ? "without its value" : "no option"
      print("simulate: \(argument) is \(fault)\n\n\(usage)")
      exit(2)
    }
    index += wantsValue ? 2 : 1
  }
}

checkArguments()
let seeds = number("--seeds", or: 300)
let start = number("--start", or: 1)
let seals = !arguments.contains("--unsealed")

// Before the first history: nothing else of this program uses SQLite.
SimulatedDisks.keepMemory()

/// Where the histories are written down, if they are.
let trace: SimulationTrace? = option("--trace").map { path in
  let traced: [SimulationKind] = [.engine, .money, .family]
  guard let kind = option("--kind").flatMap(SimulationKind.init), traced.contains(kind),
    !arguments.contains("--bugs")
  else {
    print("--trace wants --kind engine, money or family, and no --bugs")
    exit(2)
  }
  do { return try SimulationTrace(path: path) } catch {
    print("simulate: \(error)")
    exit(2)
  }
}

/// Plants bugs until each is caught, and says after how many histories. Returns how many were not.
func plantBugs(_ kind: SimulationKind) -> Int {
  var missed = 0
  let disks = SimulatedDisks()
  let bugs = option("--bug").map { kind.knows($0) ? [$0] : [] } ?? kind.bugs
  for bug in bugs {
    var caught: (Int, String)?
    for seed in start..<start + seeds where caught == nil || trace != nil {
      do {
        _ = try kind.run(seed: UInt64(seed), planting: bug, on: disks, trace: trace, seals: seals)
      } catch { caught = caught ?? (seed, "\(error)") }
    }
    if caught == nil { missed += 1 }
    let result = caught.map { "seed \($0.0) after \($0.0 - start + 1): \($0.1.prefix(150))" }
    print(kind.rawValue, bug, result ?? "NOT CAUGHT")
  }
  return missed
}

func secondsNow() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// Runs histories; a failing one prints its seed, and with that it replays exactly. Returns how many
/// failed.
func runHistories(_ kind: SimulationKind) -> Int {
  var total = SimulationReport()
  var failures = 0
  let disks = SimulatedDisks()
  let begin = secondsNow()
  for seed in start..<start + seeds {
    do {
      let report = try kind.run(seed: UInt64(seed), on: disks, trace: trace, seals: seals)
      total.faults.merge(report.faults, uniquingKeysWith: +)
      total.parked.merge(report.parked, uniquingKeysWith: +)
      total.done.merge(report.done, uniquingKeysWith: +)
      total.answered.merge(report.answered, uniquingKeysWith: +)
      total.judged.merge(report.judged, uniquingKeysWith: +)
    } catch {
      failures += 1
      print("seed \(seed): \(error)")
      print("  again with: simulate --kind \(kind.rawValue) --seeds 1 --start \(seed)")
    }
  }
  let perMinute = Int(Double(seeds) / max(secondsNow() - begin, 0.001) * 60)
  print(
    "\(kind.rawValue): \(seeds) histories, \(failures) failed,",
    "\(total.faultCount / max(seeds, 1)) faults each, \(perMinute) a minute on one thread")
  print("faults:", listed(total.faults))
  print("refused:", listed(total.parked))
  if !total.done.isEmpty { print("done:", listed(total.done)) }
  print("answered:", listed(total.answered))
  if !total.judged.isEmpty { print("judged:", listed(total.judged)) }
  return failures
}

func listed(_ counts: [String: Int]) -> String {
  counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
    .joined(separator: ", ")
}

let plantsBugs = arguments.contains("--bugs") || option("--bug") != nil
let failed = kinds().reduce(0) { $0 + (plantsBugs ? plantBugs($1) : runHistories($1)) }
do { try trace?.close() } catch {
  print("simulate: \(error)")
  exit(2)
}
exit(failed == 0 ? 0 : 1)
