// swift-tools-version: 6.1
// A small program that saves, fetches and deletes with `import CoreData`. Run with `make demo`.
import PackageDescription

let package = Package(
    name: "ToDo",
    dependencies: [.package(name: "Perdure", path: "../..")],
    targets: [
        .executableTarget(
            name: "ToDo", dependencies: [.product(name: "CoreData", package: "Perdure")],
            resources: [.copy("ToDo.xcdatamodeld")])
    ],
    swiftLanguageModes: [.v6]
)
