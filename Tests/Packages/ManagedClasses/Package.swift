// swift-tools-version: 6.1
// Hand-written classes with @NSManaged, used from another module: built and run in debug and release by
// Scripts/check-managed-classes.
import PackageDescription

let package = Package(
    name: "ManagedClasses",
    dependencies: [.package(name: "Perdure", path: "../../..")],
    targets: [
        .target(
            name: "Shop", dependencies: [.product(name: "CoreData", package: "Perdure")],
            plugins: [.plugin(name: "PerdureModelPlugin", package: "Perdure")]),
        .testTarget(
            name: "ManagedClassesTests",
            dependencies: ["Shop", .product(name: "CoreData", package: "Perdure")]),
    ]
)
