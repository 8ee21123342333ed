import Glibc

/// How many files and connections the system lets this process have open.
package enum DescriptorLimit {
  private static let resource = __rlimit_resource_t(7)  // RLIMIT_NOFILE
  /// More than a hub needs, and few enough for the kernel's tables.
  private static let mostWanted: rlim_t = 1 << 18

  /// The present limit.
  package static var count: Int {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 1024 }
    return Int(clamping: min(limit.rlim_cur, mostWanted))
  }

  /// Raises the limit as far as the process may. Where that is refused it stays as it is.
  package static func raise() {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, mostWanted)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = wanted
    setrlimit(resource, &limit)
  }

  /// How many connections fit beside the files that answering them opens: half of all.
  package static var connectionCount: Int { max(32, count / 2 - 32) }
}
