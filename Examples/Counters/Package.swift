// swift-tools-version: 6.1
// Two terminals count into one file: attributes that merge instead of conflicting. README.md shows how.
import PackageDescription

let package = Package(
    name: "Counters",
    dependencies: [.package(name: "Perdure", path: "../..")],
    targets: [
        .executableTarget(
            name: "Counters",
            dependencies: [
                .product(name: "CoreData", package: "Perdure"),
                .product(name: "PerdureMacros", package: "Perdure"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
