// SPDX-License-Identifier: Apache-2.0
// What a build without the package trait PostgreSQL says to those who ask for a server. `make release` makes such a build on every
// machine; `make build` does where libpq is missing.

#if !PostgreSQL
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Without the package trait PostgreSQL")
struct MissingTraitTests {
    @Test("PG-1 without the package trait the type PostgreSQL is 134000, and the error names the trait")
    func type() throws {
        let model = NSManagedObjectModel(EntitySketch("Note", .attribute("title")))
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let error = try #require(throws: NSError.self) {
            try coordinator.addPersistentStore(
                ofType: "PostgreSQL", configurationName: nil, at: URL(string: "postgresql:///db"))
        }
        #expect(error.code == NSPersistentStoreInvalidTypeError)
        #expect(error.localizedDescription.contains("without the package trait PostgreSQL"))
    }

    @Test(
        "PG-153 without the trait the command refuses a URL, and says how to build it",
        arguments: ["show", "check", "history"])
    func command(_ action: String) throws {
        let folder = try TemporaryFolder()
        let errors = folder.file("errors")
        try Data().write(to: errors)
        let process = Process()
        // The command lies beside the test bundle.
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("perdure")
        process.arguments = ["store", action, "postgresql:///shop"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 2)
        #expect(try String(contentsOf: errors, encoding: .utf8).contains("swift build --traits PostgreSQL"))
    }
}
#endif
