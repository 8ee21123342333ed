import Foundation
import HTTPServer
import Replica
import ReplicaHTTP
import SyncProtocol
import SyncTestSupport
import Testing

@Suite struct CertificateTests {
  @Test("a hub whose certificate nobody vouches for is not talked to; one's own authority may")
  func verifies() async throws {
    let server = try TestServer()
    try server.start(
      tls: HTTPServerConfiguration.TLS(certificate: Self.certificate, privateKey: Self.key))
    let (_, token) = try server.addAccount("ada")
    let address = try #require(HubAddress("https://127.0.0.1:\(server.boundPort)"))
    let pull = PullRequest(epoch: "", replica: "r", zones: [:])
    await #expect {
      _ = try await HTTPTransport(address: address, token: token).pull(pull)
    } throws: { error in
      guard case TransportError.unreachable(let reason) = error else { return false }
      return reason.contains("not trusted")
    }
    let file = server.testHub.folder.appendingPathComponent("authority.pem")
    try Self.certificate.write(to: file, atomically: true, encoding: .utf8)
    let trusting = HTTPTransport(address: address, token: token, certificateFile: file.path)
    guard case .page = try await trusting.pull(pull) else {
      Issue.record("no page")
      return
    }
    await server.stop()
  }

  @Test("addresses of hubs are read strictly")
  func addresses() {
    #expect(
      HubAddress(" https://home.example/hearth/ ")?.description == "https://home.example/hearth")
    #expect(HubAddress("http://127.0.0.1:8080")?.isEncrypted == false)
    for text in [
      "", "home.example", "ftp://home.example", "https://", "https://a:b@home.example",
      "https://home.example?x=1", "https://home.example#x", "file:///etc/passwd",
    ] {
      #expect(HubAddress(text) == nil)
    }
  }

  /// For 127.0.0.1, made for this test and used nowhere else.
  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBkDCCATagAwIBAgIULJ06RW2Qod5AjcA3Udpp/4pOm0swCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTEzNDg1MloYDzIxMjYxMDI4
    MTM0ODUyWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAAQCsoztZlGE3rk1AiBFsvDXYKH/lwLRkjddPS/S4cGaF4TS3oiGDxzN
    oH4DcgFCB5Cc9vHcC2HHkc+uymH2vRReo2QwYjAdBgNVHQ4EFgQUow75KPVEFmBL
    /h6O+1l3/y5B+gAwHwYDVR0jBBgwFoAUow75KPVEFmBL/h6O+1l3/y5B+gAwDwYD
    VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
    IQDrjEwJ2IoCZX1gxxSBXNRnd+kzffjL6ZJqTzPUjBetpAIgYu2U/5UXF+n63NFp
    CPEFLV29ax7aIwgX2/Vurb2JvxY=
    -----END CERTIFICATE-----
    """

  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdvHT81an4Pvn6P3U
    qqXoBlf48tr3JZzr78kqJg7QNF6hRANCAAQCsoztZlGE3rk1AiBFsvDXYKH/lwLR
    kjddPS/S4cGaF4TS3oiGDxzNoH4DcgFCB5Cc9vHcC2HHkc+uymH2vRRe
    -----END PRIVATE KEY-----
    """
}
