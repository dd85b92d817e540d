// SPDX-License-Identifier: Apache-2.0
// A command-line program that ends before the main actor's next turn.

import PerdureTestSupport
import SwiftData
import Testing

@Suite struct SaveAtExitTests {
    /// A place that the program and the test both know: it is named by the test's process.
    private static func place(_ process: Int32) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("save-at-exit-\(process).store")
    }

    private static func insert(saving: Bool) async throws {
        try await MainActor.run {
            let configuration = ModelConfiguration(url: place(getppid()))
            let container = try ModelContainer(for: Schema(Library.types), configurations: configuration)
            container.mainContext.autosaveEnabled = saving
            container.mainContext.insert(Label("last"))
            exit(EXIT_SUCCESS)
        }
    }

    @Test("SD-136 the main context saves where the main actor ends the process, unless autosaving is off")
    func exits() async throws {
        let url = Self.place(getpid())
        defer {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: url.path + suffix)
            }
        }
        await #expect(processExitsWith: .success) { try await SaveAtExitTests.insert(saving: false) }
        await #expect(processExitsWith: .success) { try await SaveAtExitTests.insert(saving: true) }
        let container = try ModelContainer(
            for: Schema(Library.types), configurations: ModelConfiguration(url: url))
        #expect(try ModelContext(container).fetch(FetchDescriptor<Label>()).map(\.text) == ["last"])
    }
}
