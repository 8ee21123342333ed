import CCurl
import Glibc
import Replica
import SyncProtocol
import Synchronization
import Threads

/// Listens to a hub's event stream on its own thread, and reconnects when the stream breaks.
///
/// `@unchecked Sendable` because only the listening thread uses the C library's handle, except for
/// `curl_multi_wakeup`, which any thread may call.
final class EventListener: @unchecked Sendable {
  /// A hub sends a comment every 25 s, so a stream that is silent for this long is dead.
  private static let silenceSeconds = 70
  private static let firstPauseMilliseconds: Int32 = 500
  private static let maxPauseMilliseconds: Int32 = 60_000
  private static let pollMilliseconds: Int32 = 1000

  private let options: CurlOptions
  private let onPoke: @Sendable (Poke) -> Void
  private let multi: OpaquePointer
  private let isStopped = Atomic(false)

  init(_ options: CurlOptions, onPoke: @escaping @Sendable (Poke) -> Void) {
    var options = options
    options.stallSeconds = Self.silenceSeconds
    self.options = options
    self.onPoke = onPoke
    guard let multi = curl_multi_init() else { preconditionFailure("no memory for libcurl") }
    self.multi = OpaquePointer(multi)
  }

  deinit { curl_multi_cleanup(UnsafeMutableRawPointer(multi)) }

  func start() { Thread.start { [self] in run() } }

  func stop() {
    isStopped.store(true, ordering: .relaxed)
    curl_multi_wakeup(UnsafeMutableRawPointer(multi))
  }

  private func run() {
    let handle = CurlHandle(options)
    var pause = Self.firstPauseMilliseconds
    while !isStopped.load(ordering: .relaxed) {
      let heardSomething = listen(with: handle)
      if isStopped.load(ordering: .relaxed) { return }
      onPoke(.deaf)
      if heardSomething { pause = Self.firstPauseMilliseconds }
      // Full jitter keeps all clients from reconnecting at once when a hub comes back.
      wait(milliseconds: Int32.random(in: 0...pause))
      pause = min(pause * 2, Self.maxPauseMilliseconds)
    }
  }

  /// Waits without a transfer; `stop` ends the wait.
  private func wait(milliseconds: Int32) {
    var count: Int32 = 0
    curl_multi_poll(UnsafeMutableRawPointer(multi), nil, 0, milliseconds, &count)
  }

  /// Listens on one connection until it ends. Returns whether the hub accepted it.
  private func listen(with handle: CurlHandle) -> Bool {
    let transfer = CurlHandle.Transfer()
    let parser = Lock(EventParser())
    let hasOpened = Atomic(false)
    transfer.onData = { [onPoke] bytes in
      let pokes = parser.withLock { $0.take(bytes) }
      for poke in pokes ?? [] {
        if poke == .listening { hasOpened.store(true, ordering: .relaxed) }
        onPoke(poke)
      }
      return pokes != nil
    }
    let call = HubCall(method: "GET", path: "events", body: nil, maxReplyBytes: 0)
    let headers = handle.prepare(call, transfer)
    defer { curl_slist_free_all(headers) }
    let raw = UnsafeMutableRawPointer(multi)
    guard curl_multi_add_handle(raw, handle.curl) == CURLM_OK else { return false }
    defer { curl_multi_remove_handle(raw, handle.curl) }
    var running: Int32 = 1
    var descriptors: Int32 = 0
    while running > 0, !isStopped.load(ordering: .relaxed) {
      guard curl_multi_perform(raw, &running) == CURLM_OK else { break }
      if running == 0 { break }
      guard curl_multi_poll(raw, nil, 0, Self.pollMilliseconds, &descriptors) == CURLM_OK else {
        break
      }
    }
    withExtendedLifetime(transfer) {}
    return hasOpened.load(ordering: .relaxed)
  }
}

/// Parses server-sent events that arrive in pieces of any size.
package struct EventParser {
  /// The longest line accepted, in bytes; a hub sends none longer.
  static let maxLineBytes = 4096

  private var line: [UInt8] = []
  private var event = ""
  private var data = ""

  package init() {}

  /// Returns the pokes of events completed by these bytes; `nil` when this is not a hub's event
  /// stream.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [Poke]? {
    var pokes: [Poke] = []
    for byte in bytes {
      if byte != UInt8(ascii: "\n") {
        guard line.count < Self.maxLineBytes else { return nil }
        line.append(byte)
        continue
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if let poke = endLine() { pokes.append(poke) }
      line.removeAll(keepingCapacity: true)
    }
    return pokes
  }

  private mutating func endLine() -> Poke? {
    guard !line.isEmpty else {
      defer { (event, data) = ("", "") }
      return poke
    }
    let text = String(decoding: line, as: UTF8.self)
    if let value = Self.value(of: "event", in: text) { event = value }
    if let value = Self.value(of: "data", in: text) { data += value }
    return nil
  }

  private static func value(of field: String, in line: String) -> String? {
    guard line.hasPrefix(field + ":") else { return nil }
    let value = line.dropFirst(field.count + 1)
    return String(value.first == " " ? value.dropFirst() : value)
  }

  private var poke: Poke? {
    if event == "listening" { return .listening }
    // Ignores unknown events, which a newer hub may send.
    guard event.isEmpty, let hint = try? Hint(wireBytes: Array(data.utf8)) else { return nil }
    switch hint {
    case .zone(let zone, let head): return .zone(zone, head: head)
    case .account: return .account
    case .flags: return .flags
    }
  }
}
