// swift-tools-version:6.0
import PackageDescription

let package = Package(
  name: "ShoppingList",
  dependencies: [.package(name: "hearth", path: "../..")],
  targets: [
    .executableTarget(
      name: "ShoppingList",
      dependencies: [
        .product(name: "HearthSync", package: "hearth"),
        .product(name: "HearthHub", package: "hearth"),
      ]),
    .testTarget(
      name: "ShoppingListTests",
      dependencies: ["ShoppingList", .product(name: "HearthLocal", package: "hearth")]),
  ],
  swiftLanguageModes: [.v6]
)
