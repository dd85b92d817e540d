// SPDX-License-Identifier: Apache-2.0
// This test program once more, as another process that works on the same store.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdureStore
import PerdureStoreConformance
import Testing

/// Runs work in another process.
enum OtherProcess {
    static let work = ProcessInfo.processInfo.environment["PERDURE_TEST_WORK"]

    /// Runs the test below in another process, and waits for its end.
    static func run(_ work: String, in namespace: String) throws {
        try start(work, in: namespace).finish()
    }

    /// A process that runs the test below.
    struct Running {
        fileprivate let process: Process
        fileprivate let output: Pipe

        /// Waits for its end.
        func finish() {
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(text)")
        }
    }

    /// Runs the test below in another process.
    static func start(_ work: String, in namespace: String) throws -> Running {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--testing-library", "swift-testing", "--filter", "OtherProcessTests"]
        process.environment = ProcessInfo.processInfo.environment.merging([
            "PERDURE_TEST_WORK": work, "PERDURE_TEST_NAMESPACE": namespace,
        ]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        return Running(process: process, output: output)
    }
}

@Suite(
    "PostgreSQL store: the work of another process",
    .enabled(if: OtherProcess.work != nil, "a test of ours starts it in a process of its own"))
struct OtherProcessTests {
    @Test("PG-127 the other process of its test") func work() throws {
        let stores = TestStores()
        let namespace = try #require(ProcessInfo.processInfo.environment["PERDURE_TEST_NAMESPACE"])
        let engine = try stores.open(
            Schema(ConformanceModel.library), in: namespace
        ) { $0.tracksHistory = OtherProcess.work == "track" }
        try EngineUnderTest(engine).insert("Tag", ["name": .string("other")])
        try engine.close()
    }
}
#endif
