import HTTPServer

/// Requests that pages make by themselves.
extension WebApplication {
  /// The event stream that tells a page when to look for changes. With `poll` the version that
  /// pages have now: some proxies hold streams back or end them, so pages ask now and then.
  package func events() -> Endpoint {
    .member { member in
      let app = member.app
      let fields = QueryFields(member.guest.request.head.rawQuery)
      if fields["poll"] != nil {
        var answer = HTTPResponse.text(LiveStreams.version(of: member.workspace, app.arrivals))
        answer.headers["Cache-Control"] = "no-store"
        return answer
      }
      guard
        let stream = app.streams.open(
          member.workspace, app.arrivals, seen: fields["seen"],
          max: app.configuration.limits.maxStreamsPerAccount)
      else { throw Abort.because(.tooMany(retryAfterSeconds: 30)) }
      return .events(stream)
    }
  }
}

extension WebApplication {
  package func menuPage() -> Endpoint {
    .member { member in try await member.page { MenuPage.view(in: $0) } }
  }

  package func addPage() -> Endpoint {
    .member { member in try await member.page { AddPage.view(in: $0) } }
  }
}
