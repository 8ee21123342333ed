import Household
import Replica
import SyncProtocol

/// Orders the photos of an item, a place or a home; the first becomes the primary one.
///
/// Photos that are not named, because somebody has just added them, come after the others. As few
/// rows as possible are written: photos that are in order already keep their keys.
package struct ReorderPhotos: Sendable {
  package var homeID: ZoneID
  package var subject: Photo.Subject
  package var photoIDs: [RecordID]

  package typealias Failure = UseCaseFailure

  private static let maxKeyBytes = 40

  package init(homeID: ZoneID, subject: Photo.Subject, photoIDs: [RecordID]) {
    self.homeID = homeID
    self.subject = subject
    self.photoIDs = photoIDs
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    let present = try Photo.of(subject, home: homeID, in: connection)
    let byID = Dictionary(uniqueKeysWithValues: present.map { ($0.id, $0) })
    let named = photoIDs.compactMap { byID[$0] }
    guard named.count == photoIDs.count, Set(photoIDs).count == photoIDs.count else {
      throw Failure.photoNotFound
    }
    let wanted = named + present.filter { !photoIDs.contains($0.id) }
    var kept = Self.longestRisingRun(wanted.map(\.sortKey))
    // Repeated insertion at one point makes keys long; then all photos get new ones.
    if wanted.contains(where: { $0.sortKey.utf8.count > Self.maxKeyBytes }) { kept = [] }
    var previous: String?
    for (position, old) in wanted.enumerated() {
      if kept.contains(position) {
        previous = old.sortKey
        continue
      }
      var photo = old
      let next = (position + 1..<wanted.count).first { kept.contains($0) }
      photo.sortKey = SortKey.between(previous, next.map { wanted[$0].sortKey })
      try photo.update(from: old, in: connection)
      previous = photo.sortKey
    }
  }

  /// The positions of a longest strictly rising subsequence.
  ///
  /// Takes quadratic time, for at most `Photo.maxPerSubject` keys and those that several people
  /// added at once.
  private static func longestRisingRun(_ keys: [String]) -> Set<Int> {
    let keys = keys.map { Array($0.utf8) }
    var best = [Int](repeating: 1, count: keys.count)
    var before = [Int](repeating: -1, count: keys.count)
    for end in keys.indices {
      for start in 0..<end
      where keys[start].lexicographicallyPrecedes(keys[end]) && best[start] >= best[end] {
        best[end] = best[start] + 1
        before[end] = start
      }
    }
    var run: Set<Int> = []
    var position = best.indices.max { best[$0] < best[$1] } ?? -1
    while position >= 0 {
      run.insert(position)
      position = before[position]
    }
    return run
  }
}
