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

  /// Chooses one home after the other and asks for the dashboard that the program then opens with:
  /// the first time round, when nothing of a home has been shown yet, and from then on (S3-QM-3).
  func switches() throws {
    let connection = RawConnection(port: port)
    var cookies = "hearth-session=\(manifest.owner.browserToken)"
    func get(_ path: String) throws -> RawConnection.Reply {
      let reply = try connection.send(
        RawConnection.request(
          "GET", path, host: "127.0.0.1:\(port)", headers: [("Cookie", cookies)]))
      guard reply.status == 200 else {
        throw BenchFailure("\(path) was answered with \(reply.status)")
      }
      return reply
    }
    var (cold, warm) = (Samples(), Samples())
    for index in 0..<manifest.homes.count + count {
      let home = manifest.homes[index % manifest.homes.count].id
      let start = monotonicSeconds()
      let chosen = try get("/homes/\(home)")
      let lines = chosen.headers.split(whereSeparator: \.isNewline)
      if let line = lines.first(where: { $0.lowercased().hasPrefix("set-cookie: hearth-home") }) {
        let pair = line.dropFirst("set-cookie: ".count).prefix { $0 != ";" }
        cookies = "hearth-session=\(manifest.owner.browserToken); \(pair)"
      }
      let dashboard = try get("/")
      let seconds = monotonicSeconds() - start
      guard String(decoding: dashboard.body, as: UTF8.self).contains("/homes/\(home)/items") else {
        throw BenchFailure("the program does not open with the home that was chosen")
      }
      if index < manifest.homes.count { cold.add(seconds) } else { warm.add(seconds) }
    }
    try cold.report("\(prefix)switch-cold")
    try warm.report("\(prefix)switch-warm")
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
