// swift-tools-version: 6.1
// The same three objects twice: with change tracking written by hand, and with attributes that merge.
// Documentation/MergingAttributes.md explains both.
import PackageDescription

let package = Package(
    name: "Merging",
    dependencies: [.package(name: "Perdure", path: "../..")],
    targets: [
        .executableTarget(
            name: "Merging",
            dependencies: [
                .product(name: "CoreData", package: "Perdure"),
                .product(name: "PerdureMacros", package: "Perdure"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
