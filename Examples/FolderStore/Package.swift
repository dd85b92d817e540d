// swift-tools-version: 6.1
// An NSIncrementalStore over a folder with one JSON file for each object. README.md says how it works.
import PackageDescription

let package = Package(
    name: "FolderStore",
    dependencies: [.package(name: "Perdure", path: "../..")],
    targets: [
        .target(name: "FolderStoreKit", dependencies: [.product(name: "CoreData", package: "Perdure")]),
        .executableTarget(name: "FolderStore", dependencies: ["FolderStoreKit"]),
        .testTarget(name: "FolderStoreKitTests", dependencies: ["FolderStoreKit"]),
    ],
    swiftLanguageModes: [.v6]
)
