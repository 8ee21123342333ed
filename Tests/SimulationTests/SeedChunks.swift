import Foundation

/// Which histories a suite runs: those of the seeds from 1 on, or those that `HEARTH_SEEDS` (how
/// many) and `HEARTH_START` choose.
enum SeedChunks {
  /// A variable that holds no number from 1 on.
  struct NoNumber: Error, Equatable {
    let variable: String
    let text: String
  }

  /// The seeds in pieces, one for each test. A run that checks others than usual says so; one that
  /// is told nonsense ends, as it would check nothing.
  ///
  /// - Parameters:
  ///   - count: how many histories there are usually.
  ///   - size: how many one test takes in.
  static func of(_ count: UInt64, size: UInt64) -> [Range<UInt64>] {
    do {
      let chosen = try seeds(in: ProcessInfo.processInfo.environment, usually: count)
      if chosen != 1..<count + 1 {
        print("the histories of the seeds \(chosen), in place of \(1..<count + 1)")
      }
      return chunks(of: chosen, size: size)
    } catch {
      preconditionFailure("\(error): unset the variable, or give it a number from 1 on")
    }
  }

  static func chunks(of seeds: Range<UInt64>, size: UInt64) -> [Range<UInt64>] {
    stride(from: seeds.lowerBound, to: seeds.upperBound, by: Int(size)).map {
      $0..<min($0 + size, seeds.upperBound)
    }
  }

  static func seeds(
    in environment: [String: String], usually count: UInt64
  ) throws -> Range<UInt64> {
    func number(_ variable: String, _ fallback: UInt64) throws -> UInt64 {
      guard let text = environment[variable] else { return fallback }
      guard let number = UInt64(text), number > 0 else {
        throw NoNumber(variable: variable, text: text)
      }
      return number
    }
    let start = try number("HEARTH_START", 1)
    return start..<start + (try number("HEARTH_SEEDS", count))
  }
}
