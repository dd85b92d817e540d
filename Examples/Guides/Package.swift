// swift-tools-version: 6.1
// The programs of the guides (Documentation/Guides): one file for each. Scripts/check-guides compares them with the guides' text.
import PackageDescription

let package = Package(
    name: "Guides",
    dependencies: [.package(name: "Perdure", path: "../..")],
    targets: [
        .executableTarget(
            name: "Guides",
            dependencies: [
                .product(name: "CoreData", package: "Perdure"),
                .product(name: "PerdureMacros", package: "Perdure"),
                .product(name: "PerdureVersionTesting", package: "Perdure"),
            ],
            plugins: [.plugin(name: "PerdureModelPlugin", package: "Perdure")])
    ],
    swiftLanguageModes: [.v6]
)
