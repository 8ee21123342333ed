// swift-tools-version:6.0
import PackageDescription

/// Rules of the engine can be broken on purpose, one at a time, to prove that the simulator sees
/// it. The switches exist in debug builds only, that is in tests; a release build does not contain
/// them.
let engine: [SwiftSetting] = [.define("PLANTED_BUGS", .when(configuration: .debug))]

/// What holds most of the lines is compiled file by file, on all cores, and after a change only the
/// files that it touches: as one module the web app keeps one core busy for minutes, each time. The
/// engine stays whole, where it gains from being optimised across files (decision 0040).
let byFile: [SwiftSetting] = [
  .unsafeFlags(
    ["-no-whole-module-optimization", "-enable-batch-mode", "-incremental"],
    .when(configuration: .release))
]

func systemLibrary(_ name: String, _ pkgConfig: String, _ debian: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([debian])])
}

let package = Package(
  name: "hearth",
  products: [
    .executable(name: "hearth", targets: ["hearth"]),
    .library(
      name: "HearthSync",
      targets: ["SyncProtocol", "Replica", "ReplicaHTTP", "SQLite", "Blobs", "Threads"]),
    .library(
      name: "HearthHub", targets: ["SyncProtocol", "Hub", "HubSQLite", "HubHTTP", "Blobs"]),
    .library(name: "HearthLocal", targets: ["LocalTransport", "Threads"]),
  ],
  targets: [
    systemLibrary("CSQLite", "sqlite3", "libsqlite3-dev"),
    systemLibrary("CMicroHTTPD", "libmicrohttpd", "libmicrohttpd-dev"),
    systemLibrary("CSodium", "libsodium", "libsodium-dev"),
    systemLibrary("CTurboJPEG", "libturbojpeg", "libturbojpeg0-dev"),
    systemLibrary("CPNG", "libpng", "libpng-dev"),
    systemLibrary("CWebP", "libwebp", "libwebp-dev"),
    systemLibrary("CHEIF", "libheif", "libheif-dev"),
    systemLibrary("CQREncode", "libqrencode", "libqrencode-dev"),
    systemLibrary("CICal", "libical", "libical-dev"),
    systemLibrary("CPangoCairo", "pangocairo", "libpango1.0-dev"),
    systemLibrary("CGLib", "glib-2.0", "libglib2.0-dev"),
    systemLibrary("CQPDF", "libqpdf", "libqpdf-dev"),
    systemLibrary("CZlib", "zlib", "zlib1g-dev"),
    systemLibrary("CZip", "libzip", "libzip-dev"),
    systemLibrary("CCurl", "libcurl", "libcurl4-openssl-dev"),
    .target(name: "CLinux"),
    .target(name: "CAssets"),
    .target(name: "CBarcodes", linkerSettings: [.linkedLibrary("ZXing")]),

    .target(name: "Values"),
    .target(name: "Splitting", dependencies: ["Values"]),
    .target(name: "TimeZones", dependencies: ["CGLib"]),
    .target(name: "Threads"),
    .target(name: "Blobs", dependencies: ["CSodium", "Threads"]),
    .target(name: "SQLite", dependencies: ["CSQLite", "Threads"]),
    .target(name: "SyncProtocol", swiftSettings: engine),
    .target(
      name: "Replica", dependencies: ["SQLite", "SyncProtocol", "Threads"], swiftSettings: engine),
    .target(
      name: "Hub", dependencies: ["SyncProtocol", "CSodium", "Threads"], swiftSettings: engine),
    .target(
      name: "HubSQLite", dependencies: ["Hub", "SQLite", "SyncProtocol", "Threads"],
      swiftSettings: engine),
    .target(
      name: "LocalTransport", dependencies: ["Hub", "Replica", "SyncProtocol", "Threads"]),
    .target(
      name: "HubReplicas",
      dependencies: ["Hub", "LocalTransport", "Replica", "SQLite", "SyncProtocol", "Threads"],
      swiftSettings: engine),
    .target(name: "HTTPServer", dependencies: ["CMicroHTTPD", "CZlib", "CLinux", "Threads"]),
    .target(
      name: "HubHTTP", dependencies: ["Hub", "HTTPServer", "SyncProtocol", "Blobs", "Threads"]),
    .target(
      name: "ReplicaHTTP", dependencies: ["Replica", "SyncProtocol", "Blobs", "CCurl", "Threads"]),
    .target(
      name: "Images",
      dependencies: [
        "CTurboJPEG", "CPNG", "CWebP", "CHEIF", "CQREncode", "CBarcodes", "CLinux", "Threads",
      ]),
    .target(
      name: "Importing", dependencies: ["CZip", "Splitting", "Values"], swiftSettings: byFile),
    .target(name: "Mail", dependencies: ["CCurl", "Values"]),
    .target(name: "Rates", dependencies: ["CAssets", "Importing", "Threads", "Values"]),
    .target(
      name: "Documents",
      dependencies: ["Images", "CLinux", "CPangoCairo", "CQPDF", "CZlib", "Threads"]),
    // What the areas of the domain have in common.
    .target(
      name: "Household",
      dependencies: [
        "Importing", "Rates", "Replica", "SQLite", "SyncProtocol", "TimeZones", "Values",
      ],
      swiftSettings: engine + byFile),
    .target(
      name: "Things",
      dependencies: [
        "Household", "Importing", "Replica", "SQLite", "SyncProtocol", "Values", "CSodium", "CZlib",
      ],
      swiftSettings: engine + byFile),
    .target(
      name: "Finances",
      dependencies: [
        "Household", "Importing", "Rates", "Replica", "SQLite", "Splitting", "SyncProtocol",
        "TimeZones", "Values",
      ],
      swiftSettings: engine + byFile),
    .target(
      name: "Families",
      dependencies: [
        "Household", "Importing", "Replica", "SQLite", "SyncProtocol", "TimeZones", "Values",
      ],
      swiftSettings: engine + byFile),
    // The areas of the domain, put together.
    .target(
      name: "HearthDomain",
      dependencies: [
        "Families", "Finances", "Household", "Replica", "SQLite", "SyncProtocol", "Things",
      ],
      swiftSettings: byFile),
    // The databases of an older program, which are imported once.
    .target(
      name: "Legacy",
      dependencies: ["Household", "Importing", "SQLite", "SyncProtocol", "Values", "Things"],
      swiftSettings: engine + byFile),
    .target(name: "Usage", dependencies: ["SQLite", "CSodium", "Threads"]),
    .target(
      name: "Demo",
      dependencies: [
        "CPangoCairo", "CTurboJPEG", "Families", "Finances", "Household", "Replica", "SQLite",
        "SyncProtocol", "Values", "Things",
      ]),
    // What the web app, the API and the command line share: words, what files bring in, and what an
    // app asks of the hub or the device it runs on.
    .target(name: "Wording", dependencies: ["TimeZones", "Values"], swiftSettings: byFile),
    .target(
      name: "Backends",
      dependencies: ["Blobs", "Replica", "SQLite", "SyncProtocol", "Threads"],
      swiftSettings: byFile),
    .target(
      name: "Intake",
      dependencies: [
        "TimeZones", "Wording", "Household", "Replica", "SyncProtocol", "SQLite", "HTTPServer",
        "Images",
        "Families", "Finances", "Importing", "Blobs", "Threads", "Values", "CSodium", "Things",
      ],
      swiftSettings: byFile),
    .target(
      name: "ClaimReports",
      dependencies: [
        "Intake", "Wording", "Blobs", "Documents", "Images", "SQLite", "SyncProtocol",
        "Threads", "Values", "Things",
      ],
      swiftSettings: byFile),
    // The web app: what every page needs, the areas, and their composition.
    .target(
      name: "Web",
      dependencies: [
        "Backends", "Intake", "Wording", "Household", "Replica", "SyncProtocol", "SQLite",
        "HTTPServer", "Images", "Importing", "TimeZones",
        "Documents", "Blobs", "Threads", "Usage", "Values", "CAssets", "CSodium", "Things",
      ],
      swiftSettings: byFile),
    .target(
      name: "SharingWeb",
      dependencies: [
        "Web", "Household", "HTTPServer", "Images", "Replica", "SQLite", "SyncProtocol", "Usage",
        "Values", "Things",
      ],
      swiftSettings: byFile),
    .target(
      name: "AccountWeb",
      dependencies: [
        "Web", "SharingWeb", "Blobs", "Household", "HTTPServer", "Images", "Replica", "SQLite",
        "SyncProtocol", "TimeZones", "Usage", "Values", "Things",
      ],
      swiftSettings: byFile),
    .target(
      name: "ThingsWeb",
      dependencies: [
        "Web", "SharingWeb", "AccountWeb", "Blobs", "Documents", "Household", "HTTPServer",
        "Images", "Replica", "SQLite", "SyncProtocol", "Threads", "Usage", "Things", "Values",
        "CICal",
      ],
      swiftSettings: byFile),
    .target(
      name: "InsuranceWeb",
      dependencies: [
        "Web", "AccountWeb", "ThingsWeb", "ClaimReports", "Blobs", "Household", "HTTPServer",
        "Replica", "SQLite", "SyncProtocol", "Things", "Values",
      ],
      swiftSettings: byFile),
    .target(
      name: "TransferWeb",
      dependencies: [
        "Web", "SharingWeb", "ThingsWeb", "Blobs", "Household", "HTTPServer", "Importing",
        "Replica",
        "SQLite", "SyncProtocol", "Usage", "Things", "Values",
      ],
      swiftSettings: byFile),
    .target(
      name: "MoneyWeb",
      dependencies: [
        "Web", "SharingWeb", "AccountWeb", "Blobs", "Finances", "Household", "HTTPServer",
        "Importing", "Rates", "Replica", "Splitting", "SQLite", "SyncProtocol", "Threads",
        "TimeZones", "Usage", "Values",
      ],
      swiftSettings: byFile),
    .target(
      name: "FamilyWeb",
      dependencies: [
        "Web", "SharingWeb", "Families", "Household", "HTTPServer", "Importing", "Replica",
        "SQLite", "SyncProtocol", "TimeZones", "Values",
      ],
      swiftSettings: byFile),
    .target(
      name: "TodayWeb", dependencies: ["Web", "HTTPServer", "Values"], swiftSettings: byFile),
    .target(
      name: "WebApp",
      dependencies: [
        "Web", "TodayWeb", "SharingWeb", "AccountWeb", "ThingsWeb", "InsuranceWeb", "TransferWeb",
        "MoneyWeb", "FamilyWeb", "SyncProtocol",
      ],
      swiftSettings: byFile),
    .target(
      name: "HubWeb",
      dependencies: [
        "Backends", "Intake", "Blobs", "HearthDomain", "Household", "Hub",
        "HubReplicas", "LocalTransport", "Replica", "SQLite", "SyncProtocol", "Threads", "Things",
      ],
      swiftSettings: byFile),
    .target(
      name: "RESTAPI",
      dependencies: [
        "Backends", "Intake", "Wording", "Blobs", "Families", "Finances", "HTTPServer", "Household",
        "Hub", "HubHTTP", "Images", "Importing",
        "Rates", "Replica", "SQLite", "Splitting", "SyncProtocol", "Threads", "Usage", "Values",
        "Things",
      ],
      swiftSettings: byFile),
    .executableTarget(
      name: "hearth",
      dependencies: [
        "TimeZones", "WebApp", "Web", "AccountWeb", "TransferWeb", "HubWeb", "HubReplicas",
        "Backends", "Intake",
        "Wording", "ClaimReports",
        "RESTAPI", "Families", "Finances", "HearthDomain", "Household", "Legacy", "Hub",
        "HubSQLite",
        "HubHTTP",
        "LocalTransport",
        "Replica", "ReplicaHTTP", "HTTPServer", "Importing", "Images", "Documents", "Demo", "Blobs",
        "Mail", "Rates", "Splitting", "SQLite", "SyncProtocol", "Threads", "Usage", "Values",
        "CLinux", "CSodium", "Things",
      ],
      swiftSettings: byFile),

    .target(name: "CFaultyDisk", dependencies: ["CSQLite"]),
    .target(name: "FaultyDisk", dependencies: ["CFaultyDisk"]),
    .target(
      name: "TestSupport",
      dependencies: [
        "CSQLite", "Families", "FaultyDisk", "Finances", "HearthDomain", "Household", "Hub",
        "HubReplicas",
        "HubSQLite", "Importing", "LocalTransport", "Replica", "SQLite", "SyncProtocol", "Threads",
        "Values", "Things",
      ],
      swiftSettings: engine),
    .executableTarget(
      name: "simulate", dependencies: ["TestSupport", "SyncProtocol"], swiftSettings: engine),

    .target(name: "CBench", dependencies: ["CSQLite"]),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CBench", "CTurboJPEG", "Families", "Finances", "HearthDomain", "Household", "Hub",
        "Backends", "HubHTTP",
        "HubSQLite", "Importing", "LocalTransport", "Replica", "ReplicaHTTP", "Splitting", "SQLite",
        "SyncProtocol", "Threads", "Values", "Things",
      ]),

    .testTarget(name: "MailTests", dependencies: ["Mail"]),
    .testTarget(name: "BlobsTests", dependencies: ["Blobs"]),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite"]),
    .testTarget(name: "FaultyDiskTests", dependencies: ["CSQLite", "FaultyDisk", "SQLite"]),
    .target(name: "SeededNoise", path: "Tests/SeededNoise"),
    .target(name: "StoredZip", path: "Tests/StoredZip"),
    .target(name: "OlderHub", dependencies: ["SQLite"], path: "Tests/OlderHub"),
    .target(
      name: "ExtremeValues", dependencies: ["SyncProtocol"], path: "Tests/ExtremeValues"),
    .testTarget(
      name: "SyncProtocolTests", dependencies: ["SeededNoise", "SyncProtocol"],
      resources: [.copy("Fixtures")]),
    .target(
      name: "Fuzzing",
      dependencies: [
        "SeededNoise", "Hub", "HubSQLite", "Importing", "Replica", "ReplicaHTTP", "SyncProtocol",
        "Values",
      ], path: "Tests/Fuzzing"),
    .executableTarget(name: "fuzz", dependencies: ["Fuzzing"], path: "Tests/fuzz"),
    .testTarget(name: "FuzzTests", dependencies: ["Fuzzing", "SyncProtocol"]),
    .executableTarget(
      name: "hub-durability", dependencies: ["HubSQLite"], path: "Tests/hub-durability"),
    .executableTarget(
      name: "hub-bench", dependencies: ["CSQLite", "Hub", "HubSQLite", "SyncProtocol"],
      path: "Tests/hub-bench"),
    .target(
      name: "StoreContract", dependencies: ["Hub", "SyncProtocol"], path: "Tests/StoreContract"),
    .testTarget(
      name: "HubSQLiteTests",
      dependencies: [
        "OlderHub", "StoreContract", "HubSQLite", "Hub", "SQLite", "SyncProtocol", "TestSupport",
        "Threads",
        "hub-durability",
      ]),
    .testTarget(
      name: "HubAccountsTests", dependencies: ["Hub", "HubSQLite", "SyncProtocol", "Threads"]),
    .target(
      name: "SyncTestSupport",
      dependencies: [
        "LocalTransport", "Replica", "Hub", "HubSQLite", "HubHTTP", "HTTPServer", "Blobs",
        "SQLite", "SyncProtocol", "Threads",
      ], path: "Tests/SyncTestSupport"),
    .testTarget(
      name: "LocalTransportTests",
      dependencies: [
        "OlderHub", "SeededNoise", "SyncTestSupport", "LocalTransport", "Household", "Replica",
        "Hub",
        "SQLite", "SyncProtocol", "Threads", "Things",
      ]),
    .testTarget(
      name: "HubHTTPTests",
      dependencies: [
        "SeededNoise",
        "SyncTestSupport", "HubHTTP", "HTTPServer", "Hub", "Blobs", "SyncProtocol", "Threads",
      ]),
    .testTarget(
      name: "ReplicaHTTPTests",
      dependencies: [
        "SyncTestSupport", "ReplicaHTTP", "LocalTransport", "HubHTTP", "HTTPServer", "Replica",
        "Hub", "Blobs", "SyncProtocol", "Threads",
      ]),
    .executableTarget(
      name: "replica-durability",
      dependencies: [
        "Hub", "HubSQLite", "LocalTransport", "Replica", "SQLite", "SyncProtocol",
        "Threads", "Things",
      ], path: "Tests/replica-durability"),
    .testTarget(
      name: "ProcessTests",
      dependencies: [
        "HearthDomain",
        "OlderHub", "SeededNoise",
        "hearth", "replica-durability", "Household", "HubSQLite", "Replica", "ReplicaHTTP",
        "SQLite", "SyncProtocol", "Threads", "Things",
      ]),
    .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer", "Threads"]),
    .testTarget(
      name: "ImagesTests",
      dependencies: ["Images", "hearth", "CTurboJPEG", "CPNG", "CWebP", "CHEIF", "Threads"]),
    .testTarget(
      name: "DemoTests", dependencies: ["Demo", "CTurboJPEG", "Finances", "Values"]),
    .testTarget(
      name: "DocumentsTests",
      dependencies: ["Documents", "hearth", "CLinux", "CTurboJPEG", "CZlib", "Threads"]),
    .testTarget(name: "ValuesTests", dependencies: ["Values"]),
    .testTarget(name: "TimeZonesTests", dependencies: ["TimeZones"]),
    .testTarget(name: "SplittingTests", dependencies: ["SeededNoise", "Splitting", "Values"]),
    .testTarget(
      name: "RatesTests",
      dependencies: ["SeededNoise", "StoredZip", "Importing", "Rates", "Values"]),
    .testTarget(name: "ImportingTests", dependencies: ["SeededNoise", "Importing", "Values"]),
    .testTarget(
      name: "FinancesTests",
      dependencies: [
        "HearthDomain", "Finances", "Household", "Hub", "Importing", "Rates", "Replica", "SQLite",
        "Splitting", "SyncProtocol", "SyncTestSupport", "TestSupport", "Things", "Values",
      ],
      swiftSettings: engine),
    .testTarget(
      name: "FamiliesTests",
      dependencies: [
        "Families", "HearthDomain", "Household", "Hub", "Importing", "Replica", "SQLite",
        "SyncProtocol", "TestSupport", "Things", "Threads", "Values",
      ],
      swiftSettings: engine),
    .testTarget(
      name: "HearthDomainTests",
      dependencies: [
        "HearthDomain", "Families", "Household", "Replica", "SQLite", "SyncProtocol", "TestSupport",
        "Things", "Threads",
      ]),
    .testTarget(
      name: "HouseholdTests",
      dependencies: [
        "TimeZones", "SeededNoise", "StoredZip", "Household", "Legacy", "SQLite", "SyncProtocol",
        "Replica",
        "Importing", "TestSupport", "Values", "Things",
      ]),
    .testTarget(name: "UsageTests", dependencies: ["Usage", "SQLite"]),
    .testTarget(
      name: "WebAppTests",
      dependencies: [
        "TimeZones", "Things", "Values", "Backends", "Intake", "Wording", "ClaimReports", "Web",
        "TodayWeb",
        "SharingWeb",
        "AccountWeb",
        "ThingsWeb", "InsuranceWeb", "TransferWeb", "MoneyWeb", "FamilyWeb", "WebApp",
      ]),
    .testTarget(
      name: "WebAppRouteTests",
      dependencies: [
        "HearthDomain",
        "CSQLite", "ExtremeValues", "SeededNoise", "StoredZip",
        "Backends", "ClaimReports", "Intake", "Wording", "Web", "TodayWeb", "SharingWeb",
        "AccountWeb", "ThingsWeb", "InsuranceWeb", "TransferWeb", "MoneyWeb", "FamilyWeb", "WebApp",
        "HubWeb", "Blobs", "Demo", "Documents", "Families", "Finances",
        "Household", "HTTPServer", "Hub", "HubReplicas", "HubSQLite", "Images", "Importing",
        "LocalTransport", "Replica", "SQLite", "SyncProtocol", "Threads",
        "TestSupport", "Usage", "Values", "CZlib",
        "hearth", "Things",
      ]),
    .testTarget(
      name: "RESTAPITests",
      dependencies: [
        "HearthDomain",
        "ExtremeValues", "SeededNoise", "RESTAPI", "HubReplicas", "HubWeb", "Backends", "Intake",
        "Wording",
        "Web", "ThingsWeb", "WebApp", "Blobs", "Finances", "Household", "HTTPServer", "Hub",
        "HubHTTP", "HubSQLite",
        "Images",
        "LocalTransport", "Replica", "SQLite", "SyncProtocol",
        "Threads", "Usage", "hearth",
      ]),
    .testTarget(
      name: "ReplicaTests",
      dependencies: [
        "FaultyDisk", "OlderHub", "TestSupport", "Replica", "Hub", "HubSQLite", "SQLite",
        "SyncProtocol", "Threads",
      ]),
    .testTarget(
      name: "HubTests",
      dependencies: [
        "OlderHub", "StoreContract", "TestSupport", "Replica", "Hub", "HubSQLite", "SQLite",
        "SyncProtocol", "Threads",
      ]),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "TestSupport", "Families", "Finances", "Household", "Hub", "HubReplicas", "Replica",
        "SQLite", "SyncProtocol", "Threads", "Things",
      ],
      swiftSettings: engine),
    .testTarget(
      name: "TidyTests",
      dependencies: [
        "Blobs", "HearthDomain", "HubSQLite", "Replica", "SQLite", "Usage", "Things",
      ]),
    .testTarget(
      name: "HearthTests",
      dependencies: [
        "HearthDomain", "OlderHub", "SeededNoise", "StoredZip", "hearth", "Household", "Hub",
        "HTTPServer", "HubSQLite", "SQLite",
        "SyncProtocol", "Threads",
        "Usage", "Things",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
