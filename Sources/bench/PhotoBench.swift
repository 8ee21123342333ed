import Foundation

/// Uploads photos of 12 MP one after the other in the browser's way, each a file of its own, and
/// looks at the memory of the server and of the processes that it reads pictures in.
struct PhotoBench {
  private static let photosPerItem = 10

  var manifest: Manifest
  var port: UInt16
  /// The server's process.
  var process: Int
  var count: Int

  /// Reports what one photo takes, and what all processes together needed at most: in the first
  /// quarter of the photos and in all of them.
  func run() throws {
    guard let home = manifest.homes.first, home.itemIDs.count * Self.photosPerItem >= count else {
      throw BenchFailure("there are too few items for \(count) photos")
    }
    let server = ServerProcess(process)
    let before = try server.familyCost()
    var samples = Samples()
    var (bytes, early, peak) = (0, 0.0, 0.0)
    for index in 0..<count {
      let item = home.itemIDs[index / Self.photosPerItem]
      let photo = try DrawnPhoto(number: index).jpeg()
      // A server hangs up on whoever is silent for long, as while a photo is drawn.
      let browser = Browser(manifest: manifest, port: port)
      let token = try browser.token(in: browser.page("/items/\(item)"))
      let request = browser.form(
        "/items/\(item)/photos", [("csrf", token)],
        .init(field: "photos", name: "IMG_\(index).jpg", type: "image/jpeg", bytes: photo))
      bytes += photo.count
      let start = monotonicSeconds()
      let reply = try browser.connection.send(request)
      samples.add(monotonicSeconds() - start)
      guard reply.status == 303 else {
        throw BenchFailure("photo \(index) was answered with \(reply.status)")
      }
      peak = max(peak, try server.familyPeakMegabytes())
      if index < count / 4 { early = peak }
    }
    let last = try Browser(manifest: manifest, port: port).page(
      "/items/\(home.itemIDs[(count - 1) / Self.photosPerItem])")
    guard last.components(separatedBy: "/photos/").count > Self.photosPerItem else {
      throw BenchFailure("the last item does not show its photos")
    }
    let after = try server.familyCost()
    try Measurement(
      "photos", samples.milliseconds(percentile: 50), "ms",
      [
        "p99": samples.milliseconds(percentile: 99), "count": Double(count),
        "megabytes": Double(bytes) / Double(count) / 1e6, "earlyMB": early, "peakMB": peak,
        "processorMilliseconds": (after - before) / Double(count) * 1000,
      ]
    ).report()
  }
}
