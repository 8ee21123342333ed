import HTTPServer
import Testing

struct RawCase: Sendable, CustomTestStringConvertible {
  let name: String
  let request: String
  let statuses: [Int]
  var testDescription: String { name }

  init(_ name: String, _ request: String, _ statuses: Int...) {
    self.name = name
    self.request = request
    self.statuses = statuses
  }
}

private let host = "Host: a\r\n"
private let get = "GET /ok HTTP/1.1\r\n"
private let post = "POST /body HTTP/1.1\r\nHost: a\r\n"

let rawCases: [RawCase] = [
  RawCase("plain", "\(get)\(host)\r\n", 200),
  RawCase(
    "length and chunks",
    "\(post)Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(get)\(host)\r\n",
    400),
  RawCase("two lengths", "\(post)Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", 400),
  RawCase("two equal lengths", "\(post)Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 400),
  RawCase("listed lengths", "\(post)Content-Length: 5, 5\r\n\r\nhello", 400),
  RawCase("no host", "\(get)\r\n", 400),
  RawCase("two hosts", "\(get)\(host)\(host)\r\n", 400),
  RawCase("bad host", "\(get)Host: a/b\r\n\r\n", 400),
  RawCase("plus in length", "\(post)Content-Length: +5\r\n\r\nhello", 400),
  RawCase("negative length", "\(post)Content-Length: -5\r\n\r\nhello", 400),
  RawCase("empty length", "\(post)Content-Length:\r\n\r\nhello", 400),
  RawCase("hexadecimal length", "\(post)Content-Length: 0x5\r\n\r\nhello", 400),
  RawCase("huge length", "\(post)Content-Length: 99999999999999999999999\r\n\r\nhello", 413),
  RawCase("length over Int64", "\(post)Content-Length: 9223372036854775808\r\n\r\nhello", 413),
  RawCase("length over the limit", "\(post)Content-Length: 9223372036854775807\r\n\r\nhello", 413),
  RawCase("space before the colon", "\(get)Host : a\r\n\r\n", 400),
  RawCase("space in a header name", "\(get)\(host)X y: a\r\n\r\n", 400),
  RawCase("space after a header name", "\(get)\(host)X : a\r\n\r\n", 400),
  RawCase("no header name", "\(get)\(host): a\r\n\r\n", 400),
  RawCase("no colon", "\(get)\(host)X\r\n\r\n", 400),
  RawCase("folded header", "\(get)\(host)X: a\r\n b\r\n\r\n", 400),
  RawCase("folded header in the middle", "\(get)X: a\r\n b\r\n\(host)\r\n", 400),
  RawCase("bare line feeds", "GET /ok HTTP/1.1\nHost: a\n\n", 400),
  RawCase("a bare line feed", "\(get)\(host)X: a\nY: b\r\n\r\n", 400),
  RawCase("a line with only a colon", "\(get)\(host):\r\nX: a\r\n\r\n", 400),
  RawCase("a line with only a colon first", "\(get):\r\n\(host)\r\n", 400),
  RawCase("long header", "\(get)\(host)X: \(String(repeating: "a", count: 13_000))\r\n\r\n", 431),
  RawCase(
    "very long header", "\(get)\(host)X: \(String(repeating: "a", count: 90_000))\r\n\r\n", 431),
  RawCase(
    "header below the limit", "\(get)\(host)X: \(String(repeating: "a", count: 11_000))\r\n\r\n",
    200),
  RawCase("many headers", "\(get)\(host)\(String(repeating: "X: a\r\n", count: 65))\r\n", 431),
  RawCase("very many headers", "\(get)\(host)\(String(repeating: "X:\r\n", count: 2000))\r\n", 431),
  RawCase(
    "60 headers", "\(get)\(host)\(String(repeating: "X: some value\r\n", count: 60))\r\n", 200),
  RawCase(
    "long address", "GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\n\(host)\r\n", 414),
  RawCase(
    "endless address", "GET /\(String(repeating: "a", count: 90_000)) HTTP/1.1\r\n\(host)\r\n",
    414),
  RawCase(
    "many query fields",
    "GET /query?\(String(repeating: "a&", count: 3000)) HTTP/1.1\r\n\(host)\r\n", 200),
  RawCase(
    "too many query fields",
    "GET /query?\(String(repeating: "a&", count: 4097)) HTTP/1.1\r\n\(host)\r\n", 414, 400),
  RawCase(
    "many cookies", "\(get)\(host)Cookie: \(String(repeating: "a=b; ", count: 2000))\r\n\r\n", 431),
  RawCase("unknown encoding", "\(post)Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501),
  RawCase("two encodings", "\(post)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
  RawCase("encoding with a blank", "\(post)Transfer-Encoding: chunked \r\n\r\n0\r\n\r\n", 501),
  RawCase(
    "chunks in HTTP/1.0", "POST /body HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400),
  RawCase("bad chunk size", "\(post)Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n", 400),
  RawCase("huge chunk size", "\(post)Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n", 413),
  RawCase("chunk without its end", "\(post)Transfer-Encoding: chunked\r\n\r\n1\r\nabc", 400),
  RawCase("HTTP/1.0", "GET /ok HTTP/1.0\r\n\r\n", 200),
  RawCase("HTTP/2.0", "GET /ok HTTP/2.0\r\n\(host)\r\n", 400, 505),
  RawCase("HTTP/1.1 without a version", "GET /ok\r\n\r\n", 400),
  RawCase("NUL in the path", "GET /o%00k HTTP/1.1\r\n\(host)\r\n", 400),
  RawCase("raw NUL in the path", "GET /o\0k HTTP/1.1\r\n\(host)\r\n", 400),
  RawCase("broken escape", "GET /o%4 HTTP/1.1\r\n\(host)\r\n", 400),
  RawCase("no escape", "GET /o%zz HTTP/1.1\r\n\(host)\r\n", 400),
  RawCase("path that is not UTF-8", "GET /%ff HTTP/1.1\r\n\(host)\r\n", 400),
  RawCase("overlong UTF-8", "GET /%c0%af HTTP/1.1\r\n\(host)\r\n", 400),
  RawCase("dot segments", "GET /a/../b HTTP/1.1\r\n\(host)\r\n", 400),
  RawCase("encoded dot segments", "GET /a/%2e%2e/b HTTP/1.1\r\n\(host)\r\n", 400),
  RawCase("dots behind an encoded slash", "GET /a%2f..%2fb HTTP/1.1\r\n\(host)\r\n", 400),
  RawCase("single dot", "GET /./b HTTP/1.1\r\n\(host)\r\n", 400),
  RawCase("dots in a name", "GET /a..b/.c HTTP/1.1\r\n\(host)\r\n", 200),
  RawCase("fragment", "GET /a#b HTTP/1.1\r\n\(host)\r\n", 400),
  RawCase("space in the path", "GET /a b HTTP/1.1\r\n\(host)\r\n", 400),
  RawCase("absolute address", "GET http://a/ok HTTP/1.1\r\n\(host)\r\n", 200),
  RawCase("absolute address without a path", "GET http://a HTTP/1.1\r\n\(host)\r\n", 200),
  RawCase("no slash", "GET ok HTTP/1.1\r\n\(host)\r\n", 400),
  RawCase("CONNECT", "CONNECT a:80 HTTP/1.1\r\n\(host)\r\n", 501),
  RawCase("unknown method", "BREW /ok HTTP/1.1\r\n\(host)\r\n", 501),
  RawCase("lower-case method", "get /ok HTTP/1.1\r\n\(host)\r\n", 501),
  RawCase("OPTIONS of the server", "OPTIONS * HTTP/1.1\r\n\(host)\r\n", 200),
  RawCase("NUL in a header", "\(get)\(host)X: a\0b\r\n\r\n", 400),
  RawCase("NUL in a header before another", "\(get)X: a\0b\r\n\(host)\r\n", 400),
  RawCase("NUL after a header", "\(get)\(host)X: a\0\r\n\r\n", 400),
  RawCase("control byte in a header", "\(get)\(host)X: a\u{1}b\r\n\r\n", 400),
  RawCase("carriage return in a header", "\(get)\(host)X: a\rb\r\n\r\n", 400),
  RawCase("no request at all", "hello\r\n\r\n", 400),
  RawCase("a TLS greeting", "\u{16}\u{3}\u{1}\u{0}\u{5}hello\r\n", 400),
]

@Suite struct RawRequestTests {
  @Test("each malformed request gets its answer, and the server lives on", arguments: rawCases)
  func rawRequest(_ raw: RawCase) async throws {
    try await withServer(handler: echo) { _, port in
      let status = try await blocking {
        let client = try RawClient(port: port)
        client.send(raw.request)
        return try client.reply().status
      }
      #expect(raw.statuses.contains(status), "\(status)")
      let next = try await blocking {
        let client = try RawClient(port: port)
        client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
        return try client.reply().text
      }
      #expect(next == "GET /next")
    }
  }

  @Test("a request hidden behind an ambiguous length is never answered")
  func noSmuggling() async throws {
    try await withServer(handler: echo) { _, port in
      let rest = try await blocking {
        let client = try RawClient(port: port)
        client.send(rawCases[1].request)
        _ = try client.reply()
        return try client.rest()
      }
      #expect(rest.isEmpty)
    }
  }

  @Test("a request without a host is answered once, in the server's own words")
  func noHost() async throws {
    try await withServer(handler: echo) { _, port in
      let (reply, rest) = try await blocking {
        let client = try RawClient(port: port)
        client.send("GET /ok HTTP/1.1\r\n\r\n")
        return (try client.reply(), try client.rest())
      }
      #expect(reply.text == "a request needs one valid Host header\n")
      #expect(rest.isEmpty)
    }
  }

  @Test("pipelined requests are answered in order on one connection")
  func pipelined() async throws {
    try await withServer(handler: echo) { _, port in
      let replies = try await blocking {
        let client = try RawClient(port: port)
        client.send(
          (1...20).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        return try (1...20).map { _ in try client.reply().text }
      }
      #expect(replies == (1...20).map { "GET /\($0)" })
    }
  }

  @Test("HEAD is answered like GET, without the body")
  func head() async throws {
    try await withServer(handler: echo) { _, port in
      let (head, next) = try await blocking {
        let client = try RawClient(port: port)
        client.send("HEAD /ok HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        return (try client.reply(isHead: true), try client.reply())
      }
      #expect(head.status == 200)
      #expect(head.headers["content-length"] == "7")
      #expect(next.text == "GET /b")
    }
  }

  @Test("paths are decoded once and queries keep their order")
  func targets() async throws {
    try await withServer(handler: echo) { _, port in
      let replies = try await blocking {
        let client = try RawClient(port: port)
        client.send("GET /K%C3%BCche%2520 HTTP/1.1\r\nHost: a\r\n\r\n")
        client.send("GET /query?b=1&a=%26&b=x+y&c HTTP/1.1\r\nHost: a\r\n\r\n")
        return [try client.reply().text, try client.reply().text]
      }
      #expect(replies == ["GET /Küche%20", "b=1|a=&|b=x y|c="])
    }
  }
}
