import SyncProtocol
import Testing

/// What a client makes of notices of a newer hub.
@Suite struct NoticeListTests {
  @Test("a notice of a kind that only a newer hub knows is left out, and the others are read")
  func newerKind() throws {
    let known = AccountNotice(
      id: "n1", kind: .left, zone: "h", title: "Flat", person: "", personID: "", at: 5)
    let bytes =
      Array(#"[{"id":"n0","kind":"later","what":[1]},"#.utf8) + known.wireBytes + Array("]".utf8)
    #expect(try AccountNotice.list(wireBytes: bytes) == [known])
  }

  @Test("a notice that says no kind, or is not whole, is an error")
  func broken() {
    for text in [#"[{"id":"n0"}]"#, #"[{"kind":"left"}]"#, "[1]", "{}", "[] x"] {
      #expect(throws: WireError.self) { try AccountNotice.list(wireBytes: Array(text.utf8)) }
    }
  }
}
