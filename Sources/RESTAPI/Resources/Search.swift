import Household

/// Searches items by words.
enum SearchResource: Resource {
  static let tag = "Search"
  static let schemas: [JSON.Member] = []

  static let operations = [
    Operation(
      method: .get, path: "/api/v1/search", id: "search",
      summary: "Items in which every word is found, page by page",
      details: """
        Each word is looked for as the beginning of a word, whatever its case and accents, in \
        names, notes, numbers, places, labels and fields of your own.
        """,
      scope: .read,
      query: [
        Parameter("q", .text(maxLength: 200), isRequired: true, example: "kettle", "The words.")
      ] + ItemsResource.filters + Parameter.paging,
      outcome: .json("ItemPage", example: Page.json([ItemsResource.example], next: nil)),
      handler: { call in
        guard let words = call.query("q"), !SearchText.terms(words).isEmpty else {
          throw Problem.badQuery([
            Problem.Fault("q", "missing", "must hold a letter or digit to look for")
          ])
        }
        return try await ItemsResource.page(call, search: words)
      })
  ]
}
