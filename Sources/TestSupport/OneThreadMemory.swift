import CSQLite
import Glibc

/// Where SQLite takes its memory from in a program that uses it on one thread alone, such as a
/// simulation: what it lets go of is kept by size and given again, and nothing is locked, searched
/// or joined. SQLite asks for some pieces with each statement, and where it was built without a
/// store of its own (lookaside) each goes to the C library.
enum OneThreadMemory {
  /// Larger pieces, in bytes, go to the C library.
  private static let maxBytes = 8192
  private static let unitBytes = 16
  /// Stands before each piece and holds its size.
  private static let headerBytes = 16
  private static let chunkBytes = 1 << 20

  /// By size in units: the first piece that is free, which begins with where the next one is.
  @exclusivity(unchecked)
  nonisolated(unsafe) private static var free: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  /// What is left of the memory that was last taken from the C library.
  @exclusivity(unchecked)
  nonisolated(unsafe) private static var chunk: UnsafeMutableRawPointer?
  @exclusivity(unchecked)
  nonisolated(unsafe) private static var chunkLeft = 0

  /// Has SQLite use it from now on. Returns whether it does: it cannot once SQLite has been used.
  static func install() -> Bool {
    let count = maxBytes / unitBytes + 1
    let lists = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: count)
    lists.initialize(repeating: nil, count: count)
    free = lists
    var methods = sqlite3_mem_methods(
      xMalloc: { OneThreadMemory.take(Int($0)) },
      xFree: { OneThreadMemory.giveBack($0) },
      xRealloc: { OneThreadMemory.resize($0, Int($1)) },
      xSize: { Int32(OneThreadMemory.size(of: $0)) },
      xRoundup: { Int32(OneThreadMemory.rounded(Int($0))) },
      xInit: { _ in SQLITE_OK }, xShutdown: { _ in }, pAppData: nil)
    return hearth_sqlite3_config_malloc(&methods) == SQLITE_OK
  }

  private static func rounded(_ bytes: Int) -> Int { (bytes + unitBytes - 1) & ~(unitBytes - 1) }

  private static func size(of piece: UnsafeMutableRawPointer?) -> Int {
    piece.map { ($0 - headerBytes).load(as: Int.self) } ?? 0
  }

  private static func take(_ bytes: Int) -> UnsafeMutableRawPointer? {
    let size = rounded(bytes)
    guard size <= maxBytes, let free else {
      return malloc(size + headerBytes).map { withHeader($0, size) }
    }
    if let piece = free[size / unitBytes] {
      free[size / unitBytes] = piece.load(as: UnsafeMutableRawPointer?.self)
      return piece
    }
    if chunkLeft < size + headerBytes {
      guard let fresh = malloc(chunkBytes) else { return nil }
      (chunk, chunkLeft) = (fresh, chunkBytes)
    }
    guard let start = chunk else { return nil }
    chunk = start + size + headerBytes
    chunkLeft -= size + headerBytes
    return withHeader(start, size)
  }

  private static func withHeader(
    _ start: UnsafeMutableRawPointer, _ size: Int
  ) -> UnsafeMutableRawPointer {
    start.storeBytes(of: size, as: Int.self)
    return start + headerBytes
  }

  private static func giveBack(_ piece: UnsafeMutableRawPointer?) {
    guard let piece else { return }
    let size = size(of: piece)
    guard size <= maxBytes, let free else { return Glibc.free(piece - headerBytes) }
    piece.storeBytes(of: free[size / unitBytes], as: UnsafeMutableRawPointer?.self)
    free[size / unitBytes] = piece
  }

  private static func resize(
    _ piece: UnsafeMutableRawPointer?, _ bytes: Int
  ) -> UnsafeMutableRawPointer? {
    guard let larger = take(bytes) else { return nil }
    if let piece {
      memcpy(larger, piece, min(size(of: piece), bytes))
      giveBack(piece)
    }
    return larger
  }
}
