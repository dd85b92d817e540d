// swift-tools-version: 6.1
// An NSIncrementalStore over an HTTP server. README.md says how it works.
import PackageDescription

let package = Package(
    name: "RemoteStore",
    dependencies: [.package(name: "Perdure", path: "../..")],
    targets: [
        // The store and the model.
        .target(name: "RemoteStoreKit", dependencies: [.product(name: "CoreData", package: "Perdure")]),
        // A server of notes on the loopback interface; it knows nothing of the store.
        .target(name: "NotesServer"),
        .executableTarget(name: "RemoteStore", dependencies: ["RemoteStoreKit", "NotesServer"]),
        .testTarget(name: "RemoteStoreKitTests", dependencies: ["RemoteStoreKit", "NotesServer"]),
    ],
    swiftLanguageModes: [.v6]
)
