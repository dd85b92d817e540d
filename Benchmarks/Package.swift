// swift-tools-version: 6.1
// A package of its own: users of Perdure never resolve or build it. Run with `make bench`.
import PackageDescription

let package = Package(
    name: "PerdureBenchmarks",
    dependencies: [.package(name: "Perdure", path: "..")],
    targets: [
        // What both sides ask of the system: clocks, heap, peak of memory.
        .target(name: "CMeasuring"),
        // The same work as raw SQLite calls: the yardstick, a program of its own, compiled with -O2 whatever the rest is.
        .executableTarget(
            name: "PerdureBaseline", dependencies: ["CMeasuring"],
            cSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("pthread")]),
        // The work through Core Data's API; its classes are those that users write: with macros, and from a model file.
        .target(
            name: "Workloads",
            dependencies: [
                "CMeasuring", .product(name: "CoreData", package: "Perdure"),
                .product(name: "PerdureMacros", package: "Perdure"),
            ],
            plugins: [.plugin(name: "PerdureModelPlugin", package: "Perdure")]),
        // Times both.
        .executableTarget(name: "PerdureBenchmarks", dependencies: ["Workloads"]),
        // A process that does nothing but start with Foundation: what no program can go below.
        .executableTarget(name: "PerdureFloor", dependencies: ["CMeasuring"]),
        // Models of SwiftData beside plain classes and managed objects.
        .executableTarget(
            name: "PerdureModelSpeed",
            dependencies: [
                .product(name: "CoreData", package: "Perdure"),
                .product(name: "SwiftData", package: "Perdure"),
            ]),
        // Counts: malloc and SQLite are wrapped in this program, and nowhere else.
        .target(name: "CCounting", linkerSettings: [.linkedLibrary("sqlite3")]),
        .executableTarget(name: "PerdureCounts", dependencies: ["CCounting", "Workloads"]),
    ],
    swiftLanguageModes: [.v6]
)
