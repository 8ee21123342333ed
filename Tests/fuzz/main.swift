import Foundation
import Fuzzing
import Glibc

let usage = """
  usage: fuzz [--seconds N] [--seed S] [--journal FILE]

  Gives every decoder spoiled input for N seconds (60). An input that ends the process, is refused
  without a name, takes too long or comes back as something else is kept beside FILE.
  """

func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
  return arguments[index + 1]
}

func number(_ name: String, or fallback: Int) -> Int {
  guard let text = option(name) else { return fallback }
  guard let number = Int(text), number >= 0 else {
    print("\(name) wants a whole number, not \(text)\n\n\(usage)")
    exit(2)
  }
  return number
}

/// Runs the inputs of one seed in this process until the time is over.
func run(seed: Int, until end: Double, journal path: String) throws {
  let journal = try InputJournal(path: path)
  var fuzzer = try Fuzzer(
    seed: UInt64(seed), seeds: FuzzSeed.all(), journal: journal.note,
    milliseconds: workMilliseconds)
  while steadyMilliseconds() < end {
    for _ in 0..<100 { try fuzzer.step() }
  }
  let counts = fuzzer.counts
  print(
    "seed \(seed): \(counts.inputs) inputs, \(counts.bytes) bytes, \(counts.read) read, "
      + "\(counts.inputs - counts.read) refused, slowest \(Int(counts.slowestMilliseconds)) ms")
}

/// Runs a seed in a process of its own; `true` when it came to its end.
func runInChild(seed: Int, seconds: Double, journal: String) throws -> Bool {
  let child = Process()
  child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
  child.arguments = [
    "--child", "\(seconds)", "--seed", "\(seed)", "--journal", journal,
  ]
  try child.run()
  child.waitUntilExit()
  if child.terminationReason == .exit, child.terminationStatus == 0 { return true }
  let kept = "\(journal)-\(seed)"
  try? FileManager.default.removeItem(atPath: kept)
  try FileManager.default.copyItem(atPath: journal, toPath: kept)
  print("seed \(seed) ended badly; its input is in \(kept)")
  fflush(nil)
  return false
}

if CommandLine.arguments.contains("--help") {
  print(usage)
  exit(0)
}
let start = steadyMilliseconds()
let journal = option("--journal") ?? ".build/fuzz-input"
if let text = option("--child"), let seconds = Double(text) {
  do {
    try run(seed: number("--seed", or: 1), until: start + seconds * 1000, journal: journal)
    exit(0)
  } catch {
    print(error)
    exit(1)
  }
}
let end = start + Double(number("--seconds", or: 60)) * 1000
var seed = number("--seed", or: 1)
var failures = 0
// A bad input ends its process; the next seed goes on.
while steadyMilliseconds() < end {
  let seconds = (end - steadyMilliseconds()) / 1000
  if try !runInChild(seed: seed, seconds: seconds, journal: journal) { failures += 1 }
  seed += 1
}
print(failures == 0 ? "nothing found" : "\(failures) inputs found")
exit(failures == 0 ? 0 : 1)
