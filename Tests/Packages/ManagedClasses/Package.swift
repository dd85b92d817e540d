// swift-tools-version: 6.1
// Hand-written classes with @NSManaged, used from another module: built and run in debug and release by
// Scripts/check-managed-classes.
import PackageDescription

// Of these targets alone: as a flag of the command it would make another library than the one that is shared.
let strict: [SwiftSetting] = [.unsafeFlags(["-warnings-as-errors"])]

let package = Package(
    name: "ManagedClasses",
    dependencies: [.package(name: "Perdure", path: "../../..")],
    targets: [
        .target(
            name: "Shop", dependencies: [.product(name: "CoreData", package: "Perdure")],
            swiftSettings: strict,
            plugins: [.plugin(name: "PerdureModelPlugin", package: "Perdure")]),
        .testTarget(
            name: "ManagedClassesTests",
            dependencies: ["Shop", .product(name: "CoreData", package: "Perdure")], swiftSettings: strict),
    ]
)
