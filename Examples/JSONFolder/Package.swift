// swift-tools-version: 6.1
// A store engine of one's own: a folder of JSON files, opened by a container. README.md says how it works.
import PackageDescription

let package = Package(
    name: "JSONFolder",
    dependencies: [.package(name: "Perdure", path: "../..")],
    targets: [
        // The engine; it knows the contract of stores, and no context.
        .target(
            name: "JSONFolderStore", dependencies: [.product(name: "PerdureStore", package: "Perdure")]),
        .executableTarget(
            name: "JSONFolder",
            dependencies: ["JSONFolderStore", .product(name: "CoreData", package: "Perdure")]),
        .testTarget(
            name: "JSONFolderStoreTests",
            dependencies: [
                "JSONFolderStore",
                .product(name: "PerdureStore", package: "Perdure"),
                .product(name: "PerdureStoreConformance", package: "Perdure"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
