// swift-tools-version: 6.1
// Classes with macros: the model is written in Swift, without a model file.
import PackageDescription

let package = Package(
    name: "Movies",
    dependencies: [.package(name: "Perdure", path: "../..")],
    targets: [
        .executableTarget(
            name: "Movies",
            dependencies: [
                .product(name: "CoreData", package: "Perdure"),
                .product(name: "PerdureMacros", package: "Perdure"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
