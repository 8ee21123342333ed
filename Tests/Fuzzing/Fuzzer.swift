import SeededNoise

/// Gives every decoder what looks almost right. The same number gives the same inputs.
package struct Fuzzer {
  /// What came of a run.
  package struct Counts: Sendable {
    package internal(set) var inputs = 0
    /// Of those, how many were read; the others were refused by name.
    package internal(set) var read = 0
    package internal(set) var bytes = 0
    package internal(set) var slowestMilliseconds = 0.0
  }

  /// An input that breaks a promise.
  package struct Finding: Error, CustomStringConvertible {
    package let subject: String
    package let seed: String
    package let input: [UInt8]
    package let problem: String

    package var description: String {
      "\(subject), from \(seed): \(problem)\n\(String(decoding: input.prefix(2000), as: UTF8.self))"
    }
  }

  /// Longest time for one input, which is a megabyte at most.
  package static let maxMillisecondsPerInput = 2000.0

  package private(set) var counts = Counts()
  private let seeds: [FuzzSeed]
  private let subjects: [FuzzSubject]
  /// For each seed the subjects that read it.
  private let natural: [[Int]]
  private var mutator: Mutator
  private let journal: (String, [UInt8]) -> Void
  private let milliseconds: () -> Double

  /// - Parameters:
  ///   - journal: told of each input before it is read, so that one that ends the process is known.
  ///   - milliseconds: how long this thread has worked.
  package init(
    seed: UInt64, seeds: [FuzzSeed], subjects: [FuzzSubject] = FuzzSubject.all,
    journal: @escaping (String, [UInt8]) -> Void, milliseconds: @escaping () -> Double
  ) throws {
    self.seeds = seeds
    self.subjects = subjects
    self.journal = journal
    self.milliseconds = milliseconds
    mutator = Mutator(seeds: seeds, seed: seed)
    natural = try seeds.map { seed in
      try subjects.indices.filter { try subjects[$0].verdict(on: seed.bytes) }
    }
  }

  /// Seeds that nothing reads: the fuzzer would learn little from them.
  package var unreadSeeds: [String] {
    zip(seeds, natural).filter { $1.isEmpty }.map(\.0.name)
  }

  /// One input, given to one decoder.
  package mutating func step() throws {
    let index = counts.inputs % seeds.count
    let input = mutator.input(from: index)
    let isAtHome = !natural[index].isEmpty && mutator.next(4) > 0
    let subject =
      isAtHome
      ? subjects[natural[index][mutator.next(natural[index].count)]]
      : subjects[mutator.next(subjects.count)]
    journal(subject.name, input)
    let start = milliseconds()
    counts.inputs += 1
    counts.bytes += input.count
    do throws(FuzzFailure) {
      if try subject.verdict(on: input) { counts.read += 1 }
    } catch {
      throw finding(subject, index, input, error.description)
    }
    let took = milliseconds() - start
    counts.slowestMilliseconds = max(counts.slowestMilliseconds, took)
    if took > Self.maxMillisecondsPerInput {
      throw finding(subject, index, input, "took \(Int(took)) ms")
    }
  }

  private func finding(
    _ subject: FuzzSubject, _ seed: Int, _ input: [UInt8], _ problem: String
  ) -> Finding {
    Finding(subject: subject.name, seed: seeds[seed].name, input: input, problem: problem)
  }
}
