// swift-tools-version: 6.1
// Typed classes from a model file: a library with the model and its classes, and a program that uses it. Built and
// run by `make examples`.
import PackageDescription

let package = Package(
    name: "Shop",
    dependencies: [.package(name: "Perdure", path: "../..")],
    targets: [
        .target(
            name: "ShopModel", dependencies: [.product(name: "CoreData", package: "Perdure")],
            plugins: [.plugin(name: "PerdureModelPlugin", package: "Perdure")]),
        .executableTarget(
            name: "Shop", dependencies: ["ShopModel", .product(name: "CoreData", package: "Perdure")]),
    ],
    swiftLanguageModes: [.v6]
)
