import Foundation
import Testing
import hearth

@Suite("hearth account token")
struct AccountTokenTests {
  private func withAccount() async throws -> TestFolder {
    let folder = TestFolder()
    let run = await hearth(
      "account", "create", "ana", "--data", folder.data, secret: "a kettle on the stove")
    try #require(run.code == .ok, "\(run.errors)")
    return folder
  }

  @Test("a token is made and printed once, listed without its secret, and revoked")
  func makeAndRevoke() async throws {
    let folder = try await withAccount()
    let made = await hearth(
      "account", "token", "ana", "--name", "display", "--write", "--data", folder.data)
    #expect(made.code == .ok, "\(made.errors)")
    let secret = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(secret.hasPrefix("hearth_"))
    #expect(made.errors.isEmpty)
    let list = await hearth("account", "tokens", "ana", "--data", folder.data)
    #expect(list.output.contains("display: write, not used yet"))
    #expect(!list.output.contains(secret))
    let id = String(list.output.prefix(36))
    let gone = await hearth("account", "revoke", "ana", id, "--data", folder.data)
    #expect(gone.code == .ok, "\(gone.errors)")
    #expect(await hearth("account", "tokens", "ana", "--data", folder.data).output.contains("none"))
    let again = await hearth("account", "revoke", "ana", id, "--data", folder.data)
    #expect(again.code == .refused)
  }

  @Test("a token says who has homes only when that was asked for")
  func sharing() async throws {
    let folder = try await withAccount()
    for flag in ["--write", "--sharing"] {
      let made = await hearth(
        "account", "token", "ana", "--name", "x\(flag)", flag, "--data", folder.data)
      #expect(made.code == .ok, "\(made.errors)")
    }
    let list = await hearth("account", "tokens", "ana", "--data", folder.data)
    #expect(list.output.contains("x--write: write, not used yet"))
    #expect(list.output.contains("x--sharing: sharing, not used yet"))
  }

  @Test("what a token cannot be is refused with what to do")
  func refused() async throws {
    let folder = try await withAccount()
    func make(_ words: String...) async -> CommandRun {
      switch words.count {
      case 0: await hearth("account", "token", "ana", "--data", folder.data)
      case 2: await hearth("account", "token", "ana", words[0], words[1], "--data", folder.data)
      default:
        await hearth(
          "account", "token", "ana", words[0], words[1], words[2], words[3], "--data",
          folder.data)
      }
    }
    #expect(await make().code == .usage)
    #expect(await make("--name", "x", "--days", "many").code == .usage)
    #expect(await make("--name", "x", "--days", "4000").code == .usage)
    #expect(await make("--name", "x", "--home", "nobody's").code == .refused)
    #expect(await make("--name", " ").code == .refused)
    let nobody = await hearth("account", "tokens", "ben", "--data", folder.data)
    #expect(nobody.code == .refused)
  }
}
