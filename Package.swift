// swift-tools-version: 6.1
// Targets stand in layer order: each may import only what stands above it (Scripts/check-layers).
import PackageDescription

let package = Package(
    name: "Perdure",
    products: [
        .library(name: "CoreData", targets: ["CoreData"]),
        .library(name: "Perdure", targets: ["Perdure"]),
        .library(name: "PerdureStoreConformance", targets: ["PerdureStoreConformance"]),
        .executable(name: "perdure", targets: ["PerdureTool"]),
    ],
    targets: [
        // System libraries, found by pkg-config.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // One function of the Swift runtime, with its C declaration.
        .systemLibrary(name: "CSwiftRuntime"),

        // Bounded readers and writers of binary property lists and keyed archives.
        .target(name: "PerdurePropertyList"),
        // The predicate and expression language: parse, print, evaluate.
        .target(name: "PerdurePredicates"),
        // Model files as plain values.
        .target(name: "PerdureModelFormat", dependencies: ["PerdurePredicates", "PerdurePropertyList"]),
        // Schema, rows, keys, plans, change sets, the StoreEngine protocol, the in-memory engine.
        .target(name: "PerdureStore", dependencies: ["PerdurePredicates", "PerdurePropertyList"]),
        // SQL as values, table mapping, translation, write ordering.
        .target(name: "PerdureSQL", dependencies: ["PerdureStore", "PerdurePredicates"]),
        // SQLite client and dialect; the file format in all its details.
        .target(
            name: "PerdureSQLite",
            dependencies: [
                "PerdureSQL", "PerdureStore", "PerdurePredicates", "PerdurePropertyList", "CSQLite", "CZlib",
            ]),
        // Everything with an NS name, and our additions.
        .target(
            name: "Perdure",
            dependencies: [
                "CSwiftRuntime", "PerdureStore", "PerdurePredicates", "PerdureModelFormat",
                "PerdurePropertyList",
                "PerdureSQLite",
            ]),
        // One line: lets source files keep `import CoreData`.
        .target(name: "CoreData", dependencies: ["Perdure"]),
        // The command-line tool.
        .executableTarget(
            name: "PerdureTool",
            dependencies: [
                "Perdure", "PerdureSQLite", "PerdureStore", "PerdurePredicates", "PerdureModelFormat",
                "PerdurePropertyList",
            ]),
        // The suite that every store engine must pass.
        .target(name: "PerdureStoreConformance", dependencies: ["PerdureStore", "PerdurePredicates"]),
        // Stack builder, fixtures, temporary folders; for our own tests.
        .target(name: "PerdureTestSupport", dependencies: ["Perdure", "CSQLite"]),

        .testTarget(name: "PerdurePropertyListTests", dependencies: ["PerdurePropertyList"]),
        .testTarget(name: "PerdurePredicatesTests", dependencies: ["PerdurePredicates"]),
        .testTarget(
            name: "PerdureModelFormatTests",
            dependencies: ["PerdureModelFormat", "PerdurePredicates", "PerdurePropertyList"]),
        .testTarget(
            name: "PerdureStoreTests",
            dependencies: ["PerdureStore", "PerdureStoreConformance", "PerdurePredicates"]),
        .testTarget(
            name: "PerdureSQLTests", dependencies: ["PerdureSQL", "PerdureStore", "PerdurePredicates"]),
        .testTarget(
            name: "PerdureSQLiteTests",
            dependencies: ["PerdureSQLite", "PerdureSQL", "PerdureStore", "PerdureStoreConformance"]),
        .testTarget(name: "PerdureTests", dependencies: ["Perdure", "PerdureTestSupport"]),
        .testTarget(name: "ScenarioTests", dependencies: ["CoreData", "PerdureTestSupport"]),
        .testTarget(
            name: "FixtureTests",
            dependencies: [
                "Perdure", "PerdureModelFormat", "PerdurePropertyList", "PerdureSQLite", "PerdureTestSupport",
            ]),
        // Bad and hostile input, crashes, full disks; FaultWriter is the program that they start and kill.
        .executableTarget(
            name: "FaultWriter", dependencies: ["CoreData", "PerdureTestSupport"], path: "Tests/FaultWriter"),
        .testTarget(
            name: "FaultTests",
            dependencies: [
                "Perdure", "PerdureSQLite", "PerdurePropertyList", "PerdureTestSupport", "FaultWriter",
                "PerdureTool",
            ]),
        .testTarget(name: "ToolTests", dependencies: ["PerdureTool", "Perdure", "PerdureTestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

// `make fuzz` adds the fuzzer, whose main function comes with the compiler's flags.
if Context.environment["PERDURE_FUZZ"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "PerdureFuzz",
            dependencies: [
                "PerdurePropertyList", "PerdurePredicates", "PerdureModelFormat", "PerdureSQLite",
            ],
            path: "Fuzzing", swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
    package.products.append(.executable(name: "PerdureFuzz", targets: ["PerdureFuzz"]))
}
