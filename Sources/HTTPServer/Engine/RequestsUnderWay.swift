import CLinux
import Glibc
import Threads

/// The requests being answered, recorded in a file that outlives the process.
///
/// Whatever ends the process, the log and the next start report which requests it was answering.
///
/// `@unchecked Sendable` because only the request that holds a slot writes the slot's bytes.
package final class RequestsUnderWay: @unchecked Sendable {
  /// A request as it is recorded: method, path without possible secrets, and account.
  package struct Line: Hashable, Sendable, CustomStringConvertible {
    package let method: String
    package let path: String
    /// The account that the request is for; empty while it is unknown.
    package var account = ""

    package init(method: String, path: String, account: String = "") {
      (self.method, self.path, self.account) = (method, path, account)
    }

    /// Reads a line; `nil` when the text is not one.
    package init?(_ text: some StringProtocol) {
      let words = text.split(separator: " ")
      guard (2...3).contains(words.count), text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
        return nil
      }
      self.init(
        method: String(words[0]), path: String(words[1]),
        account: words.count == 3 ? String(words[2]) : "")
    }

    package var description: String {
      account.isEmpty ? "\(method) \(path)" : "\(method) \(path) \(account)"
    }
  }

  /// One request that is being answered.
  package struct Entry: Sendable {
    fileprivate let owner: RequestsUnderWay
    fileprivate let slot: Int
    fileprivate let line: Line

    /// Records whose request this is. Returns `false` when it must not be answered, because this
    /// request has ended the server repeatedly.
    package func isAnswered(for account: String) -> Bool {
      var line = line
      line.account = account
      owner.write(line, to: slot)
      return !owner.held.contains(line)
    }

    package func end() { owner.end(slot) }
  }

  /// The request that the current task answers.
  @TaskLocal package static var current: Entry?

  /// How many requests are recorded at a time; further ones are answered without a record.
  private static let slotCount = 256
  private static let slotBytes = 256
  private static let bytes = slotCount * slotBytes

  private let memory: UnsafeMutableRawPointer
  private let free: Lock<[Int]>
  /// The requests that the previous process was answering when it ended.
  package let left: [Line]
  /// The requests that must not be answered any more.
  private let held: Set<Line>

  /// - Parameters:
  ///   - path: the file's path; created if absent, otherwise taken over from the previous process.
  ///   - settle: decides, from what was left, which requests must not be answered.
  /// - Throws: ``FileError`` when the file cannot be created or mapped.
  package init(path: String, settle: ([Line]) -> Set<Line> = { _ in [] }) throws(FileError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError("open") }
    defer { close(descriptor) }
    // Allocated in full now: writing to mapped memory that has no disk space would end the process.
    errno = posix_fallocate(descriptor, 0, off_t(Self.bytes))
    guard errno == 0 else { throw FileError("posix_fallocate") }
    guard let memory = mmap(nil, Self.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else { throw FileError("mmap") }
    self.memory = memory
    let all = UnsafeRawBufferPointer(start: memory, count: Self.bytes)
    left = (0..<Self.slotCount).compactMap { slot in
      let bytes = all[(slot * Self.slotBytes)..<((slot + 1) * Self.slotBytes)].prefix { $0 != 0 }
      return bytes.isEmpty ? nil : Line(String(decoding: bytes, as: UTF8.self))
    }
    held = settle(left)
    memset(memory, 0, Self.bytes)
    // The lowest slot first, so that a quiet server writes to only one page of the file.
    free = Lock(Array((0..<Self.slotCount).reversed()))
  }

  deinit { munmap(memory, Self.bytes) }

  /// Makes fatal signals write the requests under way to a descriptor. Call it once per process.
  package func tellCrashes(to descriptor: Int32) {
    // The slots must stay mapped for the life of the process.
    _ = Unmanaged.passRetained(self)
    hearth_tell_crashes(
      descriptor, memory.assumingMemoryBound(to: CChar.self), Self.slotCount, Self.slotBytes)
  }

  /// Records a request; `nil` when all slots are taken.
  package func begin(_ head: HTTPRequestHead) -> Entry? {
    guard let slot = free.withLock({ $0.popLast() }) else { return nil }
    let line = Line(method: head.method.rawValue, path: Self.shown(head.rawPath))
    write(line, to: slot)
    return Entry(owner: self, slot: slot, line: line)
  }

  private func write(_ line: Line, to slot: Int) {
    let start = memory + slot * Self.slotBytes
    let bytes = Array("\(line)".utf8.prefix(Self.slotBytes - 1)) + [0]
    UnsafeMutableRawBufferPointer(start: start, count: Self.slotBytes).copyBytes(from: bytes)
  }

  private func end(_ slot: Int) {
    (memory + slot * Self.slotBytes).storeBytes(of: 0, as: UInt8.self)
    free.withLock { $0.append(slot) }
  }

  /// The path with possible secrets replaced by `*`. Words, short numbers and record ids stay.
  package static func shown(_ path: String) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      let bytes = Array(segment.utf8)
      let isWord =
        bytes.count <= 20 && bytes.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
      let isShort = bytes.count <= 3 && bytes.allSatisfy { isLowerHex($0) || $0 == 0x76 }
      return isWord || isShort || isID(bytes) ? String(segment) : "*"
    }
    return String(segments.joined(separator: "/").prefix(150))
  }

  /// Whether the bytes have the form of a UUID, which is no secret here.
  private static func isID(_ bytes: [UInt8]) -> Bool {
    bytes.count == 36
      && bytes.indices.allSatisfy { index in
        [8, 13, 18, 23].contains(index) ? bytes[index] == 0x2D : isLowerHex(bytes[index])
      }
  }

  private static func isLowerHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}
