import Glibc

/// A host and port to listen on.
package struct ListenAddress: Sendable, Equatable, CustomStringConvertible {
  /// A numeric address or a name; empty to listen on every address, IPv4 and IPv6.
  package var host: String
  /// The port; 0 lets the system choose one.
  package var port: UInt16

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `*:8080` or `:8080`.
  package init?(_ text: String) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    let digits = text[text.utf8.index(after: colon)...]
    guard digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let port = UInt16(digits) else {
      return nil
    }
    var host = text[..<colon]
    if host.first == "[", host.last == "]" {
      host = host.dropFirst().dropLast()
      guard host.contains(":") else { return nil }
    } else if host.contains(":") {
      return nil
    }
    self.init(host: host == "*" ? "" : String(host), port: port)
  }

  package var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host.isEmpty ? "*" : host):\(port)"
  }
}

/// Opens listening sockets.
///
/// The C library could open them, but would not say why it failed.
enum ListenSocket {
  /// How many connections may wait to be accepted; the kernel may lower this to its own limit.
  private static let backlog: Int32 = 4096

  /// A bound, listening, non-blocking descriptor.
  static func open(_ address: ListenAddress) throws(HTTPServerError) -> Int32 {
    // An empty host means IPv6 that also accepts IPv4, or IPv4 alone where the kernel has no IPv6.
    let hosts = address.host.isEmpty ? ["::", "0.0.0.0"] : [address.host]
    var failure = HTTPServerError.addressNotAvailable(address)
    for host in hosts {
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      hints.ai_flags = AI_PASSIVE
      var list: UnsafeMutablePointer<addrinfo>?
      guard getaddrinfo(host, String(address.port), &hints, &list) == 0 else { continue }
      defer { freeaddrinfo(list) }
      var next = list
      while let entry = next {
        do throws(HTTPServerError) {
          return try bind(entry.pointee, address, isDual: address.host.isEmpty)
        } catch {
          failure = error
          // The port is in use: succeeding with another address family would only hide that.
          if error == .addressInUse(address) { throw error }
        }
        next = entry.pointee.ai_next
      }
    }
    throw failure
  }

  private static func bind(
    _ entry: addrinfo, _ address: ListenAddress, isDual: Bool
  ) throws(HTTPServerError) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(entry.ai_family, type, 0)
    guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
    var on: Int32 = 1
    var v6Only: Int32 = isDual ? 0 : 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if entry.ai_family == AF_INET6 {
      setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &v6Only, size)
    }
    let isBound = Glibc.bind(descriptor, entry.ai_addr, entry.ai_addrlen) == 0
    guard isBound, listen(descriptor, backlog) == 0 else {
      let code = errno
      close(descriptor)
      switch code {
      case EADDRINUSE: throw .addressInUse(address)
      case EADDRNOTAVAIL: throw .addressNotAvailable(address)
      case EACCES, EPERM: throw .permissionDenied(address)
      default: throw .system(call: isBound ? "listen" : "bind", code: code)
      }
    }
    return descriptor
  }

  /// The port that `descriptor` is bound to.
  static func port(of descriptor: Int32) -> UInt16 {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        guard getsockname(descriptor, generic, &size) == 0 else { return 0 }
        // The port is at the same place in both families.
        return generic.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          UInt16(bigEndian: $0.pointee.sin_port)
        }
      }
    }
  }

  /// The numeric address of a peer. An IPv4 client of a dual-stack socket appears as IPv4.
  static func text(of address: UnsafePointer<sockaddr>?) -> String {
    guard let address else { return "" }
    let family = Int32(address.pointee.sa_family)
    let size = family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard family == AF_INET || family == AF_INET6,
      getnameinfo(
        address, socklen_t(size), &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0
    else { return "" }
    let text = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.hasPrefix("::ffff:") ? String(text.dropFirst(7)) : text
  }
}
