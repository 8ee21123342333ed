import Foundation
import ReplicaHTTP
import SyncProtocol
import Testing
import Threads

@testable import hearth
@testable import Web

/// A device and the address of its hub.
@Suite struct DeviceMoveTests {
  /// An address at which nobody answers.
  private static let nowhere = HubAddress("http://127.0.0.1:9")

  private func folder(_ setting: DeviceSetting) -> DeviceFolder {
    DeviceFolder(path: setting.folder)
  }

  private func failure(_ move: DeviceMove) async -> CommandFailure? {
    do throws(CommandFailure) {
      _ = try await move()
      return nil
    } catch {
      return error
    }
  }

  @Test("a device belongs to a hub once somebody has signed in there, and to no typo before")
  func firstSignIn() async throws {
    let setting = try await DeviceSetting()
    let folder = folder(setting)
    try folder.create(for: try #require(Self.nowhere))
    #expect(folder.hub == nil && !folder.isBound)
    // As an earlier program left it: an address, and nobody ever signed in.
    try folder.bind(to: try #require(Self.nowhere))
    let (app, paths) = try setting.device()
    _ = try await setting.connected(app, paths)
    #expect(folder.hub?.description == setting.server.url && folder.isBound)
    await app.stop()
    #expect(throws: CommandFailure.self) { try folder.create(for: try #require(Self.nowhere)) }
    await setting.server.stop()
  }

  @Test("a device follows its hub to another address, with what waits to be sent")
  func follows() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    _ = try await setting.connected(app, paths)
    await app.stop()
    await setting.server.stop()
    // The same hub, at another port.
    let moved = try HubServer(setting.hearth)
    try moved.start()
    let address = try #require(HubAddress(moved.url))
    let move = DeviceMove(folder: folder(setting), hub: address)
    #expect(try await move())
    #expect(folder(setting).hub == address)
    #expect(try await !move())
    let again = try DeviceApp(
      hub: address, data: setting.folder, listen: .init(host: "127.0.0.1", port: 0),
      imageProgram: Hearth.program, announce: { _ in })
    #expect(try await ReplicaComparison.compare(folder(setting)).differing.isEmpty)
    await again.stop()
    await moved.stop()
  }

  @Test("a device does not follow to another hub, nor to where nobody answers, and says what to do")
  func refuses() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    _ = try await setting.connected(app, paths)
    await app.stop()
    let other = try await DeviceSetting()
    let address = try #require(HubAddress(other.server.url))
    let foreign = try #require(await failure(DeviceMove(folder: folder(setting), hub: address)))
    #expect(foreign.code == .refused)
    #expect(foreign.message.contains("does not answer as that hub"))
    #expect(foreign.message.contains("--hub \(setting.server.url)"))
    await other.server.stop()
    let away = try #require(await failure(DeviceMove(folder: folder(setting), hub: address)))
    #expect(away.code == .failed)
    #expect(away.message.contains("cannot be reached"))
    #expect(away.message.contains("--hub \(setting.server.url)"))
    #expect(folder(setting).hub?.description == setting.server.url)
    await setting.server.stop()
  }
}
