import Glibc
import Household
import Replica
import SeededNoise
import SyncProtocol
import Testing

/// `kill -9` of `hearth serve` in the middle of writes over HTTP.
@Suite struct KilledServerTests {
  private static let rounds = 3

  @Test("after kill -9 a server starts at once and has every acknowledged write once")
  func killed() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    var server = try await TestServer.start(folder)
    let (account, token) = try await server.signIn()
    let device = try await TestDevice(folder, "writer", account: account)
    try await device.file.sync(via: server.transport(token))
    let home = try await device.addHome()
    try await device.file.sync(via: server.transport(token))

    var random = SeededGenerator(seed: 5)
    var (written, acknowledged): ([String], [String]) = ([], [])
    for round in 0..<Self.rounds {
      let process = server.process
      let count = Int.random(in: 1...15, using: &random)
      let delay = useconds_t.random(in: 0...20_000, using: &random)
      let transport = try server.transport(token)
      var killer: Task<Void, any Error>?
      // Writes until the server is gone.
      while true {
        if written.count - acknowledged.count == 0, killer == nil, written.count % 15 >= count % 15
        {
          killer = Task {
            try await blocking {
              _ = usleep(delay); process.send(SIGKILL)
            }
          }
        }
        let name = "Item \(round)-\(written.count)"
        try await device.addItem(name, in: home)
        written.append(name)
        do {
          try await device.file.sync(via: transport)
        } catch SyncError.transport {
          break
        }
        acknowledged = written
      }
      #expect(await process.end() == .signal(SIGKILL))
      try await killer?.value

      server = try await TestServer.start(folder)
      // Before the device says anything: what was acknowledged is there, and nothing twice.
      let reader = try await TestDevice(folder, "reader-\(round)", account: account)
      try await reader.file.sync(via: server.transport(token))
      let there = try await reader.items()
      #expect(Set(there).count == there.count, "round \(round)")
      #expect(Set(there).isSuperset(of: acknowledged), "round \(round)")
      // What was not answered is sent again, and counts once.
      try await device.file.sync(via: server.transport(token))
      try await reader.file.sync(via: server.transport(token))
      #expect(try await reader.items() == written.sorted(), "round \(round)")
      acknowledged = written
    }
    server.process.send(SIGTERM)
    #expect(await server.process.end() == .code(0))
    let doctor = try ChildProcess("hearth", ["doctor", "--data", folder.data])
    #expect(await doctor.end() == .code(0), "\(doctor.text)")
  }
}
