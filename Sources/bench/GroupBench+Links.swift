import Foundation

/// What the figures of a group lead to, and both versions of an expense that two people have
/// changed, over HTTP.
extension GroupBench {
  /// A payment that is proposed in a group.
  private struct Proposed {
    let group: Manifest.Group
    /// The payer, the receiver and the currency as they stand in an address.
    let query: String
    let payer: String
  }

  func links(count: Int) throws {
    guard let person = manifest.groupPeople.first, let token = person.apiToken else {
      throw BenchFailure("no groups were filled")
    }
    let browser = RawConnection(port: port, timeoutSeconds: 600)
    let proposed = try manifest.groups.map { try self.proposed($0, person, browser) }
    let pages: [(String, (Proposed) -> String)] = [
      ("group-why", { "/why?\($0.query)" }),
      ("group-paid-by", { "?payer=\($0.payer)&currency=EUR&kind=spending" }),
      ("group-shared-by", { "?for=\($0.payer)&currency=EUR&kind=spending" }),
      ("group-of-member", { "?member=\($0.payer)&currency=EUR" }),
      ("group-rare-currency", { "?member=\($0.payer)&currency=JPY" }),
      ("group-no-category", { _ in "?category=none&currency=EUR&kind=spending" }),
      (
        "group-year",
        { _ in "?currency=EUR&from=2020-01-01&to=2020-12-31&kind=spending" }
      ),
      ("group-payments", { _ in "?kind=payments" }),
      ("group-reasons", { "/settlement/reasons?\($0.query)" }),
    ]
    for (name, address) in pages {
      let isAPI = name == "group-reasons"
      try measure(name, count, proposed) { proposed, _ in
        let path = "/groups/\(proposed.group.zone)" + address(proposed)
        let reply = try browser.send(
          isAPI
            ? RawConnection.request(
              "GET", "/api/v1" + path, host: "127.0.0.1:\(port)",
              headers: [("Authorization", "Bearer \(token)")])
            : request(path, person))
        guard reply.status == 200 else {
          throw BenchFailure("\(path) was answered with \(reply.status)")
        }
        return reply.body.count
      }
    }
    try versions(count, proposed, person, browser)
  }

  private func request(
    _ path: String, _ person: Manifest.Person, form: [(String, String)]? = nil
  ) -> [UInt8] {
    var letters = CharacterSet.alphanumerics
    letters.insert(charactersIn: "-.")
    let body = form?.map { name, value in
      name + "=" + (value.addingPercentEncoding(withAllowedCharacters: letters) ?? "")
    }.joined(separator: "&")
    var headers = [
      ("Cookie", "hearth-session=\(person.browserToken)"), ("Sec-Fetch-Site", "same-origin"),
    ]
    if body != nil { headers.append(("Content-Type", "application/x-www-form-urlencoded")) }
    return RawConnection.request(
      body == nil ? "GET" : "POST", path, host: "127.0.0.1:\(port)", headers: headers,
      body: body.map { Array($0.utf8) })
  }

  private func page(
    _ path: String, _ person: Manifest.Person, _ connection: RawConnection
  ) throws -> String {
    let begin = monotonicSeconds()
    while true {
      let reply = try connection.send(request(path, person))
      if reply.status == 200 { return String(decoding: reply.body, as: UTF8.self) }
      // The first page waits until all expenses are derived.
      guard monotonicSeconds() - begin < 600 else {
        throw BenchFailure("\(path) was answered with \(reply.status)")
      }
      usleep(200_000)
    }
  }

  private func proposed(
    _ group: Manifest.Group, _ person: Manifest.Person, _ connection: RawConnection
  ) throws -> Proposed {
    let path = "/groups/\(group.zone)"
    let page = try page(path, person, connection)
    for part in page.components(separatedBy: "\"\(path)/why?").dropFirst() {
      let query = part.prefix { $0 != "\"" }.replacingOccurrences(of: "&amp;", with: "&")
      let fields = query.components(separatedBy: "&")
      guard fields.contains("currency=EUR"),
        let from = fields.first(where: { $0.hasPrefix("from=") })
      else { continue }
      return Proposed(group: group, query: query, payer: String(from.dropFirst("from=".count)))
    }
    throw BenchFailure("\(path) proposes no payment")
  }

  /// All groups in turn, after each was asked once. The body returns how many bytes came.
  private func measure(
    _ name: String, _ count: Int, _ proposed: [Proposed],
    _ body: (Proposed, Int) throws -> Int
  ) throws {
    var samples = Samples()
    var bytes = 0
    for index in -proposed.count..<count {
      let start = monotonicSeconds()
      bytes = try body(proposed[abs(index) % proposed.count], abs(index))
      if index >= 0 { samples.add(monotonicSeconds() - start) }
    }
    try samples.report(name, ["bytes": Double(bytes)])
  }

  /// A form that began before somebody else gave the expense another title.
  private func versions(
    _ count: Int, _ proposed: [Proposed], _ person: Manifest.Person, _ connection: RawConnection
  ) throws {
    let forms = try proposed.map { proposed in
      let path =
        "/groups/\(proposed.group.zone)/expenses/\(proposed.group.expenses[0])/edit"
      let page = try page(path, person, connection)
      func values(_ name: String) -> [String] {
        page.components(separatedBy: "name=\"\(name)\" value=\"").dropFirst().map {
          $0.prefix { $0 != "\"" }.replacingOccurrences(of: "&amp;", with: "&")
        }
      }
      guard let token = values("csrf").first, let version = values("version").first else {
        throw BenchFailure("\(path) has no form")
      }
      var fields = [
        ("csrf", token), ("title", "Milk"), ("amount", "9"), ("currency", "EUR"),
        ("day", "2026-06-01"), ("way", "equal"), ("payer", proposed.payer),
        ("version", version.replacingOccurrences(of: "title=Expense", with: "title=Bread")),
      ]
      fields += values("row").flatMap { [("row", $0), ("in", $0)] }
      return request(path, person, form: fields)
    }
    try measure("group-versions", count, proposed) { _, index in
      let reply = try connection.send(forms[index % forms.count])
      guard reply.status == 409 else {
        throw BenchFailure("a stale form was answered with \(reply.status)")
      }
      return reply.body.count
    }
  }
}
