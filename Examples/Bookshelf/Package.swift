// swift-tools-version: 6.2
// A command-line program with SwiftData. Its sources name nothing that Apple's SwiftData lacks: Scripts/check-swiftdata-api checks
// that. The main actor is the default isolation, as in new programs.
import PackageDescription

let package = Package(
    name: "Bookshelf",
    dependencies: [.package(name: "Perdure", path: "../..")],
    targets: [
        .executableTarget(
            name: "Bookshelf", dependencies: [.product(name: "SwiftData", package: "Perdure")],
            swiftSettings: [.defaultIsolation(MainActor.self)])
    ],
    swiftLanguageModes: [.v6]
)
