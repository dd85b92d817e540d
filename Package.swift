// swift-tools-version: 6.3
// Targets stand in layer order: each may import only what stands above it (Scripts/check-layers).
// A module waits for all that it depends on, imported or not: so the kernel names no engine.
import CompilerPluginSupport
import Foundation
import PackageDescription

/// Where the macros' swift-syntax comes from.
///
/// The toolchain brings its own, which only unsafe flags can name, and SwiftPM allows these in no package that it fetched. So
/// a fetched Perdure takes the published package, and every other one, which may have no network, the toolchain's own.
/// `PERDURE_SWIFT_SYNTAX`, "package" or "toolchain", overrules both. Programs without macros fetch nothing: the package is
/// behind the trait Macros.
struct SwiftSyntaxSource {
    var packages: [Package.Dependency] = []
    var products: [Target.Dependency] = []
    var swift: [SwiftSetting] = []
    var linker: [LinkerSetting] = []

    private static let modules = [
        "SwiftBasicFormat", "SwiftDiagnostics", "SwiftOperators", "SwiftParser", "SwiftParserDiagnostics",
        "SwiftSyntax",
        "SwiftSyntaxBuilder", "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
    ]

    static var fromToolchain: SwiftSyntaxSource {
        let folder = hostLibraries
        let libraries = (modules + ["SwiftCompilerPluginMessageHandling"]).map { "-l\($0)" }
        return SwiftSyntaxSource(
            swift: [.unsafeFlags(["-I", folder])],
            linker: [.unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder] + libraries)])
    }

    static var fromPackage: SwiftSyntaxSource {
        SwiftSyntaxSource(
            packages: [.package(url: "https://github.com/swiftlang/swift-syntax.git", "603.0.0"..<"604.0.0")],
            // SwiftPM fetches for a product's sake what another one needs, unless a trait stands before it.
            products: (modules + ["SwiftCompilerPlugin"]).map {
                .product(name: $0, package: "swift-syntax", condition: .when(traits: ["Macros"]))
            })
    }

    /// What the environment says, and without a word what the place of this manifest says.
    static var chosen: SwiftSyntaxSource {
        switch Context.environment["PERDURE_SWIFT_SYNTAX"] {
        case "package": .fromPackage
        case "toolchain": .fromToolchain
        default: isFetched ? .fromPackage : .fromToolchain
        }
    }

    /// Whether SwiftPM has fetched this package for another one.
    ///
    /// While versions are chosen, the manifest is read from the repository, and its folder is said to be the root. Then it
    /// lies in the checkouts of a build folder, beside its repositories, or among the downloads of a registry. A clone
    /// that somebody keeps in a folder of such a name is none of these.
    private static var isFetched: Bool {
        let folder = URL(fileURLWithPath: Context.packageDirectory).standardizedFileURL
        let isThere = { (url: URL) in FileManager.default.fileExists(atPath: url.path) }
        if folder.path == "/" { return !isThere(folder.appendingPathComponent("Package.swift")) }
        let parent = folder.deletingLastPathComponent()
        if parent.lastPathComponent == "checkouts" {
            return isThere(parent.deletingLastPathComponent().appendingPathComponent("repositories"))
        }
        // registry/downloads/SCOPE/NAME/VERSION
        return folder.pathComponents.dropLast(3).suffix(2) == ["registry", "downloads"]
    }

    /// The libraries of this process; read in pieces, because the file tells no size and Foundation stops at the first.
    private static var memoryMap: String {
        guard let file = FileHandle(forReadingAtPath: "/proc/self/maps") else { return "" }
        var data = Data()
        while let piece = try? file.read(upToCount: 4096), !piece.isEmpty { data += piece }
        return String(decoding: data, as: UTF8.self)
    }

    /// The folder lib/swift/host of the toolchain that reads this manifest, found by the library that it is loaded with.
    private static var hostLibraries: String {
        for line in memoryMap.split(separator: "\n") where line.hasSuffix("/libPackageDescription.so") {
            guard let start = line.firstIndex(of: "/"), let end = line.range(of: "/lib/swift/pm/") else {
                continue
            }
            return line[start..<end.lowerBound] + "/lib/swift/host"
        }
        return Context.environment["SWIFT_HOST_LIBRARIES"] ?? ""
    }
}

let swiftSyntax = SwiftSyntaxSource.chosen

let package = Package(
    name: "Perdure",
    products: [
        .library(name: "CoreData", targets: ["CoreData"]),
        .library(
            name: "Perdure",
            targets: [
                "Perdure", "PerdureBatches", "PerdureFileStores", "PerdureHistory",
                "PerdureIncrementalStores", "PerdureMapping", "PerdureMigration", "PerdurePatterns",
                "PerdureResults", "PerdureSQLiteStores",
            ]),
        .library(
            name: "PerdureStore", targets: ["PerdureStore", "PerdurePredicates", "PerdurePropertyList"]),
        .library(name: "PerdureStoreConformance", targets: ["PerdureStoreConformance"]),
        .library(name: "PerdureMacros", targets: ["PerdureMacros"]),
        .library(name: "SwiftData", targets: ["SwiftData"]),
        .library(name: "PerdureVersionTesting", targets: ["PerdureVersionTesting"]),
        .plugin(name: "PerdureModelPlugin", targets: ["PerdureModelPlugin"]),
        .executable(name: "perdure", targets: ["PerdureTool"]),
        .executable(name: "perdure-port", targets: ["PerdurePortTool"]),
    ],
    traits: [
        .trait(
            name: "Macros", description: "Fetches swift-syntax for PerdureMacros and SwiftData by version."),
        .trait(name: "PostgreSQL", description: "Adds the client of PostgreSQL servers; needs libpq."),
    ],
    dependencies: swiftSyntax.packages,
    targets: [
        // System libraries, found by pkg-config.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // Only with the trait PostgreSQL: without it nothing looks for libpq.
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        // Functions of the Swift runtime, with their C declarations.
        .target(name: "CSwiftRuntime", publicHeadersPath: "."),

        // What every layer needs: locks, caches, references, exceptions, hashing.
        .target(name: "PerdureBase", dependencies: ["CSwiftRuntime"]),
        // Bounded readers and writers of binary property lists and keyed archives.
        .target(name: "PerdurePropertyList"),
        // The predicate and expression language: parse, print, evaluate.
        .target(name: "PerdurePredicates", dependencies: ["PerdureBase"]),
        // What Foundation lacks outside of Apple's systems: undo, transformers, archives, error constants, words of observing.
        .target(
            name: "PerdureFoundationGaps",
            dependencies: ["CSwiftRuntime", "PerdureBase", "PerdurePredicates", "PerdurePropertyList"]),
        // Model files as plain values.
        .target(
            name: "PerdureModelFormat",
            dependencies: ["PerdureBase", "PerdurePredicates", "PerdurePropertyList"]),
        // Schema, rows, keys, plans, change sets, the StoreEngine protocol, the in-memory engine.
        .target(
            name: "PerdureStore",
            dependencies: ["PerdureBase", "PerdurePredicates", "PerdurePropertyList", "CSwiftRuntime"]),
        // SQL as values, table mapping, translation, write ordering.
        .target(name: "PerdureSQL", dependencies: ["PerdureBase", "PerdureStore", "PerdurePredicates"]),
        // SQLite client and dialect; the file format in all its details.
        .target(
            name: "PerdureSQLite",
            dependencies: [
                "PerdureBase", "PerdureSQL", "PerdureStore", "PerdurePredicates", "PerdurePropertyList",
                "CSQLite", "CZlib",
            ]),
        // PostgreSQL client; empty without the trait PostgreSQL.
        .target(
            name: "PerdurePostgreSQLClient",
            dependencies: [
                "PerdureBase", "PerdureSQL", "PerdureStore",
                .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
            ]),
        // PostgreSQL store; empty without the trait PostgreSQL.
        .target(
            name: "PerdurePostgreSQL",
            dependencies: [
                "PerdureBase", "PerdurePostgreSQLClient", "PerdureSQL", "PerdureStore", "PerdurePredicates",
                "PerdurePropertyList",
            ]),
        // Models and requests as descriptions: what a program says of its data before there is a store.
        .target(
            name: "PerdureModel",
            dependencies: [
                "PerdureBase", "PerdureFoundationGaps", "PerdureStore", "PerdurePredicates",
                "PerdureModelFormat",
                "PerdurePropertyList",
            ]),
        // What becomes of each entity and property in the next version of a model: mapping models.
        .target(
            name: "PerdureMapping",
            dependencies: [
                "PerdureBase", "PerdureFoundationGaps", "PerdureModel", "PerdureModelFormat", "PerdureStore",
                "PerdurePredicates", "PerdurePropertyList",
            ]),
        // Addresses of methods of NSManagedObject; beside Perdure, whose symbols it names.
        .target(name: "CPerdureSymbols", publicHeadersPath: "."),
        // Everything with an NS name, and our additions.
        .target(
            name: "Perdure",
            dependencies: [
                "CSwiftRuntime", "CPerdureSymbols", "PerdureBase", "PerdureFoundationGaps", "PerdureModel",
                "PerdureStore", "PerdurePredicates", "PerdureModelFormat", "PerdurePropertyList",
            ]),
        // SQLite files as a store type: where the object layer and the engine meet.
        .target(
            name: "PerdureSQLiteStores",
            dependencies: [
                "Perdure", "PerdureBase", "PerdureFoundationGaps", "PerdureModel", "PerdureStore",
                "PerdurePredicates", "PerdureModelFormat", "PerdurePropertyList", "PerdureSQLite",
            ]),
        // PostgreSQL servers as a store type; empty without the trait PostgreSQL.
        .target(
            name: "PerdurePostgreSQLStores",
            dependencies: [
                "Perdure", "PerdureBase", "PerdureFoundationGaps", "PerdureModel", "PerdureStore",
                "PerdureModelFormat", "PerdurePredicates", "PerdurePropertyList", "PerdureSQL",
                "PerdurePostgreSQL", "PerdurePostgreSQLClient",
            ]),
        // XML and binary files as store types.
        .target(
            name: "PerdureFileStores",
            dependencies: [
                "Perdure", "PerdureBase", "PerdureFoundationGaps", "PerdureModel", "PerdureStore",
                "PerdurePropertyList",
            ]),
        // Changes of many rows in the store itself.
        .target(
            name: "PerdureBatches",
            dependencies: [
                "Perdure", "PerdureBase", "PerdureFoundationGaps", "PerdureModel", "PerdureStore",
                "PerdurePredicates",
            ]),
        // What commits left behind, read by programs.
        .target(
            name: "PerdureHistory",
            dependencies: [
                "Perdure", "PerdureBase", "PerdureFoundationGaps", "PerdureModel", "PerdureStore",
                "PerdurePredicates",
                "PerdurePropertyList",
            ]),
        // Stores that programs write for data which are read piece by piece.
        .target(
            name: "PerdureIncrementalStores",
            dependencies: [
                "Perdure", "PerdureBase", "PerdureFoundationGaps", "PerdureModel", "PerdureStore",
                "PerdurePropertyList",
            ]),
        // Lists that follow their context.
        .target(
            name: "PerdureResults",
            dependencies: [
                "Perdure", "PerdureBase", "PerdureFoundationGaps", "PerdureModel", "PerdureStore",
                "PerdurePredicates",
            ]),
        // Brings stores to the next version of their model: the decision, managers and policies, stages.
        .target(
            name: "PerdureMigration",
            dependencies: [
                "Perdure", "PerdureBase", "PerdureFoundationGaps", "PerdureMapping", "PerdureModel",
                "PerdureModelFormat", "PerdureStore", "PerdurePredicates", "PerdurePropertyList",
            ]),
        // What programs write by hand around stored values: caches, companions, saves that are tried again.
        .target(
            name: "PerdurePatterns",
            dependencies: [
                "Perdure", "PerdureBase", "PerdureFoundationGaps", "PerdureModel", "PerdureStore",
                "PerdurePredicates",
            ]),
        // Swift's predicates, orders and aggregates of model classes, for SwiftData.
        .target(
            name: "SwiftDataPredicates",
            dependencies: ["Perdure", "PerdureBase", "PerdurePredicates"]),
        // Lets source files keep `import CoreData`.
        .target(
            name: "CoreData",
            dependencies: [
                "Perdure", "PerdureSQLiteStores", "PerdureFileStores", "PerdureBatches", "PerdureHistory",
                "PerdureMapping",
                "PerdureMigration", "PerdureResults", "PerdurePatterns", "PerdurePredicates",
                "PerdureIncrementalStores",
                .target(name: "PerdurePostgreSQLStores", condition: .when(traits: ["PostgreSQL"])),
            ]),
        // What accessors call, as text; so small that macros can have it too.
        .target(name: "PerdureAccessorText"),
        // Model values into Swift source text.
        .target(
            name: "PerdureCodegen",
            dependencies: ["PerdureAccessorText", "PerdureModelFormat", "PerdurePredicates"]),
        // What the build plugin runs; small, so that it builds fast.
        .executableTarget(
            name: "PerdureCodegenTool", dependencies: ["PerdureCodegen", "PerdureModelFormat"]),
        // Compiles the models of a target and generates its classes.
        .plugin(
            name: "PerdureModelPlugin", capability: .buildTool(), dependencies: ["PerdureCodegenTool"]),
        // What macros expand to; tested without a compiler.
        .target(
            name: "PerdureMacroExpansion", dependencies: ["PerdureAccessorText"] + swiftSyntax.products,
            swiftSettings: swiftSyntax.swift),
        // The program that the compiler asks to expand them.
        .macro(
            name: "PerdureMacroPlugin", dependencies: ["PerdureMacroExpansion"],
            swiftSettings: swiftSyntax.swift, linkerSettings: swiftSyntax.linker),
        // The macros' declarations.
        .target(
            name: "PerdureMacros",
            dependencies: ["PerdureMacroPlugin", "CoreData", "Perdure", "PerdurePredicates"]),
        // Models of plain classes above managed objects, as sources with `import SwiftData` have them.
        .target(
            name: "SwiftData",
            dependencies: [
                "Perdure", "PerdureBase", "PerdureBatches", "PerdureFileStores", "PerdureFoundationGaps",
                "PerdureHistory", "PerdureIncrementalStores", "PerdureMacroPlugin", "PerdureMigration",
                "PerdureModel",
                "PerdurePredicates", "PerdureSQLiteStores", "PerdureStore", "SwiftDataPredicates",
                .target(name: "PerdurePostgreSQLStores", condition: .when(traits: ["PostgreSQL"])),
            ]),
        // Stores of a program's former versions, for its tests.
        .target(name: "PerdureVersionTesting", dependencies: ["CoreData"]),
        // What the command and other tools read of models and stores, as values.
        .target(
            name: "PerdureInspection",
            dependencies: [
                "Perdure", "PerdureBase", "PerdureModelFormat", "PerdurePredicates", "PerdurePropertyList",
                "PerdureSQLite", "PerdureStore",
                .target(name: "PerdurePostgreSQL", condition: .when(traits: ["PostgreSQL"])),
                .target(name: "PerdurePostgreSQLStores", condition: .when(traits: ["PostgreSQL"])),
            ]),
        // The command-line tool.
        .executableTarget(
            name: "PerdureTool",
            dependencies: [
                "Perdure", "PerdureBase", "PerdureFoundationGaps", "PerdureInspection", "PerdureMapping",
                "PerdureMigration", "PerdureSQLite",
                "PerdureFileStores", "PerdureSQLiteStores",
                "PerdureStore",
                "PerdurePredicates", "PerdureModelFormat", "PerdurePropertyList", "PerdureCodegen",
                .target(name: "PerdurePostgreSQL", condition: .when(traits: ["PostgreSQL"])),
                .target(name: "PerdurePostgreSQLStores", condition: .when(traits: ["PostgreSQL"])),
            ]),
        // Finds and changes what a program's sources cannot keep on Linux.
        .target(
            name: "PerdurePorting", dependencies: ["PerdureModelFormat"] + swiftSyntax.products,
            swiftSettings: swiftSyntax.swift),
        // What `perdure port` runs; apart, because it is linked with the toolchain's parser.
        .executableTarget(
            name: "PerdurePortTool", dependencies: ["PerdureModelFormat", "PerdurePorting"],
            swiftSettings: swiftSyntax.swift, linkerSettings: swiftSyntax.linker),
        // The suite that every store engine must pass.
        .target(
            name: "PerdureStoreConformance",
            dependencies: ["PerdureStore", "PerdurePredicates", "PerdurePropertyList"]),
        // Stack builder, fixtures, temporary folders; for our own tests.
        .target(
            name: "PerdureTestSupport",
            dependencies: [
                "Perdure", "PerdureBase", "PerdureFileStores", "PerdureMigration", "PerdureSQLite",
                "PerdureSQLiteStores", "CSQLite", "PerdureModelFormat",
                "PerdurePredicates", "PerdurePropertyList", "PerdureStore", "PerdurePostgreSQLStores",
                "PerdurePostgreSQLClient",
            ]),

        .testTarget(name: "PerdurePropertyListTests", dependencies: ["PerdurePropertyList"]),
        .testTarget(name: "PerdurePredicatesTests", dependencies: ["PerdurePredicates", "PerdureBase"]),
        .testTarget(
            name: "PerdureModelFormatTests",
            dependencies: ["PerdureModelFormat", "PerdurePredicates", "PerdurePropertyList", "PerdureBase"]),
        .testTarget(
            name: "PerdureStoreTests",
            dependencies: [
                "PerdureStore", "PerdureStoreConformance", "PerdurePredicates", "PerdurePropertyList",
                "PerdureTestSupport",
            ]),
        .testTarget(
            name: "PerdureSQLTests",
            dependencies: ["PerdureSQL", "PerdureSQLite", "PerdureStore", "PerdurePredicates"]),
        .testTarget(
            name: "PerdureSQLiteTests",
            dependencies: [
                "PerdureSQLite", "PerdureSQL", "PerdureStore", "PerdureStoreConformance", "CSQLite",
                "PerdurePredicates", "PerdurePropertyList", "PerdureTestSupport",
            ]),
        // Without the trait there is nothing to test; with it, a server under Scripts/with-postgres.
        .testTarget(
            name: "PerdurePostgreSQLClientTests",
            dependencies: [
                "PerdureBase", "PerdurePostgreSQLClient", "PerdureStore", "PerdureTestSupport",
                .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
            ]),
        .testTarget(
            name: "PerdurePostgreSQLTests",
            dependencies: [
                "PerdureBase", "PerdurePostgreSQL", "PerdurePostgreSQLClient", "PerdureSQL", "PerdureStore",
                "PerdureStoreConformance", "PerdurePredicates", "PerdurePropertyList", "PerdureTestSupport",
                "Perdure", "PerdureFoundationGaps", "PerdureMapping", "PerdureMigration",
                "PerdurePostgreSQLStores", "ServerWriter", "PerdureHistory",
            ]),
        .testTarget(
            name: "PerdureCodegenTests",
            dependencies: [
                "PerdureAccessorText", "PerdureCodegen", "PerdureModelFormat", "PerdurePredicates",
            ]),
        // Generated sources as users have them, compiled and used; and the sources of all models of the fixtures.
        .testTarget(
            name: "GeneratedCodeTests",
            dependencies: ["CoreData", "PerdureCodegen", "PerdureModelFormat", "PerdureTestSupport"],
            exclude: ["Cinema.xcdatamodel"]),
        .testTarget(
            name: "PerdureMacrosTests",
            dependencies: [
                "PerdureMacroExpansion", "PerdureAccessorText", "PerdureCodegen", "PerdureModelFormat",
                "PerdurePredicates",
            ] + swiftSyntax.products,
            exclude: ["Snapshots"],
            swiftSettings: swiftSyntax.swift, linkerSettings: swiftSyntax.linker),
        // Classes with macros against stores.
        .testTarget(
            name: "TypedTests",
            dependencies: ["PerdureMacros", "Perdure", "PerdureTestSupport", "PerdureVersionTesting"]),
        .testTarget(
            name: "PerdureTests",
            dependencies: [
                "Perdure", "PerdurePropertyList", "PerdureTestSupport", "PerdureBatches", "PerdureHistory",
                "PerdureModel", "PerdureModelFormat", "PerdurePatterns", "PerdurePredicates", "PerdureSQLite",
                "PerdureStore",
            ]),
        // Values that programs keep beside stored ones: caches, transients, and merging as it is written by hand.
        .testTarget(
            name: "PatternTests", dependencies: ["Perdure", "PerdureTestSupport", "PerdurePatterns"]),
        // Predicates in stores and in memory: what they mean, and that both agree.
        .testTarget(
            name: "PredicateTests",
            dependencies: [
                "Perdure", "PerdurePredicates", "PerdureSQL", "PerdureSQLite", "PerdureStore",
                "PerdureStoreConformance", "PerdureTestSupport", "PerdurePropertyList",
            ]),
        // Attributes that the store computes: every form, every operation, every kind of store.
        .testTarget(
            name: "DerivedTests",
            dependencies: [
                "Perdure", "PerdurePredicates", "PerdurePropertyList", "PerdureSQL", "PerdureSQLite",
                "PerdureStore", "PerdureTestSupport", "PerdureTool",
            ]),
        // Conflicts, constraints, several stores: what a save does when it is not alone.
        .testTarget(
            name: "SavingTests",
            dependencies: [
                "Perdure", "PerdureSQLite", "PerdureStore", "PerdureTestSupport", "FaultWriter",
                "PerdurePredicates", "PerdurePropertyList",
            ]),
        // Attributes that merge: contexts, stores and processes that change the same ones.
        .testTarget(
            name: "MergingTests",
            dependencies: [
                "Perdure", "PerdurePropertyList", "PerdureSQLite", "PerdureStore", "PerdureTestSupport",
                "FaultWriter", "PerdurePatterns",
            ]),
        // The history of stores: what commits write, and what programs read of it.
        .testTarget(
            name: "HistoryTests",
            dependencies: [
                "Perdure", "PerdurePropertyList", "PerdureSQLite", "PerdureStore", "PerdureTestSupport",
                "FaultWriter", "PerdureBatches", "PerdureHistory",
            ]),
        // Stores that are one file: XML and binary ones, their damage, their migration.
        .testTarget(
            name: "PerdureFileStoresTests",
            dependencies: [
                "CoreData", "Perdure", "PerdureFileStores", "PerdureMigration", "PerdurePropertyList",
                "PerdureStore", "PerdureStoreConformance", "PerdureTestSupport",
            ]),
        // Mapping models: inferred, read, compiled.
        .testTarget(
            name: "PerdureMappingTests",
            dependencies: [
                "CoreData", "PerdureMapping", "PerdureModel", "PerdureModelFormat", "PerdurePredicates",
                "PerdurePropertyList", "PerdureStore", "PerdureTestSupport",
            ]),
        // Stores that get the next version of their model.
        .testTarget(
            name: "PerdureMigrationTests",
            dependencies: [
                "CoreData", "Perdure", "PerdureMapping", "PerdureMigration", "PerdureModel",
                "PerdureModelFormat", "PerdureSQLite", "PerdureStore", "PerdureTestSupport",
            ]),
        // Stores that programs write themselves, read piece by piece.
        .testTarget(
            name: "IncrementalStoreTests", dependencies: ["CoreData", "PerdureTestSupport"]),
        // Lists that follow their context.
        .testTarget(
            name: "ResultsTests",
            dependencies: ["Perdure", "PerdureTestSupport", "PerdurePatterns", "PerdureResults"]),
        // Queues, query generations, many threads.
        .testTarget(
            name: "ConcurrencyTests",
            dependencies: [
                "Perdure", "PerdureSQLite", "PerdureStore", "PerdureTestSupport", "FaultWriter",
                "PerdurePatterns",
            ]),
        // What a fetch costs, and what it loads: statements, batches, prefetching, orders.
        .testTarget(name: "FetchTests", dependencies: ["Perdure", "PerdureBase", "PerdureTestSupport"]),
        // Changes of many rows in the store itself.
        .testTarget(
            name: "BatchTests",
            dependencies: [
                "Perdure", "PerdureSQLite", "PerdureStore", "PerdureTestSupport", "PerdureBatches",
                "PerdureHistory", "PerdureResults",
            ]),
        // What an optimizer could see differently: `make release` runs it, beside others.
        .testTarget(name: "OptimizedTests", dependencies: ["Perdure", "PerdureTestSupport"]),
        // Predicates and orders of model classes: Swift, memory and stores agree.
        .testTarget(
            name: "SwiftDataPredicateTests",
            dependencies: [
                "CoreData", "Perdure", "PerdurePredicates", "PerdureTestSupport", "SwiftDataPredicates",
            ]),
        .testTarget(name: "ScenarioTests", dependencies: ["CoreData", "PerdureTestSupport"]),
        .testTarget(
            name: "FixtureTests",
            dependencies: [
                "Perdure", "PerdureModelFormat", "PerdurePropertyList", "PerdureSQLite", "PerdureTestSupport",
                "PerdureHistory", "PerdureStore",
            ]),
        // Bad and hostile input, crashes, full disks; FaultWriter is the program that they start and kill.
        .executableTarget(
            name: "FaultWriter",
            dependencies: ["CoreData", "PerdureMigration", "PerdureTestSupport", "FaultVFS"],
            path: "Tests/FaultWriter"),
        // Saves on a server until its time is over, while Scripts/check-failover kills servers; empty without the trait.
        .executableTarget(
            name: "ServerWriter",
            dependencies: ["PerdurePostgreSQL", "PerdurePostgreSQLClient", "PerdureStore"],
            path: "Tests/ServerWriter"),
        // Lets the n-th call of SQLite to the system fail.
        .target(name: "FaultVFS", dependencies: ["CSQLite"], path: "Tests/FaultVFS"),
        // Readers of foreign bytes with a look at what they read: `make fuzz` and FaultTests feed them.
        .target(
            name: "FuzzChecks",
            dependencies: [
                "PerdurePropertyList", "PerdurePredicates", "PerdureModelFormat", "PerdureStore",
                "PerdureSQLite", "CSQLite",
            ],
            path: "Fuzzing/Checks"),
        .testTarget(
            name: "FaultTests",
            dependencies: [
                "Perdure", "PerdureSQLite", "PerdurePropertyList", "PerdureTestSupport", "FaultWriter",
                "PerdureTool", "FaultVFS", "PerdureBatches", "PerdureHistory", "FuzzChecks",
            ]),
        // Classes with @Model against stores, and against files that Apple's SwiftData wrote.
        .testTarget(
            name: "SwiftDataTests",
            dependencies: ["SwiftData", "Perdure", "PerdureTestSupport"]),
        // What macros write, in the language mode that most programs still have.
        .testTarget(
            name: "LanguageModeTests", dependencies: ["SwiftData"],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "ToolTests",
            dependencies: ["PerdureTool", "Perdure", "PerdureMapping", "PerdureTestSupport", "FaultWriter"]),
        // Ports of programs: each rule, a sample of 2,000 lines, and the command.
        .testTarget(
            name: "PortTests",
            dependencies: ["PerdurePorting", "PerdurePortTool", "PerdureTestSupport", "PerdureTool"],
            exclude: ["Samples"],
            swiftSettings: swiftSyntax.swift, linkerSettings: swiftSyntax.linker),
        .testTarget(
            name: "PerdureCodegenToolTests",
            dependencies: ["PerdureCodegenTool", "PerdureModelFormat", "PerdureTestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

// `make fuzz` adds the fuzzer, whose main function comes with the compiler's flags.
if Context.environment["PERDURE_FUZZ"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "PerdureFuzz",
            dependencies: ["FuzzChecks"],
            path: "Fuzzing", exclude: ["Checks", "Kept", "Seeds"], sources: ["Fuzzing.swift"],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
    package.products.append(.executable(name: "PerdureFuzz", targets: ["PerdureFuzz"]))
}

// `PERDURE_TESTS=SavingTests,ConcurrencyTests` leaves the other tests out of the build.
if let wanted = Context.environment["PERDURE_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

// Scripts/check-postgresql builds this example here, with what its tests are made of; everywhere else it is a package of its own.
if Context.environment["PERDURE_SERVER_EXAMPLE"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Tickets", dependencies: ["CoreData", "PerdureMacros"],
            path: "Examples/Tickets/Sources/Tickets"))
}

// Scripts/measure-postgresql builds this program; nobody else does.
if Context.environment["PERDURE_MEASUREMENTS"] != nil {
    package.targets.append(
        .executableTarget(
            name: "PerdurePostgreSQLMeasurements",
            dependencies: ["PerdureBase", "PerdurePostgreSQL", "PerdurePostgreSQLClient", "PerdureStore"],
            path: "Benchmarks/PostgreSQL/Perdure"))
}
