// swift-tools-version: 6.1
// A package of its own: users of Perdure never resolve or build it. Run with `make bench`.
import PackageDescription

let package = Package(
    name: "PerdureBenchmarks",
    dependencies: [.package(name: "Perdure", path: "..")],
    targets: [
        // The same work as raw SQLite calls in C: the yardstick.
        .target(name: "CBaseline", linkerSettings: [.linkedLibrary("sqlite3")]),
        .executableTarget(
            name: "PerdureBenchmarks",
            dependencies: ["CBaseline", .product(name: "CoreData", package: "Perdure")]),
    ],
    swiftLanguageModes: [.v6]
)
