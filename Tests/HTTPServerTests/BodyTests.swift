import HTTPServer
import Testing

private func chunked(_ pieces: [String]) -> String {
  pieces.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"
}

@Suite struct BodyTests {
  @Test("a buffered body arrives whole, by length and in chunks")
  func buffered() async throws {
    let body = String(repeating: "0123456789", count: 20_000)
    try await withServer(handler: echo) { server, port in
      let replies = try await blocking {
        let client = try RawClient(port: port)
        client.send(
          "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        let first = try client.reply()
        client.send("POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        client.send(chunked([String(body.prefix(1)), String(body.dropFirst())]))
        return [first.text, try client.reply().text]
      }
      #expect(replies == [body, body])
      #expect(server.bufferedBytes == 0)
    }
  }

  @Test("a body over its limit is answered 413, known by its length or found while it comes")
  func tooLarge() async throws {
    let configure: (inout HTTPServerConfiguration) -> Void = {
      $0.bodyPolicy = { _ in .buffer(maxBytes: 1000) }
    }
    try await withServer(configure, handler: echo) { _, port in
      for size in [1001, 300_000, 8_000_000] {
        let body = String(repeating: "x", count: size)
        let statuses = try await blocking {
          let known = try RawClient(port: port)
          known.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n\(body)")
          let found = try RawClient(port: port)
          found.send("POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
          found.send(chunked([body]))
          return [try known.reply().status, try found.reply().status]
        }
        #expect(statuses == [413, 413], "\(size) bytes")
      }
    }
  }

  @Test("a short refused body leaves the connection usable")
  func refusedAndKept() async throws {
    let configure: (inout HTTPServerConfiguration) -> Void = { $0.bodyPolicy = { _ in .none } }
    try await withServer(configure, handler: echo) { _, port in
      let (first, second) = try await blocking {
        let client = try RawClient(port: port)
        client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
        client.send("POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        return (try client.reply().status, try client.reply().text)
      }
      #expect(first == 413)
      #expect(second == "POST /b")
    }
  }

  @Test("a rejected route answers before the body is asked for")
  func rejected() async throws {
    let configure: (inout HTTPServerConfiguration) -> Void = {
      $0.bodyPolicy = { _ in .reject(.text("sign in", status: .unauthorized)) }
    }
    try await withServer(configure, handler: echo) { _, port in
      let reply = try await blocking {
        let client = try RawClient(port: port)
        client.send(
          "POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n")
        return try client.head()
      }
      #expect(reply.status == 401)
    }
  }

  @Test("a client that expects it is told to continue")
  func continues() async throws {
    try await withServer(handler: echo) { _, port in
      let (interim, final) = try await blocking {
        let client = try RawClient(port: port)
        client.send(
          "POST /body HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        let interim = try client.head().status
        client.send("ok")
        return (interim, try client.reply().text)
      }
      #expect(interim == 100)
      #expect(final == "ok")
    }
  }

  @Test("bodies in memory are bounded over all connections, and the bound is given back")
  func totalMemory() async throws {
    let configure: (inout HTTPServerConfiguration) -> Void = {
      $0.maxBufferedBytes = 150_000
      $0.bodyPolicy = { _ in .buffer(maxBytes: 100_000) }
    }
    try await withServer(configure, handler: echo) { server, port in
      let body = String(repeating: "x", count: 100_000)
      let post = "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n"
      let (held, refused, later) = try await blocking {
        let holder = try RawClient(port: port)
        holder.send(
          "POST /body HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 100000\r\n\r\n"
        )
        _ = try holder.head()
        let other = try RawClient(port: port)
        other.send(post + body)
        let refused = try other.reply()
        holder.send(body)
        let held = try holder.reply()
        let third = try RawClient(port: port)
        third.send(post + body)
        return (held.status, refused, try third.reply().status)
      }
      #expect(held == 200)
      #expect(refused.status == 503)
      #expect(refused.headers["retry-after"] == "1")
      #expect(later == 200)
      #expect(server.bufferedBytes == 0)
    }
  }

  @Test("a spooled body comes as a file that can be kept")
  func spooled() async throws {
    let configure: (inout HTTPServerConfiguration) -> Void = {
      $0.bodyPolicy = { _ in .spool(maxBytes: 10 << 20, directory: "/tmp") }
    }
    let handler: HTTPServer.Handler = { request in
      do throws(FileError) {
        guard let file = request.bodyFile else { return .text("no file") }
        let end = try file.read(at: file.size - 4, count: 10)
        return .text("\(file.size) \(String(decoding: end, as: UTF8.self))")
      } catch {
        return .text("\(error)")
      }
    }
    try await withServer(configure, handler: handler) { server, port in
      let body = String(repeating: "x", count: 5_000_000) + "last"
      let text = try await blocking {
        let client = try RawClient(port: port)
        client.send(
          "PUT /blob HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return try client.reply().text
      }
      #expect(text == "5000004 last")
      #expect(server.bufferedBytes == 0)
    }
  }

  @Test("a url-encoded form is read, anything else is no form")
  func form() async throws {
    let handler: HTTPServer.Handler = { request in
      do throws(HTTPRequest.FormError) {
        let form = try request.form()
        return .text("\(form.first("name") ?? "-") \(form.all("tag").joined(separator: ","))")
      } catch {
        return .text("\(error)", status: error == .notAForm ? .unsupportedMediaType : .badRequest)
      }
    }
    try await withServer(handler: handler) { _, port in
      let replies = try await blocking {
        let client = try RawClient(port: port)
        return try [
          ("application/x-www-form-urlencoded; charset=utf-8", "name=K%C3%BCche+1&tag=a&tag=b"),
          ("text/plain", "name=x"), ("application/x-www-form-urlencoded", "name=%zz"),
        ].map { type, body in
          client.send(
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\n"
              + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
          let reply = try client.reply()
          return "\(reply.status) \(reply.text)"
        }
      }
      #expect(replies == ["200 Küche 1 a,b", "415 notAForm", "400 malformed"])
    }
  }
}
