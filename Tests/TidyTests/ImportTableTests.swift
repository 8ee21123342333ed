import Foundation
import Testing

@Suite("Who may know whom")
struct ImportTableTests {
  /// Which targets each may depend on, as `docs/ARCHITECTURE.md` draws it. C libraries and
  /// `Threads` and `TimeZones` are free: they know nothing of Hearth.
  private static let table: [String: Set<String>] = [
    "Threads": [], "TimeZones": [], "SQLite": [], "SyncProtocol": [], "Blobs": [], "HTTPServer": [],
    "Images": [],
    "Importing": ["Splitting", "Values"], "Values": [], "CAssets": [], "CLinux": [],
    "CBarcodes": [],
    "Documents": ["Images"],
    "Splitting": ["Values"],
    "Mail": ["Values"],
    "Rates": ["CAssets", "Importing", "Values"],
    "Usage": ["SQLite"],
    "Replica": ["SQLite", "SyncProtocol"],
    "Hub": ["SyncProtocol"],
    "HubSQLite": ["Hub", "SQLite", "SyncProtocol"],
    "LocalTransport": ["Hub", "Replica", "SyncProtocol"],
    "HubHTTP": ["Hub", "HTTPServer", "SyncProtocol", "Blobs"],
    "ReplicaHTTP": ["Replica", "SyncProtocol", "Blobs"],
    "Household": ["Importing", "Rates", "Replica", "SQLite", "SyncProtocol", "Values"],
    "Things": ["Household", "Importing", "Replica", "SQLite", "SyncProtocol", "Values"],
    "Finances": [
      "Household", "Importing", "Rates", "Replica", "SQLite", "Splitting", "SyncProtocol", "Values",
    ],
    "Families": ["Household", "Importing", "Replica", "SQLite", "SyncProtocol", "Values"],
    "HearthDomain": [
      "Families", "Finances", "Household", "Replica", "SQLite", "SyncProtocol", "Things",
    ],
    "Demo": [
      "Families", "Finances", "Household", "Replica", "SQLite", "SyncProtocol", "Values", "Things",
    ],
    "Wording": ["Values"],
    "Backends": ["Blobs", "Replica", "SQLite", "SyncProtocol"],
    "Intake": [
      "Wording", "Household", "Replica", "SyncProtocol", "SQLite", "HTTPServer", "Images",
      "Families", "Finances", "Importing", "Blobs", "Values", "Things",
    ],
    "ClaimReports": [
      "Intake", "Wording", "Blobs", "Documents", "Images", "SQLite", "SyncProtocol",
      "Values", "Things",
    ],
    "Web": [
      "Backends", "Intake", "Wording", "Household", "Replica", "SyncProtocol", "SQLite",
      "HTTPServer", "Images", "Importing",
      "Documents", "Blobs", "CAssets", "Usage", "Values", "Things",
    ],
    "Legacy": ["Household", "Importing", "SQLite", "SyncProtocol", "Values", "Things"],
    "SharingWeb": [
      "Web", "Household", "HTTPServer", "Images", "Replica", "SQLite", "SyncProtocol", "Usage",
      "Values", "Things",
    ],
    "AccountWeb": [
      "Web", "SharingWeb", "Blobs", "Household", "HTTPServer", "Images", "Replica", "SQLite",
      "SyncProtocol", "Usage", "Values", "Things",
    ],
    "ThingsWeb": [
      "Web", "SharingWeb", "AccountWeb", "Blobs", "Documents", "Household", "HTTPServer", "Images",
      "Replica", "SQLite", "SyncProtocol", "Usage", "Things", "Values",
    ],
    "InsuranceWeb": [
      "Web", "AccountWeb", "ThingsWeb", "ClaimReports", "Blobs", "Household", "HTTPServer",
      "Replica", "SQLite", "SyncProtocol", "Things", "Values",
    ],
    "TransferWeb": [
      "Web", "SharingWeb", "ThingsWeb", "Blobs", "Household", "HTTPServer", "Importing", "Replica",
      "SQLite", "SyncProtocol", "Usage", "Things", "Values",
    ],
    "MoneyWeb": [
      "Web", "SharingWeb", "AccountWeb", "Blobs", "Finances", "Household", "HTTPServer",
      "Importing",
      "Rates", "Replica", "Splitting", "SQLite", "SyncProtocol", "Usage", "Values",
    ],
    "FamilyWeb": [
      "Web", "SharingWeb", "Families", "Household", "HTTPServer", "Importing", "Replica",
      "SQLite", "SyncProtocol", "Values",
    ],
    "TodayWeb": ["Web", "HTTPServer", "Values"],
    "WebApp": [
      "Web", "TodayWeb", "SharingWeb", "AccountWeb", "ThingsWeb", "InsuranceWeb", "TransferWeb",
      "MoneyWeb", "FamilyWeb", "SyncProtocol",
    ],
    "HubReplicas": ["Hub", "LocalTransport", "Replica", "SQLite", "SyncProtocol"],
    "HubWeb": [
      "Backends", "Intake", "HearthDomain", "Household", "Hub", "HubReplicas", "LocalTransport",
      "Replica",
      "SQLite", "SyncProtocol", "Blobs", "Things",
    ],
    "RESTAPI": [
      "Backends", "Intake", "Wording", "Families", "Finances", "Household", "Hub", "HubHTTP",
      "HTTPServer", "Images", "Importing", "Rates", "Replica", "SQLite", "Splitting",
      "SyncProtocol", "Blobs", "Usage", "Values", "Things",
    ],
    "CFaultyDisk": ["CSQLite"],
    "FaultyDisk": ["CFaultyDisk"],
    "TestSupport": [
      "CSQLite", "Families", "FaultyDisk", "Finances", "HearthDomain", "Household", "Hub",
      "HubReplicas", "HubSQLite", "Importing", "LocalTransport", "Replica", "SQLite",
      "SyncProtocol", "Things", "Values",
    ],
    "simulate": ["TestSupport", "SyncProtocol"],
    "CBench": ["CSQLite"],
    "bench": [
      "Backends",
      "CBench", "CTurboJPEG", "Families", "Finances", "HearthDomain", "Household", "Hub",
      "HubHTTP", "HubSQLite", "Importing", "LocalTransport", "Replica", "ReplicaHTTP", "SQLite",
      "Splitting", "SyncProtocol", "Threads", "Values", "Things",
    ],
  ]
  /// Wiring: may know everything.
  private static let free: Set<String> = ["hearth"]
  private static let system: Set<String> = [
    "Foundation", "FoundationEssentials", "Glibc", "Synchronization", "PackageDescription",
    "Testing", "RegexBuilder",
  ]

  @Test("targets of the library depend only on what is below them")
  func declaredDependencies() {
    for (target, dependencies) in Self.declared() where !Self.free.contains(target.name) {
      if target.isTest { continue }
      guard let allowed = Self.table[target.name] else {
        Issue.record("\(target.name) is not in the table; add it there and in ARCHITECTURE.md")
        continue
      }
      for dependency in dependencies where !Self.isNeutral(dependency) {
        #expect(allowed.contains(dependency), "\(target.name) must not know \(dependency)")
      }
    }
  }

  @Test("sync never knows the domain, and the domain never knows the hub")
  func directions() {
    let sync = ["SyncProtocol", "Replica", "Hub", "HubSQLite", "HubHTTP", "ReplicaHTTP"]
    for target in sync {
      for above in [
        "Household", "Things", "Finances", "HearthDomain", "Web", "ThingsWeb", "HubWeb", "Usage",
      ] {
        #expect(Self.table[target]?.contains(above) == false)
      }
    }
    // Areas of the domain stand beside one another, on what they have in common.
    let areas = ["Things", "Finances", "Families"]
    for target in areas + ["Household"] {
      #expect(Self.table[target]?.isDisjoint(with: areas) == true, "\(target) knows an area")
    }
    for web in ["MoneyWeb", "FamilyWeb"] {
      #expect(Self.table[web]?.contains("Things") == false)
    }
    // Parts of things know them, and never the other way or each other.
    for part in ["InsuranceWeb", "TransferWeb"] {
      for (target, known) in Self.table where known.contains(part) {
        #expect(target == "WebApp", "\(target) must not know \(part)")
      }
    }
    for below in ["Hub", "HubSQLite", "HubHTTP"] {
      #expect(Self.table["Household"]?.contains(below) == false)
      #expect(Self.table["Web"]?.contains(below) == false)
    }
  }

  @Test("the API and the commands never know the web app")
  func shared() {
    let app = Self.table["WebApp"].map { $0.subtracting(["SyncProtocol"]).union(["WebApp"]) } ?? []
    #expect(app.contains("Web") && app.contains("ThingsWeb"))
    for target in ["RESTAPI", "HubWeb", "Intake", "Backends", "Wording", "ClaimReports"] {
      #expect(Self.table[target]?.isDisjoint(with: app) == true, "\(target)")
    }
    // What puts the program together knows all; what answers a command does not.
    let wiring = ["Device/", "Serving/"].map { "Sources/hearth/\($0)" }
    for file in Repository.swiftFiles where file.target == "hearth" {
      if wiring.contains(where: { file.path.hasPrefix($0) }) { continue }
      for (index, line) in file.lines.enumerated() {
        guard let module = Self.imported(line) else { continue }
        #expect(!app.contains(module), "\(file.place(index)) imports \(module)")
      }
    }
  }

  @Test("sources import only what their target declares")
  func imports() {
    let declared = Dictionary(
      uniqueKeysWithValues: Self.declared().map { ($0.0.name, $0.1) })
    for file in Repository.swiftFiles where !file.isTest {
      guard let dependencies = declared[file.target] else { continue }
      for (index, line) in file.lines.enumerated() {
        guard let module = Self.imported(line) else { continue }
        let isKnown = Self.system.contains(module) || dependencies.contains(module)
        #expect(isKnown, "\(file.place(index)) imports \(module), which Package.swift does not say")
      }
    }
  }

  @Test("the program does without Foundation's tables of all languages (decision 0075)")
  func noFoundation() {
    let mayHaveIt: Set = ["bench", "simulate", "TestSupport"]
    for file in Repository.swiftFiles where !file.isTest && !mayHaveIt.contains(file.target) {
      for (index, line) in file.lines.enumerated() where Self.imported(line) == "Foundation" {
        Issue.record("\(file.place(index)) imports Foundation, not FoundationEssentials")
      }
    }
  }

  /// The module of an import, whatever stands before and after it.
  private static func imported(_ line: String) -> String? {
    guard line.utf8.count < 80, line.hasPrefix("import ") || line.contains(" import ") else {
      return nil
    }
    var words = line.split(separator: " ")
    if ["package", "public", "@preconcurrency", "@_exported"].contains(words.first) {
      words.removeFirst()
    }
    guard words.first == "import", words.count > 1 else { return nil }
    let isPart = ["class", "struct", "func", "enum"].contains(words[1]) && words.count > 2
    return String(words[isPart ? 2 : 1].prefix { $0 != "." })
  }

  private static func isNeutral(_ dependency: String) -> Bool {
    dependency == "Threads" || dependency == "TimeZones" || dependency == "CLinux"
      || dependency.hasPrefix("C") && dependency.dropFirst().first?.isUppercase == true
        && dependency != "CAssets"
  }

  /// The targets of Package.swift with their dependencies.
  private static func declared() -> [((name: String, isTest: Bool), Set<String>)] {
    let text = Repository.read("Package.swift").lines.joined(separator: "\n")
    let pattern =
      /\.(target|executableTarget|testTarget)\(\s*name: "([^"]+)"([^()]*(?:\([^()]*\)[^()]*)*)\)/
    return text.matches(of: pattern).map { match in
      let rest = String(match.3)
      let list = rest.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
      let names = list.matches(of: /"([^"]+)"/).map { String($0.1) }
      let isTest = match.1 == "testTarget" || rest.contains("Tests/")
      return ((String(match.2), isTest), Set(names))
    }
  }
}
