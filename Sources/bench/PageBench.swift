import Glibc

/// Asks for the pages of a signed-in browser over HTTP, one after the other.
struct PageBench {
  var manifest: Manifest
  var port: UInt16
  var count: Int
  /// Put before each row's name.
  var prefix: String

  func run() throws {
    let connection = RawConnection(port: port)
    var random = SplitMix(11)
    let terms = ["kettle", "bosch", "lamp son", "drill mak", "camera 12", "ikea tent", "guitar"]
    let pages: [(String, (inout SplitMix) -> String)] = [
      ("dashboard", { "/homes/\(pick(&$0).id)" }),
      ("list", { "/homes/\(pick(&$0).id)/items" }),
      ("all-items", { _ in "/items" }),
      (
        "search",
        { random in
          let term = terms[Int.random(in: 0..<terms.count, using: &random)]
          return "/items?q=" + term.split(separator: " ").joined(separator: "+")
        }
      ),
      (
        "item",
        { random in
          let ids = pick(&random).itemIDs
          return "/items/" + ids[Int.random(in: 0..<ids.count, using: &random)]
        }
      ),
    ]
    for (name, address) in pages {
      var samples = Samples()
      var bytes = 0
      for index in 0..<count + 5 {
        let path = address(&random)
        let request = RawConnection.request(
          "GET", path, host: "127.0.0.1:\(port)",
          headers: [("Cookie", "hearth-session=\(manifest.owner.browserToken)")])
        let start = monotonicSeconds()
        let reply = try connection.send(request)
        let seconds = monotonicSeconds() - start
        guard reply.status == 200 else {
          throw BenchFailure("\(path) was answered with \(reply.status)")
        }
        bytes = reply.body.count
        if index >= 5 { samples.add(seconds) }
      }
      try samples.report("\(prefix)\(name)", ["bytes": Double(bytes)])
    }
  }

  private func pick(_ random: inout SplitMix) -> Manifest.Home {
    manifest.homes[Int.random(in: 0..<manifest.homes.count, using: &random)]
  }

  /// Waits until the replica beside the hub has loaded everything: the first page makes it.
  func warmUp(limitSeconds: Double) throws {
    let connection = RawConnection(port: port)
    guard let home = manifest.homes.last, let item = home.itemIDs.last else { return }
    let request = RawConnection.request(
      "GET", "/items/\(item)", host: "127.0.0.1:\(port)",
      headers: [("Cookie", "hearth-session=\(manifest.owner.browserToken)")])
    let start = monotonicSeconds()
    while true {
      let reply = try connection.send(request)
      if reply.status == 200 { break }
      guard monotonicSeconds() - start < limitSeconds else {
        throw BenchFailure("the last item's page still answers \(reply.status)")
      }
      usleep(200_000)
    }
    try Measurement("first-page", monotonicSeconds() - start, "s").report()
  }
}
