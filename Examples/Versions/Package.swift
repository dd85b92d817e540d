// swift-tools-version: 6.1
// A store that goes through three versions of its model: by inference, then by a mapping model with a policy.
import PackageDescription

let package = Package(
    name: "Versions",
    dependencies: [.package(name: "Perdure", path: "../..")],
    targets: [
        .executableTarget(
            name: "Versions",
            dependencies: [.product(name: "CoreData", package: "Perdure")])
    ],
    swiftLanguageModes: [.v6]
)
