// swift-tools-version:6.0
import PackageDescription

let package = Package(
  name: "Histories",
  dependencies: [.package(name: "hearth", path: "../..")],
  targets: [
    .executableTarget(
      name: "Histories",
      dependencies: [
        .product(name: "HearthSync", package: "hearth"),
        .product(name: "HearthHub", package: "hearth"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
