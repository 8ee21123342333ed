import Testing

@testable import Web

/// What is shown while a merge or a fresh start is being done.
@Suite struct MergePageTests {
  @Test(
    "S0-US005-G2 S0-DC5 S0-RQ4 a spinner that says no more than it knows, looked at again",
    arguments: ["merge-running", "decide-running"])
  func spinner(name: String) throws {
    let samples = Samples()
    let page = try #require(allSamplePages(samples).first { $0.name == name })
    let text = page.render(samples, words: Catalogue()).string
    #expect(text.contains("class=\"spinner\""))
    #expect(text.contains("data-refresh-seconds=\"1\""))
    #expect(!text.contains("<progress"))
    #expect(!text.contains("%<"))
  }
}
