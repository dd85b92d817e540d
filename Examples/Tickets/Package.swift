// swift-tools-version: 6.1
// Two server processes and a command line share one database on a PostgreSQL server. README.md shows how.
import PackageDescription

let package = Package(
    name: "Tickets",
    dependencies: [.package(name: "Perdure", path: "../..", traits: ["PostgreSQL"])],
    targets: [
        .executableTarget(
            name: "Tickets",
            dependencies: [
                .product(name: "CoreData", package: "Perdure"),
                .product(name: "PerdureMacros", package: "Perdure"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
