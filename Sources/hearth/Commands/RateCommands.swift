import Rates
import ReplicaHTTP
import Values

/// The commands about exchange rates, for the machine's administrator.
enum RateCommands {
  static let all = [show, update]

  private struct Report: Encodable {
    let source: String
    let firstDay: String?
    let lastDay: String?
    let currencies: [String]
    /// The last day of the rates that are built in.
    let builtInLastDay: String?
    /// Why the newer file is not used.
    let problem: String?

    init(_ rates: CurrentRates) {
      let table = rates.table
      source = RateTable.source
      firstDay = table?.span?.lowerBound.text
      lastDay = table?.span?.upperBound.text
      currencies = table?.currencies ?? []
      builtInLastDay = EmbeddedRates.table?.span?.upperBound.text
      problem = rates.problem?.sentence
    }

    var text: String {
      guard let firstDay, let lastDay else { return "There are no rates." }
      let newer =
        problem.map { "The newer file is not used: \($0)." }
        ?? (lastDay == builtInLastDay ? "These are built in." : "A newer file is in use.")
      return """
        \(source), \(firstDay) to \(lastDay), \(currencies.count) currencies beside the euro. \
        \(newer)
        """
    }
  }

  static let show = Command(
    path: ["rates"], summary: "Show up to which day exchange rates are known",
    details: """
      The reference rates of the European Central Bank are built in, up to the day of the program. \
      hearth rates update takes newer ones.
      """,
    options: [.data, .json],
    examples: [.init("hearth rates", "the days and currencies")]
  ) { invocation in
    let report = Report(CurrentRates(path: DataFolder(invocation).rates))
    return try invocation.report(report) { report.text }
  }

  static let update = Command(
    path: ["rates", "update"], summary: "Take newer exchange rates from a file or an address",
    details: """
      Reads the bank's ZIP file or the CSV file in it, checks every line, and keeps it in the data \
      folder; nothing is taken of a file with a fault. A running server uses it at once. --data \
      may name a device's folder, too. hearth serve --rates-url fetches the file every day.
      """,
    options: [
      .data, .value("file", "FILE", "a file of this machine"),
      .value("url", "URL", "an address, such as the bank's: \(bank)"), .json,
    ],
    examples: [
      .init("hearth rates update --file eurofxref-hist.zip", "from a file"),
      .init("hearth rates update --url \(bank)", "from the bank"),
    ]
  ) { invocation in
    let folder = DataFolder(invocation)
    guard folder.isMade || DeviceFolder(path: folder.path).hub != nil else {
      throw CommandFailure.refused(
        "\(folder.path) is no data folder of Hearth's; name one with --data")
    }
    switch (invocation["file"], invocation["url"]) {
    case (let file?, nil): try RateUpdate.take(file: file, into: folder.rates)
    case (nil, let url?): try RateUpdate.fetch(url, into: folder.rates)
    default: throw CommandFailure.usage("rates update: give --file or --url, one of them")
    }
    let report = Report(CurrentRates(path: folder.rates))
    return try invocation.report(report) { report.text }
  }

  static let bank = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip"
}
