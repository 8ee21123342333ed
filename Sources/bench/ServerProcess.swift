import Foundation
import Glibc

/// What the system says of a process.
struct ServerProcess {
  struct Cost {
    var processorSeconds: Double
    var writtenMegabytes: Double
  }

  let number: Int

  init(_ number: Int) { self.number = number }

  func cost() throws -> Cost {
    let fields = try statistics()
    let ticks = [12, 13].compactMap { Double(fields[$0]) }.reduce(0, +)
    return Cost(
      processorSeconds: ticks / Double(sysconf(Int32(_SC_CLK_TCK))),
      writtenMegabytes: try value("wchar", of: "io") / 1e6)
  }

  /// The end of the name, the state, the number of the process that started it, and so on.
  private func statistics() throws -> [Substring] {
    let stat = try String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    // The name in brackets may hold anything; the fields after it are numbers.
    return stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
  }

  /// Processor seconds of the process and of those that it has started and that still run.
  func familyCost() throws -> Double {
    try family().reduce(0) { $0 + (try $1.cost().processorSeconds) }
  }

  /// What the process and those that it has started needed at most, each by itself.
  func familyPeakMegabytes() throws -> Double {
    try family().reduce(0) { $0 + (try $1.peakMegabytes()) }
  }

  private func family() throws -> [ServerProcess] {
    let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int($0) }
    let children = all.filter { child in
      // One that has ended meanwhile is nobody's child.
      guard let stat = try? ServerProcess(child).statistics() else { return false }
      return stat.count > 2 && Int(stat[2]) == number
    }
    return try [self] + children.flatMap { try ServerProcess($0).family() }
  }

  func descriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/fd").count
  }

  func residentMegabytes() throws -> Double { try value("VmRSS", of: "status") / 1024 }

  func peakMegabytes() throws -> Double { try value("VmHWM", of: "status") / 1024 }

  /// Lets the peak begin at what is resident now.
  func forgetPeak() throws {
    try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(number)/clear_refs"))
  }

  private func value(_ name: String, of file: String) throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(number)/\(file)", encoding: .utf8)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(name):") }),
      let value = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({
        Double($0)
      })
    else { throw BenchFailure("\(name) of process \(number) cannot be read") }
    return value
  }
}
