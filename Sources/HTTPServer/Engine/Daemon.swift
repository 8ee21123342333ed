import CMicroHTTPD
import Glibc

/// Starts libmicrohttpd and forwards its callbacks to the server.
enum Daemon {
  /// Memory of a connection besides its request headers: parsed fields and the response's headers.
  private static let poolExtraBytes = 8 << 10

  private typealias Accept =
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<sockaddr>?, socklen_t) -> MHD_Result
  private typealias Access =
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutablePointer<Int>?,
      UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> MHD_Result
  private typealias Completed =
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      MHD_RequestTerminationCode
    ) -> Void
  private typealias Began =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer?
  private typealias Notify =
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      MHD_ConnectionNotificationCode
    ) -> Void
  private typealias Unescape =
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?
    ) -> Int

  /// Returns `nil` when the library refuses. On success the library holds a reference to `server`.
  static func start(_ server: HTTPServer, listener: Int32) -> ConnectionHandle? {
    let configuration = server.configuration
    let context = Unmanaged.passRetained(server).toOpaque()
    var flags =
      MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
      | MHD_USE_TURBO.rawValue
    if configuration.tls != nil { flags |= MHD_USE_TLS.rawValue }
    let key = configuration.tls.map { strdup($0.privateKey) } ?? nil
    let certificate = configuration.tls.map { strdup($0.certificate) } ?? nil
    defer {
      free(key)
      free(certificate)
    }
    var options = options(configuration, listener: listener, context: context)
    if let key, let certificate {
      options += [
        MHD_OPTION.HTTPS_MEM_KEY.rawValue, OpaquePointer(key),
        MHD_OPTION.HTTPS_MEM_CERT.rawValue, OpaquePointer(certificate),
      ]
    }
    options.append(MHD_OPTION.END.rawValue)
    let daemon = withVaList(options) {
      MHD_start_daemon_va(flags, 0, accept, context, access, context, $0)
    }
    guard let daemon else {
      Unmanaged.passUnretained(server).release()
      return nil
    }
    return ConnectionHandle(pointer: daemon)
  }

  private static func options(
    _ configuration: HTTPServerConfiguration, listener: Int32, context: UnsafeMutableRawPointer
  ) -> [CVarArg] {
    func callback<Function>(_ function: Function) -> OpaquePointer {
      unsafeBitCast(function, to: OpaquePointer.self)
    }
    let pointer = OpaquePointer(context)
    let idle = UInt32(clamping: Int(configuration.idleSeconds.rounded(.up)))
    // Beyond that they wait to be accepted. Without a descriptor left nothing could be read either.
    let connections = min(configuration.maxConnections, DescriptorLimit.connectionCount)
    let headerBytes = min(configuration.maxHeaderBytes, 24 << 10)
    var options: [CVarArg] = [
      MHD_OPTION.LISTEN_SOCKET.rawValue, listener,
      MHD_OPTION.CONNECTION_LIMIT.rawValue, UInt32(clamping: connections),
      MHD_OPTION.PER_IP_CONNECTION_LIMIT.rawValue,
      UInt32(clamping: configuration.maxConnectionsPerAddress),
      MHD_OPTION.CONNECTION_MEMORY_LIMIT.rawValue, headerBytes + poolExtraBytes,
      MHD_OPTION.CONNECTION_TIMEOUT.rawValue, max(1, idle),
      // At a stricter level the library itself refuses a request without a host, and sends the head
      // of that answer twice. `HeadReader` and `RequestTarget` refuse what the stricter level
      // would.
      MHD_OPTION.STRICT_FOR_CLIENT.rawValue, Int32(0),
      MHD_OPTION.NOTIFY_COMPLETED.rawValue, callback(completed as Completed), pointer,
      MHD_OPTION.URI_LOG_CALLBACK.rawValue, callback(began as Began), pointer,
      MHD_OPTION.NOTIFY_CONNECTION.rawValue, callback(notify as Notify), pointer,
      MHD_OPTION.UNESCAPE_CALLBACK.rawValue, callback(unescape as Unescape), pointer,
    ]
    if configuration.threads > 1 {
      options += [
        MHD_OPTION.THREAD_POOL_SIZE.rawValue, UInt32(clamping: configuration.threads),
      ]
    }
    return options
  }

  private static let accept: Accept = { context, _, _ in
    guard let context else { return .NO }
    return Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue().accepts ? .YES : .NO
  }

  private static let access: Access = { context, mhd, _, method, version, upload, size, request in
    guard let raw = request?.pointee, let mhd, let method, let version, let size else { return .NO }
    let exchange = Unmanaged<Exchange>.fromOpaque(raw).takeUnretainedValue()
    let bytes = UnsafeRawBufferPointer(start: upload, count: upload == nil ? 0 : size.pointee)
    size.pointee = 0
    return exchange.access(mhd, method, version, bytes)
  }

  private static let began: Began = { context, target, mhd in
    guard let context, let target, let mhd, let raw = hearth_mhd_socket_context(mhd) else {
      return nil
    }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    let connection = Unmanaged<Connection>.fromOpaque(raw).takeUnretainedValue()
    let exchange = Unmanaged.passRetained(server.began(target, on: connection)).toOpaque()
    connection.exchange.store(UInt(bitPattern: exchange), ordering: .relaxed)
    return exchange
  }

  private static let completed: Completed = { context, _, request, _ in
    guard let context, let raw = request?.pointee else { return }
    request?.pointee = nil
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    server.completed(Unmanaged<Exchange>.fromOpaque(raw).takeRetainedValue())
  }

  private static let notify: Notify = { context, mhd, slot, code in
    guard let context, let mhd, let slot else { return }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    if code == .CONNECTION_NOTIFY_STARTED {
      slot.pointee = Unmanaged.passRetained(server.opened(mhd)).toOpaque()
    } else if let raw = slot.pointee {
      slot.pointee = nil
      let connection = Unmanaged<Connection>.fromOpaque(raw).takeRetainedValue()
      // When a head exceeds the connection's memory, the library closes without reporting the
      // request's end.
      let left = connection.exchange.load(ordering: .relaxed)
      if let exchange = UnsafeRawPointer(bitPattern: left) {
        server.completed(Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue())
        connection.owesReply.store(true, ordering: .relaxed)
      }
      server.closing(connection)
    }
  }

  /// Leaves the text as it is: `RequestTarget` decodes paths, and refuses those that are malformed.
  private static let unescape: Unescape = { _, _, text in text.map { strlen($0) } ?? 0 }
}
