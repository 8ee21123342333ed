import AccountWeb
import HTTPServer
import HubSQLite
import Threads
import Wording

/// Answers requests while the hub's file is upgraded: nobody sees or changes anything before that
/// is done (S3-US6-6), and everybody is told to come back.
struct UpgradeNotice {
  private static let retrySeconds = "2"
  private static let graceSeconds = 1.0
  /// The steps are the copy and the migration.
  private static let stepCount = 2

  /// Upgrades the file if it is older, with the notice on the port meanwhile.
  ///
  /// Throws the same errors as opening the file. If the port cannot be used, throws before anything
  /// is done.
  static func upgrade(_ folder: DataFolder, _ options: ServeOptions, _ terminal: Terminal)
    async throws
  {
    guard let versions = try HubSQLite.versions(ofFile: folder.hub),
      versions.found < versions.supported
    else { return }
    let stage = Lock(HubUpgrade.Entry.Stage.backup)
    let server = HTTPServer(configuration: HTTPServerConfiguration(address: options.address)) {
      answer(to: $0.head.path, during: stage.withLock { $0 })
    }
    try server.start()
    terminal.say(
      "The data is of an older Hearth (its version is \(versions.found)) and is brought to version "
        + "\(versions.supported). A copy of it is made first …")
    // Not on the cooperative pool, which answers requests meanwhile.
    let pool = ThreadPool(name: "upgrade", threads: 1, maxWaiting: 1)
    defer { pool.stop() }
    let result: Result<Void, any Error>
    do {
      try await pool.run {
        _ = try HubUpgrade.open(folder, isLocked: true) { entry in
          stage.withLock { $0 = entry.stage }
          if options.logLevel != .none { terminal.complain(entry.line) }
        }
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await server.stop(graceSeconds: graceSeconds)
    try result.get()
    if let backup = HubUpgrade.last(of: folder)?.backup {
      terminal.say("Done. As it was before, it lies in \(backup).")
    }
  }

  /// The response to any request: a page for people, JSON for programs, one line for monitors.
  static func answer(to path: String, during stage: HubUpgrade.Entry.Stage) -> HTTPResponse {
    let done = stage == .backup ? 0 : stage == .migrate ? 1 : stepCount
    let json =
      #"{"state":"upgrading","step":"\#(stage.rawValue)","done":\#(done),"total":\#(stepCount)}"#
    if path == "/api/v1/migration" { return .json(Array(json.utf8)) }
    var response: HTTPResponse
    if path == "/healthz" {
      response = .text(
        "upgrading: \(stage.rawValue), \(done) of \(stepCount)\n", status: .serviceUnavailable)
    } else if path.hasPrefix("/api/") || path.hasPrefix("/sync/") {
      response = .json(Array(json.utf8), status: .serviceUnavailable)
    } else {
      response = .html(page(done), status: .serviceUnavailable)
    }
    response.headers["Retry-After"] = retrySeconds
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  private static func page(_ done: Int) -> String {
    let words = Catalogue()
    let step = words.upgradingStep(min(done + 1, stepCount), of: stepCount, isCopying: done == 0)
    return """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" \
      content="width=device-width"><meta name="color-scheme" content="light dark"><meta \
      http-equiv="refresh" content="\(retrySeconds)"><title>\(words.upgradingTitle)</title></head>\
      <body><main><h1>\(words.upgradingTitle)</h1><p>\(words.upgradingText)</p><p>\(step)</p>\
      </main></body></html>
      """
  }
}
